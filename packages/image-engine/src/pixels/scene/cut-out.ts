import { visibleBounds } from '../raster/alpha.ts';
import { linearOfSrgb } from '../color/oklab.ts';
import { HOLD_UNIT } from '../matte/auxiliary-maps.ts';
import type { AuxiliaryMaps } from '../matte/auxiliary-maps.ts';
import { sampleAt } from '../raster/sample.ts';
import type { AlphaRaster, Box, RgbaRaster, RgbRaster } from '../raster/raster.ts';
import { findCutEdges } from '../stage/cut-off.ts';
import type { CutEdges } from '../stage/cut-off.ts';
import { createPhotoShadow } from '../light/lay-photo-shadow.ts';
import type { PhotoShadow } from '../light/lay-photo-shadow.ts';
import { taps } from '../raster/resample.ts';
import { addFour, resampleLight, settle } from '../raster/light-raster.ts';
import type { LightRaster } from '../raster/light-raster.ts';
import { smoothOutline, TIGHTENED_FROM, tightenEdges } from './tighten-edges.ts';
import type { FreeSides, Smoothed } from './tighten-edges.ts';
import type { Size } from '../raster/box.ts';

/** Product as the visible part of a cut-out, prepared for pictures of any size. */
export interface CutOut extends Partial<CutEdges> {
  /** Width of the visible part, in the photo's pixels. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Versions of the product's pixels (mip levels), each half the size of the previous one. */
  readonly levels: readonly CutOutLevel[];
  /**
   * Levels of a transparent product, of the same sizes, with the blocked share of light per color channel instead of
   * colors, and coverage instead of alpha; undefined for opaque products.
   */
  readonly veils?: readonly CutOutLevel[];
  /** Shadow from the product's photo; undefined if unknown. */
  readonly shadow?: PhotoShadow;
  /** Sides at which the product doesn't touch the edge of its photo. */
  readonly free: FreeSides;
  /** Smoothed outline of the first level. Computed on demand, because only enlarged products use it. */
  readonly outline: () => Smoothed;
}

/** Level of a cut-out in 16-bit linear light with premultiplied alpha, interleaved RGBA. */
interface CutOutLevel {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Uint16Array;
}

/** Maximum side of the first level for usual pictures; a larger product would be only partly visible. */
export const USUAL_PRODUCT_SIDE_PX = 2048;
const SMALLEST_LEVEL_PX = 48;
const FULL_SCALE = 65_535;

/**
 * Prepares the visible part of a picture with transparency; undefined if nothing is visible.
 * @param maxSidePx maximum longer side of the first level; for larger pictures than usual, the picture's longer side
 */
export function createCutOut(
  image: RgbaRaster,
  maps: AuxiliaryMaps = {},
  maxSidePx = USUAL_PRODUCT_SIDE_PX,
): CutOut | undefined {
  const box = visibleBounds(image);
  if (box === undefined) return undefined;
  const { widthPx, heightPx } = box;
  const shrink = Math.min(1, maxSidePx / Math.max(widthPx, heightPx));
  const first = {
    widthPx: Math.max(1, Math.round(widthPx * shrink)),
    heightPx: Math.max(1, Math.round(heightPx * shrink)),
  };
  const levels = buildPyramid(firstLevel(image, box, first));
  const { through, coverage, photoShadow } = maps;
  const shadow = photoShadow && createPhotoShadow(image, photoShadow, box);
  const product = {
    widthPx,
    heightPx,
    levels,
    outline: lazyOutline(levels[0]),
    ...findCutEdges(image, box),
    free: {
      left: box.xPx > 0,
      right: box.xPx + widthPx < image.widthPx,
      above: box.yPx > 0,
      below: box.yPx + heightPx < image.heightPx,
    },
    ...(shadow && { shadow }),
  };
  if (through === undefined) return product;
  const place = (x: number, y: number): [number, number] => [
    (box.xPx + ((x + 0.5) * widthPx) / first.widthPx) / image.widthPx,
    (box.yPx + ((y + 0.5) * heightPx) / first.heightPx) / image.heightPx,
  ];
  return { ...product, veils: buildPyramid(firstVeil(levels[0], through, coverage, place)) };
}

/** Returns a function that computes the outline on its first call. */
function lazyOutline({ data, widthPx, heightPx }: CutOutLevel): () => Smoothed {
  let outline: Smoothed | undefined;
  return () => {
    if (outline !== undefined) return outline;
    const alpha = new Float32Array(widthPx * heightPx);
    for (let i = 0; i < alpha.length; i++) alpha[i] = data[i * 4 + 3] / FULL_SCALE;
    return (outline = smoothOutline({ widthPx, heightPx, data: alpha }));
  };
}

