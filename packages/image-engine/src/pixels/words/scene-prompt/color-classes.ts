import type { ShadeOfColor } from '../../color/color-names.ts';
import type { Triple } from '../../color/oklab.ts';

/** Oklab chroma: 0 for grays, about 0.3 for the strongest colors of sRGB. */
export const computeChroma = ([, a, b]: Triple): number => Math.hypot(a, b);

/** Hue in degrees, −180 to 180. */
export const computeHue = ([, a, b]: Triple): number => (Math.atan2(b, a) * 180) / Math.PI;

/** Difference of two hues, 0 to 180 degrees. */
export function hueDistance(first: Triple, second: Triple): number {
  const apart = Math.abs(computeHue(first) - computeHue(second)) % 360;
  return apart > 180 ? 360 - apart : apart;
}

export const ofPolar = (lightness: number, chroma: number, hueDeg: number): Triple => [
  lightness,
  chroma * Math.cos((hueDeg * Math.PI) / 180),
  chroma * Math.sin((hueDeg * Math.PI) / 180),
];

/** Lightness toward which a shade with a value above 0 moves a color. */
const LIGHT_TONE = 0.96;

/** Applies modifiers such as “dark”, which stand before a color's name. */
export function applyShades(color: Triple, shades: readonly ShadeOfColor[]): Triple {
  let [lightness, a, b] = color;
  for (const shade of shades) {
    lightness += shade.lightness * (shade.lightness > 0 ? LIGHT_TONE - lightness : lightness);
    a *= shade.chroma;
    b *= shade.chroma;
  }
  return [lightness, a, b];
}
