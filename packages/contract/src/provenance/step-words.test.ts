import { expect, it } from 'vitest';
import { DIGITAL_SOURCE_TYPES } from './source-types.ts';
import { ingredientInWords, stepInWords } from './step-words.ts';

it.each([
  ['cut-out', 'alter', 'Cut-out, without a generative model'],
  ['upscale', 'alter', 'Upscaled, without a generative model'],
  ['magic', 'generate-part', 'Magic edit, changed by a generative model'],
  ['scene', 'put-on-set', 'Product placed in a rendered studio set'],
  ['arrange', 'alter', 'Edited without a generative model'],
  ['constructor', 'generate-part', 'Changed by a generative model'],
] as const)('a step of %s with the effect %s is worded “%s”', (tool, effect, words) => {
  expect(stepInWords({ tool, effect })).toBe(words);
});

it('an ingredient is named by its source type, and a studio set by its title', () => {
  expect(ingredientInWords('Still water')).toBe('Still water');
  expect(ingredientInWords('trainedAlgorithmicMedia')).toBe('Another picture, made by a generative model');
  for (const type of DIGITAL_SOURCE_TYPES) expect(ingredientInWords(type)).not.toContain(type);
});
