import { describe, expect, it } from 'vitest';
import { syntheticSet } from '../../../testing/synthetic-set.ts';
import { raster } from '../../raster/raster.ts';
import { bodyShadow } from './body-shadow.ts';
import { toCamera } from '../../stage/camera.ts';
import { createCutOut } from '../../scene/cut-out.ts';
import { computeOutline } from '../../stage/outline.ts';
import type { Outline } from '../../stage/outline.ts';
import { poseProduct } from '../../scene/posed-product.ts';

const ELEVATION_DEG = 40;
const SIN = Math.sin((ELEVATION_DEG * Math.PI) / 180);
const COS = Math.cos((ELEVATION_DEG * Math.PI) / 180);
const camera = toCamera(syntheticSet({ elevationDeg: ELEVATION_DEG }).set);
/** One decimeter is 100 pixels in these tests. */
const stand = { groundDm: [0, 0, 0], depthDm: 13, liftDm: 0, dmPerPx: 0.01 } as const;

function drawOutline(widthPx: number, heightPx: number, isIn: (x: number, y: number) => boolean): Outline {
  const image = raster(new Uint8Array(widthPx * heightPx * 4), widthPx, heightPx, 4);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) image.data[(y * widthPx + x) * 4 + 3] = isIn(x, y) ? 255 : 0;
  const cutOut = createCutOut(image);
  if (cutOut === undefined) throw new Error('It is visible');
  const placement = { centerX: 0.5, centerY: 0.5, width: widthPx / 800, rotationDeg: 0, isFlipped: false };
  const posed = poseProduct(cutOut, placement, { widthPx: 800, heightPx: 800 });
  if (posed === undefined) throw new Error('It is inside');
  return computeOutline(posed.raster, ELEVATION_DEG);
}

/** Upright cylinder, 1 dm wide and 2 dm high, seen from above. */
const RADIUS_PX = 50;
const half = RADIUS_PX * SIN;
const bodyPx = 200 * COS;
const cylinder = drawOutline(2 * RADIUS_PX, Math.ceil(bodyPx + 2 * half), (x, y) => {
  const side = Math.sqrt(Math.max(0, 1 - ((x + 0.5 - RADIUS_PX) / RADIUS_PX) ** 2)) * half;
  return y >= half - side && y <= half + bodyPx + side;
});

describe('the shadow of a standing body seen from above', () => {
  const cast = bodyShadow(cylinder, stand, camera, ELEVATION_DEG)([-Math.SQRT1_2, 0, Math.SQRT1_2], 0.5);

  it('has a length that follows the body’s real height, not its height in the picture', () => {
    expect(cast(1.6, 0, 0)).toBeGreaterThan(0.8);
    expect(cast(3.4, 0, 0)).toBeLessThan(0.2);
    expect(cast(-1, 0, 0)).toBe(0);
  });

  it('starts from the whole depth of the base', () => {
    for (const y of [-0.2, 0, 0.2]) expect(cast(0.9, y, 0)).toBeGreaterThan(0.7);
    expect(cast(0.9, 0.8, 0)).toBeLessThan(0.1);
    expect(cast(0.9, -0.8, 0)).toBeLessThan(0.1);
  });
});

describe('the shadow of a cone-shaped body under side light', () => {
  const cone = drawOutline(200, 260, (x, y) => Math.abs(x + 0.5 - 100) < 95 - y / 3.5);
  const cast = bodyShadow(cone, stand, camera, ELEVATION_DEG)([-0.7, -0.5, 0.5], 0.5);

  it('has an edge without steps', () => {
    let most = 0;
    for (let x = 0.6; x < 2.4; x += 0.3) {
      for (let y = -1.5; y < 2; y += 0.002)
        most = Math.max(most, Math.abs(cast(x, y, 0) - cast(x, y + 0.002, 0)));
    }
    expect(most).toBeLessThan(0.04);
  });
});

describe('the shadow of leaves over a pot', () => {
  const pot = drawOutline(
    200,
    200,
    (x, y) => (y >= 120 && Math.abs(x - 100) < 40) || (y < 120 && (x + 3 * y) % 24 < 4),
  );
  const cast = bodyShadow(pot, stand, camera, ELEVATION_DEG)([-0.8, -0.2, 0.56], 4);

  it('has no slivers, so it changes little from point to point on a wall', () => {
    let steepest = 0;
    for (const x of [0.6, 0.8, 1]) {
      for (let z = 0.1; z < 1.4; z += 0.01)
        steepest = Math.max(steepest, Math.abs(cast(x, 0.2, z) - cast(x, 0.2, z + 0.01)));
    }
    expect(steepest).toBeLessThan(0.3);
  });
});

describe('a product’s feet', () => {
  /** Board on two legs, of which the right one is 0.6 dm farther away. */
  const behindPx = Math.round(60 * SIN);
  const table = drawOutline(200, 200, (x, y) =>
    y < 90 ? true : x < 20 ? true : x >= 150 && x < 170 && y < 200 - behindPx,
  );

  it('are found at the product’s front and at its back', () => {
    expect(table.feet.map(({ left, bottom }) => [left, bottom])).toEqual([
      [0, 200],
      [150, 200 - behindPx],
    ]);
    expect(Number.isNaN(table.restLine[160] ?? NaN)).toBe(false);
    expect(table.restLine[160]).toBe(table.bottoms[160]);
  });

  it('cast a separate shadow each, from their own positions', () => {
    const cast = bodyShadow(table, stand, camera, ELEVATION_DEG)([-Math.SQRT1_2, 0, Math.SQRT1_2], 0.5);
    const foot = (160 - table.baseX) / 100;
    const own = Math.max(...[0.45, 0.55, 0.65, 0.75].map((y) => cast(foot + 0.3, y, 0)));
    expect(own).toBeGreaterThan(0.3);
    expect(cast(foot + 0.3, -0.4, 0)).toBeLessThan(0.75 * own);
  });

  it('don’t include handles, and aren’t found from eye level', () => {
    const mug = drawOutline(
      200,
      200,
      (x, y) => x < 130 || (y > 60 && y < 150 && !(x < 185 && y > 75 && y < 138)),
    );
    expect(mug.feet).toHaveLength(1);
    expect(computeOutline({ widthPx: 2, heightPx: 2, data: new Float32Array(16).fill(1) }, 8).feet).toEqual(
      [],
    );
  });
});
