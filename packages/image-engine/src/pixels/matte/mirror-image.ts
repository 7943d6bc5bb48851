import { sampleOfLog } from '../raster/log-samples.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';
import { alongRow } from './plain-fit.ts';
import type { PlainBackground } from './plain-background.ts';

/** Longest side of the reduced picture for a coarse search of the line between product and mirror image. */
const SEARCH_SIDE_PX = 192;
/** Minimum distance of the line from the top, as a share of the height of product and mirror image together. */
const FROM_SHARE = 0.4;
/** Minimum number of rows of a mirror image, as a share of the picture's longer side. */
const LEAST_ROWS_SHARE = 0.04;
/**
 * Minimum cosine similarity of rows above and below the line, for whole rows and for their details (without the rows'
 * mean color).
 */
const ALIKE = { whole: 0.995, details: 0.65 } as const;
/**
 * Minimum excess of the mirrored rows' similarity over the similarity of upright rows. Vertical stripes are equally
 * similar both ways, so they aren't a mirror image.
 */
const UPSIDE_DOWN = 0.1;
/**
 * Range of the mirror image's strength at the line, and the maximum ratio of its strength at the end to its strength
 * at the line, because it fades.
 */
const FACTOR = { least: 0.04, most: 0.75, fades: 0.8 } as const;
/** Minimum visible difference from the background, of 255. */
const SEEN = 20;

/** Difference of a picture from its background, three values of 255 per pixel. */
interface Difference {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Float32Array;
  /** Marks the pixels with a visible difference with 1. */
  readonly isSeen: Uint8Array;
}

