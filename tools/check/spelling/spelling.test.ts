import { expect, it } from 'vitest';
import { findBritish } from './find-british.ts';

const wordsIn = (text: string) => findBritish(text).map(({ word }) => word);

it.each([
  ['a comment', '// The colour of the centre.', ['colour', 'centre']],
  [
    'an identifier',
    'const isCancelled = normaliseColours(greyLevel);',
    ['isCancelled', 'normaliseColours', 'greyLevel'],
  ],
  ['a constant', 'const MAX_NEIGHBOURS = 4;', ['MAX_NEIGHBOURS']],
  [
    'a text',
    `<p>We organise and analyse your catalogue whilst you wait.</p>`,
    ['organise', 'analyse', 'catalogue', 'whilst'],
  ],
  [
    'a document',
    'Labelled travellers practised modelling their behaviour under licence.',
    ['Labelled', 'travellers', 'modelling', 'behaviour', 'licence'],
  ],
])('a British spelling is found in %s', (_where, text, words) => {
  expect(wordsIn(text)).toEqual(words);
});

it('American spelling, and words spelled the same in both, are accepted', () => {
  const text = `color center canceled gray organize optimistic organism four hour pour contour tour source
    concentrate parameter theatrical programmer programmed analyses controlled labeled aria-labelledby
    assertDecentResult scaleByIssue license judgment catalog fulfills promise exercise advertising surprise realistic specialist theater literal`;
  expect(wordsIn(text)).toEqual([]);
});
