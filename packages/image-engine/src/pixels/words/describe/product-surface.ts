import { windowExtremes } from '../../raster/box-filter.ts';
import type { AlphaRaster } from '../../raster/raster.ts';
import type { Finish, ProductColor } from './facts.ts';
import type { ProductPixels } from './product-pixels.ts';
import { findRegions } from '../../raster/regions.ts';

/** Statistics of a surface's lightness, in Oklab, 0 to 1. */
export interface SurfaceStatistics {
  /**
   * The median difference between a pixel and the 5 x 5 around it: the texture of most of the surface, apart
   * from edges and print.
   */
  readonly grain: number;
  /** Quantiles of lightness. */
  readonly low: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  readonly high: number;
  /** The share of the dark or colored surface in compact, colorless spots with a much brighter core. */
  readonly glareShare: number;
}

const WINDOW_PX = 2;
/** Compares one pixel in this many, because thousands suffice for a median. */
const GRAIN_STEP = 3;
const LOW_QUANTILE = 0.1;
const HIGH_QUANTILE = 0.98;
/** The darker part of the surface, on which glare would be visible. */
const BODY_QUANTILE = 0.3;
/** Glare is lighter than the surface by at least this, and colorless. */
const GLARE_STEP = 0.22;
const GLARE_MAX_CHROMA = 0.07;
/** Smaller spots are glitter, dust or print. */
const GLARE_MIN_SPOT_PX = 12;
/**
 * A spot's core is at least this far above the surface, and at most that share of the spot is nearly as
 * bright.
 */
const GLARE_CORE = { at: 0.95, minStep: 0.35, within: 0.06, maxEvenShare: 0.5 } as const;
/** On white nothing can be much brighter. */
const GLARE_MAX_BODY = 0.7;

/** Measures the product's surface, without its outermost pixels. */
export function surfaceStatistics(pixels: ProductPixels): SurfaceStatistics {
  const { interior, lightness } = pixels;
  const sorted = Float32Array.from(interior, (i) => lightness[i]).toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))];
  return {
    grain: estimateGrain(pixels),
    low: at(LOW_QUANTILE),
    lowerQuartile: at(0.25),
    upperQuartile: at(0.75),
    high: at(HIGH_QUANTILE),
    glareShare: glareShareOf(pixels, at(BODY_QUANTILE)),
  };
}

function estimateGrain({ widthPx, lightness, interior, isInterior }: ProductPixels): number {
  const differences: number[] = [];
  for (let k = 0; k < interior.length; k += GRAIN_STEP) {
    const i = interior[k];
    let sum = 0;
    let whole = true;
    for (let y = -WINDOW_PX; y <= WINDOW_PX && whole; y++) {
      for (let x = -WINDOW_PX; x <= WINDOW_PX; x++) {
        const j = i + y * widthPx + x;
        if (isInterior[j] !== 255) whole = false;
        sum += lightness[j];
      }
    }
    if (whole) differences.push(Math.abs(lightness[i] - sum / (2 * WINDOW_PX + 1) ** 2));
  }
  if (differences.length === 0) return 0;
  return Float32Array.from(differences).toSorted()[Math.floor(differences.length / 2)];
}

function glareShareOf(pixels: ProductPixels, body: number): number {
  if (body > GLARE_MAX_BODY) return 0;
  const { interior, lightness, a, b, widthPx, heightPx } = pixels;
  const bright = new Uint8Array(widthPx * heightPx);
  for (const i of interior) {
    if (lightness[i] > body + GLARE_STEP && Math.hypot(a[i], b[i]) < GLARE_MAX_CHROMA) bright[i] = 1;
  }
  const spots = findRegions(bright, widthPx, 1).filter(({ length }) => length >= GLARE_MIN_SPOT_PX);
  const glare = spots.filter((spot) => isGlare(spot, lightness, body));
  return glare.reduce((sum, { length }) => sum + length, 0) / interior.length;
}

