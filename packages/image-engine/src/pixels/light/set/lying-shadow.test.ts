import { expect, test } from 'vitest';
import { committedSets } from '../../../testing/studio-sets.ts';
import { raster } from '../../raster/raster.ts';
import { toCamera, project } from '../../stage/camera.ts';
import { createCutOut } from '../../scene/cut-out.ts';
import { isLyingOn } from '../../stage/set-kinds.ts';
import { litFromBehind } from './shadow-light.ts';
import { liesOn, lyingShadow } from './lying-shadow.ts';
import { computeOutline } from '../../stage/outline.ts';
import { poseProduct } from '../../scene/posed-product.ts';

const SIDE = 400;
const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const [top] = committedSets().filter(({ id }) => id === 'plain-sweep-top');
if (top === undefined) throw new Error('The sweep from above is missing');
const camera = toCamera(top);

/** Opaque square of 100 pixels in the center of a 400-pixel picture, or another shape of that size. */
function square(image = raster(new Uint8Array(100 * 100 * 4).fill(255), 100, 100, 4)) {
  const cutOut = createCutOut(image);
  if (cutOut === undefined) throw new Error('A square is visible');
  const placement = { centerX: 0.5, centerY: 0.5, width: 0.25, rotationDeg: 0, isFlipped: false };
  const picture = { widthPx: SIDE, heightPx: SIDE };
  const posed = poseProduct(cutOut, placement, picture);
  if (posed === undefined) throw new Error('It is inside');
  const dmPerPx = (2 * camera.halfAtUnitDepth * camera.position[2]) / SIDE;
  const stand = { groundDm: [0, 0, 0], depthDm: camera.position[2], liftDm: 0, dmPerPx } as const;
  return { outline: computeOutline(posed.raster), stand, ...posed, camera, crop: WHOLE, picture };
}

/** A point of the ground, in pixels from the center of the picture. */
function groundAt(right: number, down: number): [number, number, number] {
  const { dmPerPx } = square().stand;
  const [x, y] = [camera.position[0] + right * dmPerPx, camera.position[1] - down * dmPerPx];
  const imagePoint = project(camera, [x, y, 0]);
  expect(imagePoint.x * SIDE).toBeCloseTo(SIDE / 2 + right, 0);
  return [x, y, 0];
}

test('a product lies where the camera looks down, and stands elsewhere', () => {
  expect(isLyingOn(top)).toBe(true);
  expect(committedSets().filter((set) => isLyingOn(set) && set.camera.elevationDeg < 60)).toEqual([]);
});

test('a product lies or stands by its pose, or else by the camera’s elevation; from straight above every product lies', () => {
  const { outline } = square();
  const [steep] = committedSets().filter(({ id }) => id === 'plain-sweep-steep');
  const [above] = committedSets().filter(({ id }) => id === 'plain-sweep-above');
  if (steep === undefined || above === undefined) throw new Error('The sweep is missing');
  expect(liesOn(steep, { pose: 'stands' }, outline)).toBe(false);
  expect(liesOn(steep, { pose: null }, outline)).toBe(true);
  expect(liesOn(top, { pose: 'stands' }, outline)).toBe(true);
  expect(liesOn(above, { pose: 'lies' }, outline)).toBe(true);
  expect(liesOn(above, { pose: null }, outline)).toBe(false);
});

test('a long product that leans in the picture lies along the ground', () => {
  const side = 60;
  const alpha = Float32Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    return Math.abs(x + y - side) < 12 ? 1 : 0;
  });
  const shoe = { alpha, widthPx: side, heightPx: side };
  const [steep] = committedSets().filter(({ id }) => id === 'plain-sweep-steep');
  if (steep === undefined) throw new Error('The sweep is missing');
  expect(liesOn(steep, { pose: 'stands' }, shoe)).toBe(true);
});

test('on plain paper seen from above, a shadow falls toward the lower edge of the picture', () => {
  const [key] = litFromBehind(top).lights.filter(({ id }) => id === 'key');
  expect(key?.direction[1]).toBeGreaterThan(0);
  const [eye] = committedSets().filter(({ id }) => id === 'plain-sweep-eye');
  if (eye === undefined) throw new Error('The sweep is missing');
  expect(litFromBehind(eye)).toBe(eye);
});

test('the shadow of a lying product hugs its outline on the side away from the light', () => {
  const shadow = lyingShadow(square()).cast([-0.7, 0, 0.7], 1);
  expect(shadow(...groundAt(53, 0))).toBeGreaterThan(0.8);
  expect(shadow(...groundAt(85, 0))).toBe(0);
  expect(shadow(...groundAt(-54, 0))).toBeLessThan(0.05);
  expect(shadow(...groundAt(0, 56))).toBeLessThan(0.05);
});

test('a thin photo shadow makes the modeled product thin, but a large photo shadow doesn’t make it thicker', () => {
  const [usual, cloth, large] = [undefined, 0.005, 0.9].map((bulk) =>
    lyingShadow({ ...square(), bulk }).cast([-0.7, 0, 0.7], 1),
  );
  expect(usual?.(...groundAt(55, 0))).toBeGreaterThan(0.8);
  expect(cloth?.(...groundAt(55, 0))).toBeLessThan(0.05);
  expect(large?.(...groundAt(55, 0))).toBe(usual?.(...groundAt(55, 0)));
  expect(lyingShadow({ ...square(), bulk: 0.005 }).ambient(...groundAt(62, 0))).toBeLessThan(
    lyingShadow(square()).ambient(...groundAt(62, 0)),
  );
});

test('the shadow of a lying product is even where all light is blocked', () => {
  const shadow = lyingShadow({ ...square(), isTall: true }).cast([-0.7, 0, 0.7], 1);
  const inside = Array.from({ length: 40 }, (_, k) => shadow(...groundAt(51 + k * 0.25, 0)));
  expect(Math.min(...inside)).toBe(1);
});

test('a cable lies flatter than the object it leads to', () => {
  const pixels = Uint8Array.from({ length: 100 * 100 * 4 }, (_, i) => {
    const [x, y] = [Math.floor(i / 4) % 100, Math.floor(i / 400)];
    return (x < 60 && y < 60) || x >= 97 || y >= 97 ? 255 : 0;
  });
  const { outline, ...shape } = square(raster(pixels, 100, 100, 4));
  const shadow = lyingShadow({ outline, ...shape }).cast([-0.7, 0, 0.7], 1);
  // Both shadows fall to the right; the cable's shadow ends close to the cable.
  expect(shadow(...groundAt(14, 0))).toBeGreaterThan(0.8);
  expect(shadow(...groundAt(56, 0))).toBeLessThan(0.2);
});

test('a wide light casts a softer shadow of a lying product', () => {
  const [hard, soft] = [1, 60].map((angle) => lyingShadow(square()).cast([-0.7, 0, 0.7], angle));
  const rim = groundAt(66, 0);
  expect(soft?.(...rim)).toBeGreaterThan(hard?.(...rim) ?? 1);
  expect(soft?.(...groundAt(53, 0))).toBeLessThan(hard?.(...groundAt(53, 0)) ?? 0);
});

test('the ground is darkest along a lying product’s outline, and light far away', () => {
  const { ambient } = lyingShadow(square());
  const [near, aside, far] = [52, 62, 110].map((right) => ambient(...groundAt(right, 0)));
  expect(near).toBeGreaterThan(0.25);
  expect(aside).toBeLessThan(near ?? 0);
  expect(far).toBeLessThan(0.02);
});
