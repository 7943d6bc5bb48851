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

export const doubtSchema = z.object({
  reason: z.enum(DOUBT_REASONS),
  place: z.enum(DOUBT_PLACES),
  /** In shares of the picture's width and height. */
  box: z.object({ x: shareSchema, y: shareSchema, width: shareSchema, height: shareSchema }),
});
export type Doubt = z.infer<typeof doubtSchema>;

/** What the engine thinks of a cut-out that it made. */
export const cutOutFactsSchema = z.object({
  /** How sure it is that nothing is missing and nothing too much: 0 to 1. */
  confidence: shareSchema,
  /** The gravest first; empty when nothing is doubtful. */
  doubts: z.array(doubtSchema),
  /** How the product was seen; absent in those made before it was read, and where nothing could be measured. */
  view: readViewSchema.optional(),
});
export type CutOutFacts = z.infer<typeof cutOutFactsSchema>;
