// Measures of a cut-out, compared with exact ground truth.
import { intersectionOverUnion, meanAbsoluteError } from '../../packages/image-engine/src/pixels/raster/alpha.ts';
import { windowExtremes } from '../../packages/image-engine/src/pixels/raster/box-filter.ts';
import {
  DISTANCE_UNITS_PER_PX,
  distanceInside,
} from '../../packages/image-engine/src/pixels/raster/mask-distance.ts';
import { layOnBackground } from '../../packages/image-engine/src/pixels/matte/auxiliary-maps.ts';
import type { AuxiliaryMaps } from '../../packages/image-engine/src/pixels/matte/auxiliary-maps.ts';
import { raster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import { resample } from '../../packages/image-engine/src/pixels/raster/resample.ts';
import { finish } from '../../packages/image-engine/src/pixels/raster/work.ts';
import {
  colorDifference,
  fromLinear,
  toLab,
  toLinear,
} from '../../packages/image-engine/src/pixels/color/color-difference.ts';

/** Ground truth for one photo. */
export interface Truth {
  readonly alpha: AlphaRaster;
  /** Straight color, three samples per pixel. */
  readonly foreground: Uint8Array;
  /**
   * For clear things: share of the background's light that passes (linear), and the thing's own light (sRGB curve,
   * premultiplied).
   */
  readonly transmission?: Uint8Array;
  readonly highlights?: Uint8Array;
  /** Photo shadow on a plain background: the share of light that arrives, of 255. */
  readonly shadow?: AlphaRaster;
}

type Rgb = readonly [number, number, number];

export const GROUNDS = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  magenta: [230, 0, 126],
  blue: [47, 95, 168],
} as const satisfies Record<string, Rgb>;
type GroundName = keyof typeof GROUNDS;

/** Alpha from which a pixel counts as part of the thing. */
const SOLID = 128;
const BAND_PX = 4;
const BOUNDARY_PX = 2;
const FRINGE_PX = 3;
/** Smallest share of transmitted light at which a pixel counts as glass. */
const CLEAR_SHARE = 0.15;

const binary = (alpha: AlphaRaster): Uint8Array => alpha.data.map((value) => (value >= SOLID ? 255 : 0));

/** IoU of the pixels farther than 4 px from the truth's edge; low if whole parts are missing or superfluous. */
function overlapWithoutBand(alpha: AlphaRaster, truth: AlphaRaster): number {
  const { min, max } = windowExtremes(binary(truth), truth.widthPx, truth.heightPx, BAND_PX);
  const judgeMask = ({ data }: AlphaRaster): AlphaRaster => {
    const kept = data.filter((_, i) => min[i] === max[i]);
    return raster(kept, kept.length, 1, 1);
  };
  return intersectionOverUnion(judgeMask(alpha), judgeMask(truth));
}

/** Solid pixels with a neighbor that isn't solid; pixels outside the picture don't count. */
function findBoundary(alpha: AlphaRaster): Uint8Array {
  const solid = binary(alpha);
  const { min } = windowExtremes(solid, alpha.widthPx, alpha.heightPx, 1);
  return solid.map((value, i) => (value === 255 && min[i] === 0 ? 255 : 0));
}

/** Share of the pixels of `of` that are within the tolerance of a pixel of `near`. */
function shareNear(of: Uint8Array, near: Uint8Array, widthPx: number, heightPx: number): number {
  const elsewhere = raster(
    near.map((value) => 255 - value),
    widthPx,
    heightPx,
    1,
  );
  const distance = finish(distanceInside(elsewhere));
  let [all, close] = [0, 0];
  of.forEach((value, i) => {
    if (value === 0) return;
    all++;
    if (distance[i] <= BOUNDARY_PX * DISTANCE_UNITS_PER_PX) close++;
  });
  return all === 0 ? 0 : close / all;
}

