/**
 * How a picture came to be, by the IPTC NewsCodes "Digital Source Type" (the last part of each URI): what shops and search
 * engines read to label pictures. `trainedAlgorithmicMedia`, `compositeSynthetic` and `algorithmicMedia` are what Google
 * Merchant takes for a picture of an AI.
 * Source: https://cv.iptc.org/newscodes/digitalsourcetype/
 */
export const DIGITAL_SOURCE_TYPES = [
  /** Altered by an algorithm, its main content unchanged. */
  'algorithmicallyEnhanced',
  /** Several photos put together. */
  'compositeCapture',
  /** Several pictures put together, none of them made by a generative model. */
  'composite',
  /** Drawn or rendered, without a photo and without a generative model. */
  'digitalCreation',
  /** Several pictures put together, one of them made by a generative model. */
  'compositeSynthetic',
  /** Made by an algorithm that was not trained on pictures. Read, and no longer written. */
  'algorithmicMedia',
  /** A picture that a generative model changed a part of. */
  'compositeWithTrainedAlgorithmicMedia',
  /** Made by a generative model. */
  'trainedAlgorithmicMedia',
] as const;
export type DigitalSourceType = (typeof DIGITAL_SOURCE_TYPES)[number];

export const DIGITAL_SOURCE_URI = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
/** A source type as the IPTC writes it into files. */
export const digitalSourceUri = (type: DigitalSourceType): string => `${DIGITAL_SOURCE_URI}${type}`;

/**
 * What a picture holds, as far as its source type depends on it. Steps add to it and none takes away: a crop may cut off all that was
 * generated, but nobody can know.
 */
export const CONTENTS = [
  /** The user's photo. */
  'photo',
  /** A picture of the user's of which nothing shows that a camera took it. */
  'picture',
  /** Another photo, around the first. */
  'photo-ground',
  /** A color, or a picture of unknown origin, around it. */
  'plain-ground',
  /** A rendered studio set. */
  'rendered',
  /** A whole picture by a generative model. */
  'generated',
  /** What a generative model made around a product that it did not touch. */
  'generated-ground',
  /** What a generative model made within a picture. */
  'generated-part',
] as const;
export type Content = (typeof CONTENTS)[number];

/** What a step does to a picture, and what the picture holds from then on. */
export const EFFECTS = {
  /** Pixels are corrected, cut off, enlarged or filled from the picture itself. */
  alter: [],
  /** The product is put on a color. */
  'put-on-color': ['plain-ground'],
  /** It is put on another picture: see `ingredient` of the step, which brings its own contents. */
  'put-on-picture': [],
  /** It is put into a rendered studio set. */
  'put-on-set': ['rendered'],
  /** A studio set is shown without a product. */
  'show-set': ['rendered'],
  /** A generative model paints what is around the product. */
  'generate-ground': ['generated-ground'],
  /** A generative model changes the picture itself. */
  'generate-part': ['generated-part'],
  /** A generative model makes a picture of words. */
  generate: ['generated'],
} as const satisfies Record<string, readonly Content[]>;
export type Effect = keyof typeof EFFECTS;
export const EFFECT_NAMES = Object.keys(EFFECTS) as readonly Effect[];

const isCamera = (content: Content): boolean => content === 'photo' || content === 'photo-ground';
/** True for what a generative model has made. */
export const isGenerated = (content: Content): boolean => content.startsWith('generated');

/** What is said of a picture that holds all this. */
export function sourceTypeFor(contents: readonly Content[]): DigitalSourceType {
  const has = (content: Content): boolean => contents.includes(content);
  if (contents.some(isGenerated)) {
    if (contents.every(isGenerated)) return 'trainedAlgorithmicMedia';
    return has('generated-part') ? 'compositeWithTrainedAlgorithmicMedia' : 'compositeSynthetic';
  }
  if (has('rendered') || has('plain-ground')) {
    return contents.every((content) => content === 'rendered') ? 'digitalCreation' : 'composite';
  }
  if (!has('photo-ground')) return 'algorithmicallyEnhanced';
  return contents.every(isCamera) ? 'compositeCapture' : 'composite';
}

/** What a file's own word says that it holds. Types that are not listed say nothing beyond what the file is. */
const CONTENTS_OF_TYPES: Readonly<Record<string, readonly Content[]>> = {
  algorithmicallyEnhanced: ['picture'],
  digitalCapture: ['photo'],
  computationalCapture: ['photo'],
  negativeFilm: ['photo'],
  positiveFilm: ['photo'],
  compositeCapture: ['photo', 'photo-ground'],
  composite: ['picture', 'plain-ground'],
  digitalCreation: ['rendered'],
  algorithmicMedia: ['rendered'],
  compositeSynthetic: ['picture', 'generated-ground'],
  compositeWithTrainedAlgorithmicMedia: ['picture', 'generated-part'],
  // A misspelling that is found in guidance, and therefore in files.
  compositedWithTrainedAlgorithmicMedia: ['picture', 'generated-part'],
  trainedAlgorithmicMedia: ['generated'],
};

/** Null for a type that says nothing of use. */
export const contentsOfType = (type: string): readonly Content[] | null =>
  Object.hasOwn(CONTENTS_OF_TYPES, type) ? (CONTENTS_OF_TYPES[type] ?? null) : null;
