import type { LightDirection, Surroundings } from '@packshot/contract';
import { cellsFor } from '../light-field.ts';
import { silhouetteNormals } from '../silhouette-normals.ts';
import { luminance, linearOfOklab } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { Box } from '../../raster/raster.ts';
import type { Base } from './contact-base.ts';
import type { LightShift } from './cast-shift.ts';
import type { SceneTint } from './scene-tint.ts';
import type { OwnLight } from './product-own-light.ts';
import type { CompositeCells, Layer } from './composite-cells.ts';
import { quantile } from './quantile.ts';
import { sampleAt } from '../../raster/smooth.ts';
import type { EstimatedSurroundings } from './surroundings.ts';

/** Gains on linear red, green and blue that apply a light to a product at full strength, interleaved by cell. */
export interface ProductGains {
  readonly columns: number;
  readonly rows: number;
  readonly gains: Float32Array;
}

/** Inputs that determine the light on a product. */
interface LightToFollow {
  readonly estimated: EstimatedSurroundings;
  /** Values that the user set, which replace the estimates. */
  readonly set: Surroundings;
  readonly own: OwnLight;
  readonly shift: LightShift;
  readonly tint: SceneTint;
  /** Estimated brightness of the scene's light relative to the product's. */
  readonly level: number;
  readonly base: Base | undefined;
}

/** Limits of a gain at full strength: luminance, and the ratio between color channels. */
export const PRODUCT_GAIN_LIMITS = { min: 0.25, max: 1.6, colorRatio: 2 } as const;
/** Share of directed light assumed for a light that the user set, as for a visible lamp. */
const DIRECTED_WHEN_SET = 0.85;
/** Extent by which light wraps around the product's edge, because walls reflect light too. */
const WRAP = 0.5;
/**
 * Slope of logarithmic light over the outline's normals that a light from the side causes, for a directed share of 1.
 */
const SLOPE_PER_DIRECTED = 0.9;
/** Share of an estimated direction that is followed if the scene's light has the product's color and brightness. */
const SIDE_TRUST = 0.4;
/**
 * Share of the slope measured on the product that is attributed to light, and its limit. Painted surfaces cause slopes
 * as well.
 */
const OWN_TRUST = 0.5;
const MOST_OWN_SLOPE = 0.5;
/**
 * Share of the intended slope from which the product counts as lit from this side already; paint may hide the rest of
 * its slope.
 */
const FITS_FROM = 0.5;
/** Share of the shading that is still applied to a product which is lit from this side already. */
const FITS_LEFT = 0.1;
/**
 * Strength by which the whole product becomes darker against the light, or brighter with light from the camera's side.
 */
const FOLLOWS_FACING = 0.3;
/** Assumed downward tilt of the camera, in degrees. */
const CAMERA_DOWN_DEG = 15;
/** Share of the ground's light that is reflected up to the product. */
const BOUNCE_SHARE = 0.34;
/** Share of the product's height over which this light fades. */
const BOUNCE_HEIGHT = 0.55;
/** Brightness of the ground in most product photos (1 is white). Over such a ground, the product doesn't change. */
const USUAL_BOUNCE = 0.42;
/** Share of the reflected light's chroma that is used. */
const BOUNCE_CHROMA = 0.6;
/** Gains at the maximum of the user's sliders at full strength: the ratio of red to blue, and the gain of all light. */
const WARMEST = 2;
const BRIGHTEST = 2;

/** Computes the gains by which a product in `box` takes on the scene's light. */
export function productGains(scene: CompositeCells, box: Box, light: LightToFollow): ProductGains {
  const { columns, rows } = cellsFor(box);
  const alpha = new Float32Array(columns * rows);
  for (let i = 0; i < alpha.length; i++) {
    const x = (box.xPx + (((i % columns) + 0.5) * box.widthPx) / columns) * scene.cellsPerPxX;
    const y = (box.yPx + ((Math.floor(i / columns) + 0.5) * box.heightPx) / rows) * scene.cellsPerPxY;
    alpha[i] = sampleAt(scene.alpha, scene.widthPx, scene.heightPx, x, y);
  }
  const normals = silhouetteNormals(alpha, columns, rows);
  const shade = computeShading(normals, alpha, light);
  const bounce = measureBounce(scene, light.base);
  const level = getLightLevel(light);
  const colorAt = createLightColor(light, level * measureBrightest(scene.product));
  const gains = new Float32Array(columns * rows * 3);
  for (let i = 0; i < alpha.length; i++) {
    const color = colorAt(normals[i * 3], normals[i * 3 + 1]);
    const height = 1 - (Math.floor(i / columns) + 0.5) / rows;
    const faces = (BOUNCE_SHARE * (1 + normals[i * 3 + 1])) / 2;
    const reached = faces * Math.max(0, 1 - height / BOUNCE_HEIGHT);
    for (let c = 0; c < 3; c++) {
      const back = (1 + reached * bounce[c]) / (1 + reached * USUAL_BOUNCE);
      gains[i * 3 + c] = level * shade[i] * color[c] * back;
    }
    limitGains(gains, i * 3);
  }
  return { columns, rows, gains };
}

