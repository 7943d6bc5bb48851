import { boxMean } from '../../raster/box-filter.ts';
import { hexOfOklab } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import { wordFor } from './color-words.ts';
import type { ColorWord, GrayWord } from './color-words.ts';
import type { ProductColor } from './facts.ts';
import type { OklabProduct } from './product-pixels.ts';

/** Local chroma below which a color counts as black, gray or white; the limit is higher for dark colors. */
const GRAY_CHROMA = 0.026;
const GRAY_CHROMA_DARK = 0.045;
const DARK_BELOW = 0.35;
/** Radius over which chroma is averaged, to cancel out camera noise. */
const CHROMA_RADIUS_PX = 3;

/**
 * Oklab lightness limits for a photo in normal light: below the first value a color is black, above the second white.
 */
const BLACK_BELOW = 0.4;
const WHITE_ABOVE = 0.83;

const MIDDLE_LIGHTNESS = 0.62;
const DARK_GRAY_BELOW = 0.5;
const LIGHT_GRAY_ABOVE = 0.74;

const HUE_BINS = 72;
const SAME_COLOR_BINS = 6;
/**
 * Minimum share of the product that a hue's peak in the histogram must have; smaller peaks are reflections or noise.
 */
const MIN_PEAK_SHARE = 0.025;
/** Minimum share of a color that is mentioned; it is higher for grays, which may come from shading. */
const MIN_SHARE = 0.05;
const MIN_GRAY_SHARE = 0.12;
const FAINT_CHROMA = 0.045;
/**
 * Ratio of the number of gray pixels to that of black or white ones, or the reverse; below it, the smaller group is a
 * shadow or highlight of the larger.
 */
const SHADING_RATIO = 0.6;
/** Ratio of white to black, or of black to white; below it, the rarer one is a highlight or a shadow of the other. */
const HIGHLIGHT_RATIO = 0.22;
/** Minimum share of all gray tones that black and white must each have for both to be named. */
const BOTH_ENDS_SHARE = 0.2;
const MAX_COLORS = 3;

/** Pixels of similar color, with the name of this color. */
interface ColorGroup {
  readonly name: ColorWord;
  readonly share: number;
  readonly oklab: Triple;
}

/**
 * Names the product's colors, the largest first, at most three. Pixels are grouped by hue, and a group is named by its
 * lit part, so that shading and highlights don't count as separate colors.
 */
export function namedColors(pixels: OklabProduct): ProductColor[] {
  const { interior } = pixels;
  if (interior.length === 0) return [];
  const { gray, chromatic } = splitByChroma(pixels);
  const groups = [...grayGroups(pixels, gray), ...hueGroups(pixels, chromatic)];
  return mergeByName(withWhole(groups))
    .toSorted((a, b) => b.share - a.share)
    .slice(0, MAX_COLORS)
    .map(({ name, share, oklab }) => ({ name, share, hex: hexOfOklab(oklab) }));
}

function splitByChroma(pixels: OklabProduct): { gray: number[]; chromatic: number[] } {
  const { interior, lightness } = pixels;
  const [a, b] = chromaAround(pixels);
  const gray: number[] = [];
  const chromatic: number[] = [];
  for (const i of interior) {
    const dark = Math.max(0, Math.min(1, (DARK_BELOW + 0.1 - lightness[i]) / 0.2));
    const limit = GRAY_CHROMA + (GRAY_CHROMA_DARK - GRAY_CHROMA) * dark;
    (Math.hypot(a[i], b[i]) < limit ? gray : chromatic).push(i);
  }
  return { gray, chromatic };
}

/** Local mean of both color axes around each of the product's pixels, using only pixels of the product. */
function chromaAround({ a, b, isInterior, widthPx, heightPx }: OklabProduct): [Float32Array, Float32Array] {
  const scratch = new Float32Array(a.length);
  const mean = (values: Float32Array): Float32Array => {
    const target = new Float32Array(values.length);
    boxMean(values, target, widthPx, heightPx, CHROMA_RADIUS_PX, scratch);
    return target;
  };
  const present = Float32Array.from(isInterior, (value) => value / 255);
  const count = mean(present);
  return [a, b].map((plane) => {
    const sums = mean(plane.map((value, i) => value * present[i]));
    return sums.map((value, i) => (count[i] > 0 ? value / count[i] : 0));
  }) as [Float32Array, Float32Array];
}

function grayGroups(pixels: OklabProduct, members: readonly number[]): ColorGroup[] {
  const total = pixels.interior.length;
  const { lightness } = pixels;
  const black: number[] = [];
  const middle: number[] = [];
  const white: number[] = [];
  for (const i of members) {
    const end = lightness[i] > WHITE_ABOVE ? white : middle;
    (lightness[i] < BLACK_BELOW ? black : end).push(i);
  }
  shareOutGray(pixels, black, middle, white);
  const [most, least] = black.length >= white.length ? [black, white] : [white, black];
  if (least.length < HIGHLIGHT_RATIO * most.length) move(least, most);
  const parts: readonly (readonly [GrayWord, readonly number[]])[] = [
    ['black', black],
    [grayName(pixels, middle), middle],
    ['white', white],
  ];
  return parts
    .map(([name, group]) => ({ name, share: group.length / total, oklab: computeMedian(pixels, group) }))
    .filter(({ share }) => share >= MIN_GRAY_SHARE);
}

