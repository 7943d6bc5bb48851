/**
 * Oklab (Ottosson, 2020): lightness 0 to 1 and two opponent axes, green–red and blue–yellow, in which equal
 * steps look about equal. Lightness can be changed without changing the hue.
 */

/** Transfer function of sRGB (IEC 61966-2-1), 0 to 1, in both directions. */
export const srgbToLinear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

export const linearToSrgb = (v: number): number =>
  v <= 0.003_130_8 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055;

const LINEAR_OF_SRGB = Float32Array.from({ length: 256 }, (_, i) => srgbToLinear(i / 255));

/** Number of table entries, large enough that no 8-bit step is skipped, even next to black. */
const SRGB_TABLE_SIZE = 16384;
const SRGB_OF_LINEAR = Float32Array.from(
  { length: SRGB_TABLE_SIZE + 1 },
  (_, i) => 255 * linearToSrgb(i / SRGB_TABLE_SIZE),
);

/** Converts an 8-bit sRGB sample to linear light, 0 to 1. */
export const linearOfSrgb = (sample: number): number => LINEAR_OF_SRGB[sample];

/** Converts linear light, clipped to 0 to 1, to an sRGB sample from 0 to 255, not rounded. */
export const srgbOfLinear = (light: number): number =>
  SRGB_OF_LINEAR[light <= 0 ? 0 : light >= 1 ? SRGB_TABLE_SIZE : Math.round(light * SRGB_TABLE_SIZE)];

/** Three numbers: an Oklab or an sRGB color, depending on the variable's name. */
export type Triple = [number, number, number];

/** Writes the Oklab color of an sRGB color (8-bit samples) to `into`. */
export function oklabOfSrgb(red: number, green: number, blue: number, into: Triple): void {
  oklabOfLinear(LINEAR_OF_SRGB[red], LINEAR_OF_SRGB[green], LINEAR_OF_SRGB[blue], into);
}

/** Writes the Oklab color of linear light (0 to 1 each) to `into`. */
export function oklabOfLinear(r: number, g: number, b: number, into: Triple): void {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  into[0] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  into[1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  into[2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
}

const GAMUT_SLACK = 1e-4;
const GAMUT_STEPS = 8;
const light: Triple = [0, 0, 0];

/**
 * Writes the sRGB color (0 to 255, not rounded) of an Oklab color to `into`. An out-of-gamut color keeps
 * lightness and hue, and loses as much chroma as necessary.
 */
export function srgbOfOklab(lightness: number, a: number, b: number, into: Triple): void {
  const level = lightness < 0 ? 0 : lightness > 1 ? 1 : lightness;
  linearOfOklab(level, a, b, light);
  if (!inGamut()) {
    let [low, high] = [0, 1];
    for (let i = 0; i < GAMUT_STEPS; i++) {
      const middle = (low + high) / 2;
      linearOfOklab(level, a * middle, b * middle, light);
      if (inGamut()) low = middle;
      else high = middle;
    }
    linearOfOklab(level, a * low, b * low, light);
  }
  for (let c = 0; c < 3; c++) into[c] = srgbOfLinear(light[c]);
}

/** Writes the linear light of an Oklab color to `into`; outside 0 to 1 when out of gamut. */
export function linearOfOklab(lightness: number, a: number, b: number, into: Triple): void {
  const l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const s = cube(lightness - 0.0894841775 * a - 1.291485548 * b);
  into[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  into[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  into[2] = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
}

/** Cube of a number; several times faster than `**`, which matters in code that runs for every pixel. */
const cube = (root: number): number => root * root * root;

const inGamut = (): boolean => light.every((v) => v >= -GAMUT_SLACK && v <= 1 + GAMUT_SLACK);

/** Relative luminance of linear light (Rec. 709 primaries). */
export const luminance = (r: number, g: number, b: number): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

export const toLuminance = ([r, g, b]: readonly [number, number, number]): number => luminance(r, g, b);

export function oklabOfHex(hex: string): Triple {
  const value = Number.parseInt(hex.slice(1), 16);
  const oklab: Triple = [0, 0, 0];
  oklabOfSrgb((value >> 16) & 255, (value >> 8) & 255, value & 255, oklab);
  return oklab;
}

/** Converts an Oklab color to a hex code; an out-of-gamut color loses chroma. */
export function hexOfOklab([lightness, a, b]: Triple): string {
  const srgb: Triple = [0, 0, 0];
  srgbOfOklab(lightness, a, b, srgb);
  return `#${srgb.map((sample) => Math.round(sample).toString(16).padStart(2, '0')).join('')}`;
}

/** Oklab distance: 0.02 is just visible side by side, 1 is from black to white. */
export const distance = ([l1, a1, b1]: Readonly<Triple>, [l2, a2, b2]: Readonly<Triple>): number =>
  Math.hypot(l1 - l2, a1 - a2, b1 - b2);

/** Oklab distance from which colors have different names. */
const OTHER_NAME_FROM = 0.15;
/** Maximum chroma of a color that is called white, gray or black. */
const NEUTRAL_MAX_CHROMA = 0.04;
/** Minimum ratio of the chromas of two colors with the same name: a pale pink isn't a light gray. */
const SAME_NAME_CHROMA_RATIO = 0.4;
/** Cosine of the largest hue difference of two colors with the same name, 40°. */
const SAME_NAME_HUE = 0.766;

/** True if people would give both colors the same name. */
export function haveSameName(one: Readonly<Triple>, other: Readonly<Triple>): boolean {
  if (distance(one, other) >= OTHER_NAME_FROM) return false;
  const chromas = [Math.hypot(one[1], one[2]), Math.hypot(other[1], other[2])] as const;
  if (Math.max(...chromas) < NEUTRAL_MAX_CHROMA) return true;
  if (Math.min(...chromas) < SAME_NAME_CHROMA_RATIO * Math.max(...chromas)) return false;
  return one[1] * other[1] + one[2] * other[2] >= SAME_NAME_HUE * chromas[0] * chromas[1];
}