/** Harmonic mean of the shares of each boundary that are within 2 px of the other. */
function boundaryScore(alpha: AlphaRaster, truth: AlphaRaster): number {
  const [found, wanted] = [findBoundary(alpha), findBoundary(truth)];
  const precision = shareNear(found, wanted, truth.widthPx, truth.heightPx);
  const recall = shareNear(wanted, found, truth.widthPx, truth.heightPx);
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/** Composes a cut-out on a plain background, like browsers and shops do. */
export function onGround({ data }: RgbaRaster, ground: Rgb): Uint8Array {
  const out = new Uint8Array((data.length / 4) * 3);
  for (let i = 0, j = 0; i < data.length; i += 4, j += 3) {
    const share = data[i + 3] / 255;
    for (let c = 0; c < 3; c++) out[j + c] = Math.round(data[i + c] * share + ground[c] * (1 - share));
  }
  return out;
}

/** Composes a cut-out on a plain background, with the light that passes through its clear parts. */
function seenOnGround(cutOut: RgbaRaster, { through }: AuxiliaryMaps, ground: Rgb): Uint8Array {
  if (through === undefined) return onGround(cutOut, ground);
  const light: Rgb = [toLinear(ground[0]), toLinear(ground[1]), toLinear(ground[2])];
  return Uint8Array.from(
    layOnBackground(cutOut, { through }, () => light),
    fromLinear,
  );
}

/** Composes the truth on a plain background; light passes through its clear parts. */
export function truthOnGround(truth: Truth, ground: Rgb): Uint8Array {
  const { alpha, foreground, transmission, highlights } = truth;
  const out = new Uint8Array(alpha.data.length * 3);
  for (let i = 0; i < alpha.data.length; i++) {
    const share = alpha.data[i] / 255;
    for (let j = i * 3, c = 0; c < 3; c++) {
      if (transmission === undefined || highlights === undefined) {
        out[j + c] = Math.round(foreground[j + c] * share + ground[c] * (1 - share));
      } else {
        const behind = 1 - share + transmission[j + c] / 255;
        out[j + c] = fromLinear(toLinear(highlights[j + c]) + behind * toLinear(ground[c]));
      }
    }
  }
  return out;
}

/** CIEDE2000 difference of each pixel of two pictures with three samples per pixel. */
function differences(a: Uint8Array, b: Uint8Array): Float32Array {
  const out = new Float32Array(a.length / 3);
  for (let i = 0, j = 0; i < out.length; i++, j += 3) {
    if (a[j] === b[j] && a[j + 1] === b[j + 1] && a[j + 2] === b[j + 2]) continue;
    out[i] = colorDifference(toLab(a[j], a[j + 1], a[j + 2]), toLab(b[j], b[j + 1], b[j + 2]));
  }
  return out;
}

function meanWhere(values: Float32Array, where: (i: number) => boolean): number | null {
  let [sum, count] = [0, 0];
  values.forEach((value, i) => {
    if (!where(i)) return;
    sum += value;
    count++;
  });
  return count === 0 ? null : sum / count;
}

/** Test for pixels within 3 px of the truth's edge, where color fringes show. */
function findFringe(truth: AlphaRaster): (i: number) => boolean {
  const { min, max } = windowExtremes(truth.data, truth.widthPx, truth.heightPx, FRINGE_PX);
  return (i) => max[i] - min[i] > 8;
}

/** Color difference (CIEDE2000) that is noticed at once. */
const VISIBLE = 10;
/** Radius of an edge's softness; thinner groups of wrong pixels don't count as faults. */
const FAULT_RADIUS_PX = 1;

export interface Faults {
  /** Largest connected group of visibly wrong pixels, as a share of the thing's area. */
  readonly largest: number;
  /** All visibly wrong pixels, as a share of the thing's area. */
  readonly all: number;
}

/** Measures the visibly wrong areas that are larger than an edge's softness, which a user would have to correct. */
export function countFaults(different: Float32Array, truth: AlphaRaster): Faults {
  const { widthPx: w, heightPx: h } = truth;
  const wrong = Uint8Array.from(different, (value) => (value > VISIBLE ? 255 : 0));
  const { min: core } = windowExtremes(wrong, w, h, FAULT_RADIUS_PX);
  const { max: opened } = windowExtremes(core, w, h, FAULT_RADIUS_PX);
  let [all, largest] = [0, 0];
  const stack: number[] = [];
  for (let start = 0; start < opened.length; start++) {
    if (opened[start] === 0) continue;
    let size = 0;
    stack.push(start);
    opened[start] = 0;
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      size++;
      const x = i % w;
      for (const next of [x > 0 ? i - 1 : -1, x < w - 1 ? i + 1 : -1, i - w, i + w]) {
        if (next < 0 || next >= opened.length || opened[next] === 0) continue;
        opened[next] = 0;
        stack.push(next);
      }
    }
    all += size;
    largest = Math.max(largest, size);
  }
  const area = Math.max(
    1,
    binary(truth).reduce((sum, value) => sum + (value === 255 ? 1 : 0), 0),
  );
  return { largest: largest / area, all: all / area };
}

