import { describe, expect, it } from 'vitest';
import { chooseForm } from './accept.ts';

describe('the response format of a public API call', () => {
  it.each([
    [undefined, 'picture'],
    ['', 'picture'],
    ['*/*', 'picture'],
    ['image/*', 'picture'],
    ['image/png', 'picture'],
    ['IMAGE/PNG', 'picture'],
    ['image/webp, image/*;q=0.5', 'picture'],
    ['application/json', 'json'],
    ['application/json, */*', 'json'],
    ['image/png, application/json', 'picture'],
    ['image/png;q=0.1, application/json;q=0.2', 'json'],
    ['*/*;q=0.1, image/png;q=0, application/json;q=0.1', 'json'],
  ])('for the Accept header %j is: %s', (accept, form) => {
    expect(chooseForm(accept, true)).toBe(form);
  });

  it.each(['text/html', 'image/webp', 'application/json;q=0', 'image/png;q=x', `${'a'.repeat(2000)}, */*`])(
    'is refused for the Accept header %j',
    (accept) => {
      expect(() => chooseForm(accept, true)).toThrow(
        expect.objectContaining({ code: 'NOT_ACCEPTABLE' }) as Error,
      );
    },
  );

  it('is JSON for a text result, and never a picture', () => {
    expect(chooseForm('*/*', false)).toBe('json');
    expect(() => chooseForm('image/*', false)).toThrow();
  });
});
