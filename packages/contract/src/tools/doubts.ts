/** Quality flags: measured signs of errors in a cut-out, which should be checked before it is used. */
import { z } from 'zod';
import { readViewSchema } from './view.ts';

export const DOUBT_REASONS = [
  /** Passes at several distances disagree: a segment may be missing or superfluous. */
  'looks-differ',
  /** The product touches the photo's border, and may continue beyond it. */
  'at-border',
  /** Product and background hardly differ there. */
  'weak-contrast',
  /** Another object in the photo may belong to it. */
  'several-objects',
  /** The product is transparent there, and the old background may show through. */
  'see-through',
] as const;
export type DoubtReason = (typeof DOUBT_REASONS)[number];

/** Affected side of the product; `inside` is away from all sides, `whole` is most of the product. */
export const DOUBT_PLACES = ['left', 'right', 'top', 'bottom', 'inside', 'whole'] as const;
export type DoubtPlace = (typeof DOUBT_PLACES)[number];

const shareSchema = z.number().min(0).max(1);

/** Shares of the picture's width and height. */
export const shareBoxSchema = z.object({
  x: shareSchema,
  y: shareSchema,
  width: shareSchema,
  height: shareSchema,
});
export type ShareBox = z.infer<typeof shareBoxSchema>;

export const doubtSchema = z.object({
  reason: z.enum(DOUBT_REASONS),
  place: z.enum(DOUBT_PLACES),
  box: shareBoxSchema,
});
export type Doubt = z.infer<typeof doubtSchema>;

/** Reasons why a cut-out may need correction: its quality flags, and properties of the whole photo. */
export const REVIEW_REASONS = [
  ...DOUBT_REASONS,
  /** The product is small in the photo. */
  'small',
  /** The network's output is uncertain for much of the product. */
  'unsure',
  /** Fine structures, holes, or a complex outline. */
  'fine-parts',
  /** The background is busy. */
  'busy-ground',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** Score from which a cut-out has to be reviewed before it is used. */
export const REVIEW_FROM = 0.1;

/** Result of checking whether a cut-out needs a review before it is used. */
export const reviewSchema = z.object({
  /** Probability that it needs correction, 0 to 1: that its overlap with the product is below 95 %. */
  score: shareSchema,
  /** Reasons that raise the score, most serious first; may be empty. */
  reasons: z.array(z.enum(REVIEW_REASONS)),
  /** Most problematic area, or null. */
  box: shareBoxSchema.nullable(),
});
export type Review = z.infer<typeof reviewSchema>;

/** The engine's assessment of its own cut-out. */
export const cutOutFactsSchema = z.object({
  /** Confidence that no part is missing or superfluous, 0 to 1. */
  confidence: shareSchema,
  /** Most serious first; empty without quality flags. */
  doubts: z.array(doubtSchema),
  /** Missing in results older than this measurement, and if another engine made the cut-out. */
  review: reviewSchema.optional(),
  /** Camera view of the product; missing in results older than this measurement, and if it couldn't be measured. */
  view: readViewSchema.optional(),
});
export type CutOutFacts = z.infer<typeof cutOutFactsSchema>;

/** Checks whether a cut-out needs a review before it is used: because of its quality flags, or its score alone. */
export const needsReview = ({ doubts, review }: Pick<CutOutFacts, 'doubts' | 'review'>): boolean =>
  doubts.length > 0 || (review !== undefined && review.score >= REVIEW_FROM);
