import { describe, expect, it } from 'vitest';
import { emptyRaster } from '../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';
import { findPlainBackground, STRONG, TOLERATED, unlikeness } from './plain-background.ts';
import { refineOnPlainBackground } from './refine-on-plain.ts';
import type { Rectangle } from '../../testing/rectangle.ts';

const SIDE = 256;

type ObjectColor = readonly [number, number, number];
const PAPER: ObjectColor = [200, 205, 215];
const RED: ObjectColor = [190, 40, 45];
const GRAY: ObjectColor = [120, 123, 129];

/**
 * Photo of a sheet of paper in light that falls off to the right, with the noise of a phone camera, and objects on it.
 */
function photo(color: (x: number, y: number) => ObjectColor): RgbRaster {
  const canvas = emptyRaster(SIDE, SIDE, 3);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    const light = 1 - x / 1000;
    color(x, y).forEach((sample, c) => {
      canvas.data[i * 3 + c] = Math.round(sample * light + ((i * 7 + c * 13) % 5) - 2);
    });
  }
  return canvas;
}

const isIn = (x: number, y: number, [left, top, right, bottom]: Rectangle): boolean =>
  x >= left && x < right && y >= top && y < bottom;

function mask(parts: readonly (readonly [Rectangle, number])[]): AlphaRaster {
  const drawing = emptyRaster(SIDE, SIDE, 1);
  for (const [[left, top, right, bottom], value] of parts)
    for (let y = top; y < bottom; y++) drawing.data.fill(value, y * SIDE + left, y * SIDE + right);
  return drawing;
}

const BODY: Rectangle = [60, 100, 140, 200];
const BODY_MASK = [BODY, 255] as const;

/** Function that returns alpha at a position after the correction. */
function mendMask(picture: RgbRaster, alphaMask: AlphaRaster): (x: number, y: number) => number {
  const background = findPlainBackground(picture, alphaMask);
  expect(background).toBeDefined();
  if (background !== undefined) refineOnPlainBackground(picture, alphaMask, background);
  return (x, y) => alphaMask.data[y * SIDE + x];
}

describe('plain backgrounds', () => {
  const body = mask([BODY_MASK]);

  it('recognizes paper in uneven light with a shadow on it', () => {
    const picture = photo((x, y) => {
      if (isIn(x, y, BODY)) return RED;
      return isIn(x, y, [140, 120, 220, 200]) ? [110, 113, 118] : PAPER;
    });
    expect(findPlainBackground(picture, body)).toBeDefined();
  });

  it('rejects a pattern, and a background with other objects', () => {
    const tiles = photo((x, y) =>
      (Math.floor(x / 24) + Math.floor(y / 24)) % 2 === 0 ? PAPER : [150, 90, 70],
    );
    expect(findPlainBackground(tiles, body)).toBeUndefined();
    const desk = photo((x, y) => (isIn(x, y, [200, 0, 256, 60]) ? RED : PAPER));
    expect(findPlainBackground(desk, body)).toBeUndefined();
  });

  it('rejects a background of which too little is visible', () => {
    expect(
      findPlainBackground(
        photo(() => PAPER),
        mask([[[0, 0, SIDE, SIDE - 10], 255]]),
      ),
    ).toBeUndefined();
  });
});

