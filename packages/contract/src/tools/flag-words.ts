/** User-facing titles and notes for the quality flags of a cut-out. */
import { messages, t } from '../text/translation.ts';
import type { QualityFlag, FlagPlace, FlagReason } from './quality-flags.ts';

const CHECK: Readonly<Record<FlagPlace, string>> = messages({
  left: 'Check the left edge.',
  right: 'Check the right edge.',
  top: 'Check the top edge.',
  bottom: 'Check the bottom edge.',
  inside: 'Check this inner part.',
  whole: 'Check the outline.',
});

const CUT_OFF: Readonly<Record<FlagPlace, string>> = messages({
  left: 'Cut off at the left of the photo.',
  right: 'Cut off at the right of the photo.',
  top: 'Cut off at the top of the photo.',
  bottom: 'Cut off at the bottom of the photo.',
  inside: 'Cut off by the photo’s edge.',
  whole: 'Cut off by the photo’s edge.',
});

const REASONS: Readonly<Record<FlagReason, string>> = messages({
  'looks-differ': 'Part of the product may be missing, or some background included.',
  'at-border': 'The rest of the product isn’t in the photo.',
  'weak-contrast': 'Product and background have nearly the same color there.',
  'several-objects': 'The marked area may not belong to the product.',
  'see-through': 'Some background may show through.',
  'unfit-for-set': 'The set suits products of another size, pose or camera angle.',
});

/** Titles of quality flags that don't concern a side of the product. */
const TITLES: Readonly<Partial<Record<FlagReason, string>>> = {
  'several-objects': t('More than one item found.'),
  'unfit-for-set': t('The product may not suit this studio set.'),
};

export interface FlagWords {
  readonly title: string;
  readonly note: string;
}

export function flagWords({ place, reason }: QualityFlag): FlagWords {
  return {
    title: TITLES[reason] ?? (reason === 'at-border' ? CUT_OFF : CHECK)[place],
    note: REASONS[reason],
  };
}

/** A text for each quality flag, without the sentences that an earlier flag's text contains already. */
export function flagSentences(flags: readonly QualityFlag[]): readonly string[] {
  const said = new Set<string>();
  return flags.flatMap((flag) => {
    const { title, note } = flagWords(flag);
    const sentences = [title, note].filter((sentence) => !said.has(sentence));
    for (const sentence of sentences) said.add(sentence);
    return sentences.length > 0 ? [sentences.join(' ')] : [];
  });
}
