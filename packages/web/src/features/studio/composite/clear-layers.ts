/**
 * A clear thing on a ground, as editors, canvases and style sheets blend: a glass that multiplies what is behind it, and
 * the product over that. What really happens is linear in light: `out = light + ground · through`. In sRGB samples that
 * is nearly a line too, so each pixel gets the line that fits it best on every ground, from black to white: 16 levels
 * apart on black at most, 5 on white, and exactly right where nothing is clear.
 */
import { HOLD_UNIT, transmittedShare } from '@packshot/image-engine/pixels';

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const toSrgb = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

const LIGHT_OF_SAMPLE = Float32Array.from({ length: 256 }, (_, sample) => toLinear(sample / 255));
const STEPS = 16_384;
/** sRGB values, 0 to 1, of light in steps of 1 / STEPS. */
const SRGB_OF_LIGHT = Float32Array.from({ length: STEPS + 1 }, (_, step) => toSrgb(step / STEPS));
const srgbOf = (light: number): number => SRGB_OF_LIGHT[Math.min(STEPS, Math.round(light * STEPS))] ?? 1;

/** Grounds on which the line is fitted. White is what most products are put on, and counts three times. */
const GROUNDS = [0, 0.25, 0.5, 0.75, 1].map((value) => ({
  value,
  light: toLinear(value),
  weight: value === 1 ? 3 : 1,
}));
const WEIGHT = GROUNDS.reduce((sum, { weight }) => sum + weight, 0);
const MEAN = GROUNDS.reduce((sum, { value, weight }) => sum + weight * value, 0) / WEIGHT;
const SPREAD = GROUNDS.reduce((sum, { value, weight }) => sum + weight * (value - MEAN) ** 2, 0);
const SQUARES = GROUNDS.reduce((sum, { value, weight }) => sum + weight * value ** 2, 0);

/** Of the last line that was fitted: what the pixel adds, and the share of the ground that it lets through. */
let added = 0;
let passed = 0;

/** Fits `added + passed · ground`, all sRGB from 0 to 1, to what light there is on each ground. */
function fitLine(light: number, through: number): void {
  let sum = 0;
  let moment = 0;
  for (const ground of GROUNDS) {
    const seen = ground.weight * srgbOf(light + ground.light * through);
    sum += seen;
    moment += seen * ground.value;
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
 * How far a pixel is clear rather than an ordinary edge, 0 to 1. Edges are as soft as their alpha, and their colors were
 * found by blending samples, so that they are blended as samples, as those of any product are.
 * @param covered what the product covers there, 0 to 1: within it, and wherever alpha is much less, it is clear
 */
function clarity(alpha: number, covered: number): number {
  const within = (covered - 0.85) / 0.13;
  const beyond = (covered - alpha - 0.15) / 0.2;
  return Math.min(1, Math.max(0, within, beyond));
}

/**
 * Makes of a cut-out's samples those of the product over its glass, in place.
 * @param product RGBA, straight alpha
 * @param held RGBA: the `through` plane at the same places; where it is transparent nothing is known, and nothing clear
 * @param coverage RGBA: the gray `coverage` plane there; null where the file has none
 * @returns the glass, RGBA: what the ground is multiplied with; transparent where it changes nothing
 */
export function separateClear(
  product: Uint8ClampedArray,
  held: Uint8ClampedArray,
  coverage: Uint8ClampedArray | null,
): Uint8ClampedArray<ArrayBuffer> {
  const glass = new Uint8ClampedArray(product.length);
  const [adds, passes] = [new Float32Array(3), new Float32Array(3)];
  for (let at = 0; at < product.length; at += 4) {
    const sample = product[at + 3] ?? 0;
    if (sample === 0) continue;
    const alpha = sample / 255;
    const isKnown = (held[at + 3] ?? 0) > 0;
    const clear = isKnown ? (coverage ? clarity(alpha, (coverage[at] ?? 0) / 255) : 1) : 0;
    // An ordinary edge stays what it is.
    if (clear === 0) continue;
    let most = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const color = product[at + channel] ?? 0;
      const through = transmittedShare(sample, held[at + channel] ?? HOLD_UNIT);
      fitLine((LIGHT_OF_SAMPLE[color] ?? 0) * alpha, through);
      const adding = added * clear + (color / 255) * alpha * (1 - clear);
      const passing = passed * clear + (1 - alpha) * (1 - clear);
      adds[channel] = adding;
      passes[channel] = passing;
      most = Math.max(most, passing);
    }
    // A product that lets that much through cannot shine more than that; what it lacks then is taken from the ground,
    // so that on white nothing is missing.
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

/** Opacity of the black that darkens a ground as its own shadow did, by the share of light that arrived there. */
const DARKNESS = Uint8ClampedArray.from({ length: 256 }, (_, sample) => (1 - toSrgb(sample / 255)) * 255);

/** Makes of an own-shadow plane's samples (gray, RGBA) the shadow: black, as opaque as it is dark. In place. */
export function blackOf(shadow: Uint8ClampedArray): void {
  for (let at = 0; at < shadow.length; at += 4) {
    shadow[at + 3] = DARKNESS[shadow[at] ?? 255] ?? 0;
    shadow[at] = shadow[at + 1] = shadow[at + 2] = 0;
  }
}
