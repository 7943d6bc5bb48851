import { describe, expect, test } from 'vitest';
import { emptyRaster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { clearFilm, likeHoles, openHoles } from './holes.ts';

const SIDE = 120;
type RingColor = readonly [number, number, number];
const TEAL: RingColor = [110, 190, 185];
/** Background color where the ring casts its own shadow. */
const SHADED: RingColor = [66, 130, 128];
const PINK: RingColor = [220, 90, 110];

const computeRadius = (i: number): number => Math.hypot((i % SIDE) - 60, Math.floor(i / SIDE) - 60);

/** Photo of a pink disc; the colors of `within` replace its center up to a radius of 20. */
function photo(within: (i: number) => RingColor): RgbRaster {
  const canvas = emptyRaster(SIDE, SIDE, 3);
  for (let i = 0; i < SIDE * SIDE; i++)
    canvas.data.set(computeRadius(i) < 20 ? within(i) : computeRadius(i) < 45 ? PINK : TEAL, i * 3);
  return canvas;
}

function mask(isInside: (radius: number) => boolean): AlphaRaster {
  const drawing = emptyRaster(SIDE, SIDE, 1);
  for (let i = 0; i < SIDE * SIDE; i++) drawing.data[i] = isInside(computeRadius(i)) ? 255 : 0;
  return drawing;
}

const disc = mask((radius) => radius < 45);
const ring = mask((radius) => radius >= 20 && radius < 45);
const isShaded = (i: number): boolean => i % SIDE > 68;
const swimRing = photo((i) => (isShaded(i) ? SHADED : TEAL));

describe('hole candidates', () => {
  test('are areas with the background’s colors inside an object of other colors', () => {
    const [hole, ...others] = likeHoles(swimRing, disc);
    expect(others).toEqual([]);
    expect(hole?.cells.every((cell) => computeRadius(cell) < 20 && !isShaded(cell))).toBe(true);
    expect(
      likeHoles(
        photo(() => [255, 240, 80]),
        disc,
      ),
    ).toEqual([]);
  });

  test('don’t include areas that are already open, or any in an object of the background’s color', () => {
    expect(likeHoles(swimRing, ring)).toEqual([]);
    const teal = photo(() => TEAL);
    teal.data.fill(128);
    expect(likeHoles(teal, disc)).toEqual([]);
  });
});

describe('opening a hole', () => {
  const holes = likeHoles(swimRing, disc);
  const openWithPasses = (passes: readonly AlphaRaster[]) => openHoles(swimRing, disc, holes, passes);
  const at = ({ data }: AlphaRaster, x: number): number => data[60 * SIDE + x];

  test('opens a hole that two segmentation passes see, including the shadow in it, and keeps the object', () => {
    const { mask: open, isDisputed } = openWithPasses([ring, ring]);
    expect([at(open, 50), at(open, 76)]).toEqual([0, 0]);
    expect([at(open, 30), at(open, 95)]).toEqual([255, 255]);
    expect(isDisputed).toBe(false);
  });

  test('opens a hole that two of three segmentation passes see, but not a hole that only one of two passes sees', () => {
    expect(openWithPasses([ring, disc])).toEqual({ mask: disc, isDisputed: true });
    expect(at(openWithPasses([ring, disc, ring]).mask, 50)).toBe(0);
    expect(openWithPasses([ring, disc, disc]).mask).toBe(disc);
    expect(openWithPasses([disc, disc])).toEqual({ mask: disc, isDisputed: false });
  });
});

describe('a faint film of alpha inside a ring', () => {
  const film = (value: number): AlphaRaster => {
    const drawing = mask((radius) => radius < 45);
    for (let i = 0; i < SIDE * SIDE; i++) if (computeRadius(i) < 20) drawing.data[i] = value;
    return drawing;
  };
  const clearVeil = (picture: RgbRaster, veiled: AlphaRaster): AlphaRaster => {
    clearFilm(picture, veiled);
    return veiled;
  };
  const plainRing = photo(() => TEAL);

  test('is removed where the photo shows the background, and the ring stays', () => {
    const { data } = clearVeil(plainRing, film(40));
    const within = (from: number, to: number): Set<number> =>
      new Set(data.filter((_, i) => computeRadius(i) >= from && computeRadius(i) < to));
    expect(within(0, 15)).toEqual(new Set([0]));
    expect(within(20, 45)).toEqual(new Set([255]));
    expect(within(45, SIDE)).toEqual(new Set([0]));
  });

  test('isn’t removed if it has its own color, is too opaque for a film, or the object isn’t closed', () => {
    for (const [picture, veiled] of [
      [photo(() => [255, 240, 80]), film(40)],
      [plainRing, film(70)],
      [plainRing, mask((radius) => radius < 45 && radius > 20)],
    ] as const) {
      const before = veiled.data.slice();
      expect(clearVeil(picture, veiled).data).toEqual(before);
    }
    const open = film(40);
    for (let i = 0; i < SIDE * SIDE; i++)
      if (i % SIDE > 60 && Math.abs(Math.floor(i / SIDE) - 60) < 9) open.data[i] = 40;
    const before = open.data.slice();
    expect(clearVeil(plainRing, open).data).toEqual(before);
  });
});
