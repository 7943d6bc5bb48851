import { blocksWith } from '../raster/blocks.ts';
import { visibleBounds } from '../raster/alpha.ts';
import { windowExtremes } from '../raster/box-filter.ts';
import { expandBox } from '../raster/box.ts';
import { fitLinearModel, gridPositions } from './guided-model.ts';
import type { GridPositions, LinearModel } from './guided-model.ts';
import { crop } from '../raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster, RgbRaster } from '../raster/raster.ts';

interface GuidedAlphaOptions {
  /** Half the side of the filter's window, in pixels of the coarse grid. */
  readonly radiusPx: number;
  /** Regularization, in squared color units of 0 to 1. Larger values are smoother, smaller ones follow edges more closely. */
  readonly epsilon: number;
  /** Share of the alpha range that is clipped at both ends, so that nearly opaque pixels become opaque. */
  readonly levels: number;
}

// Default options, chosen by measurements on photos with known alpha; see the package's README.
export const GUIDED_ALPHA_DEFAULTS: GuidedAlphaOptions = { radiusPx: 10, epsilon: 1e-4, levels: 0.04 };

/** Distance from the mask's edge within which alpha may be partial, in pixels of the coarse grid. */
const BAND_RADIUS_PX = 3;
/** Distance from 0 or 255 within which mask values count as certain. */
const CERTAIN_WITHIN = 4;
/** Radius within which the mask's minimum and maximum limit alpha. */
const CLAMP_RADIUS_PX = 1;

/**
 * Writes `mask` into the alpha channel of `image`, in place, at the image's own resolution.
 *
 * Uses a color guided filter (He, Sun and Tang, "Guided image filtering", 2010; subsampled as in He and Sun, "Fast
 * guided filter", 2015): on the coarse grid alpha is fitted as a linear function of color in each window. The
 * coefficients, not alpha itself, are enlarged and applied to the full-resolution colors, so that alpha's edges follow
 * the photo's edges. Two additions: the result is clamped to the mask's local range, because an unclamped linear model
 * leaks haze into flat areas, and only a band around the mask's edge is computed.
 *
 * `guide` is the image on the coarse grid; `mask` has the same size. The image's existing alpha is an upper bound.
 */
export function applyGuidedAlpha(
  image: RgbaRaster,
  guide: RgbRaster,
  mask: AlphaRaster,
  options: GuidedAlphaOptions = GUIDED_ALPHA_DEFAULTS,
): void {
  const support = 2 * options.radiusPx + BAND_RADIUS_PX + 1;
  const window = usedWindow(mask, support);
  const columns = gridPositions(image.widthPx, mask.widthPx, window.xPx, window.widthPx);
  const rows = gridPositions(image.heightPx, mask.heightPx, window.yPx, window.heightPx);
  const cells = crop(mask, window);
  const kinds = classifyCells(windowExtremes(cells.data, cells.widthPx, cells.heightPx, BAND_RADIUS_PX));
  const area = blocksWith(usedByEdge(kinds, cells.widthPx), cells.widthPx, 1);
  const model = fitLinearModel(crop(guide, window), cells, area, options.radiusPx, options.epsilon);
  const clamp = windowExtremes(cells.data, cells.widthPx, cells.heightPx, CLAMP_RADIUS_PX);
  applyModel(image, { columns, rows, window, model, kinds, clamp, levels: options.levels });
}

/** Part of the grid in which alpha may be above 0, plus the radius of the filter's windows; never empty. */
function usedWindow(mask: AlphaRaster, supportPx: number): Box {
  const bounds = visibleBounds(mask, CERTAIN_WITHIN);
  return bounds === undefined
    ? { xPx: 0, yPx: 0, widthPx: 1, heightPx: 1 }
    : expandBox(bounds, supportPx, mask);
}

interface Fitted {
  readonly columns: GridPositions;
  readonly rows: GridPositions;
  readonly window: Box;
  readonly model: LinearModel;
  /** 0, 255 or `EDGE` for each cell. */
  readonly kinds: Uint8Array;
  readonly clamp: { min: Uint8Array; max: Uint8Array };
  readonly levels: number;
}

/** Value that marks a cell whose alpha is computed; in other cells alpha is 0 or 255. */
const EDGE = 1;

