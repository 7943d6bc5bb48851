import { createProvenance, putOn, withStep } from '../provenance/chain.ts';
import type { Provenance, ProvenanceStep } from '../provenance/chain.ts';
import { contentsOfType } from '../provenance/source-types.ts';
import type { DigitalSourceType, Effect } from '../provenance/source-types.ts';

export const PHOTO = createProvenance(['photo']);
export const UNKNOWN = createProvenance(['picture']);
const WORDS = createProvenance([]);

export const step = (effect: Effect, tool = 'scene'): ProvenanceStep => ({
  tool,
  effect,
  engine: { name: 'Packshot', version: '0.1.0' },
});
export const after = (start: Provenance, ...effects: readonly Effect[]): Provenance =>
  effects.reduce((chain, effect) => withStep(chain, step(effect)), start);
const onPicture = (product: Provenance, ground: Provenance): Provenance =>
  putOn(product, ground, step('put-on-picture', 'composite'));

/** Processed pictures with the IPTC source type that their files must state. */
export const SOURCE_TYPE_CASES: readonly (readonly [string, Provenance, DigitalSourceType])[] = [
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
    after(createProvenance(contentsOfType('trainedAlgorithmicMedia') ?? []), 'alter'),
    'trainedAlgorithmicMedia',
  ],
  [
    'a cut-out on a picture that says it is generated',
    onPicture(after(PHOTO, 'alter'), createProvenance(contentsOfType('trainedAlgorithmicMedia') ?? [])),
    'compositeSynthetic',
  ],
  [
    'a generative scene, harmonized, on a color',
    after(PHOTO, 'alter', 'generate-ground', 'alter', 'put-on-color'),
    'compositeSynthetic',
  ],
  [
    'a product cut out of a generative scene, on the user’s own photo',
    onPicture(after(PHOTO, 'generate-ground', 'alter'), PHOTO),
    'compositeSynthetic',
  ],
];
