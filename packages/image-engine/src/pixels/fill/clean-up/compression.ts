import type { JpegCoding } from '../../file/header/jpeg-coding.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import { BLOCK_SIDE, BLOCK_SIZE, forwardDct } from './dct.ts';
import type { Scale } from './color-planes.ts';

/** Position of a JPEG's blocks in the picture, and the quantization steps of their coefficients. */
export interface BlockGrid {
  /** Offset of the first whole block from the picture's left edge, in pixels. */
  readonly offsetXPx: number;
  readonly offsetYPx: number;
  /** Quantization step of each coefficient, in the order of `forwardDct`. */
  readonly steps: Float32Array;
}

export interface Compression {
  readonly luma: BlockGrid;
  /** Quantization steps of the chroma coefficients. */
  readonly colorSteps: Float32Array;
  readonly colorScale: Scale;
}

/** Compression that a JPEG file states, converted to its upright picture. */
export function toCompression(coding: JpegCoding): Compression {
  const { widthPx, heightPx, orientation } = coding;
  const isTurned = orientation >= 5;
  const [width, height] = isTurned ? [heightPx, widthPx] : [widthPx, heightPx];
  const fromRight = [2, 3, 6, 7].includes(orientation);
  const fromBelow = [3, 4, 7, 8].includes(orientation);
  const upright = (steps: Float32Array): Float32Array => (isTurned ? transpose(steps) : steps);
  return {
    luma: {
      offsetXPx: fromRight ? width % BLOCK_SIDE : 0,
      offsetYPx: fromBelow ? height % BLOCK_SIDE : 0,
      steps: upright(coding.lumaSteps),
    },
    colorSteps: upright(coding.colorSteps),
    colorScale: coding.isColorHalved ? 2 : 1,
  };
}

const transpose = (steps: Float32Array): Float32Array =>
  steps.map((_, i) => steps[(i % BLOCK_SIDE) * BLOCK_SIDE + Math.floor(i / BLOCK_SIDE)]);

/** Standard tables of ITU T.81, annex K, row by row; nearly every encoder scales them by its quality. */
const LUMA_TABLE = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
const COLOR_TABLE = [
  17,
  18,
  24,
  47,
  99,
  99,
  99,
  99,
  18,
  21,
  26,
  66,
  99,
  99,
  99,
  99,
  24,
  26,
  56,
  99,
  99,
  99,
  99,
  99,
  47,
  66,
  99,
  99,
  99,
  99,
  99,
  99,
  ...Array.from({ length: 32 }, () => 99),
];

/** Scales a table to a quality from 1 to 100 as libjpeg does (jcparam.c, jpeg_quality_scaling). */
function stepsAt(table: readonly number[], quality: number): Float32Array {
  const percent = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return Float32Array.from(table, (step) =>
    Math.min(255, Math.max(1, Math.floor((step * percent + 50) / 100))),
  );
}

/**
 * Number of blocks of a large picture that are searched for traces of JPEG compression: at least this many, and fewer
 * than twice as many.
 */
const LOOKED_AT = 1500;
/** Minimum number of textured blocks for a reliable detection. */
const PROOF_MIN = 40;
/**
 * Limit for the relative jump at the block borders. The jump must exceed those at all other offsets by a tenth of (this
 * limit − 1), and by a fifth of their range.
 */
const JUMP_RATIO = 1.12;
/** Low-frequency coefficients, nonzero in nearly every block, by which the quantization steps are recognized. */
const RECOGNIZED = [1, 8, 2, 9, 16, 3, 10, 17, 24];
const QUALITIES = Array.from({ length: 19 }, (_, i) => 10 + i * 5 - (i === 18 ? 8 : 0));
/**
 * Maximum mean distance of coefficients from multiples of the quantization step, in steps. Unquantized coefficients
 * have 0.25.
 */
const ON_STEPS = 0.13;

/**
 * Finds traces of an earlier JPEG compression in a picture that was saved in another format: jumps at block borders,
 * and coefficients on the multiples of a step (Fan and de Queiroz, "Identification of bitmap compression history",
 * IEEE Transactions on Image Processing, 2003). Null if it finds no traces, or the picture was scaled.
 */