function buildPyramid(first: CutOutLevel): CutOutLevel[] {
  const levels = [first];
  for (;;) {
    const last = levels[levels.length - 1];
    if (Math.min(last.widthPx, last.heightPx) < 2 * SMALLEST_LEVEL_PX) return levels;
    levels.push(halveLevel(last));
  }
}

function firstVeil(
  { widthPx, heightPx, data: colors }: CutOutLevel,
  through: RgbRaster,
  coverage: AlphaRaster | undefined,
  place: (x: number, y: number) => [number, number],
): CutOutLevel {
  const data = new Uint16Array(colors.length);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i += 4) {
      const alpha = colors[i + 3];
      const [u, v] = place(x, y);
      const covered = coverage === undefined ? 0 : (sampleAt(coverage, u, v, 0) / 255) * FULL_SCALE;
      data[i + 3] = alpha === 0 ? 0 : Math.max(alpha, covered);
      for (let c = 0; c < 3; c++) {
        data[i + c] = Math.min(data[i + 3], (alpha * sampleAt(through, u, v, c)) / HOLD_UNIT);
      }
    }
  }
  return { widthPx, heightPx, data };
}

/**
 * Renders the product at `widthPx` by `heightPx` in linear light, sharp and without fringes. Computes only the region
 * `window`.
 */
export function cutOutAt(cutOut: CutOut, ...at: RenderTarget): LightRaster {
  const { levels, veils, outline } = cutOut;
  const raster = levelAt(levels, ...at);
  const factor = at[0] / levels[0].widthPx;
  // Sharpening the outline is skipped for glass, whose edges in alpha aren't outlines.
  if (veils !== undefined || factor < TIGHTENED_FROM) return raster;
  const [widthPx, heightPx, isFlipped, window] = sidesUp(at);
  const smooth = resampleLight(outline(), 1, widthPx, heightPx, 'cubic', window);
  if (isFlipped) flip(smooth, 1, raster);
  tightenEdges(raster, smooth, factor, freeSides(cutOut, ...at));
  return raster;
}

/**
 * Sides of the rendered region beyond which the picture is empty, because neither the photo nor the region cuts the
 * product off at this side.
 */
function freeSides(
  { free }: CutOut,
  ...[widthPx, heightPx, isFlipped, window = { xPx: 0, yPx: 0, widthPx, heightPx }]: RenderTarget
): FreeSides {
  return {
    left: window.xPx === 0 && (isFlipped ? free.right : free.left),
    right: window.xPx + window.widthPx === widthPx && (isFlipped ? free.left : free.right),
    above: window.yPx === 0 && free.above,
    below: window.yPx + window.heightPx === heightPx && free.below,
  };
}

/** Renders the share of light that the product blocks; undefined if no part of it is transparent. */
export const veilAt = ({ veils }: CutOut, ...at: RenderTarget): LightRaster | undefined =>
  veils && levelAt(veils, ...at);

export type RenderTarget = [widthPx: number, heightPx: number, isFlipped: boolean, window?: Box];

function levelAt(levels: readonly CutOutLevel[], ...at: RenderTarget): LightRaster {
  const [widthPx, heightPx, isFlipped, window] = sidesUp(at);
  const matchingLevel = levels.findLast((level) => level.widthPx >= widthPx && level.heightPx >= heightPx);
  const source = matchingLevel ?? levels[0];
  const kernel = source.widthPx > widthPx ? 'lanczos3' : 'cubic';
  const data = resampleLight(source, 4, widthPx, heightPx, kernel, window, 1 / FULL_SCALE);
  const raster = { widthPx: window.widthPx, heightPx: window.heightPx, data };
  settle(raster);
  if (isFlipped) flip(raster.data, 4, raster);
  return raster;
}

/** Rendering parameters with the window mirrored back, in coordinates of the unflipped product. */
function sidesUp([widthPx, heightPx, isFlipped, window]: RenderTarget): Required<RenderTarget> {
  const { xPx, ...rest } = window ?? { xPx: 0, yPx: 0, widthPx, heightPx };
  return [widthPx, heightPx, isFlipped, { ...rest, xPx: isFlipped ? widthPx - xPx - rest.widthPx : xPx }];
}

/**
 * Reads the visible part and resizes it to the first level. Reads each row once, so that a large photo needs little
 * memory.
 */
