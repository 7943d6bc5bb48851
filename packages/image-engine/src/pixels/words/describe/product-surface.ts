import { windowExtremes } from '../../raster/box-filter.ts';
import type { AlphaRaster } from '../../raster/raster.ts';
import type { Finish, ProductColor } from './facts.ts';
import type { OklabProduct } from './product-pixels.ts';
import { findRegions } from '../../raster/regions.ts';

/** Statistics of a surface's lightness, in Oklab, 0 to 1. */
export interface SurfaceStatistics {
  /**
   * Median difference between a pixel and the mean of the 5 x 5 pixels around it: the texture of most of the surface,
   * without edges and print.
   */
  readonly grain: number;
  /** Quantiles of the surface's lightness. */
  readonly low: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  readonly high: number;
  /**
   * Share of the surface, where it is dark or colored, that consists of compact, colorless spots with a much brighter
   * core.
   */
  readonly glareShare: number;
}

const WINDOW_PX = 2;
/** Interval of the compared pixels: one in this many, because thousands suffice for a median. */
const GRAIN_STEP = 3;
const LOW_QUANTILE = 0.1;
const HIGH_QUANTILE = 0.98;
/** Quantile of lightness that represents the darker part of the surface, on which glare is visible. */
const BODY_QUANTILE = 0.3;
/** Minimum excess of a glare's lightness over the surface's, and maximum chroma of glare. */
const GLARE_STEP = 0.22;
const GLARE_MAX_CHROMA = 0.07;
/** Minimum size of a glare spot; smaller ones are glitter, dust or print. */
const GLARE_MIN_SPOT_PX = 12;
/**
 * Minimum excess of the lightness of a spot's core over the surface's, and the maximum share of the spot that is
 * nearly as bright as its core.
 */
const GLARE_CORE = { at: 0.95, minStep: 0.35, within: 0.06, maxEvenShare: 0.5 } as const;
/** Maximum lightness of a surface on which glare is detected; on white, glare can't be much brighter. */
const GLARE_MAX_BODY = 0.7;

/** Measures the product's surface, without its outermost pixels. */
export function surfaceStatistics(pixels: OklabProduct): SurfaceStatistics {
  const { interior, lightness } = pixels;
  const sorted = Float32Array.from(interior, (i) => lightness[i]).toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))];
  return {
    grain: estimateGrain(pixels),
    low: at(LOW_QUANTILE),
    lowerQuartile: at(0.25),
    upperQuartile: at(0.75),
    high: at(HIGH_QUANTILE),
    glareShare: measureGlareShare(pixels, at(BODY_QUANTILE)),
  };
}

function estimateGrain({ widthPx, lightness, interior, isInterior }: OklabProduct): number {
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

function measureGlareShare(pixels: OklabProduct, body: number): number {
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

/**
 * True for glare, which has a bright core and fades out. A white logo is evenly bright instead, and a dim spot is
 * ambiguous.
 */
function isGlare(spot: Int32Array, lightness: Float32Array, body: number): boolean {
  const sorted = Float32Array.from(spot, (i) => lightness[i]).toSorted();
  const core = sorted[Math.floor(GLARE_CORE.at * (sorted.length - 1))];
  const even = sorted.filter((value) => value > core - GLARE_CORE.within).length;
  return core >= body + GLARE_CORE.minStep && even < GLARE_CORE.maxEvenShare * sorted.length;
}

/** Alpha range of translucent material, and the width of the edge that isn't measured, because every edge is soft. */
const THROUGH = { from: 20, to: 200, rimPx: 4 } as const;

/** Share of the product, without its edge, that is neither opaque nor fully transparent. */
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
/** True for woven, knitted, brushed or rough surfaces. */
export const isTextured = ({ grain }: SurfaceStatistics): boolean => grain > TEXTURED_GRAIN;

const TRANSPARENT_SHARE = 0.2;
/**
 * True for a product with enough translucent area.
 * @param throughShare partly transparent share of the product, 0 to 1
 */
export const isTransparent = (throughShare: number): boolean => throughShare >= TRANSPARENT_SHARE;
const CLEAR_THING =
  /\b(?:glass|glasses|crystal|clear|transparent|acrylic|glas|kristall|klar|acryl|verre|cristal|vidrio|transparente|vetro|cristallo|trasparente)\b/iu;
/**
 * True if the product's name mentions glass. Alpha alone can't distinguish glass from a cut-out about which the
 * network was uncertain.
 */
export const isNamedClear = (name: string | null): boolean => name !== null && CLEAR_THING.test(name);

/**
 * Limits for metal, which reflects bright and dark surroundings at once: widely spread tones on a surface of one
 * color.
 */
const METAL = { minColorShare: 0.75, minReach: 0.5, minSpread: 0.12, minGlareShare: 0.01 } as const;
const METAL_COLORS: ReadonlySet<string> = new Set(['gray', 'light gray']);
/**
 * Limits for a glossy surface: very smooth, with compact glare. Cloth has more grain, and a larger bright area is a
 * white part.
 */
const GLOSSY = { maxGrain: 0.003, minGlareShare: 0.001, maxGlareShare: 0.03 } as const;
/**
 * Detects a glossy, metallic or transparent finish; null if none is clear. The tones of a printed surface aren't
 * evaluated, because print changes them.
 */
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
