import { boxMean, windowExtremes } from '../raster/box-filter.ts';
import { visibleBounds } from '../raster/alpha.ts';
import { gridPositions } from './guided-model.ts';
import { linearOfSrgb, srgbOfLinear } from '../color/oklab.ts';
import { emptyRaster, raster } from '../raster/raster.ts';
import { linearRamp } from '../raster/smooth.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../raster/raster.ts';
import { resample } from '../raster/resample.ts';
import type { Glass } from './find-glass.ts';
import { HOLD_UNIT } from './auxiliary-maps.ts';
import type { AuxiliaryMaps } from './auxiliary-maps.ts';

/**
 * Range of deviations from the typical ratio between glass and background, in color and in darkness, over which a
 * pixel becomes opaque.
 */
const COLOR = { from: 0.08, to: 0.17 } as const;
const DARKNESS = { from: 0.62, to: 0.38 } as const;
const SMOOTHING_SHARE = 0.0015;
/** Maximum color difference of other parts of the same glass. */
const ALIKE_SPREAD = 0.07;
/** Minimum size of other parts of the same glass, as a share of the picture's longer side; smaller ones are ignored. */
const ALIKE_SHARE = 0.004;
/** Lightness relative to the glass from which an area is a label or a reflection. */
const BRIGHT_FROM = 1.14;
/** Minimum size of a label, as a share of the picture's longer side; narrower bright areas are reflections. */
const LABEL_SHARE = 0.012;
/** Lightness relative to clear, even glass: up to `from` a deviation is grain, from `to` on a reflection. */
const REFLECTION = { from: 1.03, to: 1.12 } as const;
/**
 * Maximum distance of a glass's rims and contents from areas that are certainly glass, as a share of the picture's
 * side.
 */
const REACH_SHARE = 0.03;
/** Opacity from which a pixel counts as opaque and isn't changed. */
const OPAQUE_FROM = 0.97;
const MIN_LIGHT = 0.004;

/**
 * Separates, in place, the background's light that passes through a product's transparent parts from their own light,
 * such as reflections. Alpha becomes the blocked share, and color times alpha the parts' own light. Composed on the
 * original background, the result is the photo again. Opaque parts aren't changed.
 * @param photo the photo on a grid, with `ground` the light behind the product and `alpha` the product's alpha on this
 * grid
 */
export function separateClear(
  image: RgbaRaster,
  photo: RgbRaster,
  ground: Float32Array,
  alpha: AlphaRaster,
  glass: Glass,
): AuxiliaryMaps {
  const { widthPx: w, heightPx: h } = photo;
  const even = glass.transmission;
  const opacity = measureOpacity(photo, ground, alpha, glass);
  const through = emptyRaster(w, h, 3);
  through.data.fill(HOLD_UNIT);
  const pixel = new Float32Array(7);
  for (let i = 0; i < opacity.length; i++) {
    if (opacity[i] >= OPAQUE_FROM || alpha.data[i] === 0) continue;
    separate(photo.data, i * 3, ground, i * 3, even, opacity[i], pixel);
    for (let c = 0; c < 3; c++) through.data[i * 3 + c] = quantizeHold(pixel[4 + c]);
  }
  const coverage = raster(alpha.data.slice(), w, h, 1);
  rewrite(image, { widthPx: w, heightPx: h, ground, opacity, even });
  return { through, coverage };
}

/** Rounds the factor to coarse steps, because grain in it is invisible and would make files large. */
const quantizeHold = (hold: number): number =>
  Math.min(252, Math.max(0, HOLD_UNIT + 4 * Math.round((HOLD_UNIT * (hold - 1)) / 4)));

type ChannelShares = readonly [number, number, number];

/** Opacity of each cell: 0 where as much light passes through as through clear, even glass, 1 where none does. */
function measureOpacity(
  { data, widthPx: w, heightPx: h }: RgbRaster,
  ground: Float32Array,
  alpha: AlphaRaster,
  { transmission: even, parts }: Glass,
): Float32Array {
  const side = Math.max(w, h);
  const scratch = new Float32Array(w * h);
  // Shares of transmitted light relative to clear glass, slightly smoothed so that grain doesn't count as color.
  const shares = [0, 1, 2].map((c) => {
    const share = new Float32Array(w * h);
    for (let i = 0; i < share.length; i++) {
      share[i] = linearOfSrgb(data[i * 3 + c]) / Math.max(MIN_LIGHT, ground[i * 3 + c] * even[c]);
    }
    boxMean(share, share, w, h, Math.max(1, Math.round(side * SMOOTHING_SHARE)), scratch);
    return share;
  });
  const isInside = alpha.data.map((value) => (value > 0 ? 1 : 0));
  const sure = resample(parts, w, h, 'linear').data;
  const alike = new Uint8Array(w * h);
  const bright = new Uint8Array(w * h);
  const opacity = new Float32Array(w * h).fill(1);
  for (let i = 0; i < opacity.length; i++) {
    if (isInside[i] === 0) continue;
    const [r, g, b] = [shares[0][i], shares[1][i], shares[2][i]];
    const mean = (r + g + b) / 3;
    const spread = (Math.max(r, g, b) - Math.min(r, g, b)) / Math.max(0.2, mean);
    opacity[i] = Math.max(
      linearRamp(spread, COLOR.from, COLOR.to),
      1 - linearRamp(mean, DARKNESS.to, DARKNESS.from),
    );
    if (
      sure[i] > 127 ||
      (isTinted(even) && spread < ALIKE_SPREAD && mean > DARKNESS.from && mean < BRIGHT_FROM)
    ) {
      alike[i] = 255;
    }
    if (mean > BRIGHT_FROM) bright[i] = 255;
  }
  const near = widenMarks(openMarks(alike, w, h, side * ALIKE_SHARE), w, h, side * REACH_SHARE);
  // A wide region that is lighter than the glass is treated as a label; a narrow one as a reflection.
  const labels = widenMarks(openMarks(bright, w, h, side * LABEL_SHARE), w, h, 1);
  // Softens the transition at the maximum distance from areas that are certainly glass.
  const beyond = Float32Array.from(near, (value) => 1 - value / 255);
  boxMean(beyond, beyond, w, h, Math.max(1, Math.round((side * REACH_SHARE) / 2)), scratch);
  for (let i = 0; i < opacity.length; i++) {
    opacity[i] = labels[i] === 255 ? 1 : Math.max(opacity[i], linearRamp(beyond[i], 0.3, 0.9));
  }
  boxMean(opacity, opacity, w, h, 1, scratch);
  return opacity;
}