function firstLevel(image: RgbaRaster, box: Box, { widthPx, heightPx }: Size): CutOutLevel {
  const data = new Uint16Array(widthPx * heightPx * 4);
  // Shrinks by a whole factor first, so that the final resampling reads few pixels per sample.
  const factor = Math.max(1, Math.floor(Math.max(box.widthPx / widthPx, box.heightPx / heightPx)));
  const wide = Math.max(1, Math.floor(box.widthPx / factor));
  const high = Math.max(1, Math.floor(box.heightPx / factor));
  if (wide === widthPx && high === heightPx) {
    const row = new Float32Array(widthPx * 4);
    for (let y = 0; y < heightPx; y++) {
      readRow(image, box, factor, y, row);
      storeRow(row, data, y * row.length);
    }
    return { widthPx, heightPx, data };
  }
  const across = taps(wide, widthPx, 'cubic');
  const down = taps(high, heightPx, 'cubic');
  const whole = new Float32Array(wide * 4);
  const ring = Array.from({ length: down.count + 1 }, () => new Float32Array(widthPx * 4));
  const rowInSlot = new Int32Array(ring.length).fill(-1);
  const narrowRow = (y: number): Float32Array => {
    const slot = y % ring.length;
    if (rowInSlot[slot] !== y) {
      rowInSlot[slot] = y;
      readRow(image, box, factor, y, whole);
      for (let x = 0; x < widthPx; x++) addFour(whole, 0, across, x, ring[slot], x * 4);
    }
    return ring[slot];
  };
  const sums = new Float32Array(widthPx * 4);
  for (let y = 0; y < heightPx; y++) {
    sums.fill(0);
    for (let tap = y * down.count; tap < (y + 1) * down.count; tap++) {
      const weight = down.weights[tap];
      if (weight === 0) continue;
      const row = narrowRow(down.indices[tap]);
      for (let i = 0; i < sums.length; i++) sums[i] += weight * row[i];
    }
    storeRow(sums, data, y * sums.length);
  }
  return { widthPx, heightPx, data };
}

const LIGHT = Float32Array.from({ length: 256 }, (_, i) => linearOfSrgb(i));

/** Row of the visible part, shrunk by a whole factor: linear light with premultiplied alpha, 0 to FULL_SCALE. */
function readRow(image: RgbaRaster, box: Box, factor: number, y: number, into: Float32Array): void {
  const share = FULL_SCALE / (factor * factor * 255);
  for (let to = 0, x = 0; to < into.length; to += 4, x++) {
    let [red, green, blue, alpha] = [0, 0, 0, 0];
    for (let dy = 0; dy < factor; dy++) {
      let from = ((box.yPx + y * factor + dy) * image.widthPx + box.xPx + x * factor) * 4;
      for (let dx = 0; dx < factor; dx++, from += 4) {
        const a = image.data[from + 3];
        red += a * LIGHT[image.data[from]];
        green += a * LIGHT[image.data[from + 1]];
        blue += a * LIGHT[image.data[from + 2]];
        alpha += a;
      }
    }
    into[to] = red * share;
    into[to + 1] = green * share;
    into[to + 2] = blue * share;
    into[to + 3] = alpha * share;
  }
}

/** Rounds a row to integers and clips the overshoots of the sharp kernel. */
function storeRow(row: Float32Array, data: Uint16Array, at: number): void {
  for (let i = 0; i < row.length; i += 4) {
    const alpha = Math.min(FULL_SCALE, Math.max(0, row[i + 3]));
    for (let c = 0; c < 3; c++) data[at + i + c] = Math.min(alpha, Math.max(0, row[i + c])) + 0.5;
    data[at + i + 3] = alpha + 0.5;
  }
}

/** Level of half the size; an odd last row or column is dropped. */
function halveLevel({ widthPx: w, heightPx: h, data: source }: CutOutLevel): CutOutLevel {
  const widthPx = w >> 1;
  const heightPx = h >> 1;
  const data = new Uint16Array(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const from = (2 * y * w + 2 * x) * 4;
      const to = (y * widthPx + x) * 4;
      for (let c = 0; c < 4; c++) {
        const sum =
          source[from + c] + source[from + 4 + c] + source[from + w * 4 + c] + source[from + w * 4 + 4 + c];
        data[to + c] = (sum + 2) >> 2;
      }
    }
  }
  return { widthPx, heightPx, data };
}

function flip(
  data: Float32Array,
  channels: number,
  { widthPx, heightPx }: Pick<LightRaster, 'widthPx' | 'heightPx'>,
): void {
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx >> 1; x++) {
      const a = (y * widthPx + x) * channels;
      const b = (y * widthPx + widthPx - 1 - x) * channels;
      for (let c = 0; c < channels; c++) {
        const value = data[a + c];
        data[a + c] = data[b + c];
        data[b + c] = value;
      }
    }
  }
}
