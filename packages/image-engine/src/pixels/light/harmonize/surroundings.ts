import type { LightDirection } from '@packshot/contract';
import type { Layer } from './composite-cells.ts';
import { ramp } from '../../raster/smooth.ts';
import { emptyRaster } from '../../raster/raster.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import { finish } from '../../raster/work.ts';
import { createScene } from './composite-cells.ts';

/** Background layer of a small picture, with its size. */
interface SmallPicture {
  readonly background: Layer;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Estimates of a picture's light and ground, each with a confidence from 0 to 1. */
export interface EstimatedSurroundings {
  readonly light: LightDirection;
  /** Share of all light that comes from this direction, 0 to 1; the rest comes from all sides. */
  readonly directed: number;
  /** Horizon line of the ground, as a share of the picture's height. */
  readonly groundLine: number;
  /** Camera's elevation above the horizon, estimated from the ground's horizon line: within 10° for half of all photos. */
  readonly elevationDeg: number;
  readonly confidence: { readonly light: number; readonly groundLine: number };
}

/** Offset that limits noise in the logarithm of dark cells. */
const DARKEST_LIGHT = 0.05;
/**
 * Certainty from which the side of the light is a guess, and from which it is sure. Certainty is the slope of
 * logarithmic light across the picture, times the root of the share of variation that a fitted plane explains.
 */
const SIDE_GUESSED = 0.03;
const SIDE_SURE = 0.11;
/** Slope of light across the picture if the light comes slightly from one side, and if it clearly does. */
const SLIGHT_SLOPE = 0.05;
const CLEAR_SLOPE = 0.4;
const FROM_DEG = { slight: 35, clear: 75 } as const;
/** Default light direction: from the camera, above. */
const USUAL_LIGHT: LightDirection = { fromDeg: 0, heightDeg: 45 };
const USUAL_HEIGHT_DEG = 40;
/** Factor that converts the slope of light on the ground to the directed share of the light. */
const DIRECTED_PER_SLOPE = 2.6;
const MOST_DIRECTED = 0.9;

/** Position of a product: its lower edge and its height, as shares of the picture's height. */
export interface Standing {
  readonly bottom: number;
  readonly height: number;
}

/**
 * Estimates the light and ground from a picture's background, ignoring cells with a `share` of 0. The ground's horizon
 * line is searched only behind the product.
 */
export function estimateSurroundings(picture: SmallPicture, stands?: Standing): EstimatedSurroundings {
  const line = findGroundLine(picture, stands);
  const slope = slopeOfLight(picture);
  const clearness = ramp(Math.abs(slope.across), SLIGHT_SLOPE, CLEAR_SLOPE);
  const side = ramp(Math.abs(slope.across) * Math.sqrt(slope.explained), SIDE_GUESSED, SIDE_SURE);
  const fromDeg = FROM_DEG.slight + (FROM_DEG.clear - FROM_DEG.slight) * clearness;
  return {
    light:
      side > 0
        ? { fromDeg: Math.round(Math.sign(slope.across) * fromDeg), heightDeg: USUAL_HEIGHT_DEG }
        : USUAL_LIGHT,
    directed: side * Math.min(MOST_DIRECTED, DIRECTED_PER_SLOPE * Math.abs(slope.across)),
    groundLine: line.confidence > 0 ? line.row / picture.heightPx : USUAL_GROUND_LINE,
    elevationDeg: estimateElevation(line.row / picture.heightPx, line.confidence),
    confidence: { light: side, groundLine: line.confidence },
  };
}

/**
 * Downward tilt of the camera for a horizon line at the top of the picture, and the decrease of the tilt for a line at
 * the bottom.
 */
const DOWN_AT_TOP_DEG = 36;
const LESS_DOWN_DEG = 55;
const LEAST_DOWN_DEG = 7;

/**
 * Elevation of the camera, estimated from the ground's horizon line. If no line is visible, the ground is assumed to
 * fill the picture.
 */
export const estimateElevation = (groundLine: number, confidence: number): number =>
  Math.round(Math.max(LEAST_DOWN_DEG, DOWN_AT_TOP_DEG - LESS_DOWN_DEG * groundLine * Math.round(confidence)));

/** Slope of light toward the right, over the picture's longer side, from a plane fitted to the logarithm of light. */
function slopeOfLight({ background, widthPx, heightPx }: SmallPicture): {
  readonly across: number;
  readonly explained: number;
} {
  const { share, lightness } = background;
  const side = Math.max(widthPx, heightPx);
  // Lightness is about the cube root of light, so its cube is light.
  const light = lightness.map((value) => Math.log(DARKEST_LIGHT + value ** 3));
  const mean = { x: 0, y: 0, l: 0, n: 1e-9 };
  for (let i = 0; i < share.length; i++) {
    if (share[i] === 0) continue;
    mean.x += (share[i] * (i % widthPx)) / side;
    mean.y += (share[i] * Math.floor(i / widthPx)) / side;
    mean.l += share[i] * light[i];
    mean.n += share[i];
  }
  const [meanX, meanY, meanL] = [mean.x / mean.n, mean.y / mean.n, mean.l / mean.n];
  let [xx, yy, xy, xl, yl, ll] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < share.length; i++) {
    if (share[i] === 0) continue;
    const x = (i % widthPx) / side - meanX;
    const y = Math.floor(i / widthPx) / side - meanY;
    const l = light[i] - meanL;
    xx += share[i] * x * x;
    yy += share[i] * y * y;
    xy += share[i] * x * y;
    xl += share[i] * x * l;
    yl += share[i] * y * l;
    ll += share[i] * l * l;
  }
  const determinant = xx * yy - xy * xy;
  if (determinant < 1e-9 || ll < 1e-9) return { across: 0, explained: 0 };
  const across = (xl * yy - yl * xy) / determinant;
  const down = (yl * xx - xl * xy) / determinant;
  return { across, explained: Math.max(0, Math.min(1, (across * xl + down * yl) / ll)) };
}

