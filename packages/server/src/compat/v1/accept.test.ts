import { describe, expect, it } from 'vitest';
import { chooseForm } from './accept.ts';

describe('the form of an answer', () => {
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
  ])('is, by %j, a %s', (accept, form) => {
    expect(chooseForm(accept, true)).toBe(form);
  });

  it.each(['text/html', 'image/webp', 'application/json;q=0', 'image/png;q=x', `${'a'.repeat(2000)}, */*`])(
    'is none by %j',
    (accept) => {
      expect(() => chooseForm(accept, true)).toThrow(
        expect.objectContaining({ code: 'NOT_ACCEPTABLE' }) as Error,
      );
    },
  );

  it('of words is JSON, and never a picture', () => {
    expect(chooseForm('*/*', false)).toBe('json');
    expect(() => chooseForm('image/*', false)).toThrow();
  });
});
