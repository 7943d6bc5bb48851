/** Sentence about the generated share of a picture, shown before everything else in its credentials. */
import { messages, t } from '../text/translation.ts';
import type { Verdict } from './credentials-verdict.ts';
import { contentsOfType, DIGITAL_SOURCE_URI, isGenerated } from './source-types.ts';
import type { Content, DigitalSourceType } from './source-types.ts';

export type GeneratedShare =
  | 'all'
  /** The surroundings of the product are generated. */
  | 'background'
  /** Parts within the picture are generated. */
  | 'changes'
  | 'background-and-changes'
  /** Some part is generated, but not stated which. */
  | 'some'
  | 'none'
  /** We generated nothing; unknown for the original picture. */
  | 'none-since';

/** Generated share of a picture, computed from the contents that our own assertion lists. */
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
 * Generated share of a picture, computed from the source types that its steps name; null if no source is a generative
 * model.
 * @param own sources of the picture's own steps
 * @param others sources of its ingredients
 */
export function generatedBySources(own: readonly string[], others: readonly string[]): 'all' | 'some' | null {
  const isNamed = (sources: readonly string[], types: readonly string[]): boolean =>
    types.some((type) => sources.includes(`${DIGITAL_SOURCE_URI}${type}`));
  if (isNamed(own, IN_PART)) return 'some';
  if (isNamed(own, [WHOLLY])) return 'all';
  return isNamed(others, [WHOLLY, ...IN_PART]) ? 'some' : null;
}

const WORDS: Readonly<Record<GeneratedShare, string>> = messages({
  all: 'Made by generative AI.',
  background: 'Contains AI-generated parts: the background.',
  changes: 'Contains AI-generated parts: changes within the picture.',
  'background-and-changes': 'Contains AI-generated parts: the background, and changes within the picture.',
  some: 'Contains AI-generated parts.',
  none: 'Made with Packshot; no generative AI.',
  'none-since': 'Made with Packshot without generative AI. How the original picture was made is unknown.',
});

/** Sentence about the source of the statement, by the verdict on the file's credentials. */
const SAID_BY: Readonly<Record<Verdict, string>> = {
  own: '',
  intact: t('Its signer says so.'),
  unsound: t('Its signer says so.'),
  changed: t('Its credentials said so before the file was changed.'),
  damaged: '',
  none: t('The file says so itself, without a signature.'),
};

/** Notice to show before a picture with a generated part is exported; null for other pictures. */
export function markInWords(type: DigitalSourceType): string | null {
  const contents = contentsOfType(type) ?? [];
  return contents.some(isGenerated) ? WORDS[getGeneratedShare(contents)] : null;
}

/**
 * Sentence about the generated share. Null if the file states nothing, or if it states that nothing was generated but
 * is unsigned or was changed after signing.
 */
export function generatedInWords(share: GeneratedShare | null, verdict: Verdict): string | null {
  const isVouchedFor = verdict !== 'changed' && verdict !== 'none';
  if (share === null || (share.startsWith('none') && !isVouchedFor)) return null;
  return `${WORDS[share]} ${SAID_BY[verdict]}`.trimEnd();
}
