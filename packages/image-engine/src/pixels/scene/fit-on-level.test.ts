import { expect, test } from 'vitest';
import { committedSets } from '../../testing/studio-sets.ts';
import { toCamera, depthOfLevel } from '../stage/camera.ts';
import { fitOnLevel, computeFootprint } from './fit-on-level.ts';
import { computeOutline } from '../stage/outline.ts';

const [set] = committedSets().filter(({ id }) => id === 'plain-sweep-high');
if (set === undefined) throw new Error('The sweep is missing');
const camera = toCamera(set);
const [, , heightDm] = set.stage.worldDm;
const crop = { x: 0, y: 0, width: 1, height: 1 };
const placement = {
  centerX: set.stage.image[0],
  centerY: set.stage.image[1] - 0.15,
  width: 0.3,
  rotationDeg: 0,
  isFlipped: false,
};
const footprint = [0.02, 0.25, 0.5, 0.75, 0.98].map((x) => ({ x, y: 1 }));

/** Fits a product on a table that extends by `reach` on both sides of its center, high above the floor. */
const onTable = (reach: number) =>
  fitOnLevel(placement, 1, footprint, {
    camera,
    crop,
    heightDm,
    depthAt: (x, y) =>
      depthOfLevel(camera, x, y, Math.abs(x - placement.centerX) <= reach ? heightDm : heightDm - 2) ??
      Infinity,
  });

test('a product that reaches over the edge of its support is made smaller, and its base stays in place', () => {
  expect(onTable(0.3)).toBe(placement);
  const smaller = onTable(0.12);
  expect(smaller.width).toBeLessThanOrEqual(0.25);
  expect(smaller.width).toBeGreaterThan(0.2);
  expect(smaller.centerX).toBe(placement.centerX);
  // The product's base must stay at its position.
  expect(smaller.centerY + smaller.width / 2).toBeCloseTo(placement.centerY + 0.15, 6);
});

test('a product that comes too close to the edge of its support is made smaller', () => {
  const nearlyThere = onTable(0.145);
  expect(nearlyThere.width).toBeLessThan(placement.width);
});

test('a product stays where it is when no size fits', () => {
  expect(onTable(-1)).toBe(placement);
});

const side = 60;
const raster = { data: new Float32Array(side * side * 4).fill(1), widthPx: side, heightPx: side };
const listRows = (elevationDeg: number, isLying: boolean) =>
  computeFootprint(computeOutline(raster, elevationDeg), elevationDeg, isLying).map(({ y }) => y);

test('a standing product’s footprint reaches as far back as its base is deep', () => {
  expect(Math.min(...listRows(0, false))).toBeCloseTo(1, 1);
  expect(Math.min(...listRows(30, false))).toBeCloseTo(1 - 0.75 * 0.75 * Math.sin(Math.PI / 6), 1);
});

test('a standing product’s footprint includes parts that overhang just above the ground', () => {
  const toe = raster.data.map((value, i) => {
    const [x, y] = [Math.floor(i / 4) % side, Math.floor(i / 4 / side)];
    return x >= 40 && y >= 50 ? 0 : value;
  });
  const xs = computeFootprint(computeOutline({ ...raster, data: toe }), 0, false).map(({ x }) => x);
  expect(Math.max(...xs)).toBeCloseTo(1, 1);
});

test('a lying product’s footprint is the whole product', () => {
  const rows = listRows(50, true);
  expect(Math.min(...rows)).toBeCloseTo(0, 1);
  expect(Math.max(...rows)).toBeCloseTo(1, 1);
});
