import { cellsFor, createLightField } from '../light-field.ts';
import type { LightField } from '../light-field.ts';
import { ramp } from '../../raster/smooth.ts';
import { silhouetteNormals } from '../silhouette-normals.ts';
import { luminance, toLuminance } from '../../color/oklab.ts';
import type { Box } from '../../raster/raster.ts';
import type { Camera } from '../../stage/camera.ts';
import { lightOver } from './relight.ts';
import { fallingLight } from './falling-light.ts';
import type { CellsInSet } from './falling-light.ts';
import type { RenderCrop } from '../../stage/crop.ts';
import type { LinearPicture } from '../../raster/light-raster.ts';
import { inRender } from '../../stage/placement.ts';
import type { Stand, PosedProduct } from '../../stage/placement.ts';
import type { LitLayer } from './relight.ts';
import type { DepthReader } from '../../stage/scene-depth.ts';
import type { LinearRgb } from '../../stage/scene-plan.ts';
import type { Vector3 } from '../../stage/studio-set.ts';

/** Product at its position in a lit set. */
interface ProductInLight {
  readonly posed: PosedProduct;
  readonly stand: Stand;
  readonly lit: readonly LitLayer[];
  /** Region of the set's layers around the product, in which the product's light is measured. */
  readonly stage: Box;
  /** Color of the lit ground in the region around the product. */
  readonly ground: LinearRgb;
  /** Brightness of the highlights of the lit set, without products. */
  readonly highlight: number;
  readonly camera: Camera;
  readonly depthAt: DepthReader;
  readonly isMirrored: boolean;
  readonly crop: RenderCrop;
  readonly picture: { readonly widthPx: number; readonly heightPx: number };
  /**
   * True to measure the light on the wall behind the product, which faces in the same direction, instead of on the
   * floor.
   */
  readonly isHanging?: boolean;
}

/** Luminance of white paper at the product's position by day, at which a product stays as bright as in its photo. */
const USUAL_LIGHT = 0.8;
/**
 * Exponents by which a product's brightness, color and shading follow the light at its position; less than 1, because
 * eyes adapt.
 */
const FOLLOWS_LEVEL = 0.92;
const FOLLOWS_COLOR = 0.6;
const FOLLOWS_SHADE = 0.85;
/**
 * Strength by which light from behind darkens a product, or light from the camera's side brightens it, relative to the
 * ground.
 */
const FOLLOWS_FACING = 0.3;
const FACING_LIMITS = { min: 0.88, max: 1.1 };
const LEVEL_LIMITS = { min: 0.3, max: 1.12 };
/**
 * Maximum ratio of a color channel's gain to the gain of luminance. By day a stronger tint would change a brand's
 * color; by night viewers attribute the tint to the light.
 */
const MAX_COLOR_RATIO = { day: 1.22, night: 1.6 };
/**
 * Factor that tightens the limit for the ratio of red to green, because pink and green tints are more noticeable than
 * amber and blue.
 */
const RED_SHARE = 0.72;
/** Luminance of white paper at the product's position: minimum by day and maximum by night. */
const DAY_FROM = 0.66;
const NIGHT_TO = 0.3;
/** Limits of the light on a single cell, relative to the mean. */
const SHADE_LIMITS = { min: 0.5, max: 1.45 };
const MAX_SHADE_COLOR_RATIO = 1.12;
/** Share of all cells that may become brighter than white, such as gloss. */
const GLOSS_SHARE = 0.03;
const MIN_HEADROOM_SCALE = 0.82;
/** Cosine up to which light wraps around the product's edge, for a small light and for one that fills half the sky. */
const LEAST_WRAP = 0.22;
const MOST_WRAP = 0.9;
/**
 * Maximum angular size of a light that casts a pattern on the product, and the minimum share of all light for a
 * visible pattern.
 */
const PATTERN_SIZE_DEG = 20;
const PATTERN_SHARE = 0.15;
/** Limits for the light of a low sun, which reaches a standing product at a steeper angle than the ground. */
const LEAST_RISE = 0.3;
const MAX_RATIO = 1.9;
/** Share of ambient light that comes from the sides. */
const SIDE_SHARE = 0.72;
/**
 * Minimum brightness of a product relative to the picture's highlights, which applies in the shade of a bright
 * picture.
 */
