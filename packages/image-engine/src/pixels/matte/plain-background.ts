import { windowExtremes } from '../raster/box-filter.ts';
import { LOG_OF_SAMPLE } from '../raster/log-samples.ts';
import { emptyRaster } from '../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';
import { alongRow, fitSurface, valueAt } from './plain-fit.ts';
import type { FitPoint, PolynomialSurface } from './plain-fit.ts';

/**
 * Plain background behind an object: paper, a table, a wall. Shadows only darken it, so the ratios of red and of blue
 * to green (as differences of logarithms) change slowly over the whole photo. The background's light also changes
 * slowly, except in shadows.
 */
export interface PlainBackground {
  readonly redness: PolynomialSurface;
  readonly blueness: PolynomialSurface;
  readonly light: PolynomialSurface;
  /** Maximum color deviation of the background's pixels from the fitted `redness` and `blueness`. */
  readonly toleratedColor: number;
}

/** Side of the blocks over whose mean colors the background is fitted. */
const CELL_PX = 8;
/**
 * Distance from the mask within which cells aren't used: the mask's edge is soft and, in a JPEG, mixed with the
 * object's colors.
 */
const AWAY_FROM_MASK_PX = 12;
const OUTSIDE_BELOW = 16;
/** Minimum share of the photo that must be background. */
const MIN_BACKGROUND_SHARE = 0.06;
/** Maximum deviation of background cells from the surface that is fitted to them. */
const FITTED_WITHIN = 0.05;
/**
 * Minimum share of cells outside the mask that must look like the background: in the whole photo, and near its border.
 * Farther inside, different cells may be segments of the object that the mask misses.
 */
const PLAIN_SHARE = 0.93;
const PLAIN_BORDER_SHARE = 0.98;
const BORDER_FROM = 0.8;
/** Minimum tolerance for colors of a plain background, even in a photo without noise. */
const LEAST_TOLERATED = 0.06;
/** Tolerance as a multiple of the background's typical deviation from the fitted surface. */
const TOLERATED_NOISES = 6;
/** Share of the tolerance within which a background's colors must stay for the background to count as plain. */
const PLAIN_WITHIN = 0.65;
/** Maximum brightness of background above the fitted light, as a logarithm. */
const BRIGHTER = 0.12;
/** Light in the darkest shadow that counts as background, as a logarithm. */
const DARKEST_SHADOW = -1.3;

/** Fits the background of a photo outside a mask; undefined if the background isn't plain. */
export function findPlainBackground(photo: RgbRaster, mask: AlphaRaster): PlainBackground | undefined {
  const samples = outsideSamples(photo, mask);
  if (samples.length < (MIN_BACKGROUND_SHARE * mask.data.length) / CELL_PX ** 2) return undefined;
  // A third of the samples suffices for surfaces this smooth.
  const some = samples.filter((_, i) => i % 3 === 0);
  const redness = fitSurface(some, ({ redness: value }) => value, FITTED_WITHIN);
  const blueness = fitSurface(some, ({ blueness: value }) => value, FITTED_WITHIN);
  const light = fitSurface(some, ({ light: value }) => value, FITTED_WITHIN);
  const residuals = Float32Array.from(samples, (sample) =>
    Math.hypot(
      sample.redness - valueAt(redness, sample.x, sample.y),
      sample.blueness - valueAt(blueness, sample.x, sample.y),
    ),
  );
  const typical = residuals.toSorted()[residuals.length >> 1];
  const toleratedColor = Math.max(LEAST_TOLERATED, TOLERATED_NOISES * typical);
  let [explained, border, explainedBorder] = [0, 0, 0];
  samples.forEach((sample, i) => {
    const lit = sample.light - valueAt(light, sample.x, sample.y);
    const isExplained =
      residuals[i] < PLAIN_WITHIN * toleratedColor && lit < BRIGHTER && lit > DARKEST_SHADOW;
    const isBorder = Math.max(Math.abs(sample.x), Math.abs(sample.y)) > BORDER_FROM;
    if (isBorder) border++;
    if (isExplained) explained++;
    if (isExplained && isBorder) explainedBorder++;
  });
  if (explained < PLAIN_SHARE * samples.length || explainedBorder < PLAIN_BORDER_SHARE * border)
    return undefined;
  return { redness, blueness, light, toleratedColor };
}

interface BackgroundSample extends FitPoint {
  readonly redness: number;
  readonly blueness: number;
  readonly light: number;
}

function outsideSamples(photo: RgbRaster, mask: AlphaRaster): BackgroundSample[] {
  const { widthPx, heightPx } = mask;
  const columns = Math.floor(widthPx / CELL_PX);
  const rows = Math.floor(heightPx / CELL_PX);
  const most = emptyRaster(columns, rows, 1);
  for (let y = 0; y < rows * CELL_PX; y++) {
    const row = Math.floor(y / CELL_PX) * columns;
    for (let x = 0, i = y * widthPx; x < columns * CELL_PX; x++, i++) {
      const cell = row + Math.floor(x / CELL_PX);
      if (mask.data[i] > most.data[cell]) most.data[cell] = mask.data[i];
    }
  }
  const { max } = windowExtremes(most.data, columns, rows, Math.ceil(AWAY_FROM_MASK_PX / CELL_PX));
  const samples: BackgroundSample[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (max[row * columns + column] >= OUTSIDE_BELOW) continue;
      samples.push({
        x: (2 * (column + 0.5) * CELL_PX) / widthPx - 1,
        y: (2 * (row + 0.5) * CELL_PX) / heightPx - 1,
        ...meanColor(photo, column * CELL_PX, row * CELL_PX),
      });
    }
  }
  return samples;
}

