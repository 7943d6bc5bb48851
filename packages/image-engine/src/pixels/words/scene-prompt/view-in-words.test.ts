import type { ProductView } from '@packshot/contract';
import { expect, test } from 'vitest';
import { viewInWords } from './view-in-words.ts';

const STANDING: ProductView = { pose: 'stands', elevationDeg: 12 };
const FLAT: ProductView = { pose: 'lies', elevationDeg: 88 };

test.each([
  ['lying on velvet', STANDING, { pose: 'lies', elevationDeg: 70 }],
  ['liegend auf Samt', STANDING, { pose: 'lies', elevationDeg: 70 }],
  ['posée à plat sur du lin', STANDING, { pose: 'lies', elevationDeg: 70 }],
  ['flat lay on oak', STANDING, { pose: 'lies', elevationDeg: 70 }],
  ['suspendue dans une boutique', FLAT, { pose: 'hangs', elevationDeg: 5 }],
  ['colgado en una percha', STANDING, { pose: 'hangs', elevationDeg: 12 }],
  ['hanging', null, { pose: 'hangs', elevationDeg: 5 }],
  ['in piedi', FLAT, { pose: 'stands', elevationDeg: 5 }],
  ['lying on velvet', FLAT, FLAT],
  ['not hanging', FLAT, FLAT],
  ['oak table', null, null],
] as const)('the words “%s” set the pose of the product', (prompt, view, expected) => {
  const shown = viewInWords(view, prompt);
  expect(shown).toEqual(expected);
  expect(viewInWords(shown, prompt)).toEqual(shown);
});
