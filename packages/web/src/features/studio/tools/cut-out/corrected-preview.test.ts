import { finish } from '@packshot/image-engine/pixels';
import { describe, expect, it } from 'vitest';
import type { RefineLook } from '../../model/document.ts';
import { CorrectedPreview } from './corrected-preview.ts';
import type { Pixels } from './corrected-preview.ts';
import type { BrushStroke, CorrectionStroke } from '../../model/corrections.ts';
import type { PreviewGrid } from './preview-grid.ts';

const SIDE = 96;
const GRID: PreviewGrid = { leftPx: 0, topPx: 0, widthPx: SIDE, heightPx: SIDE, scale: 1 };
type RgbaPixel = readonly [number, number, number, number];
const paint = (colorAt: (x: number, y: number) => RgbaPixel): Pixels => {
  const pixels = new Uint8ClampedArray(SIDE * SIDE * 4);
  for (let i = 0; i < SIDE * SIDE; i += 1) pixels.set(colorAt(i % SIDE, Math.floor(i / SIDE)), i * 4);
  return pixels;
};
const INK: RgbaPixel = [40, 60, 90, 255];
const GROUND: RgbaPixel = [225, 220, 210, 255];
const isInside = (x: number, y: number): boolean => Math.hypot(x - 48, y - 48) < 30;
const photo = paint((x, y) => (isInside(x, y) ? INK : GROUND));
/** Cut-out in which the right half of the disc is missing. */
const cutOut = paint((x, y) => (isInside(x, y) && x < 48 ? INK : [0, 0, 0, 0]));

const stroke = (mode: BrushStroke['mode'], points: number[], radiusPx = 6): CorrectionStroke => ({
  mode,
  radiusPx,
  hardness: 1,
  points,
});
const renderPixel = (
  preview: CorrectedPreview,
  x: number,
  y: number,
  look: RefineLook = 'cut-out',
): number[] => {
  const target = new Uint8ClampedArray(SIDE * SIDE * 4);
  preview.render(target, preview.whole, look);
  return [...target.subarray((y * SIDE + x) * 4, (y * SIDE + x) * 4 + 4)];
};

describe('the preview of a correction', () => {
  it('restores the photo’s own pixels, erases others, and leaves the rest alone', () => {
    const preview = new CorrectedPreview(GRID, photo, cutOut);
    preview.setStrokes([stroke('restore', [60, 48]), stroke('erase', [30, 48])]);
    expect(renderPixel(preview, 60, 48)).toEqual([...INK]);
    expect(renderPixel(preview, 30, 48)[3]).toBe(0);
    expect(renderPixel(preview, 40, 60)).toEqual([...INK]);
    expect(renderPixel(preview, 90, 5)[3]).toBe(0);
  });

  it('shows a stroke while it is drawn, but not a canceled one', () => {
    const preview = new CorrectedPreview(GRID, photo, cutOut);
    preview.field.begin('restore', 6, 1);
    preview.field.extend([60, 48]);
    preview.field.extend([60, 48, 66, 48]);
    expect(renderPixel(preview, 66, 48)).toEqual([...INK]);
    preview.field.end();
    expect(renderPixel(preview, 66, 48)[3]).toBe(0);
  });

  it('is the same for a full and a partial rendering', () => {
    const preview = new CorrectedPreview(GRID, photo, cutOut);
    preview.setStrokes([stroke('restore', [60, 30, 60, 70])]);
    const [whole, parts] = [paint(() => [0, 0, 0, 0]), paint(() => [0, 0, 0, 0])];
    preview.render(parts, preview.whole, 'cut-out');
    preview.field.begin('erase', 12, 0.3);
    for (let x = 20; x < 80; x += 10)
      preview.render(parts, preview.field.extend([x, 50, x + 10, 45]), 'cut-out', true);
    preview.render(whole, preview.whole, 'cut-out');
    expect(parts).toEqual(whole);
    preview.render(parts, preview.field.end(), 'cut-out');
    preview.render(whole, preview.whole, 'cut-out');
    expect(parts).toEqual(whole);
  });

  it('is shown in red, or by its alpha alone', () => {
    const preview = new CorrectedPreview(GRID, photo, cutOut);
    expect(renderPixel(preview, 40, 48, 'red')[3]).toBe(0);
    expect(renderPixel(preview, 5, 5, 'red')[3]).toBeGreaterThan(100);
    expect(renderPixel(preview, 40, 48, 'alpha')).toEqual([255, 255, 255, 255]);
    expect(renderPixel(preview, 5, 5, 'alpha')).toEqual([0, 0, 0, 255]);
  });

  it('snaps to edges of the photo when drawing pauses, like the result, and reverts with the next stroke', () => {
    const preview = new CorrectedPreview(GRID, photo, cutOut);
    // Brush that reaches six pixels beyond the disc's edge.
    const over = [stroke('restore', [66, 48], 18)];
    preview.setStrokes(over);
    expect(renderPixel(preview, 82, 48)[3]).toBe(255);
    const region = finish(preview.follow());
    expect(region.right).toBeGreaterThan(82);
    expect(renderPixel(preview, 82, 48)[3]).toBeLessThan(40);
    expect(renderPixel(preview, 70, 48)).toEqual([...INK]);
    preview.setStrokes([...over, stroke('erase', [20, 48])]);
    expect(renderPixel(preview, 82, 48)[3]).toBe(255);
  });

  it('doesn’t snap strokes that have changed meanwhile', () => {
    const preview = new CorrectedPreview(GRID, photo, cutOut);
    preview.setStrokes([stroke('restore', [66, 48], 18)]);
    const work = preview.follow();
    work.next();
    preview.setStrokes([]);
    expect(finish(work)).toMatchObject({ right: 0, bottom: 0 });
    expect(renderPixel(preview, 66, 48)[3]).toBe(0);
  });
});