const FOLLOWS_HIGHLIGHT = 0.9;
const HIGHLIGHT_SAMPLES = 4000;
/**
 * Share of the ground's light that is reflected up to the product, and the share of the product's height over which it
 * fades.
 */
const BOUNCE_SHARE = 0.55;
const BOUNCE_HEIGHT = 0.5;
/** Share of the reflected light's chroma that is used, because some of the light comes from farther away. */
const BOUNCE_CHROMA = 0.6;

const within = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(max, Math.max(min, value));

/** Averages of a product's pixels in each cell of a light field. */
interface LightCells {
  readonly columns: number;
  readonly rows: number;
  readonly alpha: Float32Array;
  /** Brightest channel of each cell's mean color, linear. */
  readonly peak: Float32Array;
}

/**
 * Light field of a set on a product: light from the sides of the set's lights, by the outline's normals; the lights'
 * patterns; and light reflected by the ground. `strength` is 0 for the light of the photo and 1 for the set's.
 */
export function productLight(scene: ProductInLight, strength: number): LightField {
  const { posed, lit, stage, isMirrored } = scene;
  const size = cellsFor(posed.raster);
  if (strength === 0)
    return createLightField(new Float32Array(size.columns * size.rows * 3), size.columns, size.rows, 0);
  const cells = toCells(posed, size.columns, size.rows);
  const arriving = lightOnCells(scene, cells);
  const onStage = lightOver(lit, stage, isMirrored);
  return createLightField(
    computeGains(arriving, onStage, scene.highlight, cells),
    cells.columns,
    cells.rows,
    strength,
  );
}