export function findCompression(image: RgbaRaster): Compression | null {
  const offsetXPx = strongestPhase(image, 'across');
  const offsetYPx = strongestPhase(image, 'down');
  if (offsetXPx === null || offsetYPx === null) return null;
  const quality = recognizeQuality(image, offsetXPx, offsetYPx);
  if (quality === null) return null;
  return {
    luma: { offsetXPx, offsetYPx, steps: stepsAt(LUMA_TABLE, quality) },
    colorSteps: stepsAt(COLOR_TABLE, quality),
    colorScale: 2,
  };
}

/**
 * Offset, 0 to 7, of the block borders, at which neighboring pixels differ more than elsewhere; null if no offset
 * stands out.
 */
function strongestPhase(image: RgbaRaster, direction: 'across' | 'down'): number | null {
  const { widthPx, heightPx } = image;
  const [length, lines] = direction === 'across' ? [widthPx, heightPx] : [heightPx, widthPx];
  const [alongStep, lineStep] = direction === 'across' ? [4, widthPx * 4] : [widthPx * 4, 4];
  const jumps = new Float64Array(BLOCK_SIDE);
  const counts = new Float64Array(BLOCK_SIDE);
  const everyLine = Math.max(1, Math.floor(lines / 400));
  const { data } = image;
  const difference = (at: number): number => Math.abs(data[at + 1] - data[at + alongStep + 1]);
  for (let line = 0; line < lines; line += everyLine) {
    for (let i = 1; i + 3 < length; i++) {
      const at = line * lineStep + i * alongStep;
      if (data[at - alongStep + 3] < 255 || data[at + 2 * alongStep + 3] < 255) continue;
      const here = difference(at);
      // Ignores differences above 40: real edges cause much larger ones than coarse quantization.
      if (here > 40) continue;
      const phase = (i + 1) % BLOCK_SIDE;
      jumps[phase] += here - (difference(at - alongStep) + difference(at + alongStep)) / 2;
      counts[phase] += 1 + here;
    }
  }
  const ratios = Array.from(jumps, (jump, i) => jump / Math.max(1, counts[i]));
  const best = ratios.indexOf(Math.max(...ratios));
  const others = ratios.filter((_, i) => i !== best).toSorted((a, b) => a - b);
  const spread = others[6] - others[0];
  return ratios[best] - others[6] > Math.max(JUMP_RATIO - 1, 2 * spread) * 0.1 ? best : null;
}

/** Lowest JPEG quality whose quantization steps fit the coefficients, or null. */
function recognizeQuality(image: RgbaRaster, offsetXPx: number, offsetYPx: number): number | null {
  const coefficients = sampleCoefficients(image, offsetXPx, offsetYPx);
  for (const quality of QUALITIES) {
    const steps = stepsAt(LUMA_TABLE, quality);
    let sum = 0;
    let count = 0;
    for (const k of RECOGNIZED) {
      if (steps[k] < 3) continue;
      for (const block of coefficients) {
        const inSteps = Math.abs(block[k]) / steps[k];
        if (inSteps < 0.5) continue;
        sum += Math.abs(inSteps - Math.round(inSteps));
        count++;
      }
    }
    if (count >= PROOF_MIN && sum / count < ON_STEPS) return quality;
  }
  return null;
}

function sampleCoefficients(image: RgbaRaster, offsetXPx: number, offsetYPx: number): Float32Array[] {
  const { data, widthPx, heightPx } = image;
  const columns = Math.floor((widthPx - offsetXPx) / BLOCK_SIDE);
  const rows = Math.floor((heightPx - offsetYPx) / BLOCK_SIDE);
  const every = Math.max(1, Math.floor((columns * rows) / LOOKED_AT));
  const all: Float32Array[] = [];
  for (let i = Math.floor(every / 2); i < columns * rows; i += every) {
    const x = offsetXPx + (i % columns) * BLOCK_SIDE;
    const y = offsetYPx + Math.floor(i / columns) * BLOCK_SIDE;
    const block = new Float32Array(BLOCK_SIZE);
    let isWhole = true;
    for (let row = 0; row < BLOCK_SIDE; row++) {
      for (let column = 0; column < BLOCK_SIDE; column++) {
        const at = ((y + row) * widthPx + x + column) * 4;
        const [r, g, b, a] = [data[at], data[at + 1], data[at + 2], data[at + 3]];
        if (a < 255 || Math.max(r, g, b) > 253 || Math.min(r, g, b) < 2) isWhole = false;
        block[row * BLOCK_SIDE + column] = 0.299 * r + 0.587 * g + 0.114 * b;
      }
    }
    if (!isWhole) continue;
    forwardDct(block);
    all.push(block);
  }
  return all;
}
