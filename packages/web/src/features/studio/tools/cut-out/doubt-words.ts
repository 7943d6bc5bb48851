/** What is doubtful about a cut-out, in words. */
import type { Doubt, DoubtPlace, DoubtReason } from '@packshot/contract/tools/doubts';

const PLACES: Readonly<Record<DoubtPlace, string>> = {
  left: 'The left edge',
  right: 'The right edge',
  top: 'The upper edge',
  bottom: 'The lower edge',
  inside: 'A part inside',
  whole: 'The outline',
};

const REASONS: Readonly<Record<DoubtReason, string>> = {
  'looks-differ': 'A part may be missing there, or too much.',
  'at-border': 'The product reaches the end of the photo there.',
  'weak-contrast': 'Product and background have nearly the same color there.',
  'several-objects': 'Something beside it may belong to it.',
  'see-through': 'The old background may shine through.',
};

export interface DoubtWords {
  /** What is unsure. */
  readonly title: string;
  /** Why. */
  readonly note: string;
}

export function doubtWords({ place, reason }: Doubt): DoubtWords {
  const note = REASONS[reason];
  if (reason === 'at-border')
    return { title: `${PLACES[place]} ends with the photo.`, note: 'Whatever lies beyond it is missing.' };
  return { title: `${PLACES[place]} is unsure.`, note };
}
