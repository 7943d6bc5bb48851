import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  actualSizeAt,
  clampView,
  fitScale,
  fitView,
  imagePoint,
  keepCenter,
  MAX_FIT_ZOOM,
  nextStop,
  panBy,
  scaleLimits,
  screenPoint,
  toImage,
  toScreen,
  visibleSplit,
  zoomAt,
  toZoom,
} from './view-transform.ts';
import type { ImageSize, ViewTransform, Viewport } from './view-transform.ts';

const viewportArbitrary: fc.Arbitrary<Viewport> = fc.record({
  widthPx: fc.integer({ min: 200, max: 3000 }),
  heightPx: fc.integer({ min: 200, max: 2000 }),
  insets: fc.record({
    top: fc.integer({ min: 0, max: 80 }),
    right: fc.integer({ min: 0, max: 80 }),
    bottom: fc.integer({ min: 0, max: 80 }),
    left: fc.integer({ min: 0, max: 80 }),
  }),
  devicePixelRatio: fc.constantFrom(1, 1.25, 1.5, 2, 3),
});
const imageArbitrary: fc.Arbitrary<ImageSize> = fc.record({
  widthPx: fc.integer({ min: 8, max: 16_384 }),
  heightPx: fc.integer({ min: 8, max: 16_384 }),
});
const viewArbitrary: fc.Arbitrary<ViewTransform> = fc
  .tuple(
    fc.double({ min: 0.01, max: 8, noNaN: true }),
    fc.double({ min: -5000, max: 5000, noNaN: true }),
    fc.double({ min: -5000, max: 5000, noNaN: true }),
  )
  .map(([scale, x, y]) => ({ scale, offset: screenPoint(x, y) }));

/** Extent of one axis of the picture on the stage. */
const span = (offset: number, sizePx: number): { start: number; end: number } => ({
  start: offset,
  end: offset + sizePx,
});

describe('converting between screen and image points', () => {
  it('restores a point after both conversions', () => {
    fc.assert(
      fc.property(viewArbitrary, fc.integer({ max: 9000 }), fc.integer({ max: 9000 }), (view, x, y) => {
        const back = toImage(view, toScreen(view, imagePoint(x, y)));
        expect(Math.abs(back.x - x)).toBeLessThan(1e-3 + Math.abs(x) * 1e-9);
        expect(Math.abs(back.y - y)).toBeLessThan(1e-3 + Math.abs(y) * 1e-9);
      }),
    );
  });
});

describe('the zoom level Fit', () => {
  it('shows the whole picture inside the insets, and never enlarges beyond the limit', () => {
    fc.assert(
      fc.property(viewportArbitrary, imageArbitrary, (viewport, image) => {
        const view = fitView(viewport, image);
        const tolerancePx = 1;
        expect(view.offset.x).toBeGreaterThanOrEqual(viewport.insets.left - tolerancePx);
        expect(view.offset.y).toBeGreaterThanOrEqual(viewport.insets.top - tolerancePx);
        expect(view.offset.x + image.widthPx * view.scale).toBeLessThanOrEqual(
          viewport.widthPx - viewport.insets.right + tolerancePx,
        );
        expect(view.offset.y + image.heightPx * view.scale).toBeLessThanOrEqual(
          viewport.heightPx - viewport.insets.bottom + tolerancePx,
        );
        expect(toZoom(view, viewport)).toBeLessThanOrEqual(MAX_FIT_ZOOM + 1e-9);
      }),
    );
  });
});

