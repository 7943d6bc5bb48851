/**
 * How a cut-out is corrected by hand: strokes of a brush, and areas taken as a whole, that bring the photo back or take it away, in
 * pixels of the photo. They are kept with the cut-out that they were drawn on, which itself stays as it is: what comes of them is
 * another one.
 */
import { REFINE_FINDS } from '@packshot/contract/tools/limits';
import type { RefineFind } from '@packshot/contract/tools/limits';
import { z } from 'zod';
import { addStroke, POINT_LIMIT, STROKE_LIMIT } from './strokes.ts';

const CORRECTION_MODES = ['restore', 'erase'] as const;
export type CorrectionMode = (typeof CORRECTION_MODES)[number];

/** x and y in turn. */
const pointsSchema = (leastNumbers: number) =>
  z.array(z.number()).min(leastNumbers).max(POINT_LIMIT).readonly();

const brushStrokeSchema = z.object({
  mode: z.enum(CORRECTION_MODES),
  radiusPx: z.number().positive(),
  /** The part of the radius that has full strength, 0 to 1; beyond it the stroke fades out. */
  hardness: z.number().min(0).max(1),
  points: pointsSchema(2),
});
export type BrushStroke = Readonly<z.infer<typeof brushStrokeSchema>>;

/** More outlines than any part of a photo has that somebody would point at. */
const RING_LIMIT = 500;

const areaStrokeSchema = z.object({
  /** `reset` takes back what was drawn there: the cut-out is seen as it was found. */
  mode: z.enum([...CORRECTION_MODES, 'reset']),
  /** The network looks for something in it, when it is applied: only what it finds there comes back or goes. */
  find: z.enum(REFINE_FINDS).optional(),
  /** Closed outlines; what an even number of them surrounds is a hole. */
  rings: z.array(pointsSchema(6)).min(1).max(RING_LIMIT).readonly(),
});
export type AreaStroke = Readonly<z.infer<typeof areaStrokeSchema>>;
type SearchStroke = AreaStroke & { readonly find: RefineFind };

const correctionStrokeSchema = z.union([brushStrokeSchema, areaStrokeSchema]);
export type CorrectionStroke = BrushStroke | AreaStroke;

/** A box, or a line, around something that has to be looked for. */
export const isSearch = (stroke: CorrectionStroke): stroke is SearchStroke =>
  'rings' in stroke && stroke.find !== undefined;

export const correctionSchema = z.object({
  strokes: z.array(correctionStrokeSchema).max(STROKE_LIMIT),
  /** What undo took back, the next to come again last. */
  undone: z.array(correctionStrokeSchema),
});
export type Correction = Readonly<z.infer<typeof correctionSchema>>;

export const NO_CORRECTION: Correction = { strokes: [], undone: [] };

/** One more stroke. What is looked for is one thing at a time: the newest. */
export const withStroke = (correction: Correction, stroke: CorrectionStroke): Correction =>
  addStroke(isSearch(stroke) ? withoutSearch(correction) : correction, stroke);

/** Looked for, and found or not: what came of it is another cut-out. */
export const withoutSearch = ({ strokes, undone }: Correction): Correction => ({
  strokes: strokes.filter((stroke) => !isSearch(stroke)),
  undone,
});

export const HARDNESS_DEFAULT = 0.8;

/** All strokes taken back at once, each to be drawn again by redo, in their order. */
export const takenBack = ({ strokes, undone }: Correction): Correction => ({
  strokes: [],
  undone: [...undone, ...strokes.toReversed()],
});
