import { sampleOfLog } from '../raster/log-samples.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';
import { alongRow } from './plain-fit.ts';
import type { PlainGround } from './plain-background.ts';

/** The line is looked for in a small picture, and then found exactly. */
const SEARCH_SIDE_PX = 192;
/** It is in the lower part of what is seen of product and mirror image. */
const FROM_SHARE = 0.4;
/** A mirror image of fewer rows, as a share of the picture's longer side, says nothing. */
const LEAST_ROWS_SHARE = 0.04;
/** Rows above and below the line are alike up to a factor, by the cosine between them; and so is what is on them, by itself. */
const ALIKE = { whole: 0.995, details: 0.65 } as const;
/** So much more alike they are upside down than the right way up: what runs down a product is its own mirror image anywhere. */
const UPSIDE_DOWN = 0.1;
/** The factor where the mirror image begins, and how much less it is where it ends: it fades away. */
const FACTOR = { least: 0.04, most: 0.75, fades: 0.8 } as const;
/** Of 255: what differs more from the ground is seen. */
const SEEN = 20;

/** How a picture differs from its ground, three values of 255 a pixel. */
interface Difference {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Float32Array;
  /** Whether it differs at all. */
  readonly isSeen: Uint8Array;
}

interface Bounds {
  readonly left: number;
  /** The first column and row beyond. */
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Takes the mirror image in a glossy ground out of a mask, in place: below a product that is seen from the front, the rows under it are those above once more, fainter
 * and fainter. The network takes it for a part of the product, on which that would stand.
 * @param photo on the mask's grid
 */
export function clearMirrorImage(photo: RgbRaster, mask: AlphaRaster, ground: PlainGround): void {
  const shrink = Math.min(1, SEARCH_SIDE_PX / Math.max(photo.widthPx, photo.heightPx));
  const w = Math.max(1, Math.round(photo.widthPx * shrink));
  const h = Math.max(1, Math.round(photo.heightPx * shrink));
  const small = differenceOf(resample(photo, w, h, 'linear'), ground);
  const bounds = boundsOf(small);
  if (bounds === undefined) return;
  const from = Math.ceil(bounds.top + FROM_SHARE * (bounds.bottom - bounds.top));
  const found = bestLine(small, bounds, from, bounds.bottom);
  if (found === undefined) return;
  const whole = differenceOf(photo, ground);
  const { heightPx } = photo;
  const scale = heightPx / h;
  const near = bestLine(
    whole,
    scaled(bounds, photo.widthPx / w, scale),
    Math.floor((found - 1) * scale),
    Math.ceil((found + 1) * scale),
  );
  if (near !== undefined) mask.data.fill(0, near * mask.widthPx);
}

const scaled = ({ left, right, top, bottom }: Bounds, across: number, down: number): Bounds => ({
  left: Math.floor(left * across),
  right: Math.floor(right * across),
  top: Math.floor(top * down),
  bottom: Math.floor(bottom * down),
});

function differenceOf({ data, widthPx, heightPx }: RgbRaster, ground: PlainGround): Difference {
  const difference = new Float32Array(data.length);
  const isSeen = new Uint8Array(widthPx * heightPx);
  for (let row = 0, i = 0; row < heightPx; row++) {
    const y = (2 * (row + 0.5)) / heightPx - 1;
    const [red, blue, light] = [ground.redness, ground.blueness, ground.light].map((surface) =>
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

function boundsOf({ widthPx, heightPx, isSeen }: Difference): Bounds | undefined {
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

/** The first row of the mirror image that is most alike what is above it; undefined where none is. */
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

/** How alike the rows below a line are to those above, 0 to 1; 0 where they are no mirror image. */
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
  // It sets in at once, right below the line; a shadow fades.
  const atLine = mean(factors.slice(1, 3));
  if (!fades || first < FACTOR.least || Math.max(first, atLine) > FACTOR.most) return 0;
  const details = bothDetails / Math.sqrt(Math.max(1, above * below));
  if (details < ALIKE.details || details < detailsUpright(picture, bounds, line, rows) + UPSIDE_DOWN)
    return 0;
  return both / Math.max(1, apart);
}

/** How alike what is on the rows below a line is to what is on as many above it, the right way up. */
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
  /** The same of what is on the product, without its mean color. */
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
