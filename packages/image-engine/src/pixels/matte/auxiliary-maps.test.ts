import { expect, test } from 'vitest';
import { linearOfSrgb } from '../color/oklab.ts';
import { raster } from '../raster/raster.ts';
import { HOLD_UNIT, layOnBackground, transmittedShare } from './auxiliary-maps.ts';

const GROUND = [0.2, 0.5, 0.8] as const;
const pixel = (r: number, g: number, b: number, alpha: number) =>
  raster(Uint8Array.of(r, g, b, alpha), 1, 1, 4);
const roundValues = (values: Float32Array) => [...values].map((value) => Math.round(value * 1000) / 1000);

test('a cut-out without auxiliary maps lies over its background in linear light', () => {
  const own = linearOfSrgb(200) * (102 / 255);
  const composite = layOnBackground(pixel(200, 200, 200, 102), {}, () => GROUND);
  expect(roundValues(composite)).toEqual(
    GROUND.map((light) => Math.round((own + light * 0.6) * 1000) / 1000),
  );
});

test('the map of tinted glass transmits each color channel by its own share', () => {
  const through = raster(Uint8Array.of(HOLD_UNIT / 2, HOLD_UNIT, 0), 1, 1, 3);
  const composite = layOnBackground(pixel(0, 0, 0, 102), { through }, () => [1, 1, 1]);
  expect(roundValues(composite)).toEqual([0.8, 0.6, 1]);
});

test('a clear map never adds light to empty pixels, and never makes opaque pixels transparent', () => {
  const through = raster(Uint8Array.of(HOLD_UNIT, 200, 255), 1, 1, 3);
  expect(roundValues(layOnBackground(pixel(9, 9, 9, 0), { through }, () => GROUND))).toEqual([...GROUND]);
  expect(transmittedShare(255, HOLD_UNIT)).toBe(0);
  expect(transmittedShare(255, 255)).toBe(0);
});

test('the photo shadow darkens only the background', () => {
  const photoShadow = raster(Uint8Array.of(51), 1, 1, 1);
  expect(roundValues(layOnBackground(pixel(0, 0, 0, 0), { photoShadow }, () => GROUND))).toEqual([
    0.04, 0.1, 0.16,
  ]);
  const opaque = layOnBackground(pixel(255, 255, 255, 255), { photoShadow }, () => GROUND);
  expect(roundValues(opaque)).toEqual([1, 1, 1]);
});