/** Rows above and below a candidate horizon line that are compared, as a share of the height. */
const STEP_SHARE = 1 / 24;
/** Range of rows in which the horizon line is searched, as shares of the height. */
const HIGHEST = 0.06;
const LOWEST = 0.88;
/**
 * Minimum distance of the horizon line behind a product's base, as a share of the product's height. Nearer lines
 * belong to the ground itself, such as joints of tiles or the edge of a table.
 */
const BEHIND_SHARE = 0.1;
/** Tilts of candidate lines: the drop of the line's right end, as a share of the width. */
const TILTS = [-0.12, -0.08, -0.04, 0, 0.04, 0.08, 0.12] as const;
/** Distance between sampled columns, in cells. */
const COLUMN_STEP = 4;
const MIN_COLUMNS_SHARE = 0.25;
const MIN_STEP = 0.008;
/** Share of the mean color step from which a single column agrees with a candidate line. */
const AGREES_FROM = 0.4;
/**
 * Minimum share of agreeing columns. The horizon line crosses nearly all columns; the lines of tiles and other
 * patterns don't.
 */
const MIN_AGREEMENT = 0.7;
const SLIGHT_SCORE = 0.015;
const CLEAR_SCORE = 0.04;
const [RIVAL_FROM, RIVAL_TO] = [0.7, 0.9];
const USUAL_GROUND_LINE = 0.45;

