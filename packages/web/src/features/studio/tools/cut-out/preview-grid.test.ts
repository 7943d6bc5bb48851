import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitView, screenPoint, zoomAt } from '../../model/view-transform.ts';
import type { Viewport } from '../../model/view-transform.ts';
import { DISPLAY_LONGEST_SIDE_PX } from '../magic/rasterize.ts';
import type { CorrectionStroke } from '../../model/corrections.ts';
import { gridInView, wholeGrid } from './preview-grid.ts';
import { StrokeField } from './stroke-field.ts';

const PHOTO = { widthPx: 4000, heightPx: 3000 };
const VIEWPORT: Viewport = {
  widthPx: 1000,
  heightPx: 700,
  insets: { top: 0, right: 0, bottom: 0, left: 0 },
  devicePixelRatio: 1,
};
const anyZoom = fc.record({
  scale: fc.double({ min: 0.05, max: 8, noNaN: true }),
  x: fc.integer({ min: 0, max: 1000 }),
  y: fc.integer({ min: 0, max: 700 }),
});
const zoomTo = ({ scale, x, y }: { scale: number; x: number; y: number }) =>
  zoomAt(fitView(VIEWPORT, PHOTO), scale, screenPoint(x, y), VIEWPORT, PHOTO);

describe('the preview grid of a correction', () => {
  it('covers the whole picture at screen resolution until the user zooms in', () => {
    const view = fitView(VIEWPORT, PHOTO);
    const { leftPx, topPx, ...size } = gridInView(PHOTO, view, VIEWPORT);
    expect([leftPx, topPx]).toEqual([0, 0]);
    expect(size).toEqual({ scale: view.scale, widthPx: 933, heightPx: 700 });
    const tiny = { ...VIEWPORT, widthPx: 100, heightPx: 80 };
    expect(gridInView(PHOTO, fitView(tiny, PHOTO), tiny).widthPx).toBe(640);
  });

  it('has the picture’s own resolution, not a higher one, when zoomed in beyond it', () => {
    const grid = gridInView(PHOTO, zoomTo({ scale: 2, x: 500, y: 350 }), VIEWPORT);
    expect(grid.scale).toBe(1);
    expect(grid.widthPx).toBeGreaterThanOrEqual(500);
  });

  it('lies in the picture, covers the visible part, and fits a canvas, at any zoom', () => {
    fc.assert(
      fc.property(anyZoom, (zoom) => {
        const grid = gridInView(PHOTO, zoomTo(zoom), VIEWPORT);
        expect(Math.max(grid.widthPx, grid.heightPx)).toBeLessThanOrEqual(DISPLAY_LONGEST_SIDE_PX);
        expect(grid.leftPx + grid.widthPx / grid.scale).toBeLessThanOrEqual(PHOTO.widthPx + 1 / grid.scale);
        expect(grid.topPx + grid.heightPx / grid.scale).toBeLessThanOrEqual(PHOTO.heightPx + 1 / grid.scale);
        expect(grid.scale).toBeGreaterThanOrEqual(Math.min(zoom.scale, wholeGrid(PHOTO).scale) - 1e-9);
      }),
    );
  });

  it('draws the same strokes equally in a part of the picture and in the whole picture', () => {
    const stroke: CorrectionStroke = {
      mode: 'erase',
      radiusPx: 40,
      hardness: 0.5,
      points: [2100, 1500, 2300, 1600],
    };
    const whole = new StrokeField({ widthPx: 4000, heightPx: 3000, scale: 1, leftPx: 0, topPx: 0 });
    const part = new StrokeField({ widthPx: 500, heightPx: 400, scale: 1, leftPx: 2000, topPx: 1400 });
    whole.setStrokes([stroke]);
    part.setStrokes([stroke]);
    for (let x = 0; x < 500; x += 7)
      for (let y = 0; y < 400; y += 7)
        expect(part.erase[y * 500 + x]).toBe(whole.erase[(y + 1400) * 4000 + x + 2000]);
  });
});
