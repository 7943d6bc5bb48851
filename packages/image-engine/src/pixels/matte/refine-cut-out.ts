import type { RefineEdges } from '@packshot/contract';
import { windowExtremes } from '../raster/box-filter.ts';
import { expandBox } from '../raster/box.ts';
import { KEEP_COLOR_FROM_ALPHA, replaceMixedColors } from './foreground.ts';
import { GUIDED_ALPHA_DEFAULTS } from './guided-alpha.ts';
import { gridPositions } from './guided-model.ts';
import { distanceInside, DISTANCE_UNITS_PER_PX } from '../raster/mask-distance.ts';
import { cropInPlace, raster } from '../raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';
import type { Work } from '../raster/work.ts';
import { learnEdges } from './edge-model.ts';
import type { EdgeModel } from './edge-model.ts';
import type { Strokes } from './strokes.ts';

/** Longest side to which the whole photo is reduced for fitting alpha; the cut-out tool uses the same. */
const GRID_LONGEST_SIDE_PX = 1024;
/** Radius around each cell in which alpha is learned; reaches beyond the band of uncertain cells on both sides. */
const WINDOW_RADIUS_PX = 16;
const EPSILON = 1e-4;
/** Share of the alpha range that is clipped at both ends; the cut-out tool uses the same. */
const LEVELS = GUIDED_ALPHA_DEFAULTS.levels;
/**
 * Distance from a stroke's edge, in pixels of the grid, within which the picture's own edge is assumed to be more
 * exact than the stroke.
 */
const UNSURE_RADIUS_PX = 12;
/**
 * Maximum distance from a stroke's edge at which the picture's edge is followed, as a share of the stroke's half width;
 * a thin stroke along a line is deliberate.
 */
const UNSURE_SHARE = 0.5;
/** Strength, of 255, from which a stroke counts as drawn. */
const DRAWN_STROKE = 128;
/** Strength below which a stroke's effect fades out, and the picture's edges have less influence. */
const FADING_STROKE = 64;
/**
 * Share of alpha's variance that color explains: below `from` the picture's edge is ignored, from `to` on it is used
 * fully.
 */
const EXPLAINED = { from: 0.35, to: 0.75 } as const;

/**
 * Restores and erases parts of a cut-out along strokes, in place. Inside a stroke alpha becomes the drawn value; along
 * its edge alpha follows an edge of the picture, if the picture has one (learned from the colors on both sides,
 * weighted by how well they explain it). Restored pixels are exactly the photo's, except partly transparent ones,
 * whose foreground color is estimated. Restoring never lowers alpha, erasing never raises it. Pixels without a stroke
 * aren't changed.
 *
 * With `edges` 'hand' the strokes are applied exactly as drawn, including their edges.
 *
 * Photo and cut-out have the same size. Photo and strokes are consumed: their memory is reused.
 * @returns the share of the picture's pixels that changed, 0 to 1
 */
export function* refineCutOut(
  photo: RgbaRaster,
  cutOut: RgbaRaster,
  strokes: Strokes,
  edges: RefineEdges = 'picture',
): Work<number> {
  const scale = Math.min(1, GRID_LONGEST_SIDE_PX / Math.max(photo.widthPx, photo.heightPx));
  const reach = Math.ceil((2 * WINDOW_RADIUS_PX + UNSURE_RADIUS_PX) / scale);
  const box = expandBox(strokes.bounds, reach, photo);
  const part: StrokeArea = {
    box,
    photo: cropInPlace(photo, box),
    before: alphaOfPart(cutOut, box),
    restore: cropInPlace(strokes.restore, box).data,
    erase: cropInPlace(strokes.erase, box).data,
  };
  yield 0.1;
  const target = drawnAlpha(part);
  yield 0.2;
  const alpha = edges === 'hand' ? target : yield* followPicture(part, target, scale);
  yield 0.7;
  const colored = part.photo;
  for (let i = 0, at = 3; i < alpha.length; i++, at += 4) colored.data[at] = alpha[i];
  replaceMixedColors(colored);
  yield 0.9;
  return write(part, colored, cutOut) / (photo.widthPx * photo.heightPx);
}

/** Area around the strokes, with the values of alpha and strokes for each pixel. */
interface StrokeArea {
  readonly box: Box;
  readonly photo: RgbaRaster;
  readonly before: Uint8Array;
  readonly restore: Uint8Array;
  readonly erase: Uint8Array;
}

function alphaOfPart(image: RgbaRaster, { xPx, yPx, widthPx, heightPx }: Box): Uint8Array {
  const alpha = new Uint8Array(widthPx * heightPx);
  for (let y = 0, i = 0; y < heightPx; y++) {
    let at = ((yPx + y) * image.widthPx + xPx) * 4 + 3;
    for (let x = 0; x < widthPx; x++, i++, at += 4) alpha[i] = image.data[at];
  }
  return alpha;
}

/** Alpha as drawn: a stroke of half strength applies half of the change. The photo's own transparency remains. */
function drawnAlpha({ photo, before, restore, erase }: StrokeArea): Uint8Array {
  const target = new Uint8Array(before.length);
  for (let i = 0; i < target.length; i++) {
    const strokeStrength = restore[i] + erase[i];
    if (strokeStrength === 0) {
      target[i] = before[i];
      continue;
    }
    const whole = Math.max(255, strokeStrength);
    target[i] = Math.round(
      (before[i] * Math.max(0, 255 - strokeStrength) + photo.data[4 * i + 3] * restore[i]) / whole,
    );
  }
  return target;
}

