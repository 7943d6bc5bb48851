/**
 * Source types of pictures from the IPTC NewsCodes "Digital Source Type" (the last part of each URI), which shops and
 * search engines read to label pictures. Google Merchant treats `trainedAlgorithmicMedia`, `compositeSynthetic` and
 * `algorithmicMedia` as AI pictures. Source: https://cv.iptc.org/newscodes/digitalsourcetype/
 */
export const DIGITAL_SOURCE_TYPES = [
  /** Altered by an algorithm, with unchanged main content. */
  'algorithmicallyEnhanced',
  /** Composed of several photos. */
  'compositeCapture',
  /** Composed of several pictures, none of them made by a generative model. */
  'composite',
  /** Drawn or rendered, without a photo and without a generative model. */
  'digitalCreation',
  /** Composed of several pictures, one of them made by a generative model. */
  'compositeSynthetic',
  /** Made by an algorithm that wasn't trained on pictures. Read from older files, but no longer written. */
  'algorithmicMedia',
  /** Picture partly changed by a generative model. */
  'compositeWithTrainedAlgorithmicMedia',
  /** Made by a generative model. */
  'trainedAlgorithmicMedia',
] as const;
export type DigitalSourceType = (typeof DIGITAL_SOURCE_TYPES)[number];

export const DIGITAL_SOURCE_URI = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
export const digitalSourceUri = (type: DigitalSourceType): string => `${DIGITAL_SOURCE_URI}${type}`;

/**
 * Contents of a picture that determine its source type. Processing steps only add contents: a crop may remove all
 * generated parts, but the server can't verify that.
 */
export const CONTENTS = [
  'photo',
  /** User's picture without evidence that a camera took it. */
  'picture',
  /** Another photo as the background. */
  'photo-ground',
  /** Color, or a picture that isn't known to be a photo, as the background. */
  'plain-ground',
  /** A rendered studio set. */
  'rendered',
  /** Whole picture made by a generative model. */
  'generated',
  /** Background made by a generative model, with an unchanged product. */
  'generated-ground',
  /** Area within the picture made by a generative model. */
  'generated-part',
] as const;
export type Content = (typeof CONTENTS)[number];

/** Effects of processing steps, each with the contents that it adds to the picture. */
export const EFFECTS = {
  /** Pixels are corrected, cropped, enlarged or filled from the picture itself. */
  alter: [],
  'put-on-color': ['plain-ground'],
  /** The product is placed on another picture, described by the step's `ingredient`; its contents are added. */
  'put-on-picture': [],
  'put-on-set': ['rendered'],
  'show-set': ['rendered'],
  'generate-ground': ['generated-ground'],
  'generate-part': ['generated-part'],
  generate: ['generated'],
} as const satisfies Record<string, readonly Content[]>;
export type Effect = keyof typeof EFFECTS;
export const EFFECT_NAMES = Object.keys(EFFECTS) as readonly Effect[];

const isCamera = (content: Content): boolean => content === 'photo' || content === 'photo-ground';
export const isGenerated = (content: Content): boolean => content.startsWith('generated');

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

/** Contents implied by the source type that a file states. Types that aren't listed add no information. */
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
  // Wrong spelling that published guidance contains, and therefore some files.
  compositedWithTrainedAlgorithmicMedia: ['picture', 'generated-part'],
  trainedAlgorithmicMedia: ['generated'],
};

/** Contents implied by a source type, or null for a type that adds no information. */
export const contentsOfType = (type: string): readonly Content[] | null =>
  Object.hasOwn(CONTENTS_OF_TYPES, type) ? (CONTENTS_OF_TYPES[type] ?? null) : null;
