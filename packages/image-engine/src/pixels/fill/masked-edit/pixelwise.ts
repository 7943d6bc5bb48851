import { oklabOfSrgb, srgbOfOklab } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import type { Work } from '../../raster/work.ts';
import type { Selection } from './selection.ts';

const PIXELS_PER_STEP = 40_000;

type ColorChange = (color: Triple) => void;

/** Changes the Oklab color of every selected pixel that isn't transparent. */
export function changeOklab(image: RgbaRaster, selection: Selection, change: ColorChange): Work {
  const color: Triple = [0, 0, 0];
  return changeEach(image, selection, (at, into) => {
    const { data } = image;
    oklabOfSrgb(data[at], data[at + 1], data[at + 2], color);
    change(color);
    srgbOfOklab(color[0], color[1], color[2], into);
  });
}

/**
 * Gives every selected, visible pixel a new color, in proportion to its weight. `colorAt` writes the sRGB
 * color (0 to 255, not rounded) of the pixel at a data offset to `into`.
 */
export function* changeEach(
  { data, widthPx }: RgbaRaster,
  { box, weights }: Selection,
  colorAt: (at: number, into: Triple, pixelOfBox: number) => void,
): Work {
  const rows = Math.max(1, Math.floor(PIXELS_PER_STEP / box.widthPx));
  const color: Triple = [0, 0, 0];
  for (let y = 0, i = 0; y < box.heightPx; y++) {
    const row = ((box.yPx + y) * widthPx + box.xPx) * 4;
    for (let at = row; at < row + box.widthPx * 4; at += 4, i++) {
      const weight = weights[i];
      if (weight === 0 || data[at + 3] === 0) continue;
      colorAt(at, color, i);
      const part = weight / 255;
      for (let c = 0; c < 3; c++) {
        const value = data[at + c] * (1 - part) + color[c] * part;
        data[at + c] = value <= 0 ? 0 : value >= 255 ? 255 : value + 0.5;
      }
    }
    if (y % rows === rows - 1) yield (y + 1) / box.heightPx;
  }
}

interface Appearance {
  /** Summed weight of the selected pixels at each lightness, in 256 steps. */
  readonly histogram: Float64Array;
  readonly medianLightness: number;
  /** Mean of the two opponent axes of Oklab. */
  readonly meanA: number;
  readonly meanB: number;
}

/** Lightness, 0 to 1, below which a given share of the pixels lies. */
export function lightnessAt(histogram: Float64Array, share: number): number {
  const total = histogram.reduce((sum, n) => sum + n, 0);
  let below = 0;
  for (let i = 0; i < histogram.length; i++) {
    below += histogram[i];
    if (below >= total * share) return i / (histogram.length - 1);
  }
  return 1;
}

/**
 * Number of pixels that suffices for statistics: of areas at least four times as large, only every second pixel or
 * fewer are read in each direction.
 */
const MAX_LOOKED_AT = 250_000;

/**
 * Calls `look` with the Oklab color and the weight (0 to 1) of each selected pixel that isn't transparent; for a large
 * selection, of an even sample of them.
 */
export function lookAt(
  { data, widthPx }: RgbaRaster,
  { box, weights }: Selection,
  look: (color: Triple, weight: number) => void,
): void {
  const step = Math.max(1, Math.floor(Math.sqrt((box.widthPx * box.heightPx) / MAX_LOOKED_AT)));
  const color: Triple = [0, 0, 0];
  for (let y = 0; y < box.heightPx; y += step) {
    for (let x = 0; x < box.widthPx; x += step) {
      const weight = weights[y * box.widthPx + x];
      const at = ((box.yPx + y) * widthPx + box.xPx + x) * 4;
      if (weight === 0 || data[at + 3] === 0) continue;
      oklabOfSrgb(data[at], data[at + 1], data[at + 2], color);
      look(color, (weight / 255) * (data[at + 3] / 255));
    }
  }
}

/** Color statistics of a selection, in which pixels count in proportion to their weight. */
export function appearance(image: RgbaRaster, selection: Selection): Appearance {
  const histogram = new Float64Array(256);
  let [total, a, b] = [0, 0, 0];
  lookAt(image, selection, (color, weight) => {
    histogram[Math.max(0, Math.min(255, Math.round(color[0] * 255)))] += weight;
    total += weight;
    a += weight * color[1];
    b += weight * color[2];
  });
  const scale = total === 0 ? 0 : 1 / total;
  return { histogram, medianLightness: lightnessAt(histogram, 0.5), meanA: a * scale, meanB: b * scale };
}

/**
 * Compresses a value that moved away from a middle level, so that it approaches 0 or 1 without passing them. Values
 * near the middle are nearly unchanged.
 */
export function softLimit(value: number, middle: number): number {
  const room = value > middle ? 1 - middle : middle;
  if (room <= 0) return middle;
  const t = Math.abs(value - middle) / room;
  const bent = t / Math.cbrt(1 + t * t * t);
  return value > middle ? middle + room * bent : middle - room * bent;
}
