/**
 * Manual corrections of a cut-out: brush strokes, and whole areas, that restore or remove parts of the photo, in photo
 * pixels. They are stored with the cut-out on which the user drew them, which stays unchanged; applying them makes a
 * new cut-out.
 */
import { REFINE_FINDS } from '@packshot/contract/tools/limits';
import type { RefineFind } from '@packshot/contract/tools/limits';
import { z } from 'zod';
import { addStroke, COORDINATE_LIMIT, STROKE_LIMIT } from './strokes.ts';

const CORRECTION_MODES = ['restore', 'erase'] as const;
export type CorrectionMode = (typeof CORRECTION_MODES)[number];

/** Coordinates of points: x and y alternately. */
const pointsSchema = (leastNumbers: number) =>
  z.array(z.number()).min(leastNumbers).max(COORDINATE_LIMIT).readonly();

const brushStrokeSchema = z.object({
  mode: z.enum(CORRECTION_MODES),
  radiusPx: z.number().positive(),
  /** Share of the radius at full strength, 0 to 1; beyond it the stroke fades out. */
  hardness: z.number().min(0).max(1),
  points: pointsSchema(2),
});
export type BrushStroke = Readonly<z.infer<typeof brushStrokeSchema>>;

const RING_LIMIT = 500;

const areaStrokeSchema = z.object({
  /** `reset` removes earlier corrections in the area, so that the original cut-out is visible. */
  mode: z.enum([...CORRECTION_MODES, 'reset']),
  /** Set for areas in which the network looks for an object: only the object is restored or removed. */
  find: z.enum(REFINE_FINDS).optional(),
  /** Closed outlines of the area, filled by the even-odd rule. */
  rings: z.array(pointsSchema(6)).min(1).max(RING_LIMIT).readonly(),
});
export type AreaStroke = Readonly<z.infer<typeof areaStrokeSchema>>;
type SearchStroke = AreaStroke & { readonly find: RefineFind };

const correctionStrokeSchema = z.union([brushStrokeSchema, areaStrokeSchema]);
export type CorrectionStroke = BrushStroke | AreaStroke;

export const isSearch = (stroke: CorrectionStroke): stroke is SearchStroke =>
  'rings' in stroke && stroke.find !== undefined;

export const correctionSchema = z.object({
  strokes: z.array(correctionStrokeSchema).max(STROKE_LIMIT),
  undone: z.array(correctionStrokeSchema),
});
export type Correction = Readonly<z.infer<typeof correctionSchema>>;

export const NO_CORRECTION: Correction = { strokes: [], undone: [] };

/** Adds a stroke to the correction. Of several search areas, only the newest stays. */
export const withStroke = (correction: Correction, stroke: CorrectionStroke): Correction =>
  addStroke(isSearch(stroke) ? withoutSearch(correction) : correction, stroke);

/** Removes the search areas from the correction's strokes; undone strokes stay. */
export const withoutSearch = ({ strokes, undone }: Correction): Correction => ({
  strokes: strokes.filter((stroke) => !isSearch(stroke)),
  undone,
});

export const HARDNESS_DEFAULT = 0.8;

/** Undoes all strokes at once; redo restores them in their order. */
export const withoutStrokes = ({ strokes, undone }: Correction): Correction => ({
  strokes: [],
  undone: [...undone, ...strokes.toReversed()],
});
