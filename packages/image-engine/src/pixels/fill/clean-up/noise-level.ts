import type { RgbaRaster } from '../../raster/raster.ts';
import { BLOCK_SIDE, BLOCK_SIZE, forwardDct } from './dct.ts';
import { readRows, scaledLength } from './color-planes.ts';
import type { Plane, Scale } from './color-planes.ts';

/** Sum of horizontal and vertical frequency at which the second, third and fourth frequency band begin. */
const BAND_STARTS = [3, 5, 8] as const;

/** Standard deviation of the noise in the DCT coefficients of four frequency bands, lowest frequencies first. */
export type BandLevels = readonly [number, number, number, number];

export function getBand(coefficient: number): number {
  const periods = (coefficient % BLOCK_SIDE) + Math.floor(coefficient / BLOCK_SIDE);
  return BAND_STARTS.filter((start) => periods >= start).length;
}

const BANDS = Uint8Array.from({ length: BLOCK_SIZE }, (_, i) => getBand(i));
const BAND_SIZES = [0, 1, 2, 3].map((band) =>
  BANDS.reduce((count, of, i) => count + Number(i > 0 && of === band), 0),
);

/** Number of blocks of a large picture in which noise is measured: at least this many, and fewer than twice as many. */
const LOOKED_AT = 6000;
/** Share of blocks with the least variation, in which noise is measured, and the minimum number of such blocks. */
const CALM_SHARE = 0.03;
const CALM_MIN = 8;
/** Correction factor: selecting the blocks with the least variation selects those whose noise is below average. */
const CHOSEN_FOR_CALM = 1.2;
/** Range of samples in which noise can be measured; outside of it, noise is clipped. */
const DARKEST = 3;
const BRIGHTEST = 252;
/** Maximum share of clipped samples in a block; the second value applies if too few blocks meet the first. */
const CUT_OFF_SHARES = [0.04, 0.95] as const;
/** Correction factor for blocks in which half of the noise is clipped. */
const CUT_IN_HALF = 1.5;

/**
 * Measures the noise of a channel in the blocks with the least variation, where little of the variation belongs to the
 * picture (Colom and Buades, "Analysis and extension of the percentile method, estimating a noise curve from a single
 * image", Image Processing On Line, 2013). Measures by frequency band, because compression removes high-frequency
 * noise and leaves low-frequency noise (Lebrun, Colom and Morel, "The Noise Clinic", Image Processing On Line, 2015).
 * Null if nearly all of the picture is transparent, black or white.
 */
export function measureNoise(image: RgbaRaster, plane: Plane, scale: Scale): BandLevels | null {
  const widthPx = scaledLength(image.widthPx, scale);
  const heightPx = scaledLength(image.heightPx, scale);
  const columns = Math.floor(widthPx / BLOCK_SIDE) - 1;
  const lines = Math.floor(heightPx / BLOCK_SIDE) - 1;
  const everyLine = Math.max(1, Math.floor((columns * lines) / LOOKED_AT));
  const whole: BlockEnergy[] = [];
  const cut: BlockEnergy[] = [];
  for (let line = 0; line < lines; line += everyLine) {
    // Samples windows that straddle a JPEG's block borders, because compression makes blocks with little variation
    // perfectly flat.
    const top = line * BLOCK_SIDE + BLOCK_SIDE / 2;
    const rows = readRows(image, plane, scale, top, BLOCK_SIDE);
    for (let column = 0; column < columns; column++) {
      const left = column * BLOCK_SIDE + BLOCK_SIDE / 2;
      const cutOff = cutOffShare(image, left * scale, top * scale, BLOCK_SIDE * scale);
      if (cutOff <= CUT_OFF_SHARES[0]) whole.push(measureEnergy(rows.data, left, widthPx));
      else if (cutOff <= CUT_OFF_SHARES[1]) cut.push(measureEnergy(rows.data, left, widthPx));
    }
  }
  return computeLevels(whole, 1) ?? computeLevels(cut, CUT_IN_HALF);
}

interface BlockEnergy {
  readonly all: number;
  readonly bands: Float32Array;
}

function measureEnergy(data: Float32Array, left: number, widthPx: number): BlockEnergy {
  const block = new Float32Array(BLOCK_SIZE);
  for (let row = 0; row < BLOCK_SIDE; row++) {
    const from = row * widthPx + left;
    block.set(data.subarray(from, from + BLOCK_SIDE), row * BLOCK_SIDE);
  }
  forwardDct(block);
  const bands = new Float32Array(BAND_SIZES.length);
  let all = 0;
  for (let i = 1; i < BLOCK_SIZE; i++) {
    const square = block[i] * block[i];
    bands[BANDS[i]] += square;
    all += square;
  }
  return { all, bands };
}

function computeLevels(blocks: BlockEnergy[], factor: number): BandLevels | null {
  if (blocks.length < 4 * CALM_MIN) return null;
  const calm = blocks
    .toSorted((a, b) => a.all - b.all)
    .slice(0, Math.max(CALM_MIN, Math.round(blocks.length * CALM_SHARE)));
  const level = (band: number): number => {
    const sum = calm.reduce((total, { bands }) => total + bands[band], 0);
    return factor * CHOSEN_FOR_CALM * Math.sqrt(sum / (calm.length * BAND_SIZES[band]));
  };
  return [level(0), level(1), level(2), level(3)];
}

/** Share of clipped samples in a block; more than 1 if any pixel is transparent. */
function cutOffShare(
  { data, widthPx, heightPx }: RgbaRaster,
  left: number,
  top: number,
  side: number,
): number {
  const bottom = Math.min(heightPx, top + side);
  const right = Math.min(widthPx, left + side);
  let cutOff = 0;
  for (let y = top; y < bottom; y++) {
    for (let at = (y * widthPx + left) * 4, end = (y * widthPx + right) * 4; at < end; at += 4) {
      if (data[at + 3] < 255) return 2;
      const darkest = Math.min(data[at], data[at + 1], data[at + 2]);
      const brightest = Math.max(data[at], data[at + 1], data[at + 2]);
      if (darkest < DARKEST || brightest > BRIGHTEST) cutOff++;
    }
  }
  return cutOff / (side * side);
}
