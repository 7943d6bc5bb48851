import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { PRODUCT_VERSION } from '../product.ts';
import {
  atLeast,
  beginning,
  digitalSourceOf,
  provenanceSchema,
  putOn,
  STEPS_MAX,
  withStep,
} from './chain.ts';
import type { Provenance, ProvenanceStep } from './chain.ts';
import { contentsOfType, DIGITAL_SOURCE_TYPES } from './source-types.ts';
import type { Effect } from './source-types.ts';

const PHOTO = beginning(['photo']);
const UNKNOWN = beginning(['picture']);
const WORDS = beginning([]);

const step = (effect: Effect, tool = 'scene'): ProvenanceStep => ({
  tool,
  effect,
  engine: { name: 'Packshot', version: '0.1.0' },
});
const after = (start: Provenance, ...effects: readonly Effect[]): Provenance =>
  effects.reduce((chain, effect) => withStep(chain, step(effect)), start);
const onPicture = (product: Provenance, ground: Provenance): Provenance =>
  putOn(product, ground, step('put-on-picture', 'composite'));

/** What was done, and what the file says: every row is a picture that people make. */
const CASES: readonly (readonly [string, Provenance, string])[] = [
  ['a cut-out', after(PHOTO, 'alter'), 'algorithmicallyEnhanced'],
  ['a photo cropped and enlarged faithfully', after(PHOTO, 'alter', 'alter'), 'algorithmicallyEnhanced'],
  ['the user’s own photo as it is', PHOTO, 'algorithmicallyEnhanced'],
  [
    'a picture that no camera is known to have taken, cut out',
    after(UNKNOWN, 'alter'),
    'algorithmicallyEnhanced',
  ],
  ['a cut-out on white or another color', after(PHOTO, 'alter', 'put-on-color'), 'composite'],
  ['a cut-out on the user’s own photo', onPicture(after(PHOTO, 'alter'), PHOTO), 'compositeCapture'],
  [
    'the same, harmonized by the built-in engine',
    after(onPicture(PHOTO, PHOTO), 'alter'),
    'compositeCapture',
  ],
  ['a cut-out on a picture of unknown origin', onPicture(PHOTO, UNKNOWN), 'composite'],
  ['a cut-out of a picture of unknown origin on a photo', onPicture(UNKNOWN, PHOTO), 'composite'],
  ['a product on a studio set', after(PHOTO, 'alter', 'put-on-set'), 'composite'],
  ['the same, enlarged and cropped', after(PHOTO, 'put-on-set', 'alter', 'alter'), 'composite'],
  [
    'a cut-out on a set that was made without a product',
    onPicture(PHOTO, after(WORDS, 'show-set')),
    'composite',
  ],
  ['a studio set alone', after(WORDS, 'show-set'), 'digitalCreation'],
  ['the same, cropped', after(WORDS, 'show-set', 'alter'), 'digitalCreation'],
  [
    'an untouched product in front of what a generative engine made',
    after(PHOTO, 'generate-ground'),
    'compositeSynthetic',
  ],
  [
    'a generative scene, then enlarged, then cropped',
    after(PHOTO, 'generate-ground', 'alter', 'alter'),
    'compositeSynthetic',
  ],
  [
    'a cut-out on an inspiration by a generative engine',
    onPicture(PHOTO, after(WORDS, 'generate')),
    'compositeSynthetic',
  ],
  [
    'a product cut out of an inspiration by a generative engine, on a studio set',
    after(WORDS, 'generate', 'alter', 'put-on-set'),
    'compositeSynthetic',
  ],
  ['a generative fill of the photo', after(PHOTO, 'generate-part'), 'compositeWithTrainedAlgorithmicMedia'],
  [
    'a generative scene that repainted the product',
    after(PHOTO, 'generate-part'),
    'compositeWithTrainedAlgorithmicMedia',
  ],
  [
    'a product on a studio set, relit by a generative engine',
    after(PHOTO, 'put-on-set', 'generate-part'),
    'compositeWithTrainedAlgorithmicMedia',
  ],
  [
    'a photo enlarged by a generative engine, cut out, on a color',
    after(PHOTO, 'generate-part', 'alter', 'put-on-color'),
    'compositeWithTrainedAlgorithmicMedia',
  ],
  [
    'a generative scene, then a generative fill',
    after(PHOTO, 'generate-ground', 'generate-part'),
    'compositeWithTrainedAlgorithmicMedia',
  ],
  ['a picture of words by a generative engine', after(WORDS, 'generate'), 'trainedAlgorithmicMedia'],
  ['the same, enlarged and cropped', after(WORDS, 'generate', 'alter', 'alter'), 'trainedAlgorithmicMedia'],
  ['the same, with a generative fill', after(WORDS, 'generate', 'generate-part'), 'trainedAlgorithmicMedia'],
  [
    'a studio set with a generative fill',
    after(WORDS, 'show-set', 'generate-part'),
    'compositeWithTrainedAlgorithmicMedia',
  ],
  [
    'a file that says it is generated, cut out',
    after(beginning(contentsOfType('trainedAlgorithmicMedia') ?? []), 'alter'),
    'trainedAlgorithmicMedia',
  ],
];

describe('the digital source type', () => {
  it.each(CASES)('of %s', (_what, provenance, type) => {
    expect(digitalSourceOf(provenance)).toBe(type);
    expect(provenanceSchema.parse(provenance)).toEqual(provenance);
  });

  it('of a file that states its own is kept, whatever is altered', () => {
    for (const type of DIGITAL_SOURCE_TYPES) {
      // What an older release wrote of a rendered set.
      const kept = type === 'algorithmicMedia' ? 'digitalCreation' : type;
      expect(digitalSourceOf(after(beginning(contentsOfType(type) ?? []), 'alter'))).toBe(kept);
    }
    expect(contentsOfType('constructor')).toBeNull();
  });

  it('is raised by what a client states, and never lowered', () => {
    const generated = after(PHOTO, 'generate-ground');
    expect(digitalSourceOf(atLeast(generated, 'algorithmicallyEnhanced'))).toBe('compositeSynthetic');
    expect(digitalSourceOf(atLeast(PHOTO, 'composite'))).toBe('composite');
    expect(digitalSourceOf(atLeast(UNKNOWN, 'compositeWithTrainedAlgorithmicMedia'))).toBe(
      'compositeWithTrainedAlgorithmicMedia',
    );
    expect(atLeast(PHOTO, 'algorithmicallyEnhanced')).toBe(PHOTO);
    const raised = atLeast(after(PHOTO, 'alter'), 'compositeSynthetic');
    expect(raised.steps).toHaveLength(1);
    expect(raised.contents).toEqual(expect.arrayContaining(['photo', 'generated-ground']));
  });
});

describe('a picture’s steps', () => {
  it('are bounded, and what the dropped ones put into the picture stays said', () => {
    const long = after(after(PHOTO, 'generate-part'), ...Array.from({ length: 40 }, () => 'alter' as const));
    expect(long.steps).toHaveLength(STEPS_MAX);
    expect(long.earlierSteps).toBe(41 - STEPS_MAX);
    expect(digitalSourceOf(long)).toBe('compositeWithTrainedAlgorithmicMedia');
  });

  it('have names of a bounded length, whatever an engine is called', () => {
    const named = withStep(PHOTO, {
      ...step('alter'),
      engine: { name: 'x'.repeat(500), version: 'y'.repeat(500) },
    });
    expect(provenanceSchema.safeParse(named).success).toBe(true);
  });
});

it('the version that files state is that of the product', () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  expect(PRODUCT_VERSION).toBe(version);
});
