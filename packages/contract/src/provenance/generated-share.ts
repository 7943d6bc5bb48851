/** What of a picture a generative model has made, in one sentence for people: it comes before everything else that its credentials say. */
import type { Verdict } from './credentials-verdict.ts';
import { contentsOfType, DIGITAL_SOURCE_URI, isGenerated } from './source-types.ts';
import type { Content, DigitalSourceType } from './source-types.ts';

export type GeneratedShare =
  | 'all'
  /** What is around the product. */
  | 'background'
  /** Something within the picture. */
  | 'changes'
  | 'background-and-changes'
  /** It is not said what. */
  | 'some'
  | 'none'
  /** None by us; nobody knows of the picture that it began with. */
  | 'none-since';

/** By what a picture of ours holds. */
export function getGeneratedShare(contents: readonly Content[]): GeneratedShare {
  const generatedContents = contents.filter(isGenerated);
  if (generatedContents.length === 0) return contents.includes('picture') ? 'none-since' : 'none';
  if (generatedContents.length === contents.length) return 'all';
  const hasBackground = generatedContents.includes('generated-ground');
  if (!generatedContents.some((content) => content !== 'generated-ground')) return 'background';
  return hasBackground ? 'background-and-changes' : 'changes';
}

const WHOLLY = 'trainedAlgorithmicMedia';
const IN_PART = ['compositeWithTrainedAlgorithmicMedia', 'compositeSynthetic'];

/**
 * By the sources that anybody's steps name; null where none of them is a generative model.
 * @param own those of the picture's own steps
 * @param others those of what it is made from
 */
export function generatedBySources(own: readonly string[], others: readonly string[]): 'all' | 'some' | null {
  const isNamed = (sources: readonly string[], types: readonly string[]): boolean =>
    types.some((type) => sources.includes(`${DIGITAL_SOURCE_URI}${type}`));
  if (isNamed(own, IN_PART)) return 'some';
  if (isNamed(own, [WHOLLY])) return 'all';
  return isNamed(others, [WHOLLY, ...IN_PART]) ? 'some' : null;
}

const WORDS: Readonly<Record<GeneratedShare, string>> = {
  all: 'Made by generative AI.',
  background: 'Contains AI-generated parts: the background.',
  changes: 'Contains AI-generated parts: changes within the picture.',
  'background-and-changes': 'Contains AI-generated parts: the background, and changes within the picture.',
  some: 'Contains AI-generated parts.',
  none: 'Made with Packshot; no generative AI.',
  'none-since':
    'Made with Packshot; no generative AI was used there. How the picture that it began with was made, nobody has said.',
};

/** Whose word that is, where it is not this installation's. */
const SAID_BY: Readonly<Record<Verdict, string>> = {
  own: '',
  intact: ' Its signer says so.',
  unsound: ' Its signer says so.',
  changed: ' Its credentials said so before the file was changed.',
  damaged: '',
  none: ' The file says so itself, without a signature.',
};

/** What has to be known of a picture before it is taken away; null for one without a generated part. */
export function markInWords(type: DigitalSourceType): string | null {
  const contents = contentsOfType(type) ?? [];
  return contents.some(isGenerated) ? WORDS[getGeneratedShare(contents)] : null;
}

/**
 * Null where nothing is said, or where it does not hold: a file that was changed may be another picture, and that there is nothing generated in
 * it anybody can write.
 */
export function generatedInWords(share: GeneratedShare | null, verdict: Verdict): string | null {
  const isVouchedFor = verdict !== 'changed' && verdict !== 'none';
  if (share === null || (share.startsWith('none') && !isVouchedFor)) return null;
  return `${WORDS[share]}${SAID_BY[verdict]}`;
}