function meanColor(
  { data, widthPx }: RgbRaster,
  left: number,
  top: number,
): Pick<BackgroundSample, 'redness' | 'blueness' | 'light'> {
  let [red, green, blue] = [0, 0, 0];
  for (let y = top; y < top + CELL_PX; y++) {
    for (let i = (y * widthPx + left) * 3, end = i + CELL_PX * 3; i < end; i += 3) {
      red += LOG_OF_SAMPLE[data[i]];
      green += LOG_OF_SAMPLE[data[i + 1]];
      blue += LOG_OF_SAMPLE[data[i + 2]];
    }
  }
  const n = CELL_PX ** 2;
  return {
    redness: (red - green) / n,
    blueness: (blue - green) / n,
    light: (red + green + blue) / (3 * n),
  };
}

/**
 * Levels of `unlikeness`: from TOLERATED on a pixel isn't background, from STRONG on this is certain; below DOUBTFUL
 * the pixel is background.
 */
export const TOLERATED = 64;
export const STRONG = 128;
export const DOUBTFUL = 48;
/** Light, as a logarithm, below which a pixel may be a shadow or a dark object. */
const DARK = -0.8;
/**
 * Color error of JPEG and WebP in dark areas, in levels of 255; without this tolerance, it would look like another
 * color.
 */
const COLOR_STEPS = 3;
/**
 * Light, as a logarithm with the samples' offset, of about level 34 of 255. Below it, the same errors change the
 * brightness visibly too: on a black background, a few levels look like another object.
 */
const DARK_LIGHT = Math.log(40);
/** Maximum factor by which the tolerance for noise rises where a pixel is darker than the background. */
const MOST_NOISE = 3;
const NOISE_BY_DARKNESS = 0.7;

/**
 * Difference of each pixel from the background, 0 to 255, by color or higher brightness. Lower brightness doesn't
 * count, because it may be a shadow.
 */
export function unlikeness({ data, widthPx, heightPx }: RgbRaster, background: PlainBackground): Uint8Array {
  const perColor = TOLERATED / background.toleratedColor;
  const perLight = TOLERATED / BRIGHTER;
  const result = new Uint8Array(widthPx * heightPx);
  const step = 2 / widthPx;
  for (let row = 0, i = 0; row < heightPx; row++) {
    const y = (2 * (row + 0.5)) / heightPx - 1;
    const [red0, red1, red2] = alongRow(background.redness, y);
    const [blue0, blue1, blue2] = alongRow(background.blueness, y);
    const [light0, light1, light2] = alongRow(background.light, y);
    for (let x = step / 2 - 1, at = i * 3, end = i + widthPx; i < end; i++, at += 3, x += step) {
      const r = LOG_OF_SAMPLE[data[at]];
      const g = LOG_OF_SAMPLE[data[at + 1]];
      const b = LOG_OF_SAMPLE[data[at + 2]];
      const light = (r + g + b) / 3;
      let lighter = light - (light0 + x * (light1 + x * light2));
      const redder = r - g - (red0 + x * (red1 + x * red2));
      const bluer = b - g - (blue0 + x * (blue1 + x * blue2));
      let apart = Math.sqrt(redder * redder + bluer * bluer);
      if (lighter < DARK || light < DARK_LIGHT) {
        const level = Math.exp(light);
        apart = Math.max(0, apart - COLOR_STEPS / level);
        if (lighter > 0) lighter = Math.max(0, lighter + Math.log(1 - COLOR_STEPS / level));
      }
      let unlike = perColor * apart;
      if (lighter < 0) {
        const noise = 1 - NOISE_BY_DARKNESS * lighter;
        unlike /= noise < MOST_NOISE ? noise : MOST_NOISE;
        if (lighter < DARK && unlike < DOUBTFUL) unlike = DOUBTFUL;
      } else if (lighter * perLight > unlike) unlike = lighter * perLight;
      result[i] = unlike < 255 ? unlike : 255;
    }
  }
  return result;
}

/** Mean lightness of the given cells relative to the background, as a logarithm. */
export function lightOver(
  cells: Int32Array,
  { data, widthPx, heightPx }: RgbRaster,
  { light }: PlainBackground,
): number {
  let sum = 0;
  for (const cell of cells) {
    const column = cell % widthPx;
    const x = (2 * (column + 0.5)) / widthPx - 1;
    const y = (2 * ((cell - column) / widthPx + 0.5)) / heightPx - 1;
    sum +=
      (LOG_OF_SAMPLE[data[cell * 3]] +
        LOG_OF_SAMPLE[data[cell * 3 + 1]] +
        LOG_OF_SAMPLE[data[cell * 3 + 2]]) /
        3 -
      valueAt(light, x, y);
  }
  return sum / cells.length;
}
