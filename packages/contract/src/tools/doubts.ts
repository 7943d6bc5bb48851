/** What a cut-out may have wrong, by measurement: where somebody should look before it is used. */
import { z } from 'zod';
import { readViewSchema } from './view.ts';

export const DOUBT_REASONS = [
  /** Looks from several distances disagree: a part may be missing, or too much. */
  'looks-differ',
  /** The product reaches the photo's border, where it may go on. */
  'at-border',
  /** Product and background are hardly different there. */
  'weak-contrast',
  /** Something else in the photo may belong to it. */
  'several-objects',
  /** It is see-through there: the old background may still shine through. */
  'see-through',
] as const;
export type DoubtReason = (typeof DOUBT_REASONS)[number];

/** The side of the product that it is on; `inside` is away from all of them, `whole` is most of the product. */
export const DOUBT_PLACES = ['left', 'right', 'top', 'bottom', 'inside', 'whole'] as const;
export type DoubtPlace = (typeof DOUBT_PLACES)[number];

const shareSchema = z.number().min(0).max(1);

/** In shares of the picture's width and height. */
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

/** Why a cut-out may need a hand: the doubts, and what makes a whole photo hard. */
export const REVIEW_REASONS = [
  ...DOUBT_REASONS,
  /** The product is small in the photo. */
  'small',
  /** The network said neither yes nor no to much of it. */
  'unsure',
  /** Fine parts, holes, a winding outline. */
  'fine-parts',
  /** The ground is restless. */
  'busy-ground',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** From this score on a cut-out is shown to somebody before it is used. */
export const REVIEW_FROM = 0.1;

/** Whether somebody should look at a cut-out before it is used. */
export const reviewSchema = z.object({
  /** The probability that it needs a hand, 0 to 1: that it overlaps with the product by less than 95 %. */
  score: shareSchema,
  /** What raises the score, the gravest first; may be empty. */
  reasons: z.array(z.enum(REVIEW_REASONS)),
  /** The most doubtful place; null where there is none. */
  box: shareBoxSchema.nullable(),
});
export type Review = z.infer<typeof reviewSchema>;

/** What the engine thinks of a cut-out that it made. */
export const cutOutFactsSchema = z.object({
  /** How sure it is that nothing is missing and nothing too much: 0 to 1. */
  confidence: shareSchema,
  /** The gravest first; empty when nothing is doubtful. */
  doubts: z.array(doubtSchema),
  /** Absent in those made before it was measured, and where another engine made the cut-out. */
  review: reviewSchema.optional(),
  /** How the product was seen; absent in those made before it was read, and where nothing could be measured. */
  view: readViewSchema.optional(),
});
export type CutOutFacts = z.infer<typeof cutOutFactsSchema>;

/** Whether a cut-out is reviewed before it is used: for its doubts, or for its score alone. */
export const needsReview = ({ doubts, review }: Pick<CutOutFacts, 'doubts' | 'review'>): boolean =>
  doubts.length > 0 || (review !== undefined && review.score >= REVIEW_FROM);
