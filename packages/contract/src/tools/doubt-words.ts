/** What is doubtful about a cut-out, in words. */
import type { Doubt, DoubtPlace, DoubtReason } from './doubts.ts';

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
  'at-border': 'Whatever lies beyond it is missing.',
  'weak-contrast': 'Product and background have nearly the same color there.',
  'several-objects': 'What is marked may or may not belong to the product.',
  'see-through': 'The old background may shine through.',
};

/** Of what is not about an edge. */
const TITLES: Readonly<Partial<Record<DoubtReason, string>>> = {
  'several-objects': 'There is more than one thing.',
};

export interface DoubtWords {
  /** What is unsure. */
  readonly title: string;
  /** Why. */
  readonly note: string;
}

export function doubtWords({ place, reason }: Doubt): DoubtWords {
  return {
    title:
      TITLES[reason] ?? `${PLACES[place]} ${reason === 'at-border' ? 'ends with the photo' : 'is unsure'}.`,
    note: REASONS[reason],
  };
}
