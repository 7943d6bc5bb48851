import { DEFAULT_SHADOW } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { extractAlpha } from '../raster/alpha.ts';
import { computedShade } from '../light/flat-shade.ts';
import { layFlat } from '../scene/lay-flat.ts';
import { emptyRaster } from '../raster/raster.ts';
import type { RgbaRaster } from '../raster/raster.ts';
import { measureStyle } from './measure-style.ts';

const SIZE = { widthPx: 600, heightPx: 600 };
type OutlineFunction = (x: number, y: number) => boolean;

/** Outlines of test products of 200 by 300 pixels: a box, a bottle, a vase that is wider at the top, a ring. */
const OUTLINES: Readonly<Record<string, OutlineFunction>> = {
  box: () => true,
  bottle: (x, y) => Math.abs(x - 100) < (y < 110 ? 28 : 100),
  vase: (x, y) => Math.abs(x - 100) < 50 + 50 * Math.cos((y / 300) * 3),
  ring: (x, y) => Math.abs(Math.hypot((x - 100) / 100, (y - 150) / 150) - 0.8) < 0.2,
};

function drawProduct(outline: OutlineFunction): RgbaRaster {
  const part = emptyRaster(200, 300, 4);
  for (let y = 0; y < 300; y++)
    for (let x = 0; x < 200; x++) if (outline(x, y)) part.data.set([60, 90, 160, 255], (y * 200 + x) * 4);
  return part;
}

interface StyleCase {
  readonly directionDeg: number | null;
  readonly color: readonly [number, number, number] | null;
  readonly at: { readonly xPx: number; readonly yPx: number };
}
const AT = { xPx: 200, yPx: 200 };

function measureStyleFor(part: RgbaRaster, { directionDeg, color, at }: StyleCase) {
  const placed = { part, at };
  const shade =
    directionDeg === null ? null : computedShade(placed, SIZE, { ...DEFAULT_SHADOW, directionDeg }, null);
  const picture = layFlat(placed, null, { color, shade }, SIZE);
  return measureStyle({ picture, product: { matte: extractAlpha(part), at }, shadow: 'measured' });
}
const WHITE = [255, 255, 255] as const;
const apart = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

describe('the style of a picture', () => {
  it('measures the product’s box to the pixel, without specks beside it', () => {
    const part = drawProduct((x, y) => OUTLINES['bottle']?.(x, y) === true && y < 280);
    for (let y = 296; y < 300; y++)
      for (let x = 4; x < 8; x++) part.data.set([0, 0, 0, 255], (y * 200 + x) * 4);
    const { box } = measureStyleFor(part, { directionDeg: null, color: WHITE, at: AT });
    expect(Math.round((box.y + box.height) * 600)).toBe(480);
    expect(Math.round(box.x * 600)).toBe(201);
    expect(Math.round(box.width * 600)).toBe(199);
  });

  it('measures the background’s color, unaffected by a shadow', () => {
    const color = [231, 220, 207] as const;
    expect(
      measureStyleFor(
        drawProduct(() => true),
        { directionDeg: 20, color, at: AT },
      ).ground,
    ).toEqual(color);
    expect(
      measureStyleFor(
        drawProduct(() => true),
        { directionDeg: null, color: null, at: AT },
      ).ground,
    ).toBeNull();
  });

  it.each(Object.entries({ box: [25, 320], bottle: [150, 320], vase: [215], ring: [320] }))(
    'measures the direction in which the shadow of a %s falls',
    (name, directions) => {
      const part = drawProduct(OUTLINES[name] ?? (() => true));
      for (const directionDeg of directions) {
        const { shadow_deg } = measureStyleFor(part, { directionDeg, color: WHITE, at: AT });
        expect(shadow_deg, `${directionDeg}°`).not.toBeNull();
        expect(apart(shadow_deg ?? 0, directionDeg), `${directionDeg}°`).toBeLessThanOrEqual(12);
      }
    },
  );

  it('measures the direction of a shadow on a transparent background', () => {
    const { shadow_deg } = measureStyleFor(
      drawProduct(() => true),
      { directionDeg: 215, color: null, at: AT },
    );
    expect(apart(shadow_deg ?? 0, 215)).toBeLessThanOrEqual(6);
  });

  it('reports no direction without a shadow, or for a dark area without a shape', () => {
    const part = drawProduct(() => true);
    expect(measureStyleFor(part, { directionDeg: null, color: WHITE, at: AT }).shadow_deg).toBeNull();
    const picture = layFlat({ part, at: AT }, null, { color: WHITE, shade: null }, SIZE);
    for (let i = 0; i < SIZE.widthPx * 20 * 4; i += 4) picture.data.fill(120, i, i + 3);
    const product = { matte: extractAlpha(part), at: AT };
    expect(measureStyle({ picture, product, shadow: 'measured' }).shadow_deg).toBeNull();
  });
});
