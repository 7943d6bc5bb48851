import { toLuminance, linearOfSrgb, oklabOfSrgb, srgbOfLinear, srgbOfOklab } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import type { Work } from '../../raster/work.ts';
import { appearance, changeEach, lightnessAt, lookAt } from './pixelwise.ts';
import { recolor } from './recolor.ts';
import type { Selection } from './selection.ts';

/** Exposure stops by which red rises, and by which blue falls, at full warmth. */
const WARM_RED_STOPS = 0.35;
const WARM_BLUE_STOPS = 0.6;
/** Share of the selected pixels, the lightest ones, from which the color cast is estimated. */
const CAST_LIGHTNESS_SHARE = 0.6;
/** Maximum Oklab chroma of pixels for estimating the color cast; more colorful pixels belong to objects. */
const CAST_MAX_CHROMA = 0.09;
/**
 * Minimum share of low-chroma pixels among the lighter pixels. With fewer, all lighter pixels are assumed to be gray
 * under the color cast.
 */
const MIN_PALE_SHARE = 0.02;
/** Maximum gain of a color channel; its inverse is the minimum. */
const MAX_GAIN = 2;
/** Share of a background's pixels that may stay darker than pure white, because they are shadow. */
const WHITE_FROM_SHARE = 0.3;
/** Minimum lightness of a background that can become white by brightening; a darker background is painted white. */
const LIGHT_BACKGROUND = 0.6;

/** Makes the light warmer (amount above 0) or cooler, as a lamp would: scales red and blue, and keeps luminance. */
export function warm(image: RgbaRaster, selection: Selection, amount: number): Work {
  return scaleChannels(image, selection, [
    2 ** (WARM_RED_STOPS * amount),
    1,
    2 ** (-WARM_BLUE_STOPS * amount),
  ]);
}

/** White balance: makes nearly gray pixels in the lighter areas neutral (von Kries, in linear light). */
export function neutralize(image: RgbaRaster, selection: Selection, amount: number): Work {
  const gains = castGains(image, selection).map((gain) => gain ** amount) as Triple;
  return scaleChannels(image, selection, gains);
}

/**
 * Makes a light background pure white: removes its color cast, brightens most of it to white, and lightens its shadows
 * without removing them.
 */
export function* cleanWhite(image: RgbaRaster, selection: Selection, amount: number): Work {
  const { histogram, medianLightness } = appearance(image, selection);
  if (medianLightness < LIGHT_BACKGROUND) {
    yield* recolor(image, selection, [255, 255, 255], amount);
    return;
  }
  const gains = castGains(image, selection);
  const white = Math.max(LIGHT_BACKGROUND, lightnessAt(histogram, WHITE_FROM_SHARE));
  const { data } = image;
  const color: Triple = [0, 0, 0];
  yield* changeEach(image, selection, (at, into) => {
    for (let c = 0; c < 3; c++) into[c] = Math.round(srgbOfLinear(linearOfSrgb(data[at + c]) * gains[c]));
    oklabOfSrgb(into[0], into[1], into[2], color);
    const lightness = Math.min(1, color[0] / white);
    srgbOfOklab(lightness, color[1] * (1 - lightness), color[2] * (1 - lightness), into);
    for (let c = 0; c < 3; c++) into[c] = data[at + c] + amount * (into[c] - data[at + c]);
  });
}

/** Gains for linear red, green and blue that make the color cast gray without changing its luminance. */
function castGains(image: RgbaRaster, selection: Selection): Triple {
  const { histogram } = appearance(image, selection);
  const from = lightnessAt(histogram, 1 - CAST_LIGHTNESS_SHARE);
  const pale = { lightness: 0, a: 0, b: 0, total: 0 };
  const all = { lightness: 0, a: 0, b: 0, total: 0 };
  lookAt(image, selection, (color, weight) => {
    if (color[0] < from) return;
    for (const sums of Math.hypot(color[1], color[2]) <= CAST_MAX_CHROMA ? [pale, all] : [all]) {
      sums.lightness += weight * color[0];
      sums.a += weight * color[1];
      sums.b += weight * color[2];
      sums.total += weight;
    }
  });
  const { lightness, a, b, total } = pale.total > MIN_PALE_SHARE * all.total ? pale : all;
  if (total === 0) return [1, 1, 1];
  const cast: Triple = [0, 0, 0];
  srgbOfOklab(lightness / total, a / total, b / total, cast);
  const light = cast.map((sample) => Math.max(1e-3, linearOfSrgb(Math.round(sample)))) as Triple;
  const gray = toLuminance(light);
  return light.map((channel) => Math.max(1 / MAX_GAIN, Math.min(MAX_GAIN, gray / channel))) as Triple;
}

function scaleChannels(image: RgbaRaster, selection: Selection, gains: Triple): Work {
  const { data } = image;
  const was: Triple = [0, 0, 0];
  const scaled: Triple = [0, 0, 0];
  return changeEach(image, selection, (at, into) => {
    for (let c = 0; c < 3; c++) {
      was[c] = linearOfSrgb(data[at + c]);
      scaled[c] = was[c] * gains[c];
    }
    const after = toLuminance(scaled);
    const keep = after > 0 ? toLuminance(was) / after : 1;
    for (let c = 0; c < 3; c++) into[c] = srgbOfLinear(scaled[c] * keep);
  });
}