/** Light on each cell of the product relative to the average; 1 everywhere if nothing changes. */
function computeShading(normals: Float32Array, alpha: Float32Array, light: LightToFollow): Float32Array {
  const { estimated, set, own } = light;
  const direction = set.light ?? estimated.light;
  const directed =
    set.light === null
      ? estimated.directed * (SIDE_TRUST + (1 - SIDE_TRUST) * measureDifference(light))
      : DIRECTED_WHEN_SET;
  const tiltDeg = set.elevationDeg ?? CAMERA_DOWN_DEG;
  const [right, down, toward] = towardLight(direction, tiltDeg);
  const targetSlope = SLOPE_PER_DIRECTED * directed * right;
  const has = Math.max(-MOST_OWN_SLOPE, Math.min(MOST_OWN_SLOPE, OWN_TRUST * own.side));
  const fits = targetSlope === 0 ? 0 : Math.max(0, Math.min(1, own.side / (FITS_FROM * targetSlope)));
  const missing = directed * (1 - (1 - FITS_LEFT) * (set.light === null ? fits : fits * OWN_TRUST));
  // If the product is lit from the opposite side, removes this light first.
  const wrong = targetSlope * has < 0 ? -has * Math.min(1, directed / MOST_OWN_SLOPE) : 0;
  const lambert = (cosine: number): number => Math.max(0, (cosine + WRAP) / (1 + WRAP));
  const falling = new Float32Array(alpha.length);
  let [sum, whole] = [0, 1e-6];
  for (let i = 0; i < alpha.length; i++) {
    const [x, y, z] = [normals[i * 3], normals[i * 3 + 1], normals[i * 3 + 2]];
    falling[i] = lambert(x * right + y * down + z * toward);
    sum += alpha[i] * falling[i];
    whole += alpha[i];
  }
  const mean = Math.max(0.05, sum / whole);
  const facing =
    set.light === null
      ? 1
      : computeFacingGain(mean, lambert(towardLight({ fromDeg: 0, heightDeg: 45 }, tiltDeg)[2]), directed);
  return falling.map(
    (value, i) => facing * (1 - missing + (missing * value) / mean) * Math.exp(wrong * normals[i * 3]),
  );
}

const computeFacingGain = (mean: number, usual: number, directed: number): number =>
  1 + directed * ((mean / usual) ** FOLLOWS_FACING - 1);

/** Direction toward a light in camera coordinates: right, down, toward the camera. */
function towardLight(
  { fromDeg, heightDeg }: LightDirection,
  tiltDeg: number,
): readonly [number, number, number] {
  const [around, up, tilt] = [fromDeg, heightDeg, tiltDeg].map((deg) => (deg * Math.PI) / 180);
  const flat = Math.cos(up);
  const near = flat * Math.cos(around);
  return [
    flat * Math.sin(around),
    -(Math.sin(up) * Math.cos(tilt) - near * Math.sin(tilt)),
    near * Math.cos(tilt) + Math.sin(up) * Math.sin(tilt),
  ];
}

/** Depth of the ground below the base whose color is measured, as a share of the contact's width. */
const GROUND_ROWS_SHARE = 0.35;