/** Moves the edges of the drawn alpha from the strokes' edges to nearby edges of the picture. */
function* followPicture(part: StrokeArea, target: Uint8Array, scale: number): Work<Uint8Array> {
  const { widthPx, heightPx } = part.box;
  const gridWidth = Math.max(1, Math.round(widthPx * scale));
  const gridHeight = Math.max(1, Math.round(heightPx * scale));
  const onGrid = (alpha: Uint8Array): AlphaRaster =>
    resample(raster(alpha, widthPx, heightPx, 1), gridWidth, gridHeight, 'linear');
  const guide = resample(part.photo, gridWidth, gridHeight, 'linear');
  yield 0.3;
  const strokeMask = new Uint8Array(part.restore.length);
  for (let i = 0; i < strokeMask.length; i++) strokeMask[i] = Math.min(255, part.restore[i] + part.erase[i]);
  const unsure = yield* unsureCells(onGrid(strokeMask));
  yield 0.4;
  const isKnown = unsure.map((isUnsure) => 1 - isUnsure);
  const model = learnEdges(guide, onGrid(target), isKnown, WINDOW_RADIUS_PX, EPSILON);
  yield 0.6;
  const alpha = Uint8Array.from(target);
  const columns = gridPositions(widthPx, gridWidth, 0, gridWidth);
  const rows = gridPositions(heightPx, gridHeight, 0, gridHeight);
  const sample = sampler(model, gridWidth, gridHeight);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      if (strokeMask[i] === 0) continue;
      const cell = rows.index[y] * gridWidth + columns.index[x];
      if (unsure[cell] === 0) continue;
      const prediction = sample(part.photo.data, 4 * i, cell, columns.fraction[x], rows.fraction[y]);
      const trust = prediction.explained * Math.min(1, strokeMask[i] / FADING_STROKE);
      const moved = target[i] + (prediction.alpha - target[i]) * trust;
      const most = part.restore[i] === 0 ? part.before[i] : part.photo.data[4 * i + 3];
      const least = part.erase[i] === 0 ? Math.min(most, part.before[i]) : 0;
      alpha[i] = Math.round(Math.min(most, Math.max(least, moved)));
    }
  }
  return alpha;
}

/** Marks the cells inside a stroke that are near its edge with 1. */
function* unsureCells(strokeMask: AlphaRaster): Work<Uint8Array> {
  const { widthPx, heightPx } = strokeMask;
  const distance = yield* distanceInside(strokeMask, DRAWN_STROKE);
  const depthPx = Uint8Array.from(distance, (units) =>
    Math.min(255, Math.round(units / DISTANCE_UNITS_PER_PX)),
  );
  const { max: halfWidthPx } = windowExtremes(depthPx, widthPx, heightPx, 2 * UNSURE_RADIUS_PX);
  return Uint8Array.from(strokeMask.data, (strength, i) => {
    const surePx = Math.min(UNSURE_RADIUS_PX, UNSURE_SHARE * halfWidthPx[i]);
    return strength > 0 && depthPx[i] <= surePx ? 1 : 0;
  });
}

type EdgeSampler = (
  colors: Uint8Array,
  at: number,
  cell: number,
  fx: number,
  fy: number,
) => { readonly alpha: number; readonly explained: number };

/** Interpolates the model between the grid's cells for a color: alpha from 0 to 255, and its confidence. */
function sampler(model: EdgeModel, gridWidth: number, gridHeight: number): EdgeSampler {
  const { r, g, b, offset, explained } = model;
  const toRight = gridWidth > 1 ? 1 : 0;
  const toBelow = gridHeight > 1 ? gridWidth : 0;
  const stretch = 1 / (1 - 2 * LEVELS);
  return (colors, at, cell, fx, fy) => {
    const between = (values: Float32Array): number =>
      (values[cell] * (1 - fx) + values[cell + toRight] * fx) * (1 - fy) +
      (values[cell + toBelow] * (1 - fx) + values[cell + toBelow + toRight] * fx) * fy;
    const value =
      between(r) * colors[at] +
      between(g) * colors[at + 1] +
      between(b) * colors[at + 2] +
      between(offset) * 255;
    const share = (between(explained) - EXPLAINED.from) / (EXPLAINED.to - EXPLAINED.from);
    return {
      alpha: Math.min(255, Math.max(0, (value - LEVELS * 255) * stretch)),
      explained: Math.min(1, Math.max(0, share)),
    };
  };
}

/** Writes the changed pixels to the cut-out and returns their number. */
function write({ box, before, restore, erase }: StrokeArea, colored: RgbaRaster, cutOut: RgbaRaster): number {
  let changed = 0;
  for (let y = 0, i = 0; y < box.heightPx; y++) {
    let to = ((box.yPx + y) * cutOut.widthPx + box.xPx) * 4;
    for (let x = 0; x < box.widthPx; x++, i++, to += 4) {
      if (restore[i] === 0 && erase[i] === 0) continue;
      const from = 4 * i;
      const alpha = colored.data[from + 3];
      if (alpha === before[i] && alpha < KEEP_COLOR_FROM_ALPHA) continue;
      for (let c = 0; c < 4; c++) cutOut.data[to + c] = colored.data[from + c];
      if (alpha !== before[i]) changed++;
    }
  }
  return changed;
}
