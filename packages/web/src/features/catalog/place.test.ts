import { describe, expect, it } from 'vitest';
import { buildAddress, parsePlace } from './place.ts';
import type { CatalogView } from './place.ts';

const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';

describe('a catalog location', () => {
  it.each<CatalogView>([
    { kind: 'runs' },
    { kind: 'recipes' },
    { kind: 'new-run' },
    { kind: 'new-recipe' },
    { kind: 'run', id: ID },
    { kind: 'review', id: ID },
    { kind: 'recipe', id: ID },
  ])('is read from the address made for it: %o', (place) => {
    expect(parsePlace(buildAddress(place).at)).toEqual(place);
  });

  it.each([undefined, 7, '', 'run', 'run.', 'run./etc', 'other.1', '__proto__'])(
    'is the list of runs for the address %j',
    (at) => expect(parsePlace(at)).toEqual({ kind: 'runs' }),
  );
});