/** Assigns gray shading to black and white, and the shadows and highlights of a gray product to gray. */
function shareOutGray(pixels: OklabProduct, black: number[], middle: number[], white: number[]): void {
  const { lightness } = pixels;
  const larger = black.length >= white.length ? black : white;
  const total = black.length + middle.length + white.length;
  const bothCount = Math.min(black.length, white.length) >= BOTH_ENDS_SHARE * total;
  if (bothCount && middle.length < black.length + white.length) {
    for (const i of middle.splice(0)) (lightness[i] < MIDDLE_LIGHTNESS ? black : white).push(i);
  } else if (middle.length < SHADING_RATIO * larger.length) {
    move(middle, larger);
  } else if (black.length >= middle.length && computeMedian(pixels, middle)[0] < DARK_GRAY_BELOW) {
    move(middle, black);
  } else {
    for (const side of [black, white]) {
      if (side.length < SHADING_RATIO * middle.length) move(side, middle);
    }
  }
}

/** Moves elements one by one, because spreading this many arguments would overflow the stack. */
function move(from: number[], to: number[]): void {
  for (const i of from.splice(0)) to.push(i);
}

function grayName(pixels: OklabProduct, members: readonly number[]): GrayWord {
  const [lightness] = computeMedian(pixels, members);
  if (lightness < DARK_GRAY_BELOW) return 'dark gray';
  return lightness > LIGHT_GRAY_ABOVE ? 'light gray' : 'gray';
}

function hueGroups(pixels: OklabProduct, members: readonly number[]): ColorGroup[] {
  const total = pixels.interior.length;
  const bins: number[][] = Array.from({ length: HUE_BINS }, () => []);
  for (const i of members) {
    const turn = Math.atan2(pixels.b[i], pixels.a[i]) / (2 * Math.PI);
    bins[Math.floor((turn < 0 ? turn + 1 : turn) * HUE_BINS) % HUE_BINS].push(i);
  }
  const groups: ColorGroup[] = [];
  for (;;) {
    const peak = highestBin(bins);
    const around = Array.from(
      { length: 2 * SAME_COLOR_BINS + 1 },
      (_, k) => (peak + k - SAME_COLOR_BINS + HUE_BINS) % HUE_BINS,
    );
    const group = around.flatMap((bin) => bins[bin].splice(0));
    const share = group.length / total;
    if (share < MIN_PEAK_SHARE) return groups.filter(isWorthSaying);
    const oklab = computeLitColor(pixels, group);
    groups.push({ name: wordFor(oklab), share, oklab });
  }
}

/**
 * True if a color is mentioned. A faint color may come from the light, so it needs the higher share required for
 * grays.
 */
const isWorthSaying = ({ share, oklab: [, a, b] }: ColorGroup): boolean =>
  share >= (Math.hypot(a, b) < FAINT_CHROMA ? MIN_GRAY_SHARE : MIN_SHARE);

function highestBin(bins: readonly number[][]): number {
  let best = 0;
  let most = -1;
  for (let bin = 0; bin < HUE_BINS; bin++) {
    const count =
      bins[bin].length + bins[(bin + 1) % HUE_BINS].length + bins[(bin + HUE_BINS - 1) % HUE_BINS].length;
    if (count > most) [best, most] = [bin, count];
  }
  return best;
}

/**
 * Ratio between the chroma of the lit part and of the most colorful part, below which the light counts as glare or
 * overexposure.
 */
const WASHED_OUT = 0.7;

/**
 * Perceived color of a group: the color of its lit part, the lightest third without the brightest pixels. If glare or
 * overexposure bleached this part, the color of its most colorful third.
 */
function computeLitColor(pixels: OklabProduct, group: readonly number[]): Triple {
  const { lightness, a, b } = pixels;
  const upperThird = (readValue: (i: number) => number): number[] => {
    const sorted = group.toSorted((i, j) => readValue(i) - readValue(j));
    return sorted.slice(Math.floor(sorted.length * 0.67), Math.max(1, Math.ceil(sorted.length * 0.97)));
  };
  const lit = computeMedian(
    pixels,
    upperThird((i) => lightness[i]),
  );
  const colorful = computeMedian(
    pixels,
    upperThird((i) => Math.hypot(a[i], b[i])),
  );
  const chroma = ([, a1, b1]: Triple): number => Math.hypot(a1, b1);
  return chroma(lit) < WASHED_OUT * chroma(colorful) ? colorful : lit;
}

function computeMedian({ lightness, a, b }: OklabProduct, group: readonly number[]): Triple {
  if (group.length === 0) return [0, 0, 0];
  const middle = (plane: Float32Array): number =>
    Float32Array.from(group, (i) => plane[i]).toSorted()[Math.floor(group.length / 2)];
  return [middle(lightness), middle(a), middle(b)];
}

/** Counts light gray as white if the product also has white, because it is then the shaded side of the white parts. */
function withWhole(groups: readonly ColorGroup[]): ColorGroup[] {
  const isWhite = groups.some(({ name }) => name === 'white');
  return groups.map((group) =>
    isWhite && group.name === 'light gray' ? { ...group, name: 'white' as const } : group,
  );
}

function mergeByName(groups: readonly ColorGroup[]): ColorGroup[] {
  const merged = new Map<ColorWord, ColorGroup>();
  for (const group of groups) {
    const existingGroup = merged.get(group.name);
    const larger = existingGroup !== undefined && existingGroup.share > group.share ? existingGroup : group;
    merged.set(group.name, { ...larger, share: group.share + (existingGroup?.share ?? 0) });
  }
  return [...merged.values()];
}
