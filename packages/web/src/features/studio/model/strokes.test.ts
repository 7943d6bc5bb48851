import { describe, expect, it } from 'vitest';
import {
  addStroke,
  BRUSH_DEFAULT,
  BRUSH_MAX,
  BRUSH_MIN,
  brushAt,
  brushPosition,
  brushWidthPx,
  CLEAR,
  EMPTY_MASK,
  INVERT,
  isBlank,
  redoStroke,
  standingStrokes,
  steppedBrush,
  StrokeBuilder,
  undoStroke,
} from './strokes.ts';
import type { Mask, Stroke } from './strokes.ts';

const line: Stroke = { tool: 'brush', radiusPx: 10, points: [0, 0, 50, 0] };
const rubbed: Stroke = { ...line, tool: 'eraser' };
const createMask = (...strokes: Stroke[]): Mask => strokes.reduce(addStroke, EMPTY_MASK);

describe('a drawn mask', () => {
  it('undoes and redoes strokes, even a clear', () => {
    const mask = createMask(line, CLEAR);
    expect(isBlank(mask)).toBe(true);
    const undone = undoStroke(mask);
    expect(undone.strokes).toEqual([line]);
    expect(isBlank(undone)).toBe(false);
    expect(redoStroke(undone)).toEqual(mask);
    expect(undoStroke(EMPTY_MASK)).toBe(EMPTY_MASK);
    expect(redoStroke(mask)).toBe(mask);
  });

  it('clears redo when a stroke is drawn', () => {
    expect(addStroke(undoStroke(createMask(line)), rubbed).undone).toEqual([]);
  });

  it('is blank before any stroke and after only an eraser stroke, but not when inverted', () => {
    expect(isBlank(EMPTY_MASK)).toBe(true);
    expect(isBlank(createMask(rubbed))).toBe(true);
    expect(isBlank(createMask(INVERT))).toBe(false);
    expect(isBlank(createMask(line, CLEAR, rubbed))).toBe(true);
    expect(standingStrokes([line, CLEAR, rubbed])).toEqual([rubbed]);
  });
});

describe('the stroke builder', () => {
  it('omits points that are invisibly close together', () => {
    const builder = new StrokeBuilder('brush', 40);
    const addResults = [0, 1, 3.9, 4.1, 30].map((x) => builder.add(x, 0.123));
    expect(addResults).toEqual([true, false, false, true, true]);
    expect(builder.finish()).toEqual({ tool: 'brush', radiusPx: 40, points: [0, 0.1, 4.1, 0.1, 30, 0.1] });
  });

  it('accepts a single brush point, but no lasso of two points or empty rectangle', () => {
    const dot = new StrokeBuilder('brush', 8);
    dot.add(5, 5);
    expect(dot.finish()?.points).toEqual([5, 5]);
    const lasso = new StrokeBuilder('lasso', 8);
    lasso.add(0, 0);
    lasso.add(50, 0);
    expect(lasso.finish()).toBeNull();
    lasso.add(50, 50);
    expect(lasso.finish()).toEqual({ tool: 'lasso', radiusPx: 0, points: [0, 0, 50, 0, 50, 50] });
    const flat = new StrokeBuilder('rectangle', 8);
    flat.add(10, 10);
    expect(flat.finish()).toBeNull();
    flat.add(40, 10);
    expect(flat.finish()).toBeNull();
  });

  it('keeps the first and the last corner of a rectangle', () => {
    const builder = new StrokeBuilder('rectangle', 8);
    for (const at of [10, 20, 30]) builder.add(at, at * 2);
    expect(builder.finish()?.points).toEqual([10, 20, 30, 60]);
  });
});

describe('the brush size', () => {
  it('changes in equal factors between its limits', () => {
    expect(steppedBrush(steppedBrush(BRUSH_DEFAULT, 1), -1)).toBeCloseTo(BRUSH_DEFAULT);
    expect(steppedBrush(BRUSH_MAX, 1)).toBe(BRUSH_MAX);
    expect(steppedBrush(BRUSH_MIN, -1)).toBe(BRUSH_MIN);
    expect([brushAt(0), brushAt(1)]).toEqual([BRUSH_MIN, expect.closeTo(BRUSH_MAX)]);
    expect(brushAt(brushPosition(0.1))).toBeCloseTo(0.1);
    expect(brushWidthPx(0.1, { widthPx: 400, heightPx: 3000 })).toBe(300);
    expect(brushWidthPx(BRUSH_MIN, { widthPx: 20, heightPx: 20 })).toBe(1);
  });
});