describe('the correction of a mask on a plain background', () => {
  const HANDLE: Rectangle = [140, 120, 180, 170];
  const CABLE: Rectangle = [30, 110, 60, 112];

  it('adds missing parts that touch the object, even thin ones, but nothing apart from the object', () => {
    const apart: Rectangle = [200, 20, 212, 32];
    const picture = photo((x, y) =>
      [BODY, HANDLE, CABLE, apart].some((part) => isIn(x, y, part)) ? RED : PAPER,
    );
    const alpha = mendMask(picture, mask([BODY_MASK]));
    expect([alpha(160, 145), alpha(178, 121), alpha(40, 110), alpha(32, 111)]).toEqual([255, 255, 255, 255]);
    expect([alpha(185, 145), alpha(40, 107), alpha(206, 26)]).toEqual([0, 0, 0]);
  });

  it('adds neither a shadow nor the object’s color cast on the background', () => {
    const picture = photo((x, y) => {
      if (isIn(x, y, BODY)) return RED;
      if (isIn(x, y, [140, 120, 200, 200])) return [110, 113, 118];
      const glow = x >= 60 && x < 140 && y >= 200 ? Math.max(0, 1 - (y - 200) / 50) : 0;
      return [200 + 12 * glow, 205 - 16 * glow, 215 - 20 * glow];
    });
    expect(mendMask(picture, mask([BODY_MASK]))(170, 160)).toBe(0);
    expect(mendMask(picture, mask([BODY_MASK]))(100, 210)).toBe(0);
  });

  it('doesn’t add a strong glow that fades on the background', () => {
    const picture = photo((x, y) => {
      if (isIn(x, y, BODY)) return RED;
      const glow = y < 200 ? 0 : Math.max(0, 1 - Math.hypot(x - 100, y - 200) / 36);
      return [200 * Math.exp(-0.15 * glow), 205, 215 * Math.exp(0.15 * glow)];
    });
    expect(mendMask(picture, mask([BODY_MASK]))(100, 210)).toBe(0);
  });

  it('removes a smear of shadow, and keeps a white label', () => {
    const label: Rectangle = [80, 120, 90, 130];
    const picture = photo((x, y) => {
      if (isIn(x, y, label)) return PAPER;
      if (isIn(x, y, BODY)) return RED;
      return isIn(x, y, [140, 120, 200, 200]) ? [130, 133, 140] : PAPER;
    });
    const alphaMask = mask([[[140, 120, 200, 200], 110], [[160, 150, 170, 160], 255], BODY_MASK]);
    const alpha = mendMask(picture, alphaMask);
    expect([alpha(180, 130), alpha(165, 155), alpha(85, 125), alpha(70, 110)]).toEqual([0, 0, 255, 255]);
  });

  it('keeps clear glass, which is no darker than the background behind it', () => {
    const glass: Rectangle = [60, 40, 140, 100];
    const picture = photo((x, y) => {
      if (isIn(x, y, BODY)) return RED;
      return isIn(x, y, glass) ? [192, 197, 206] : PAPER;
    });
    // The mask has a speck of haze far from the glass, which the correction removes.
    const alpha = mendMask(picture, mask([[glass, 140], [[200, 200, 204, 204], 90], BODY_MASK]));
    expect([alpha(100, 70), alpha(202, 202)]).toEqual([140, 0]);
  });

  it('leaves the mask unchanged when the object is as gray as its background', () => {
    const picture = photo((x, y) => (isIn(x, y, BODY) || isIn(x, y, HANDLE) ? GRAY : PAPER));
    const alphaMask = mask([[HANDLE, 110], BODY_MASK]);
    const before = alphaMask.data.slice();
    mendMask(picture, alphaMask);
    expect(alphaMask.data).toEqual(before);
  });

  it('adds no parts in a deep shadow whose colors come from JPEG compression', () => {
    const shadow: Rectangle = [70, 200, 190, 222];
    const picture = photo((x, y) => {
      if (isIn(x, y, BODY)) return RED;
      if (!isIn(x, y, shadow)) return PAPER;
      // Blocks of eight pixels share their color, as in a strongly compressed JPEG.
      const block = (x >> 3) * 5 + (y >> 3) * 3;
      return [9 + (block % 4), 10, 11 + ((block * 7) % 5)];
    });
    const alphaAt = mendMask(picture, mask([BODY_MASK]));
    for (let x = shadow[0]; x < shadow[2]; x++) expect([x, alphaAt(x, 212)]).toEqual([x, 0]);
  });
});

describe('a black background', () => {
  const BLOCKS: Rectangle = [40, 100, 48, 200];
  const DARK_OBJECT: Rectangle = [200, 100, 208, 200];
  const picture = emptyRaster(SIDE, SIDE, 3);
  // Compression leaves a few levels in the blocks along an object's edge.
  for (const [[left, top, right, bottom], level] of [
    [BODY, 60],
    [BLOCKS, 3],
    [DARK_OBJECT, 24],
  ] as const) {
    for (let y = top; y < bottom; y++)
      picture.data.fill(level, (y * SIDE + left) * 3, (y * SIDE + right) * 3);
  }
  const differenceAt = ([x, y]: Rectangle): number | undefined => {
    const background = findPlainBackground(picture, mask([BODY_MASK]));
    return background && unlikeness(picture, background)[(y + 4) * SIDE + x + 4];
  };

  it('includes the few levels that compression adds', () => {
    expect(differenceAt(BLOCKS)).toBeLessThan(TOLERATED);
  });

  it('excludes a dark object', () => {
    expect(differenceAt(DARK_OBJECT)).toBeGreaterThanOrEqual(STRONG);
  });
});
