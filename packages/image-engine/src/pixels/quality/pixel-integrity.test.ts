import type { Placement } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { drawnProduct } from '../../testing/drawn-product.ts';
import { PLANTED_CHANGES, spotIn } from '../../testing/planted-changes.ts';
import { syntheticSet } from '../../testing/synthetic-set.ts';
import { seededRandom } from '../raster/random.ts';
import { raster } from '../raster/raster.ts';
import type { RgbRaster } from '../raster/raster.ts';
import { composeScene } from '../scene/compose-scene.ts';
import { poseProduct } from '../scene/posed-product.ts';
import type { PosedProduct } from '../stage/placement.ts';
import { finish } from '../raster/work.ts';
import { expectedInScene } from './expected-product.ts';
import type { ExpectedProduct } from './expected-product.ts';
import { productDifference } from './product-difference.ts';

const SIDE = 120;
const SCENES = 100;
const LIGHTS = [
  { key: [0.5, 0.5, 0.5], env: [0.7, 0.7, 0.7] },
  { key: [1.2, 0.8, 0.4], env: [0.3, 0.3, 0.3] },
  { env: [0.1, 0.15, 0.3] },
  { key: [3, 3, 3], env: [2, 2, 2] },
] as const;
const decoded = syntheticSet({ sidePx: SIDE });
/** Product with stripes that resemble print, and a soft outline. */
const product = drawnProduct(44, 60, (x, y) => [
  40 + 3 * x,
  (x + y) % 7 < 3 ? 30 : 190,
  x % 9 < 2 ? 250 : 90 + y,
]);

/** Poses the product again, without any influence of the scene. */
function posedIn(placement: Placement): PosedProduct {
  const posed = poseProduct(product, placement, { widthPx: SIDE, heightPx: SIDE });
  if (posed === undefined) throw new Error('It is in the picture');
  return posed;
}

/** Renders a product in a scene, and computes its expected appearance. */
function composeAt(at: number): { readonly picture: RgbRaster; readonly expected: ExpectedProduct } {
  const random = seededRandom(at + 1);
  const next = (): number => random(1000) / 1000;
  const placement = {
    centerX: 0.35 + 0.3 * next(),
    centerY: 0.45 + 0.2 * next(),
    width: 0.35 + 0.4 * next(),
    rotationDeg: at % 3 === 0 ? Math.round(40 * next() - 20) : 0,
    isFlipped: at % 2 === 0,
  };
  const { picture, light, covered } = finish(
    composeScene({
      decoded,
      plan: {
        setId: 'synthetic-eye',
        isMirrored: at % 5 === 0,
        lights: LIGHTS[at % LIGHTS.length] ?? LIGHTS[0],
        tints: {},
        exposure: 1,
        keySoftness: 1,
        framing: 'usual',
      },
      product,
      placement,
      matchPercent: [0, 70, 100][at % 3],
      aspectRatioId: 1,
      isLarger: true,
      seed: at,
      longerSidePx: SIDE,
    }),
  );
  if (covered === undefined) throw new Error('There is a product');
  return { picture, expected: expectedInScene(posedIn(placement), { picture, light, covered }) };
}

const copyRaster = ({ data, widthPx, heightPx }: RgbRaster): RgbRaster =>
  raster(data.slice(), widthPx, heightPx, 3);

describe('the integrity check of a product’s pixels', () => {
  const scenes = Array.from({ length: SCENES }, (_, at) => composeAt(at));

  it('finds no change in 100 untouched pictures, for any placement, rotation, light and scene matching', () => {
    for (const [at, { picture, expected }] of scenes.entries()) {
      const { total, changed, worstDeltaE } = productDifference(expected, picture);
      expect([at, changed, worstDeltaE]).toEqual([at, 0, 0]);
      expect(total).toBeGreaterThan(300);
    }
  });

  it.each(Object.entries(PLANTED_CHANGES))('finds %s in each of 100 pictures', (what, plant) => {
    for (const [at, { picture, expected }] of scenes.entries()) {
      const touched = copyRaster(picture);
      plant(touched, spotIn(expected, picture, at));
      const { changed, worstDeltaE, heatMap } = productDifference(expected, touched);
      expect([at, changed > 0]).toEqual([at, true]);
      if (what === 'one level of one pixel') expect([at, changed]).toEqual([at, 1]);
      if (what === 'a tint of one ΔE00') expect(worstDeltaE).toBeGreaterThanOrEqual(0.9);
      expect(worstDeltaE).toBeGreaterThan(0);
      expect(heatMap.data.includes(255)).toBe(true);
    }
  });

  it('refuses a light declared for another product', () => {
    const { picture } = composeAt(1);
    const placement = { centerX: 0.5, centerY: 0.5, width: 0.4, rotationDeg: 0, isFlipped: false };
    const field = { columns: 1, rows: 1, gains: Uint16Array.of(1, 1, 1) };
    const light = { xPx: 0, yPx: 0, widthPx: 3, heightPx: 3, field };
    const covered = new Float32Array(SIDE * SIDE).fill(1);
    expect(() => expectedInScene(posedIn(placement), { picture, light, covered })).toThrow(RangeError);
  });
});
