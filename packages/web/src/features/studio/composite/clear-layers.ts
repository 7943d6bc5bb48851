/**
 * Splits a transparent object into layers that editors, canvases and CSS can blend: a glass layer that multiplies the
 * background, and the product over it. Physically, light adds up linearly: `out = light + background · through`. In
 * sRGB samples this is nearly a straight line, so each pixel gets the best-fitting line over all backgrounds from
 * black to white. The result is closest on white, and exact for opaque pixels.
 */
import { HOLD_UNIT, transmittedShare } from '@packshot/image-engine/pixels';

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const toSrgb = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

const LIGHT_OF_SAMPLE = Float32Array.from({ length: 256 }, (_, sample) => toLinear(sample / 255));
const STEPS = 16_384;
/** Table of sRGB values (0 to 1) by linear light, in steps of 1 / STEPS. */
const SRGB_OF_LIGHT = Float32Array.from({ length: STEPS + 1 }, (_, step) => toSrgb(step / STEPS));
const lightToSrgb = (light: number): number => SRGB_OF_LIGHT[Math.min(STEPS, Math.round(light * STEPS))] ?? 1;

/** Backgrounds on which the line is fitted. White, the usual background of products, has triple weight. */
const BACKGROUNDS = [0, 0.25, 0.5, 0.75, 1].map((value) => ({
  value,
  light: toLinear(value),
  weight: value === 1 ? 3 : 1,
}));
const WEIGHT = BACKGROUNDS.reduce((sum, { weight }) => sum + weight, 0);
const MEAN = BACKGROUNDS.reduce((sum, { value, weight }) => sum + weight * value, 0) / WEIGHT;
const SPREAD = BACKGROUNDS.reduce((sum, { value, weight }) => sum + weight * (value - MEAN) ** 2, 0);
const SQUARES = BACKGROUNDS.reduce((sum, { value, weight }) => sum + weight * value ** 2, 0);

/** Result of the last fit: the color that the pixel adds, and the share of the background that it transmits. */
let added = 0;
let passed = 0;

/** Fits `added + passed · background` (sRGB, 0 to 1) to the light on each background. */
function fitLine(light: number, through: number): void {
  let sum = 0;
  let moment = 0;
  for (const ground of BACKGROUNDS) {
    const weightedValue = ground.weight * lightToSrgb(light + ground.light * through);
    sum += weightedValue;
    moment += weightedValue * ground.value;
  }
  passed = (moment - sum * MEAN) / SPREAD;
  added = sum / WEIGHT - passed * MEAN;
  if (added < 0) {
    added = 0;
    passed = moment / SQUARES;
  }
  passed = Math.min(1, Math.max(0, passed));
  added = Math.min(added, 1 - passed);
}

/**
 * Degree to which a pixel is transparent rather than an ordinary edge, 0 to 1. Ordinary edges are blended in sRGB, as
 * for any opaque product, because their colors were estimated by blending sRGB samples.
 * @param covered coverage of the product at the pixel, 0 to 1; inside the product, or where alpha is much lower than
 * coverage, the pixel is transparent
 */
function clarity(alpha: number, covered: number): number {
  const within = (covered - 0.85) / 0.13;
  const beyond = (covered - alpha - 0.15) / 0.2;
  return Math.min(1, Math.max(0, within, beyond));
}

/**
 * Changes a cut-out's samples in place to those of the product that is drawn over its glass layer.
 * @param product RGBA, straight alpha
 * @param throughMap RGBA of the `through` map at the same places; transparent where unknown or opaque
 * @param coverage RGBA of the gray `coverage` map, or null if the file has none
 * @returns the glass layer, RGBA: multiplies the background; transparent where it changes nothing
 */
export function separateClear(
  product: Uint8ClampedArray,
  throughMap: Uint8ClampedArray,
  coverage: Uint8ClampedArray | null,
): Uint8ClampedArray<ArrayBuffer> {
  const glass = new Uint8ClampedArray(product.length);
  const [adds, passes] = [new Float32Array(3), new Float32Array(3)];
  for (let at = 0; at < product.length; at += 4) {
    const sample = product[at + 3] ?? 0;
    if (sample === 0) continue;
    const alpha = sample / 255;
    const isKnown = (throughMap[at + 3] ?? 0) > 0;
    const clear = isKnown ? (coverage ? clarity(alpha, (coverage[at] ?? 0) / 255) : 1) : 0;
    // Pixels of ordinary edges stay unchanged.
    if (clear === 0) continue;
    let most = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const color = product[at + channel] ?? 0;
      const through = transmittedShare(sample, throughMap[at + channel] ?? HOLD_UNIT);
      fitLine((LIGHT_OF_SAMPLE[color] ?? 0) * alpha, through);
      const adding = added * clear + (color / 255) * alpha * (1 - clear);
      const passing = passed * clear + (1 - alpha) * (1 - clear);
      adds[channel] = adding;
      passes[channel] = passing;
      most = Math.max(most, passing);
    }
    // The added light can't exceed the product's opacity. The glass layer transmits the excess instead, so that the
    // result stays exact on white.
    const opacity = 1 - most;
    for (let channel = 0; channel < 3; channel += 1) {
      const missing = Math.max(0, (adds[channel] ?? 0) - opacity);
      const adding = (adds[channel] ?? 0) - missing;
      const passing = Math.min(most, (passes[channel] ?? 0) + missing);
      if (opacity > 0) product[at + channel] = (adding / opacity) * 255;
      glass[at + channel] = most > 0 ? (passing / most) * 255 : 255;
    }
    product[at + 3] = opacity * 255;
    if (glass[at] !== 255 || glass[at + 1] !== 255 || glass[at + 2] !== 255) glass[at + 3] = 255;
  }
  return glass;
}

/** Opacity of black that darkens like the photo's shadow, by the share of light that reaches the surface. */
const DARKNESS = Uint8ClampedArray.from({ length: 256 }, (_, sample) => (1 - toSrgb(sample / 255)) * 255);

/** Converts a map of the photo's shadow (gray, RGBA) in place to black, with the shadow's darkness as alpha. */
export function convertToBlack(shadow: Uint8ClampedArray): void {
  for (let at = 0; at < shadow.length; at += 4) {
    shadow[at + 3] = DARKNESS[shadow[at] ?? 255] ?? 0;
    shadow[at] = shadow[at + 1] = shadow[at + 2] = 0;
  }
}
