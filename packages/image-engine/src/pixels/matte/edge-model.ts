import { boxMean } from '../raster/box-filter.ts';
import { solveSymmetric } from './guided-model.ts';
import type { LinearModel } from './guided-model.ts';
import type { AlphaRaster, Raster } from '../raster/raster.ts';

/** Linear model of alpha by color, with the share of alpha's variance around each cell that color explains, 0 to 1. */
export interface EdgeModel extends LinearModel {
  readonly explained: Float32Array;
}

/** Minimum variance of alpha in a window for learning an edge from it. */
const MIN_VARIANCE = 1e-3;
/** Minimum share of known cells in a window for learning from it. */
const MIN_KNOWN = 0.02;

/**
 * Learns alpha as a linear function of color from the known cells around each cell, for use where alpha is unknown: a
 * color guided filter (guided-model.ts) whose sums skip unknown cells. Overlapping windows are weighted by the
 * variance of alpha in them.
 * @param isKnown 1 for cells to learn from, 0 for others
 * @param epsilon regularization, in squared color units of 0 to 1
 */
export function learnEdges(
  guide: Raster<3 | 4>,
  alpha: AlphaRaster,
  isKnown: Uint8Array,
  radiusPx: number,
  epsilon: number,
): EdgeModel {
  const { widthPx: w, heightPx: h } = alpha;
  const n = w * h;
  const scratch = new Float32Array(n);
  const blurMap = (values: Float32Array): Float32Array => {
    boxMean(values, values, w, h, radiusPx, scratch);
    return values;
  };
  /** Mean of the product of two channels over the known cells in the window. */
  const meanProduct = (one: Float32Array, other: Float32Array): Float32Array => {
    const product = new Float32Array(n);
    for (let i = 0; i < n; i++) product[i] = one[i] * other[i];
    return blurMap(product);
  };
  const red = knownPlane(guide, 0, isKnown);
  const green = knownPlane(guide, 1, isKnown);
  const blue = knownPlane(guide, 2, isKnown);
  const target = knownPlane(alpha, 0, isKnown);
  const [rr, rg, rb, ra] = [red, green, blue, target].map((other) => meanProduct(red, other));
  const [gg, gb, ga] = [green, blue, target].map((other) => meanProduct(green, other));
  const [bb, ba] = [blue, target].map((other) => meanProduct(blue, other));
  const aa = meanProduct(target, target);
  const [r1, g1, b1, a1] = [red, green, blue, target].map(blurMap);
  const shares = blurMap(Float32Array.from(isKnown));
  const slopes = new Float64Array(3);
  // From this loop on, the arrays contain the model multiplied by the window's weight, and the weight itself.
  for (let i = 0; i < n; i++) {
    const share = shares[i];
    const scale = 1 / share;
    const a = a1[i] * scale;
    const variance = share < MIN_KNOWN ? 0 : aa[i] * scale - a * a;
    if (variance < MIN_VARIANCE) {
      rr[i] = gg[i] = bb[i] = ra[i] = ga[i] = shares[i] = 0;
      continue;
    }
    const [r, g, b] = [r1[i] * scale, g1[i] * scale, b1[i] * scale];
    const withR = ra[i] * scale - r * a;
    const withG = ga[i] * scale - g * a;
    const withB = ba[i] * scale - b * a;
    solveSymmetric(
      rr[i] * scale - r * r + epsilon,
      rg[i] * scale - r * g,
      rb[i] * scale - r * b,
      gg[i] * scale - g * g + epsilon,
      gb[i] * scale - g * b,
      bb[i] * scale - b * b + epsilon,
      withR,
      withG,
      withB,
      slopes,
    );
    const [slopeR, slopeG, slopeB] = slopes;
    const edge = variance * share;
    rr[i] = slopeR * edge;
    gg[i] = slopeG * edge;
    bb[i] = slopeB * edge;
    ra[i] = (a - slopeR * r - slopeG * g - slopeB * b) * edge;
    ga[i] = (slopeR * withR + slopeG * withG + slopeB * withB) * share;
    shares[i] = edge;
  }
  blurMap(shares);
  const perEdge = (values: Float32Array): Float32Array => {
    blurMap(values);
    for (let i = 0; i < n; i++) values[i] = shares[i] > 0 ? values[i] / shares[i] : 0;
    return values;
  };
  return { r: perEdge(rr), g: perEdge(gg), b: perEdge(bb), offset: perEdge(ra), explained: perEdge(ga) };
}

/** Values of a channel from 0 to 1, and 0 for unknown cells. */
function knownPlane(
  { data, channels }: Raster<1 | 3 | 4>,
  channel: number,
  isKnown: Uint8Array,
): Float32Array {
  const values = new Float32Array(isKnown.length);
  for (let i = 0, at = channel; i < values.length; i++, at += channels)
    values[i] = (isKnown[i] * data[at]) / 255;
  return values;
}