/** Linear color of the ground in front of the product, with reduced chroma; a usual gray if no ground is visible. */
function measureBounce({ background, widthPx, heightPx }: CompositeCells, base: Base | undefined): Triple {
  const usual: Triple = [USUAL_BOUNCE, USUAL_BOUNCE, USUAL_BOUNCE];
  if (base === undefined) return usual;
  const sum: Triple = [0, 0, 0];
  const here: Triple = [0, 0, 0];
  let whole = 0;
  const last = Math.min(heightPx - 1, Math.round(base.bottom + GROUND_ROWS_SHARE * base.widthPx));
  for (let y = base.bottom; y <= last; y++) {
    for (let x = base.left; x <= base.right; x++) {
      const i = y * widthPx + x;
      const share = background.share[i];
      if (share === 0) continue;
      linearOfOklab(background.lightness[i], background.a[i], background.b[i], here);
      for (let c = 0; c < 3; c++) sum[c] += share * here[c];
      whole += share;
    }
  }
  if (whole < 1) return usual;
  const level = luminance(sum[0], sum[1], sum[2]) / whole;
  return sum.map((value) => level + BOUNCE_CHROMA * (value / whole - level)) as Triple;
}

/** Share of the difference between the scene's sides that colors the product's sides, and its limit. */
const SIDE_SHARE = 0.9;
const MAX_SIDE = 0.08;
/** Shift and darkening at which the scene's light differs clearly from the product's. */
const CLEAR_SHIFT = 0.04;
const CLEAR_DARKENING = 0.4;
/** Quantile of the product's channels that isn't clipped by the light's color. */
const BRIGHTEST_SHARE = 0.97;

/** How far the scene's light differs from the product's, 0 to 1. */
const measureDifference = ({ shift, level }: LightToFollow): number =>
  Math.min(1, Math.hypot(shift.a, shift.b) / CLEAR_SHIFT + (1 - level) / CLEAR_DARKENING);

/**
 * Color of the scene's light relative to the light in the product's photo, without clipping, on a surface that faces
 * right and down by these shares. Sides of the product take on light of their side of the scene, the more the lights
 * differ. If the user set the warmth, it is the same everywhere.
 */
function createLightColor(light: LightToFollow, brightest: number): (right: number, down: number) => Triple {
  const { set, shift, tint } = light;
  if (set.warmth !== null) {
    const half = Math.sqrt(WARMEST ** set.warmth);
    const color = normalize([half, 1, 1 / half], brightest);
    return () => color;
  }
  const share = SIDE_SHARE * measureDifference(light);
  const limitSide = (value: number): number => Math.max(-MAX_SIDE, Math.min(MAX_SIDE, share * value));
  const [acrossA, acrossB] = [limitSide(tint.across.a), limitSide(tint.across.b)];
  const [aboveA, aboveB] = [limitSide(tint.above.a), limitSide(tint.above.b)];
  const into: Triple = [1, 1, 1];
  return (right, down) => {
    linearOfOklab(
      1,
      shift.a + right * acrossA - down * aboveA,
      shift.b + right * acrossB - down * aboveB,
      into,
    );
    return normalize(into, brightest);
  };
}

/** Scales a light to luminance 1, or less if the product's brightest channel would be clipped. */
function normalize(color: Triple, brightest: number): Triple {
  const level = Math.max(luminance(...color), brightest * Math.max(...color));
  return color.map((value) => value / level) as Triple;
}

/** Largest channel (linear light) of the product, without the few brightest cells. */
function measureBrightest({ lightness, a, b, share }: Layer): number {
  const color: Triple = [0, 0, 0];
  const channels = lightness.map((value, i) => {
    linearOfOklab(value, a[i], b[i], color);
    return share[i] > 0 ? Math.max(...color) : 0;
  });
  return quantile(channels, share, BRIGHTEST_SHARE);
}

const getLightLevel = ({ set, level }: LightToFollow): number =>
  set.brightness === null ? level : BRIGHTEST ** set.brightness;

/** Limits the gains of the cell at index `at` without changing their hue. */
function limitGains(gains: Float32Array, at: number): void {
  const { min, max, colorRatio } = PRODUCT_GAIN_LIMITS;
  const level = Math.max(1e-4, luminance(gains[at], gains[at + 1], gains[at + 2]));
  const logs = [0, 1, 2].map((c) => Math.log(Math.max(1e-4, gains[at + c]) / level));
  const spread = Math.max(...logs) - Math.min(...logs);
  const scale = Math.min(1, Math.log(colorRatio) / Math.max(1e-6, spread));
  const limitedLevel = Math.max(min, Math.min(max, level));
  for (let c = 0; c < 3; c++)
    gains[at + c] = Math.max(min, Math.min(max, limitedLevel * Math.exp(scale * logs[c])));
}
