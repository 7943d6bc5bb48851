import type { JpegCoding } from '../../file/header/jpeg-coding.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import { portion } from '../../raster/work.ts';
import type { Work } from '../../raster/work.ts';
import { toCompression, findCompression } from './compression.ts';
import type { BlockGrid, Compression } from './compression.ts';
import { constrain } from './constrain.ts';
import { BLOCK_SIDE, BLOCK_SIZE } from './dct.ts';
import { getBand, measureNoise } from './noise-level.ts';
import type { BandLevels } from './noise-level.ts';
import { PLANES, readRows, scaledLength } from './color-planes.ts';
import type { Plane, Scale } from './color-planes.ts';
import { emptyRows, REACH_PX, shrink } from './shrink.ts';

/** Measurements of the compression artifacts and noise that were removed from a picture. */
interface CleanUpReport {
  /** Standard deviation of the luma noise, in levels of 255; 0 if no noise is visible. */
  readonly noise: number;
  /**
   * Mean quantization step of the nine lowest-frequency coefficients; undefined if the picture shows no JPEG
   * compression.
   */
  readonly jpegStep: number | undefined;
  readonly isChanged: boolean;
}

/** Number of rows that are cleaned at once, so that their buffers don't grow with the picture's height. */
const STRIP_ROWS = 64;
/**
 * Noise level below which a picture isn't denoised: such noise is invisible and hard to distinguish from fine texture.
 */
const NOISE_MIN = 1;
/**
 * Quantization noise of a coefficient, as a share of its quantization step. A uniform error over the step would give
 * 0.29; it is smaller where most coefficients are zero.
 */
const STEP_NOISE = 0.2;
/** Minimum quantization step for cleaning; smaller steps leave no visible artifacts. */
const STEP_MIN = 3;
/** Noise that quantization may have removed from a high-frequency coefficient, as a share of its step. */
const SWALLOWED = 1 / 6;
const FINE_COEFFICIENT = 4 * BLOCK_SIDE + 4;
/** Quantization noise in windows that straddle the JPEG's own blocks, as a share of the mean low-frequency step. */
const STEP_TRACE = 0.5;
/** Resolution in which changes of samples are stored, in levels of 255. */
const UNIT = 0.5;

interface PlanePlan {
  readonly plane: Plane;
  readonly scale: Scale;
  /** Standard deviation of the noise in each DCT coefficient. */
  readonly noise: Float32Array;
  /**
   * Block grid of the JPEG from which the picture was decoded. Its coefficients must stay within their quantization
   * intervals.
   */
  readonly grid: BlockGrid | undefined;
}

/**
 * Removes compression artifacts and sensor noise from a picture, in place. Their strength is measured, or read from a
 * JPEG's own tables. Clean pictures and the alpha channel aren't changed.
 */
export function* cleanUp(image: RgbaRaster, coding: JpegCoding | null): Work<CleanUpReport> {
  const { widthPx, heightPx } = image;
  if (Math.min(widthPx, heightPx) < 4 * BLOCK_SIDE)
    return { noise: 0, jpegStep: undefined, isChanged: false };
  const compression = coding === null ? findCompression(image) : toCompression(coding);
  yield 0;
  const plans: PlanePlan[] = [];
  let lumaNoise = 0;
  for (const plane of PLANES) {
    const { plan, level } = createPlan(image, plane, compression);
    if (plane === 'luma') lumaNoise = level;
    if (plan) plans.push(plan);
    yield 0;
  }
  const changes = new Map<Plane, PlaneChange>();
  for (const [i, plan] of plans.entries()) {
    const work = computeChange(image, plan);
    changes.set(plan.plane, yield* portion(work, i / plans.length, (i + 1) / plans.length));
  }
  apply(image, changes);
  return {
    noise: lumaNoise,
    jpegStep: compression ? coarseStep(compression.luma.steps) : undefined,
    isChanged: plans.length > 0,
  };
}

function createPlan(
  image: RgbaRaster,
  plane: Plane,
  compression: Compression | null,
): { plan: PlanePlan | null; level: number } {
  const isLuma = plane === 'luma';
  const scale = isLuma ? 1 : (compression?.colorScale ?? 1);
  const steps = isLuma ? compression?.luma.steps : compression?.colorSteps;
  const levels = measureNoise(image, plane, scale);
  const bands = levels === null ? [0, 0, 0, 0] : computeNoise(levels, steps);
  const level = Math.max(...bands);
  const isNoisy = level >= NOISE_MIN;
  const isCompressed = steps !== undefined && coarseStep(steps) >= STEP_MIN;
  if (!isNoisy && !isCompressed) return { plan: null, level: 0 };
  const noise = new Float32Array(BLOCK_SIZE);
  for (let i = 0; i < BLOCK_SIZE; i++) {
    const ofSensor = isNoisy ? bands[getBand(i)] : 0;
    const ofSteps = isCompressed ? steps[i] * STEP_NOISE : 0;
    noise[i] = Math.hypot(ofSensor, ofSteps);
  }
  const grid = isLuma && isCompressed ? compression?.luma : undefined;
  return { plan: { plane, scale, noise, grid }, level: isNoisy ? level : 0 };
}

