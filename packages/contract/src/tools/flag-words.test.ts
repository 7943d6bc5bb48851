import { expect, it } from 'vitest';
import { flagSentences } from './flag-words.ts';

const BOX = { x: 0, y: 0, width: 0.1, height: 0.1 };

it('says what two flags share only once', () => {
  expect(
    flagSentences([
      { reason: 'looks-differ', place: 'right', box: BOX },
      { reason: 'weak-contrast', place: 'right', box: BOX },
      { reason: 'weak-contrast', place: 'right', box: BOX },
    ]),
  ).toEqual([
    'Check the right edge. Part of the product may be missing, or some background included.',
    'Product and background have nearly the same color there.',
  ]);
});
