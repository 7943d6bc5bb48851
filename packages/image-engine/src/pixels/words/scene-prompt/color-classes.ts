import type { ShadeOfColor } from '../../color/color-names.ts';
import { oklabOfSrgb, srgbOfOklab } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';

/** The Oklab color of a six-digit hex code. */
export function oklabOfHex(hex: string): Triple {
  const value = Number.parseInt(hex.slice(1), 16);
  const oklab: Triple = [0, 0, 0];
  oklabOfSrgb((value >> 16) & 255, (value >> 8) & 255, value & 255, oklab);
  return oklab;
}

/** The hex code of an Oklab color; an out-of-gamut color loses chroma. */
export function hexOfOklab([lightness, a, b]: Triple): string {
  const srgb: Triple = [0, 0, 0];
  srgbOfOklab(lightness, a, b, srgb);
  return `#${srgb.map((sample) => Math.round(sample).toString(16).padStart(2, '0')).join('')}`;
}

/** Oklab distance: 0.02 is just visible side by side, 1 is from black to white. */
export const distance = ([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number =>
  Math.hypot(l1 - l2, a1 - a2, b1 - b2);

/** Oklab chroma: 0 for grays, about 0.3 for the strongest colors of sRGB. */
export const chromaOf = ([, a, b]: Triple): number => Math.hypot(a, b);

/** Degrees, −180 to 180. */
export const hueOf = ([, a, b]: Triple): number => (Math.atan2(b, a) * 180) / Math.PI;

/** The difference of two hues, 0 to 180 degrees. */
export function hueDistance(first: Triple, second: Triple): number {
  const apart = Math.abs(hueOf(first) - hueOf(second)) % 360;
  return apart > 180 ? 360 - apart : apart;
}

/** A color from lightness, chroma and hue. */
export const ofPolar = (lightness: number, chroma: number, hueDeg: number): Triple => [
  lightness,
  chroma * Math.cos((hueDeg * Math.PI) / 180),
  chroma * Math.sin((hueDeg * Math.PI) / 180),
];

/** The lightness that a shade above 0 moves toward. */
const LIGHT_TONE = 0.96;

/** Applies the modifiers before a color's name. */
export function shaded(color: Triple, shades: readonly ShadeOfColor[]): Triple {
  let [lightness, a, b] = color;
  for (const shade of shades) {
    lightness += shade.lightness * (shade.lightness > 0 ? LIGHT_TONE - lightness : lightness);
    a *= shade.chroma;
    b *= shade.chroma;
  }
  return [lightness, a, b];
}
