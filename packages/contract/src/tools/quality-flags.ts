/** Quality flags: measured signs of errors in a picture, mostly in its cut-out, which a user should check. */
import { z } from 'zod';
import { readViewSchema } from './view.ts';

const CUT_OUT_REASONS = [
  /** Segmentation passes at several distances disagree: a segment may be missing or superfluous. */
  'looks-differ',
  /** The product touches the photo's border, and may continue beyond it. */
  'at-border',
  /** Product and background hardly differ in color in this place. */
  'weak-contrast',
  /** Another object in the photo may belong to the product. */
  'several-objects',
  /** The product is transparent in this place, and the photo's background may show through. */
  'see-through',
] as const;
export const FLAG_REASONS = [
  ...CUT_OUT_REASONS,
  /** The recipe's studio set shows products of another size, pose or camera angle. Concerns the whole picture. */
  'unfit-for-set',
] as const;
export type FlagReason = (typeof FLAG_REASONS)[number];

/** Place of a quality flag: a side of the product, `inside` (away from all sides), or `whole` (most of the product). */
export const FLAG_PLACES = ['left', 'right', 'top', 'bottom', 'inside', 'whole'] as const;
export type FlagPlace = (typeof FLAG_PLACES)[number];

const shareSchema = z.number().min(0).max(1);

/** Box in shares (0 to 1) of the picture's width and height. */
export const shareBoxSchema = z.object({
  x: shareSchema,
  y: shareSchema,
  width: shareSchema,
  height: shareSchema,
});
export type ShareBox = z.infer<typeof shareBoxSchema>;

export const qualityFlagSchema = z.object({
  reason: z.enum(FLAG_REASONS),
  place: z.enum(FLAG_PLACES),
  box: shareBoxSchema,
});
export type QualityFlag = z.infer<typeof qualityFlagSchema>;

/** True for a flag that marks an area of the cut-out; false for one about the whole picture of a recipe. */
export const isOfCutOut = ({ reason }: QualityFlag): boolean =>
  CUT_OUT_REASONS.some((each) => each === reason);

/** Reasons why a cut-out may need correction: its quality flags, and properties of the whole photo. */
export const REVIEW_REASONS = [
  ...CUT_OUT_REASONS,
  'small',
  /** The segmentation network's output is uncertain for much of the product. */
  'unsure',
  /** The product has fine structures, holes, or a complex outline. */
  'fine-parts',
  'busy-ground',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** Score from which a user should review a cut-out before using it. */
export const REVIEW_FROM = 0.1;

export const reviewSchema = z.object({
  /** Probability that the cut-out needs correction, 0 to 1: that its overlap with the product is below 95 %. */
  score: shareSchema,
  /** Reasons that raise the score, most serious first; may be empty. */
  reasons: z.array(z.enum(REVIEW_REASONS)),
  /** Most problematic area, or null. */
  box: shareBoxSchema.nullable(),
});
export type Review = z.infer<typeof reviewSchema>;

export const cutOutFactsSchema = z.object({
  /** Confidence that no part is missing or superfluous, 0 to 1. */
  confidence: shareSchema,
  /** Quality flags, most serious first; may be empty. */
  doubts: z.array(qualityFlagSchema),
  /** Result of the review check. Missing in results of older releases, and if another engine made the cut-out. */
  review: reviewSchema.optional(),
  /** Camera view of the product. Missing in results of older releases, and if it couldn't be measured. */
  view: readViewSchema.optional(),
});
export type CutOutFacts = z.infer<typeof cutOutFactsSchema>;

export const needsReview = ({ doubts, review }: Pick<CutOutFacts, 'doubts' | 'review'>): boolean =>
  doubts.length > 0 || (review !== undefined && review.score >= REVIEW_FROM);