/** Glare has a bright core and fades out; a white logo is evenly bright, and a dim spot may be anything. */
function isGlare(spot: Int32Array, lightness: Float32Array, body: number): boolean {
  const sorted = Float32Array.from(spot, (i) => lightness[i]).toSorted();
  const core = sorted[Math.floor(GLARE_CORE.at * (sorted.length - 1))];
  const even = sorted.filter((value) => value > core - GLARE_CORE.within).length;
  return core >= body + GLARE_CORE.minStep && even < GLARE_CORE.maxEvenShare * sorted.length;
}

/** The alpha range of see-through material, and the rim to ignore, because every edge is soft. */
const THROUGH = { from: 20, to: 200, rimPx: 4 } as const;

/** The share of the product, apart from its rim, that is neither opaque nor fully transparent. */
export function transparentShare({ data, widthPx, heightPx }: AlphaRaster): number {
  const present = data.map((alpha) => (alpha > THROUGH.from ? 255 : 0));
  const { min } = windowExtremes(present, widthPx, heightPx, THROUGH.rimPx);
  let all = 0;
  let through = 0;
  for (let i = 0; i < data.length; i++) {
    if (min[i] === 0) continue;
    all++;
    if (data[i] < THROUGH.to) through++;
  }
  return all === 0 ? 0 : through / all;
}

const TEXTURED_GRAIN = 0.0155;
/** Woven, knitted, brushed or rough: surfaces on which OCR fails. */
export const isTextured = ({ grain }: SurfaceStatistics): boolean => grain > TEXTURED_GRAIN;

const TRANSPARENT_SHARE = 0.2;
/** @param throughShare the part of the product that is partly transparent, 0 to 1 */
export const isTransparent = (throughShare: number): boolean => throughShare >= TRANSPARENT_SHARE;
const CLEAR_THING =
  /\b(?:glass|glasses|crystal|clear|transparent|acrylic|glas|kristall|klar|acryl|verre|cristal|vidrio|transparente|vetro|cristallo|trasparente)\b/iu;
/** Glass and a doubtful cut-out look alike to a measure of alpha: who names the product knows. */
export const isNamedClear = (name: string | null): boolean => name !== null && CLEAR_THING.test(name);

/** Metal reflects bright and dark surroundings at once: widely spread tones on a surface of one color. */
const METAL = { minColorShare: 0.75, minReach: 0.5, minSpread: 0.12, minGlareShare: 0.01 } as const;
const METAL_COLORS: ReadonlySet<string> = new Set(['gray', 'light gray']);
/** A very smooth surface with compact glare: cloth has more grain. A larger bright area is a white part. */
const GLOSSY = { maxGrain: 0.003, minGlareShare: 0.001, maxGlareShare: 0.03 } as const;
/** The finish, where the pixels show it clearly; a printed surface is not judged by its tones. */
export function detectFinish(
  statistics: SurfaceStatistics,
  colors: readonly ProductColor[],
  isClear: boolean,
  hasText: boolean,
): Finish | null {
  const { grain, glareShare, low, high, lowerQuartile, upperQuartile } = statistics;
  if (isClear) return 'transparent';
  const [main] = colors;
  if (main === undefined) return null;
  if (
    !hasText &&
    METAL_COLORS.has(main.name) &&
    main.share >= METAL.minColorShare &&
    high - low >= METAL.minReach &&
    upperQuartile - lowerQuartile >= METAL.minSpread &&
    glareShare >= METAL.minGlareShare
  ) {
    return 'metallic';
  }
  const whiteToo = colors.some(({ name }) => name === 'white' || name === 'light gray');
  const glare = glareShare >= GLOSSY.minGlareShare && glareShare <= GLOSSY.maxGlareShare;
  return !hasText && !whiteToo && glare && grain <= GLOSSY.maxGrain ? 'glossy' : null;
}