/** Mean color of the lit set at the product's position; only the part `part` of the set is in memory. */
export function meanSetColor({ data, widthPx, heightPx }: LinearPicture, stage: Box, part: Box): LinearRgb {
  const sum = [0, 0, 0];
  let count = 0;
  const clip = (value: number, size: number): number => Math.min(size - 1, Math.max(0, value));
  for (let y = stage.yPx; y < stage.yPx + stage.heightPx; y += 2) {
    for (let x = stage.xPx; x < stage.xPx + stage.widthPx; x += 2, count++) {
      const at = (clip(y - part.yPx, heightPx) * widthPx + clip(x - part.xPx, widthPx)) * 3;
      for (let c = 0; c < 3; c++) sum[c] += data[at + c];
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** Brightness of a lit set's highlights: the 90 % quantile of its luminance. */
export function measureHighlight({ data, widthPx, heightPx }: LinearPicture): number {
  const step = 3 * Math.max(1, Math.floor((widthPx * heightPx) / HIGHLIGHT_SAMPLES));
  const luminances = new Float32Array(Math.ceil(data.length / step));
  for (let i = 0, n = 0; i + 2 < data.length; i += step, n++) {
    luminances[n] = luminance(data[i], data[i + 1], data[i + 2]);
  }
  return luminances.sort()[Math.floor(0.9 * (luminances.length - 1))] ?? 0;
}

function toCells({ raster, veil }: PosedProduct, columns: number, rows: number): LightCells {
  const { data, widthPx, heightPx } = raster;
  const covered = (veil ?? raster).data;
  const alpha = new Float32Array(columns * rows);
  const sums = new Float32Array(columns * rows * 4);
  const counts = new Uint32Array(columns * rows);
  const step = Math.max(1, Math.floor(Math.min(widthPx / columns, heightPx / rows) / 4));
  for (let y = 0; y < heightPx; y += step) {
    const row = Math.floor((y * rows) / heightPx) * columns;
    for (let x = 0; x < widthPx; x += step) {
      const cell = row + Math.floor((x * columns) / widthPx);
      const i = (y * widthPx + x) * 4;
      counts[cell]++;
      alpha[cell] += covered[i + 3];
      for (let c = 0; c < 4; c++) sums[cell * 4 + c] += data[i + c];
    }
  }
  const peak = new Float32Array(columns * rows);
  for (let i = 0; i < alpha.length; i++) {
    alpha[i] /= Math.max(1, counts[i]);
    const own = Math.max(1e-3, sums[i * 4 + 3]);
    peak[i] = Math.max(sums[i * 4], sums[i * 4 + 1], sums[i * 4 + 2]) / own;
  }
  return { columns, rows, alpha, peak };
}

/** Linear light that falls on each cell, interleaved. */
function lightOnCells(scene: ProductInLight, { columns, rows, alpha }: LightCells): Float32Array {
  const { posed, stand, lit, stage, camera, depthAt, isMirrored, crop, picture, isHanging = false } = scene;
  const normals = silhouetteNormals(alpha, columns, rows);
  const inSet: CellsInSet = {
    columns,
    rows,
    at: (column, row) =>
      inRender(
        crop,
        (posed.xPx + ((column + 0.5) * posed.raster.widthPx) / columns) / picture.widthPx,
        (posed.yPx + ((row + 0.5) * posed.raster.heightPx) / rows) / picture.heightPx,
      ),
    depthDm: stand.depthDm,
  };
  const light = new Float32Array(columns * rows * 3);
  const whole = toLuminance(lightOver(lit, stage, isMirrored));
  for (const layer of lit) {
    const onGround = lightOver([layer], stage, isMirrored);
    if (toLuminance(onGround) < 1e-4) continue;
    if (layer.light.kind === 'environment') {
      addShaded(light, normals, onGround, (n) => SIDE_SHARE + (1 - SIDE_SHARE) * computeUpward(n, camera));
      continue;
    }
    const { direction, angularSizeDeg } = layer.light;
    const [right, down, toward] = seenFrom(camera, direction);
    const wrap = Math.min(MOST_WRAP, LEAST_WRAP + Math.sin((Math.min(180, angularSizeDeg) * Math.PI) / 360));
    const lambert = (cosine: number): number => Math.max(0, (cosine + wrap) / (1 + wrap));
    const ground = lambert(Math.max(LEAST_RISE, isHanging ? toward : direction[2]));
    const pattern =
      angularSizeDeg <= PATTERN_SIZE_DEG && toLuminance(onGround) >= PATTERN_SHARE * whole
        ? fallingLight(inSet, layer.light, layer.plane, { camera, depthAt, isMirrored })
        : undefined;
    addShaded(
      light,
      normals,
      onGround,
      ([x, y, z], i) =>
        (pattern?.[i] ?? 1) * Math.min(MAX_RATIO, lambert(x * right + y * down + z * toward) / ground),
    );
  }
  addBounce(light, normals, scene, columns);
  return light;
}

/** Converts a direction in the set to camera coordinates: right, down, toward the camera. */
function seenFrom({ right, up, forward }: Camera, [x, y, z]: Vector3): Vector3 {
  const along = (axis: Vector3): number => x * axis[0] + y * axis[1] + z * axis[2];
  return [along(right), -along(up), -along(forward)];
}

const computeUpward = ([x, y, z]: Vector3, { right, up, forward }: Camera): number =>
  x * right[2] - y * up[2] - z * forward[2];

function addShaded(
  light: Float32Array,
  normals: Float32Array,
  color: LinearRgb,
  shade: (normal: Vector3, cell: number) => number,
): void {
  for (let i = 0; i < light.length; i += 3) {
    const share = shade([normals[i], normals[i + 1], normals[i + 2]], i / 3);
    for (let c = 0; c < 3; c++) light[i + c] += share * color[c as 0 | 1 | 2];
  }
}

/** Adds the light that the lit ground reflects to cells near the ground that face it. */
function addBounce(light: Float32Array, normals: Float32Array, scene: ProductInLight, columns: number): void {
  const rows = light.length / 3 / columns;
  const level = toLuminance(scene.ground);
  const ground = scene.ground.map((value) => level + BOUNCE_CHROMA * (value - level));
  for (let i = 0; i < light.length; i += 3) {
    const height = 1 - (Math.floor(i / 3 / columns) + 0.5) / rows;
    const up = computeUpward([normals[i], normals[i + 1], normals[i + 2]], scene.camera);
    const share = ((BOUNCE_SHARE * (1 - up)) / 2) * Math.max(0, 1 - height / BOUNCE_HEIGHT);
    for (let c = 0; c < 3; c++) light[i + c] += share * ground[c];
  }
}

/** Converts the light on each cell and on the set around it to the product's gains. */
function computeGains(
  arriving: Float32Array,
  onStage: LinearRgb,
  highlight: number,
  { alpha, peak }: LightCells,
): Float32Array {
  const mean = computeMean(arriving, alpha);
  const [meanLevel, stageLevel] = [Math.max(1e-4, toLuminance(mean)), Math.max(1e-4, toLuminance(onStage))];
  const facing = within((meanLevel / stageLevel) ** FOLLOWS_FACING, FACING_LIMITS);
  const usual = Math.max(stageLevel, FOLLOWS_HIGHLIGHT * Math.min(USUAL_LIGHT, highlight));
  const level = within(facing * (usual / USUAL_LIGHT) ** FOLLOWS_LEVEL, LEVEL_LIMITS);
  const dark = 1 - ramp(usual, NIGHT_TO, DAY_FROM);
  const color = computeTint(
    mean,
    FOLLOWS_COLOR,
    MAX_COLOR_RATIO.day + dark * (MAX_COLOR_RATIO.night - MAX_COLOR_RATIO.day),
  );
  const gains = new Float32Array(arriving.length);
  for (let i = 0; i < gains.length; i += 3) {
    const here: LinearRgb = [arriving[i] / mean[0], arriving[i + 1] / mean[1], arriving[i + 2] / mean[2]];
    const shade = within(toLuminance(here) ** FOLLOWS_SHADE, SHADE_LIMITS);
    const tint = computeTint(here, FOLLOWS_COLOR, MAX_SHADE_COLOR_RATIO);
    for (const c of [0, 1, 2] as const) gains[i + c] = level * shade * color[c] * tint[c];
  }
  const scale = headroomScale(gains, alpha, peak);
  return gains.map((gain) => gain * scale);
}

function computeMean(light: Float32Array, alpha: Float32Array): LinearRgb {
  const sum = [1e-6, 1e-6, 1e-6];
  let whole = 1e-3;
  for (let i = 0; i < alpha.length; i++) {
    whole += alpha[i];
    for (let c = 0; c < 3; c++) sum[c] += alpha[i] * light[i * 3 + c];
  }
  return [sum[0] / whole, sum[1] / whole, sum[2] / whole];
}

/** Color of a light at luminance 1, with its tint weakened and limited at the same hue. */
function computeTint(light: LinearRgb, follows: number, maxRatio: number): LinearRgb {
  const level = Math.max(1e-5, toLuminance(light));
  const logs = light.map((value) => follows * Math.log(Math.max(1e-5, value) / level));
  const most = Math.max(...logs.map((log) => Math.abs(log)));
  const limit = Math.log(maxRatio);
  const red = Math.abs(logs[0] - logs[1]);
  const scale = Math.min(1, limit / Math.max(1e-6, most), (RED_SHARE * limit) / Math.max(1e-6, red));
  const tint: LinearRgb = [Math.exp(scale * logs[0]), Math.exp(scale * logs[1]), Math.exp(scale * logs[2])];
  const tintLuminance = toLuminance(tint);
  return [tint[0] / tintLuminance, tint[1] / tintLuminance, tint[2] / tintLuminance];
}

/** Factor that dims a light field so that hardly anything except gloss exceeds white. */
function headroomScale(gains: Float32Array, alpha: Float32Array, peak: Float32Array): number {
  const reached: { value: number; share: number }[] = [];
  let whole = 0;
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] < 0.5) continue;
    const gain = Math.max(gains[i * 3], gains[i * 3 + 1], gains[i * 3 + 2]);
    reached.push({ value: peak[i] * gain, share: alpha[i] });
    whole += alpha[i];
  }
  let gloss = GLOSS_SHARE * whole;
  for (const { value, share } of reached.toSorted((a, b) => b.value - a.value)) {
    gloss -= share;
    if (gloss < 0) return within(1 / value, { min: MIN_HEADROOM_SCALE, max: 1 });
  }
  return 1;
}
