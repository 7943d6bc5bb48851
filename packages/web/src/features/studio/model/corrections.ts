/**
 * How a cut-out is corrected by hand: strokes that bring the photo back or take it away, in pixels of the photo. They
 * are kept with the cut-out that they were drawn on, which itself stays as it is: what comes of them is another one.
 */
import { z } from 'zod';
import { POINT_LIMIT, STROKE_LIMIT } from './strokes.ts';

export const CORRECTION_MODES = ['restore', 'erase'] as const;
export type CorrectionMode = (typeof CORRECTION_MODES)[number];

const correctionStrokeSchema = z.object({
  mode: z.enum(CORRECTION_MODES),
  radiusPx: z.number().positive(),
  /** The part of the radius that has full strength, 0 to 1; beyond it the stroke fades out. */
  hardness: z.number().min(0).max(1),
  /** x and y in turn. */
  points: z.array(z.number()).min(2).max(POINT_LIMIT).readonly(),
});
export type CorrectionStroke = Readonly<z.infer<typeof correctionStrokeSchema>>;

export const correctionSchema = z.object({
  strokes: z.array(correctionStrokeSchema).max(STROKE_LIMIT),
  /** What undo took back, the next to come again last. */
  undone: z.array(correctionStrokeSchema),
});
export type Correction = Readonly<z.infer<typeof correctionSchema>>;

export const NO_CORRECTION: Correction = { strokes: [], undone: [] };
export const HARDNESS_DEFAULT = 0.8;

/** All strokes taken back at once, each to be drawn again by redo, in their order. */
export const takenBack = ({ strokes, undone }: Correction): Correction => ({
  strokes: [],
  undone: [...undone, ...strokes.toReversed()],
});