/**
 * Noise by frequency band. Sensor noise is equal in all bands or stronger in low frequencies. The high-frequency bands
 * therefore limit what counts as noise in low frequencies, which may be picture content. If quantization removed the
 * high-frequency noise, the low-frequency noise that exceeds the quantization's own artifacts counts.
 */
function computeNoise(levels: BandLevels, steps: Float32Array | undefined): BandLevels {
  const fine = Math.min(levels[2], levels[3]);
  if (steps === undefined)
    return levels.map((level) => Math.min(level, fine * 1.25)) as unknown as BandLevels;
  const ofSteps = STEP_TRACE * coarseStep(steps);
  const limit = Math.max(fine * 1.25, SWALLOWED * steps[FINE_COEFFICIENT]);
  const [coarsest, coarse, medium, finest] = levels.map((level) =>
    Math.min(limit, Math.sqrt(Math.max(0, level ** 2 - ofSteps ** 2))),
  );
  return [coarsest ?? 0, coarse ?? 0, medium ?? 0, finest ?? 0];
}

function coarseStep(steps: Float32Array): number {
  let sum = 0;
  for (let v = 0; v < 3; v++) for (let u = 0; u < 3; u++) sum += steps[v * BLOCK_SIDE + u];
  return sum / 9;
}

/** Change of each sample in a channel, in multiples of UNIT. */
interface PlaneChange {
  readonly units: Int8Array;
  readonly widthPx: number;
  readonly scale: Scale;
}

function* computeChange(image: RgbaRaster, { plane, scale, noise, grid }: PlanePlan): Work<PlaneChange> {
  const widthPx = scaledLength(image.widthPx, scale);
  const heightPx = scaledLength(image.heightPx, scale);
  const units = new Int8Array(widthPx * heightPx);
  const offset = grid?.offsetYPx ?? 0;
  for (let top = 0; top < heightPx;) {
    const end = Math.min(heightPx, top + STRIP_ROWS + (top === 0 ? offset : 0));
    const first = Math.max(0, top - 2 * REACH_PX);
    const last = Math.min(heightPx, end + 2 * REACH_PX);
    const source = readRows(image, plane, scale, first, last - first);
    const cleaned = emptyRows(widthPx, top, end - top);
    shrink(source, cleaned, noise, heightPx);
    if (grid) constrain(source, cleaned, grid);
    const skipped = (top - first) * widthPx;
    for (let i = 0, to = top * widthPx; i < cleaned.data.length; i++, to++) {
      const change = Math.round((cleaned.data[i] - source.data[skipped + i]) / UNIT);
      units[to] = change < -127 ? -127 : change > 127 ? 127 : change;
    }
    top = end;
    yield top / heightPx;
  }
  return { units, widthPx, scale };
}

function apply(image: RgbaRaster, changes: ReadonlyMap<Plane, PlaneChange>): void {
  const { data, widthPx, heightPx } = image;
  const lineByPlane = new Map([...changes.keys()].map((plane) => [plane, new Float32Array(widthPx)]));
  const none = new Float32Array(widthPx);
  for (let y = 0; y < heightPx; y++) {
    for (const [plane, change] of changes) readLine(change, y, heightPx, lineByPlane.get(plane) ?? none);
    const luma = lineByPlane.get('luma') ?? none;
    const blue = lineByPlane.get('blue') ?? none;
    const red = lineByPlane.get('red') ?? none;
    for (let x = 0, at = y * widthPx * 4; x < widthPx; x++, at += 4) {
      const [l, b, r] = [luma[x], blue[x], red[x]];
      if (l === 0 && b === 0 && r === 0) continue;
      data[at] = toByte(data[at] + l + 1.402 * r);
      data[at + 1] = toByte(data[at + 1] + l - 0.344136 * b - 0.714136 * r);
      data[at + 2] = toByte(data[at + 2] + l + 1.772 * b);
    }
  }
}

/** One row of a channel's change at the picture's size, interpolated if the channel is subsampled. */
function readLine(
  { units, widthPx, scale }: PlaneChange,
  y: number,
  heightPx: number,
  line: Float32Array,
): void {
  if (scale === 1) {
    for (let x = 0; x < line.length; x++) line[x] = units[y * widthPx + x] * UNIT;
    return;
  }
  const rows = scaledLength(heightPx, scale);
  const near = (y >> 1) * widthPx;
  const far = Math.min(rows - 1, Math.max(0, (y >> 1) + (y % 2 === 0 ? -1 : 1))) * widthPx;
  for (let x = 0; x < line.length; x++) {
    const at = x >> 1;
    const beside = Math.min(widthPx - 1, Math.max(0, at + (x % 2 === 0 ? -1 : 1)));
    line[x] =
      (units[near + at] * 9 + units[near + beside] * 3 + units[far + at] * 3 + units[far + beside]) *
      (UNIT / 16);
  }
}

const toByte = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : Math.round(value));
