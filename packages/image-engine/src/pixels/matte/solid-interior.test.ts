import { expect, test } from 'vitest';
import { raster } from '../raster/raster.ts';
import { solidifyInside } from './solid-interior.ts';

const SIDE = 100;

/** Mask of a block of 60 x 60 cells, with a patch of `insideValue` in its center. */
function blockMask(insideValue: number) {
  const data = new Uint8Array(SIDE * SIDE);
  for (let y = 20; y < 80; y++) {
    for (let x = 20; x < 80; x++) {
      const isPatch = x >= 40 && x < 60 && y >= 40 && y < 60;
      data[y * SIDE + x] = isPatch ? insideValue : 255;
    }
  }
  return raster(data, SIDE, SIDE, 1);
}

const valueInMiddle = (insideValue: number): number => {
  const mask = blockMask(insideValue);
  solidifyInside(mask);
  return mask.data[50 * SIDE + 50];
};

test('a half-transparent area inside an object becomes opaque', () => {
  expect(valueInMiddle(150)).toBe(255);
});

test('a nearly transparent area inside an object stays, because it may be an opening', () => {
  expect(valueInMiddle(50)).toBe(50);
});

test('a soft edge stays soft', () => {
  const mask = blockMask(255);
  for (let y = 20; y < 80; y++) mask.data[y * SIDE + 20] = 150;
  solidifyInside(mask);
  expect(mask.data[50 * SIDE + 20]).toBe(150);
});

test('an object of which the network is unsure stays half transparent', () => {
  const mask = blockMask(160);
  mask.data.forEach((value, i) => (mask.data[i] = Math.min(value, 160)));
  solidifyInside(mask);
  expect(mask.data[50 * SIDE + 50]).toBe(160);
});