/**
 * Limits up to which a cut-out is usable without correction: largest fault, and all faults, as shares of the thing's
 * area.
 */
const LARGEST_FAULT = 0.003;
const ALL_FAULTS = 0.02;
/** Limit for the mean color difference along the edge. */
const WORST_FRINGE = 8;

export interface Judgment {
  readonly iou: number;
  readonly iouWithoutBand: number;
  readonly boundary: number;
  readonly alphaError: number;
  readonly fringe: Readonly<Record<'white' | 'black' | 'magenta', number | null>>;
  /** For clear things: mean color difference of their glass on a new background; null for others. */
  readonly glass: number | null;
  /**
   * On a plain background: mean error of the share of arriving light in the thing's shadow and beside the thing; null
   * on others.
   */
  readonly photoShadow: number | null;
  readonly faults: Readonly<Record<'white' | 'black' | 'magenta', Faults>>;
  readonly usableOnWhite: boolean;
  readonly usableOnAny: boolean;
}

export function judge(cutOut: RgbaRaster, truth: Truth, maps: AuxiliaryMaps = {}): Judgment {
  const coverage =
    maps.coverage && resample(maps.coverage, cutOut.widthPx, cutOut.heightPx, 'linear').data;
  const alpha = raster(
    Uint8Array.from({ length: truth.alpha.data.length }, (_, i) =>
      Math.max(cutOut.data[i * 4 + 3], coverage?.[i] ?? 0),
    ),
    cutOut.widthPx,
    cutOut.heightPx,
    1,
  );
  const isFringe = findFringe(truth.alpha);
  const on = (name: GroundName) => {
    const different = differences(
      seenOnGround(cutOut, maps, GROUNDS[name]),
      truthOnGround(truth, GROUNDS[name]),
    );
    const fringe = meanWhere(different, isFringe);
    const faults = countFaults(different, truth.alpha);
    const isUsable =
      faults.largest <= LARGEST_FAULT && faults.all <= ALL_FAULTS && (fringe ?? 0) <= WORST_FRINGE;
    return { fringe, faults, isUsable };
  };
  const [white, black, magenta] = [on('white'), on('black'), on('magenta')];
  return {
    iou: intersectionOverUnion(alpha, truth.alpha),
    iouWithoutBand: overlapWithoutBand(alpha, truth.alpha),
    boundary: boundaryScore(alpha, truth.alpha),
    alphaError: meanAbsoluteError(alpha, truth.alpha),
    fringe: { white: white.fringe, black: black.fringe, magenta: magenta.fringe },
    glass: glassError(cutOut, truth, maps),
    photoShadow: shadowError(maps, truth),
    faults: { white: white.faults, black: black.faults, magenta: magenta.faults },
    usableOnWhite: white.isUsable,
    usableOnAny: white.isUsable && black.isUsable && magenta.isUsable,
  };
}

function glassError(cutOut: RgbaRaster, truth: Truth, maps: AuxiliaryMaps): number | null {
  const { transmission } = truth;
  if (transmission === undefined) return null;
  const different = differences(
    seenOnGround(cutOut, maps, GROUNDS.blue),
    truthOnGround(truth, GROUNDS.blue),
  );
  const least = CLEAR_SHARE * 3 * 255;
  return meanWhere(
    different,
    (i) =>
      truth.alpha.data[i] >= SOLID &&
      transmission[i * 3] + transmission[i * 3 + 1] + transmission[i * 3 + 2] >= least,
  );
}

/** Share of arriving light, of 255, below which a pixel counts as shadow. */
const SHADE = 245;
const BESIDE_SHARE = 0.02;

function shadowError({ photoShadow }: AuxiliaryMaps, { alpha, shadow }: Truth): number | null {
  if (shadow === undefined) return null;
  const { widthPx: w, heightPx: h } = alpha;
  const found = photoShadow && resample(photoShadow, w, h, 'linear').data;
  const beside = windowExtremes(alpha.data, w, h, Math.round(Math.max(w, h) * BESIDE_SHARE)).max;
  const wrong = Float32Array.from(shadow.data, (value, i) => Math.abs((found?.[i] ?? 255) - value) / 255);
  return meanWhere(wrong, (i) => alpha.data[i] === 0 && (shadow.data[i] < SHADE || beside[i] > 0));
}