describe('zooming', () => {
  it('keeps the point under the pointer, unless the bounds or Fit prevent it', () => {
    fc.assert(
      fc.property(
        viewportArbitrary,
        imageArbitrary,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { minLength: 1, maxLength: 6 }),
        (viewport, image, u, v, factors) => {
          const anchor = screenPoint(u * viewport.widthPx, v * viewport.heightPx);
          let view = fitView(viewport, image);
          for (const factor of factors) {
            const before = toImage(view, anchor);
            const next = zoomAt(view, view.scale * factor, anchor, viewport, image);
            const after = toImage(next, anchor);
            const unclamped = {
              scale: next.scale,
              offset: screenPoint(anchor.x - before.x * next.scale, anchor.y - before.y * next.scale),
            };
            const moved = clampView(unclamped, viewport, image);
            const free = moved.offset.x === unclamped.offset.x && moved.offset.y === unclamped.offset.y;
            if (free && next.scale > fitScale(viewport, image)) {
              expect(Math.abs(after.x - before.x) * next.scale).toBeLessThan(1e-6);
              expect(Math.abs(after.y - before.y) * next.scale).toBeLessThan(1e-6);
            }
            view = next;
          }
        },
      ),
    );
  });

  it('keeps the pointer’s point while it is on the picture, away from the stage’s edge', () => {
    const viewport: Viewport = {
      widthPx: 1000,
      heightPx: 800,
      insets: { top: 0, right: 0, bottom: 0, left: 0 },
      devicePixelRatio: 1,
    };
    const image = { widthPx: 4000, heightPx: 3000 };
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 900 }),
        fc.integer({ min: 120, max: 680 }),
        fc.double({ min: 1.05, max: 20, noNaN: true }),
        (x, y, factor) => {
          const fit = fitView(viewport, image);
          const anchor = screenPoint(x, y);
          const before = toImage(fit, anchor);
          const after = toImage(zoomAt(fit, fit.scale * factor, anchor, viewport, image), anchor);
          expect(after.x).toBeCloseTo(before.x, 6);
          expect(after.y).toBeCloseTo(before.y, 6);
        },
      ),
    );
  });

  it('stays within the limits and returns to the middle at or below Fit', () => {
    fc.assert(
      fc.property(
        viewportArbitrary,
        imageArbitrary,
        viewArbitrary,
        fc.double({ min: 1e-6, max: 1e3, noNaN: true }),
        (viewport, image, view, scale) => {
          const { min, max } = scaleLimits(viewport, image);
          const next = zoomAt(view, scale, screenPoint(10, 10), viewport, image);
          expect(next.scale).toBeGreaterThanOrEqual(min);
          expect(next.scale).toBeLessThanOrEqual(max);
          if (next.scale <= fitScale(viewport, image)) {
            const { insets } = viewport;
            const middle = insets.left + (viewport.widthPx - insets.left - insets.right) / 2;
            expect(next.offset.x + (image.widthPx * next.scale) / 2).toBeCloseTo(middle, 6);
          }
        },
      ),
    );
  });

  it('puts each photo pixel on exactly one device pixel at 100 %', () => {
    fc.assert(
      fc.property(
        viewportArbitrary,
        fc.record({
          widthPx: fc.integer({ min: 4000, max: 9000 }),
          heightPx: fc.integer({ min: 4000, max: 9000 }),
        }),
        (viewport, image) => {
          const view = actualSizeAt(fitView(viewport, image), screenPoint(150, 150), viewport, image);
          expect(toZoom(view, viewport)).toBeCloseTo(1, 12);
          const cornerDevicePx = view.offset.x * viewport.devicePixelRatio;
          expect(cornerDevicePx).toBeCloseTo(Math.round(cornerDevicePx), 6);
        },
      ),
    );
  });

  it('steps through the zoom levels in both directions', () => {
    const viewport: Viewport = {
      widthPx: 900,
      heightPx: 700,
      insets: { top: 0, right: 0, bottom: 0, left: 0 },
      devicePixelRatio: 2,
    };
    const at = (zoom: number): ViewTransform => ({ scale: zoom / 2, offset: screenPoint(0, 0) });
    expect(nextStop(at(0.72), 1, viewport) * 2).toBeCloseTo(0.75);
    expect(nextStop(at(0.75), 1, viewport) * 2).toBeCloseTo(1);
    expect(nextStop(at(1), -1, viewport) * 2).toBeCloseTo(0.75);
    expect(nextStop(at(8), 1, viewport) * 2).toBeCloseTo(8);
    expect(nextStop(at(0.05), -1, viewport) * 2).toBeCloseTo(0.025);
  });
});

describe('panning', () => {
  it('keeps a third of the free area covered by the picture, or a small picture completely inside', () => {
    fc.assert(
      fc.property(
        viewportArbitrary,
        imageArbitrary,
        viewArbitrary,
        fc.double({ min: -1e5, max: 1e5, noNaN: true }),
        fc.double({ min: -1e5, max: 1e5, noNaN: true }),
        (viewport, image, view, dx, dy) => {
          const moved = panBy(view, dx, dy, viewport, image);
          const { insets } = viewport;
          const axes = [
            [moved.offset.x, image.widthPx, insets.left, viewport.widthPx - insets.right],
            [moved.offset.y, image.heightPx, insets.top, viewport.heightPx - insets.bottom],
          ] as const;
          for (const [offset, imagePx, from, to] of axes) {
            const freePx = Math.max(1, to - from);
            const { start, end } = span(offset, imagePx * view.scale);
            const visiblePx = Math.min(end, from + freePx) - Math.max(start, from);
            // The visible part may be half a pixel smaller at each side, because the picture moves to whole device
            // pixels.
            expect(visiblePx).toBeGreaterThanOrEqual(Math.min(freePx / 3, imagePx * view.scale) - 1);
          }
        },
      ),
    );
  });

  it('does not move a picture shown at Fit', () => {
    const insets = { top: 56, right: 0, bottom: 120, left: 0 };
    const viewport: Viewport = { widthPx: 390, heightPx: 420, insets, devicePixelRatio: 2 };
    for (const image of [
      { widthPx: 4000, heightPx: 3000 },
      { widthPx: 900, heightPx: 2400 },
    ]) {
      const fit = fitView(viewport, image);
      for (const [dx, dy] of [
        [-300, 0],
        [300, 40],
        [0, -900],
        [0, 900],
      ] as const)
        expect(panBy(fit, dx, dy, viewport, image)).toEqual(fit);
    }
  });

  it('doesn’t change the center when the stage is resized', () => {
    const insets = { top: 0, right: 0, bottom: 0, left: 0 };
    const before: Viewport = { widthPx: 1000, heightPx: 800, insets, devicePixelRatio: 1 };
    const after: Viewport = { widthPx: 700, heightPx: 900, insets, devicePixelRatio: 1 };
    const image = { widthPx: 4000, heightPx: 3000 };
    const view: ViewTransform = { scale: 1, offset: screenPoint(-1500, -1100) };
    const moved = keepCenter(view, before, after, image);
    expect(toImage(moved, screenPoint(350, 450))).toEqual(toImage(view, screenPoint(500, 400)));
  });
});

describe('the line between before and after', () => {
  it('stays within reach on the stage, and within the picture', () => {
    fc.assert(
      fc.property(
        viewportArbitrary,
        imageArbitrary,
        viewArbitrary,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (viewport, image, view, requestedSplit) => {
          const clamped = clampView(view, viewport, image);
          const shownSplit = visibleSplit(requestedSplit, clamped, viewport, image);
          expect(shownSplit).toBeGreaterThanOrEqual(0);
          expect(shownSplit).toBeLessThanOrEqual(1);
          const x = toScreen(clamped, imagePoint(shownSplit * image.widthPx, 0)).x;
          expect(x).toBeGreaterThanOrEqual(-1e-6);
          expect(x).toBeLessThanOrEqual(viewport.widthPx + 1e-6);
        },
      ),
    );
  });
});