interface Bounds {
  readonly left: number;
  /** Right edge of the bounds, exclusive. */
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Removes the product's reflection in a glossy background from a mask, in place. Below a product that is seen from the
 * front, the rows are a fading mirror image of the rows above. The network would include them, and the product would
 * seem to stand on its reflection.
 * @param photo photo on the mask's grid
 */
export function clearMirrorImage(photo: RgbRaster, mask: AlphaRaster, background: PlainBackground): void {
  const shrink = Math.min(1, SEARCH_SIDE_PX / Math.max(photo.widthPx, photo.heightPx));
  const w = Math.max(1, Math.round(photo.widthPx * shrink));
  const h = Math.max(1, Math.round(photo.heightPx * shrink));
  const small = measureDifference(resample(photo, w, h, 'linear'), background);
  const bounds = computeBounds(small);
  if (bounds === undefined) return;
  const from = Math.ceil(bounds.top + FROM_SHARE * (bounds.bottom - bounds.top));
  const coarseLine = bestLine(small, bounds, from, bounds.bottom);
  if (coarseLine === undefined) return;
  const whole = measureDifference(photo, background);
  const { heightPx } = photo;
  const scale = heightPx / h;
  const near = bestLine(
    whole,
    scaleBounds(bounds, photo.widthPx / w, scale),
    Math.floor((coarseLine - 1) * scale),
    Math.ceil((coarseLine + 1) * scale),
  );
  if (near !== undefined) mask.data.fill(0, near * mask.widthPx);
}

const scaleBounds = ({ left, right, top, bottom }: Bounds, across: number, down: number): Bounds => ({
  left: Math.floor(left * across),
  right: Math.floor(right * across),
  top: Math.floor(top * down),
  bottom: Math.floor(bottom * down),
});

function measureDifference({ data, widthPx, heightPx }: RgbRaster, background: PlainBackground): Difference {
  const difference = new Float32Array(data.length);
  const isSeen = new Uint8Array(widthPx * heightPx);
  for (let row = 0, i = 0; row < heightPx; row++) {
    const y = (2 * (row + 0.5)) / heightPx - 1;
    const [red, blue, light] = [background.redness, background.blueness, background.light].map((surface) =>
      alongRow(surface, y),
    );
    for (let column = 0; column < widthPx; column++, i++) {
      const x = (2 * (column + 0.5)) / widthPx - 1;
      const at = (terms: readonly [number, number, number]): number =>
        terms[0] + x * (terms[1] + x * terms[2]);
      const [redder, bluer] = [at(red), at(blue)];
      const green = at(light) - (redder + bluer) / 3;
      const samples = [green + redder, green, green + bluer];
      let squares = 0;
      for (let c = 0; c < 3; c++) {
        const off = data[i * 3 + c] - sampleOfLog(samples[c]);
        difference[i * 3 + c] = off;
        squares += off * off;
      }
      if (squares > SEEN * SEEN) isSeen[i] = 1;
    }
  }
  return { widthPx, heightPx, data: difference, isSeen };
}

function computeBounds({ widthPx, heightPx, isSeen }: Difference): Bounds | undefined {
  let [left, right, top, bottom] = [widthPx, 0, heightPx, 0];
  for (let i = 0; i < isSeen.length; i++) {
    if (isSeen[i] === 0) continue;
    const [x, y] = [i % widthPx, Math.floor(i / widthPx)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return right > left ? { left, right, top, bottom } : undefined;
}

/**
 * First row of the mirror image: the row below which the rows are most similar to those above. Undefined if no row
 * shows a mirror image.
 */
function bestLine(picture: Difference, bounds: Bounds, from: number, to: number): number | undefined {
  let best: number | undefined;
  let most: number = ALIKE.whole;
  for (let line = from; line <= to; line++) {
    const likeness = likenessAt(picture, bounds, line);
    if (likeness < most) continue;
    most = likeness;
    best = line;
  }
  return best;
}

/** Similarity of the rows below a line to the mirrored rows above it, 0 to 1; 0 if they aren't a mirror image. */
function likenessAt(picture: Difference, bounds: Bounds, line: number): number {
  const rows = Math.min(bounds.bottom - line, line - bounds.top);
  if (rows < LEAST_ROWS_SHARE * Math.max(picture.widthPx, picture.heightPx)) return 0;
  const factors: number[] = [];
  let [both, apart, bothDetails, above, below] = [0, 0, 0, 0, 0];
  for (let k = 0; k < rows; k++) {
    const row = compareRows(picture, bounds, line - 1 - k, line + k);
    if (row.above < 1) continue;
    both += row.both;
    apart += Math.sqrt(row.above * row.below);
    factors.push(row.both / row.above);
    bothDetails += row.bothDetails;
    above += row.aboveDetails;
    below += row.belowDetails;
  }
  const third = Math.max(1, Math.floor(factors.length / 3));
  const first = mean(factors.slice(0, third));
  const fades = mean(factors.slice(-third)) < FACTOR.fades * first;
  // Unlike a shadow, a mirror image is strongest right below the line.
  const atLine = mean(factors.slice(1, 3));
  if (!fades || first < FACTOR.least || Math.max(first, atLine) > FACTOR.most) return 0;
  const details = bothDetails / Math.sqrt(Math.max(1, above * below));
  if (details < ALIKE.details || details < detailsUpright(picture, bounds, line, rows) + UPSIDE_DOWN)
    return 0;
  return both / Math.max(1, apart);
}

/** Similarity of the details below a line to those above it, without mirroring. */
function detailsUpright(picture: Difference, bounds: Bounds, line: number, rows: number): number {
  let [both, above, below] = [0, 0, 0];
  for (let k = 0; k < rows; k++) {
    const row = compareRows(picture, bounds, line - rows + k, line + k);
    both += row.bothDetails;
    above += row.aboveDetails;
    below += row.belowDetails;
  }
  return both / Math.sqrt(Math.max(1, above * below));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

interface ComparedRows {
  readonly both: number;
  readonly above: number;
  readonly below: number;
  /** Sums over the details, which are rows without their mean color. */
  readonly bothDetails: number;
  readonly aboveDetails: number;
  readonly belowDetails: number;
}

function compareRows(
  { data, isSeen, widthPx }: Difference,
  { left, right }: Bounds,
  upper: number,
  lower: number,
): ComparedRows {
  let [both, above, below] = [0, 0, 0];
  let [bothSeen, aboveSeen, belowSeen, count] = [0, 0, 0, 0];
  const [sumsAbove, sumsBelow] = [new Float64Array(3), new Float64Array(3)];
  for (let x = left; x < right; x++) {
    const a = upper * widthPx + x;
    const b = lower * widthPx + x;
    count += isSeen[a];
    for (let c = 0; c < 3; c++) {
      const one = data[a * 3 + c];
      const other = data[b * 3 + c];
      both += one * other;
      above += one * one;
      below += other * other;
      if (isSeen[a] === 0) continue;
      bothSeen += one * other;
      aboveSeen += one * one;
      belowSeen += other * other;
      sumsAbove[c] += one;
      sumsBelow[c] += other;
    }
  }
  const off = (one: Float64Array, other: Float64Array): number =>
    count === 0 ? 0 : (one[0] * other[0] + one[1] * other[1] + one[2] * other[2]) / count;
  return {
    both,
    above,
    below,
    bothDetails: bothSeen - off(sumsAbove, sumsBelow),
    aboveDetails: aboveSeen - off(sumsAbove, sumsAbove),
    belowDetails: belowSeen - off(sumsBelow, sumsBelow),
  };
}
