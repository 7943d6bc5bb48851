/**
 * Mask stored as strokes, in pixels of the picture below the mask. Clearing and inverting are strokes too, so that
 * undo always removes the last stroke.
 */
import { z } from 'zod';
import type { PixelSize } from './size.ts';

const MASK_TOOLS = ['brush', 'eraser', 'lasso', 'rectangle'] as const;
export type MaskTool = (typeof MASK_TOOLS)[number];

/**
 * Maximum number of coordinates in a stroke, two for each point. Drawing for minutes without a pause makes a few
 * thousand points.
 */
export const COORDINATE_LIMIT = 20_000;
export const STROKE_LIMIT = 2000;

const strokeSchema = z.object({
  tool: z.enum([...MASK_TOOLS, 'invert', 'clear']),
  /** Half the width of brush and eraser, in pixels of the picture; 0 for other tools. */
  radiusPx: z.number().nonnegative(),
  /** Coordinates of the points, x and y alternately, in pixels of the picture. A rectangle has two opposite corners. */
  points: z.array(z.number()).max(COORDINATE_LIMIT).readonly(),
});
export type Stroke = Readonly<z.infer<typeof strokeSchema>>;

export const maskSchema = z.object({
  strokes: z.array(strokeSchema).max(STROKE_LIMIT),
  /** Strokes that the user has undone; redo restores the last one in the list first. */
  undone: z.array(strokeSchema),
});
export type Mask = Readonly<z.infer<typeof maskSchema>>;

export const EMPTY_MASK: Mask = { strokes: [], undone: [] };

/** Drawing that consists of strokes, with an undo list of its own. */
export interface StrokeDrawing<OneStroke> {
  readonly strokes: OneStroke[];
  readonly undone: OneStroke[];
}

export function addStroke<OneStroke>(
  drawing: StrokeDrawing<OneStroke>,
  stroke: OneStroke,
): StrokeDrawing<OneStroke> {
  if (drawing.strokes.length >= STROKE_LIMIT) return drawing;
  return { strokes: [...drawing.strokes, stroke], undone: [] };
}

export function undoStroke<OneStroke>(drawing: StrokeDrawing<OneStroke>): StrokeDrawing<OneStroke> {
  const last = drawing.strokes.at(-1);
  if (last === undefined) return drawing;
  return { strokes: drawing.strokes.slice(0, -1), undone: [...drawing.undone, last] };
}

export function redoStroke<OneStroke>(drawing: StrokeDrawing<OneStroke>): StrokeDrawing<OneStroke> {
  const next = drawing.undone.at(-1);
  if (next === undefined) return drawing;
  return { strokes: [...drawing.strokes, next], undone: drawing.undone.slice(0, -1) };
}

/** Strokes after the last one that clears the mask; earlier strokes have no effect. */
export function standingStrokes(strokes: readonly Stroke[]): readonly Stroke[] {
  return strokes.slice(strokes.findLastIndex((stroke) => stroke.tool === 'clear') + 1);
}

/** True if the mask is certainly empty. Only its pixels show whether an eraser removed everything. */
export const isBlank = (mask: Mask): boolean =>
  standingStrokes(mask.strokes).every((stroke) => stroke.tool === 'eraser');

export const CLEAR: Stroke = { tool: 'clear', radiusPx: 0, points: [] };
export const INVERT: Stroke = { tool: 'invert', radiusPx: 0, points: [] };

/** Rounds coordinates to a tenth of a pixel, which is precise enough and makes the stored text shorter. */
const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * Stroke that the user is drawing. Skips points that are too near to the last one to make a visible difference: a tenth
 * of the brush's radius, at least one pixel.
 */
export class StrokeBuilder {
  readonly tool: MaskTool;
  readonly radiusPx: number;
  #points: number[] = [];

  constructor(tool: MaskTool, radiusPx: number) {
    this.tool = tool;
    this.radiusPx = tool === 'brush' || tool === 'eraser' ? radiusPx : 0;
  }

  get points(): readonly number[] {
    return this.#points;
  }

  /** @returns true if the point was added to the stroke */
  add(x: number, y: number): boolean {
    const points = this.#points;
    if (this.tool === 'rectangle') {
      this.#points = [...points.slice(0, 2), roundToTenth(x), roundToTenth(y)];
      return true;
    }
    const [lastX, lastY] = points.slice(-2);
    if (lastX !== undefined && lastY !== undefined) {
      const nearPx = Math.max(1, this.radiusPx / 10);
      if (Math.hypot(x - lastX, y - lastY) < nearPx) return false;
    }
    if (points.length >= COORDINATE_LIMIT) return false;
    points.push(roundToTenth(x), roundToTenth(y));
    return true;
  }

  /**
   * Finishes the stroke. Returns null if it covers no area: a lasso with fewer than three points, or a rectangle
   * without an opposite corner.
   */
  finish(): Stroke | null {
    const points = [...this.#points];
    const leastNumbers = this.tool === 'lasso' ? 6 : this.tool === 'rectangle' ? 4 : 2;
    if (points.length < leastNumbers) return null;
    if (this.tool === 'rectangle' && (points[0] === points[2] || points[1] === points[3])) return null;
    return { tool: this.tool, radiusPx: roundToTenth(this.radiusPx), points };
  }
}

/** Brush sizes, as shares of the picture's longest side, so that one setting is suitable for every photo. */
export const BRUSH_MIN = 0.004;
export const BRUSH_MAX = 0.25;
export const BRUSH_DEFAULT = 0.05;
/** Factor by which each press of `[` or `]` changes the brush size. */
const BRUSH_STEP = 1.25;

const clampBrush = (size: number): number => Math.min(BRUSH_MAX, Math.max(BRUSH_MIN, size));

/**
 * Next larger or smaller brush size.
 * @returns a share of the picture's longest side
 */
export const steppedBrush = (size: number, direction: 1 | -1): number =>
  clampBrush(direction === 1 ? size * BRUSH_STEP : size / BRUSH_STEP);

/**
 * Brush size at a slider position, on a logarithmic scale that matches perceived size.
 * @param position 0 to 1
 */
export const brushAt = (position: number): number =>
  clampBrush(BRUSH_MIN * (BRUSH_MAX / BRUSH_MIN) ** position);
/** Slider position of a brush size, 0 to 1: the inverse of `brushAt`. */
export const brushPosition = (size: number): number =>
  Math.log(clampBrush(size) / BRUSH_MIN) / Math.log(BRUSH_MAX / BRUSH_MIN);

export const brushWidthPx = (size: number, image: PixelSize): number =>
  Math.max(1, size * Math.max(image.widthPx, image.heightPx));
