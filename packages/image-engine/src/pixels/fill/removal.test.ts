import { describe, expect, test } from 'vitest';
import { raster } from '../raster/raster.ts';
import type { AlphaRaster } from '../raster/raster.ts';
import { gapsIn, shadowBeside } from './removal.ts';

const W = 120;
const H = 90;
const createMask = (inside: (x: number, y: number) => boolean): AlphaRaster =>
  raster(
    Uint8Array.from({ length: W * H }, (_, i) => (inside(i % W, Math.floor(i / W)) ? 255 : 0)),
    W,
    H,
    1,
  );
const ring = (x: number, y: number): boolean => Math.abs(Math.hypot(x - 50, y - 45) - 24) < 5;
const nothing = createMask(() => false);
const at = (mask: AlphaRaster | undefined, x: number, y: number): number => mask?.data[y * W + x] ?? 0;

describe('gaps in the area drawn by the user', () => {
  test('an enclosed area is filled, and the area outside stays', () => {
    const gaps = gapsIn(createMask(ring), nothing);
    expect(at(gaps, 50, 45)).toBe(255);
    expect(at(gaps, 50, 85)).toBe(0);
    expect(at(gaps, 50, 21)).toBe(0);
  });
  test.each([
    ['was erased', createMask(ring), createMask((x, y) => Math.hypot(x - 50, y - 45) < 4)],
    ['is open to one side', createMask((x, y) => ring(x, y) && x < 60), nothing],
    ['is most of the picture', createMask((x, y) => x < 8 || y < 8 || x > W - 9 || y > H - 9), nothing],
  ])('a gap that %s isn’t filled', (_, drawing, erased) => {
    expect(gapsIn(drawing, erased)).toBeUndefined();
  });
});

describe('the shadow beside an area drawn by the user', () => {
  const drawing = createMask((x, y) => x >= 40 && x < 64 && y >= 30 && y < 62);
  const photoWith = (shadow: number, ground: (x: number, y: number) => number) =>
    raster(
      Uint8Array.from({ length: W * H * 3 }, (_, k) => {
        const i = Math.floor(k / 3);
        const [x, y] = [i % W, Math.floor(i / W)];
        if (drawing.data[i] > 0) return 30;
        const soft = Math.min(1, Math.max(0, 1.3 - Math.hypot((x - 70) / 18, (y - 60) / 8)));
        return ground(x, y) * (1 - shadow * soft) + ((i * 7) % 3);
      }),
      W,
      H,
      3,
    );
  test('is found on a plain background, but not far from the drawn area', () => {
    const shadowMask = shadowBeside(
      photoWith(0.4, (x) => 210 - x / 10),
      drawing,
    );
    expect(at(shadowMask, 70, 60)).toBe(255);
    expect(at(shadowMask, 10, 10)).toBe(0);
    expect(at(shadowMask, 110, 15)).toBe(0);
  });
  test('doesn’t include the rest of an object that is drawn over only in part', () => {
    const photo = photoWith(0.4, (x) => 210 - x / 10);
    const part = createMask((x, y) => x >= 44 && x < 52 && y >= 40 && y < 50);
    for (let i = 0; i < W * H; i++) if (drawing.data[i] > 0) photo.data.fill(120, i * 3, i * 3 + 3);
    expect(shadowBeside(photo, part)).toBeUndefined();
  });
  test('isn’t found without a shadow, or on a patterned background', () => {
    expect(
      shadowBeside(
        photoWith(0, (x) => 210 - x / 10),
        drawing,
      ),
    ).toBeUndefined();
    expect(
      shadowBeside(
        photoWith(0.4, (x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? 210 : 90)),
        drawing,
      ),
    ).toBeUndefined();
  });
});