/**
 * True for greenish glass. Colorless glass differs from white paper only by its brightness, so a green tint is
 * additional evidence.
 */
const isTinted = ([red, green]: ChannelShares): boolean => green - red > 0.04;

const widenMarks = (marks: Uint8Array, w: number, h: number, radiusPx: number): Uint8Array =>
  windowExtremes(marks, w, h, Math.max(1, Math.round(radiusPx))).max;

/** Morphological opening: removes regions that are narrower than twice the radius. */
function openMarks(marks: Uint8Array, w: number, h: number, radiusPx: number): Uint8Array {
  const radius = Math.max(1, Math.round(radiusPx));
  return windowExtremes(windowExtremes(marks, w, h, radius).min, w, h, radius).max;
}

/**
 * Separates the light of one pixel and writes seven numbers: its own color (linear, straight), its alpha as if the
 * product covered the whole pixel, and the blocked share for each color channel. Pixels lighter than clear glass
 * reflect light; darker pixels transmit less.
 */
function separate(
  colors: Uint8Array,
  at: number,
  ground: Float32Array | ChannelShares,
  from: number,
  even: ChannelShares,
  opacity: number,
  into: Float32Array,
): void {
  let share = 0;
  for (let c = 0; c < 3; c++) {
    share += linearOfSrgb(colors[at + c]) / Math.max(MIN_LIGHT, ground[from + c] * even[c]) / 3;
  }
  const reflects = linearRamp(share, REFLECTION.from, REFLECTION.to);
  let [alpha, meanHold, most] = [0, 0, 0];
  for (let c = 0; c < 3; c++) {
    const photoLight = linearOfSrgb(colors[at + c]);
    const ratio = Math.min(1, photoLight / Math.max(MIN_LIGHT, ground[from + c]));
    const clear = (1 - opacity) * Math.min(ratio, ratio + reflects * (even[c] - ratio));
    const own = Math.max(0, photoLight - clear * ground[from + c]);
    into[c] = own;
    into[4 + c] = 1 - clear;
    alpha = Math.max(alpha, own);
    meanHold += (1 - clear) / 3;
    most = Math.max(most, 1 - clear);
  }
  // The clear map can represent at most twice the alpha for one color channel.
  alpha = Math.min(1, Math.max(alpha, meanHold, most / 2, 1 / 255));
  into[3] = alpha;
  for (let c = 0; c < 3; c++) {
    into[c] = Math.min(1, into[c] / alpha);
    into[4 + c] /= alpha;
  }
}

interface ClearGrid {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly ground: Float32Array;
  readonly opacity: Float32Array;
  readonly even: ChannelShares;
}

function rewrite(image: RgbaRaster, { widthPx: w, heightPx: h, ground, opacity, even }: ClearGrid): void {
  const box = visibleBounds(image, 0);
  if (box === undefined) return;
  const { data } = image;
  const columns = gridPositions(image.widthPx, w, 0, w);
  const rows = gridPositions(image.heightPx, h, 0, h);
  const pixel = new Float32Array(7);
  const behind: [number, number, number] = [0, 0, 0];
  for (let y = box.yPx; y < box.yPx + box.heightPx; y++) {
    const row = rows.index[y];
    const fy = rows.fraction[y];
    const down = row + 1 < h ? w : 0;
    for (let x = box.xPx, at = (y * image.widthPx + x) * 4; x < box.xPx + box.widthPx; x++, at += 4) {
      const coverage = data[at + 3];
      if (coverage === 0) continue;
      const cell = row * w + columns.index[x];
      const right = columns.index[x] + 1 < w ? 1 : 0;
      const fx = columns.fraction[x];
      const between = (values: Float32Array, stride: number, c: number): number =>
        (values[cell * stride + c] * (1 - fx) + values[(cell + right) * stride + c] * fx) * (1 - fy) +
        (values[(cell + down) * stride + c] * (1 - fx) + values[(cell + down + right) * stride + c] * fx) *
          fy;
      const hidden = between(opacity, 1, 0);
      if (hidden >= OPAQUE_FROM) continue;
      for (let c = 0; c < 3; c++) behind[c] = between(ground, 3, c);
      separate(data, at, behind, 0, even, hidden, pixel);
      for (let c = 0; c < 3; c++) data[at + c] = Math.round(srgbOfLinear(pixel[c]));
      data[at + 3] = Math.round(coverage * pixel[3]);
    }
  }
}
