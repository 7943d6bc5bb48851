import { luminance, toLuminance, srgbToLinear } from '../color/oklab.ts';
import type { AlphaRaster } from '../raster/raster.ts';
import type { DecodedStudioSet, LayerPlane } from './layers.ts';
import type { LinearRgb } from './scene-plan.ts';
import { lightForTone } from '../color/tone.ts';

/** Light that is on, with the fields that painting needs. */
interface PaintLight {
  readonly light: { readonly id: string };
  readonly plane: LayerPlane<3>;
  readonly weight: LinearRgb;
}

/** Region of a set that is painted in another color. */
export interface Paint {
  readonly mask: AlphaRaster;
  /** Light that the paint reflects per unit of luminance that the region reflected in its original color. */
  readonly gain: LinearRgb;
  /**
   * Luminance of the region above which the gain is compressed. Without it, a brightly lit cushion would glow if its
   * gain were chosen for a dim curtain of the same tint.
   */
  readonly knee: number;
}

interface Painting {
  /** Colors (sRGB hex codes) by tint ID. */
  readonly tints: Readonly<Record<string, string>>;
  /** IDs of tints whose color must appear in the lit picture; for others the color is the paint's, before lighting. */
  readonly visibleTints: readonly string[];
}

/** Converts `#rrggbb` to linear light. */
export function hexToLinear(hex: string): LinearRgb {
  const at = (i: number): number => srgbToLinear(Number.parseInt(hex.slice(i, i + 2), 16) / 255);
  return [at(1), at(3), at(5)];
}

/** Maximum reflectance of paint that compensates for a dark region; a higher one would glow. */
const MOST_LIGHT = 1.25;
/** Luminance at the product's position below which the whole picture counts as dark, including painted regions. */
const DIM_STAGE = 0.5;
/** Quantiles of a region's luminance between which its pixels count as lit. */
const LIT = { from: 0.5, to: 0.95 } as const;
const SAMPLES = 6000;
const IS_PAINTED = 200;
/** Luminance from which the gain is compressed, relative to the luminance of the region's lit pixels. */
const KNEE = 1.5;

/**
 * Computes the paints of recolored regions. Multiplying the picture by a color ratio would fail: light colored by
 * walls falls on every region, and a dark color leaves too little light in some channels (gray on dark green would
 * turn pink). Therefore the paint uses, for each light, the light's own color and only the luminance that the region
 * reflected.
 */
export function computePaints(
  decoded: DecodedStudioSet,
  lights: readonly PaintLight[],
  { tints, visibleTints }: Painting,
): Paint[] {
  return decoded.set.tints.flatMap(({ id, color }) => {
    const targetHex = tints[id];
    const mask = decoded.tints.get(id);
    if (targetHex === undefined || mask === undefined) return [];
    const isSeen = visibleTints.includes(id);
    if (!isSeen && targetHex.toLowerCase() === color.toLowerCase()) return [];
    const own = toLuminance(hexToLinear(color));
    const lit = isSeen ? litLevel(decoded, lights, mask) : Infinity;
    const paint = isSeen
      ? paintSeenAs(hexToLinear(targetHex), lit / own, computeStageLuminance(decoded, lights))
      : hexToLinear(targetHex);
    return [{ mask, gain: [paint[0] / own, paint[1] / own, paint[2] / own] as const, knee: KNEE * lit }];
  });
}

/** Paint that appears in the requested color at this level of light, as far as its reflectance limit allows. */
function paintSeenAs(targetColor: LinearRgb, level: number, stage: number): LinearRgb {
  const dim = Math.min(1, stage / DIM_STAGE);
  const light = lightForTone([targetColor[0] * dim, targetColor[1] * dim, targetColor[2] * dim]);
  const peak = Math.max(...light);
  const scale = Math.min(MOST_LIGHT / Math.max(1e-6, peak), 1 / Math.max(1e-3, level));
  return [light[0] * scale, light[1] * scale, light[2] * scale];
}

/** Luminance of white paper at the product's position. */
const computeStageLuminance = ({ set }: DecodedStudioSet, lights: readonly PaintLight[]): number =>
  set.measured === undefined
    ? 1
    : lights.reduce(
        (sum, { light, weight }) => sum + toLuminance(weight) * (set.measured?.stageLight[light.id] ?? 0),
        0,
      );

/** Luminance that a region reflects in its lit pixels. */
function litLevel(
  { albedo, set }: DecodedStudioSet,
  lights: readonly PaintLight[],
  mask: AlphaRaster,
): number {
  const levels: number[] = [];
  const step = Math.max(1, Math.floor(mask.data.length / (SAMPLES * 4)));
  for (let pixel = 0; pixel < mask.data.length; pixel += step) {
    if (mask.data[pixel] >= IS_PAINTED) {
      const [r, g, b] = reflectWithoutHue(albedo, set.albedo.floor, lights, pixel);
      levels.push(luminance(r, g, b));
    }
  }
  const sorted = Float64Array.from(levels).toSorted();
  const lit = sorted.subarray(Math.floor(LIT.from * sorted.length), Math.ceil(LIT.to * sorted.length));
  return lit.length === 0 ? 1 : lit[lit.length >> 1];
}

const sum: [number, number, number] = [0, 0, 0];

/**
 * Light that a pixel would reflect if it had no hue: the color of each light, times the luminance that the light
 * causes at the pixel.
 */
export function reflectWithoutHue(
  albedo: LayerPlane<3>,
  floor: number,
  lights: readonly PaintLight[],
  pixel: number,
): readonly [number, number, number] {
  const at = pixel * 3;
  const r = 0.2126 * Math.max(floor, albedo.values[albedo.samples[at]]);
  const g = 0.7152 * Math.max(floor, albedo.values[albedo.samples[at + 1]]);
  const b = 0.0722 * Math.max(floor, albedo.values[albedo.samples[at + 2]]);
  sum[0] = sum[1] = sum[2] = 0;
  for (const { plane, weight } of lights) {
    const { samples, values } = plane;
    const back = r * values[samples[at]] + g * values[samples[at + 1]] + b * values[samples[at + 2]];
    sum[0] += weight[0] * back;
    sum[1] += weight[1] * back;
    sum[2] += weight[2] * back;
  }
  return sum;
}