function findGroundLine(
  picture: SmallPicture,
  stands: Standing | undefined,
): { readonly row: number; readonly confidence: number } {
  const { widthPx, heightPx } = picture;
  const step = Math.max(2, Math.round(STEP_SHARE * heightPx));
  const steps = measureSteps(picture, step);
  const scores = new Float64Array(heightPx);
  for (let row = Math.round(HIGHEST * heightPx); row < LOWEST * heightPx; row++) {
    for (const tilt of TILTS) {
      const along: number[] = [];
      for (let x = 0; x < widthPx; x += COLUMN_STEP) {
        const y = Math.round(row + tilt * (x - widthPx / 2));
        if (y >= step && y <= heightPx - step && steps.isSeen[y * widthPx + x] === 1)
          along.push(y * widthPx + x);
      }
      if (along.length < (MIN_COLUMNS_SHARE * widthPx) / COLUMN_STEP) continue;
      scores[row] = Math.max(scores[row], scoreRow(along, steps));
    }
  }
  const lowest = stands === undefined ? 1 : stands.bottom - BEHIND_SHARE * stands.height;
  const behind = scores.subarray(0, Math.max(0, Math.ceil(lowest * heightPx)));
  let best = { row: 0, score: 0 };
  for (const [row, score] of behind.entries()) {
    // Only local maxima count, so that weaker rows beside a strong line can't win.
    const isPeak = scores.subarray(Math.max(0, row - step), row + step + 1).every((near) => near <= score);
    if (isPeak && score > best.score) best = { row, score };
  }
  // A ground has one horizon line; if another line is about as clear, both belong to its pattern.
  const others = behind.filter((_, row) => Math.abs(row - best.row) > 2 * step);
  const rival = best.score === 0 ? 0 : others.reduce((most, one) => Math.max(most, one), 0) / best.score;
  const clear = ramp(best.score, SLIGHT_SCORE, CLEAR_SCORE);
  return { row: best.row, confidence: clear * (1 - ramp(rival, RIVAL_FROM, RIVAL_TO)) };
}

/** Difference between the mean colors below and above each cell, for cells with enough background below and above. */
interface ColorSteps extends Pick<Layer, 'lightness' | 'a' | 'b'> {
  readonly isSeen: Uint8Array;
}

function scoreRow(along: readonly number[], { lightness, a, b }: ColorSteps): number {
  const mean = { l: 0, a: 0, b: 0 };
  for (const i of along) {
    mean.l += lightness[i] / along.length;
    mean.a += a[i] / along.length;
    mean.b += b[i] / along.length;
  }
  const size = Math.hypot(mean.l, mean.a, mean.b);
  if (size < MIN_STEP) return 0;
  let agreeing = 0;
  for (const i of along) {
    if (lightness[i] * mean.l + a[i] * mean.a + b[i] * mean.b > AGREES_FROM * size * size) agreeing++;
  }
  const share = agreeing / along.length;
  return share < MIN_AGREEMENT ? 0 : size * share ** 2;
}

function measureSteps({ background, widthPx: w, heightPx: h }: SmallPicture, step: number): ColorSteps {
  const { share } = background;
  const isSeen = new Uint8Array(w * h);
  const visibleSums = columnSums(share, w, h);
  const sides = (i: number): readonly [number, number] => [
    visibleSums[i] - visibleSums[i - step * w],
    visibleSums[i + step * w] - visibleSums[i],
  ];
  for (let i = step * w; i <= (h - step) * w - 1; i++) isSeen[i] = Math.min(...sides(i)) >= step / 2 ? 1 : 0;
  const [lightness, a, b] = [background.lightness, background.a, background.b].map((values) => {
    const sums = columnSums(
      values.map((value, i) => (share[i] > 0 ? share[i] * value : 0)),
      w,
      h,
    );
    return Float32Array.from(isSeen, (one, i) => {
      if (one === 0) return 0;
      const [above, below] = sides(i);
      return (sums[i + step * w] - sums[i]) / below - (sums[i] - sums[i - step * w]) / above;
    });
  });
  return { isSeen, lightness, a, b };
}

/** Cumulative sums of each column, with one row more than the picture has. */
function columnSums(values: Float32Array, w: number, h: number): Float64Array {
  const sums = new Float64Array(w * (h + 1));
  for (let i = 0; i < w * h; i++) sums[i + w] = sums[i] + values[i];
  return sums;
}

/** Light and ground of a picture at the product's position, estimated before the product is added. */
export const surroundingsIn = (picture: RgbaRaster, stands?: Standing): EstimatedSurroundings =>
  estimateSurroundings(
    finish(createScene(picture, emptyRaster(picture.widthPx, picture.heightPx, 1))),
    stands,
  );