function classifyCells({ min, max }: Fitted['clamp']): Uint8Array {
  const kinds = new Uint8Array(min.length).fill(EDGE);
  for (let i = 0; i < kinds.length; i++) {
    if (max[i] <= CERTAIN_WITHIN) kinds[i] = 0;
    else if (min[i] >= 255 - CERTAIN_WITHIN) kinds[i] = 255;
  }
  return kinds;
}

/** Marks the cells whose model is used with 1: alpha is interpolated between a cell and those right and below. */
function usedByEdge(kinds: Uint8Array, widthPx: number): Uint8Array {
  const used = new Uint8Array(kinds.length);
  for (let i = kinds.indexOf(EDGE); i >= 0; i = kinds.indexOf(EDGE, i + 1))
    used[i] = used[i + 1] = used[i + widthPx] = used[i + widthPx + 1] = 1;
  return used;
}

/** Pixels of a row in which the cells are of one kind; `to` is exclusive. */
interface Span {
  readonly kind: number;
  readonly from: number;
  readonly to: number;
}

/** Spans of a picture's row in the given row of cells; pixels outside of the window have alpha 0. */
function spansIn(row: number, { columns: { index }, window, kinds }: Fitted): Span[] {
  if (row < 0) return [{ kind: 0, from: 0, to: index.length }];
  const spans: Span[] = [];
  const kindAt = (x: number): number => (index[x] < 0 ? 0 : kinds[row * window.widthPx + index[x]]);
  for (let from = 0; from < index.length;) {
    const kind = kindAt(from);
    let to = from + 1;
    while (to < index.length && kindAt(to) === kind) to++;
    spans.push({ kind, from, to });
    from = to;
  }
  return spans;
}

function applyModel(image: RgbaRaster, fitted: Fitted): void {
  const { data, widthPx: w, heightPx: h } = image;
  const { rows } = fitted;
  let spans: Span[] = [];
  for (let y = 0; y < h; y++) {
    // Several rows of pixels lie in the same row of cells.
    if (y === 0 || rows.index[y] !== rows.index[y - 1]) spans = spansIn(rows.index[y], fitted);
    for (const { kind, from, to } of spans) {
      // Certainly opaque pixels keep their alpha.
      if (kind === 0) for (let at = (y * w + from) * 4 + 3; at < (y * w + to) * 4; at += 4) data[at] = 0;
      if (kind === EDGE) applyInSpan(data, y, w, { from, to }, fitted);
    }
  }
}

function applyInSpan(
  data: Uint8Array,
  y: number,
  w: number,
  { from, to }: Pick<Span, 'from' | 'to'>,
  { columns, rows, window, model, clamp, levels }: Fitted,
): void {
  const { r, g, b, offset } = model;
  const { min, max } = clamp;
  const toRight = window.widthPx > 1 ? 1 : 0;
  const toBelow = window.heightPx > 1 ? window.widthPx : 0;
  const cut = levels * 255;
  const stretch = 1 / (1 - 2 * levels);
  const fy = rows.fraction[y];
  const row = rows.index[y] * window.widthPx;
  for (let x = from, at = (y * w + from) * 4 + 3; x < to; x++, at += 4) {
    const i = row + columns.index[x];
    const fx = columns.fraction[x];
    const right = i + toRight;
    const below = i + toBelow;
    const corner = right + toBelow;
    const w00 = (1 - fx) * (1 - fy);
    const w10 = fx * (1 - fy);
    const w01 = (1 - fx) * fy;
    const w11 = fx * fy;
    let value =
      (r[i] * w00 + r[right] * w10 + r[below] * w01 + r[corner] * w11) * data[at - 3] +
      (g[i] * w00 + g[right] * w10 + g[below] * w01 + g[corner] * w11) * data[at - 2] +
      (b[i] * w00 + b[right] * w10 + b[below] * w01 + b[corner] * w11) * data[at - 1] +
      (offset[i] * w00 + offset[right] * w10 + offset[below] * w01 + offset[corner] * w11) * 255;
    const least = min[i] * w00 + min[right] * w10 + min[below] * w01 + min[corner] * w11;
    const most = max[i] * w00 + max[right] * w10 + max[below] * w01 + max[corner] * w11;
    if (value < least) value = least;
    else if (value > most) value = most;
    value = (value - cut) * stretch;
    const alpha = value <= 0.5 ? 0 : value >= 254.5 ? 255 : (value + 0.5) | 0;
    const had = data[at];
    data[at] = had === 255 ? alpha : (alpha * had + 127) / 255;
  }
}
