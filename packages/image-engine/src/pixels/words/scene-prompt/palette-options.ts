import { computeChroma, computeHue, ofPolar } from './color-classes.ts';
import { oklabOfHex, linearOfOklab } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { ProductReading } from '../../stage/scene-plan.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import type { ScenePromptReading } from './reading.ts';
import { matchesNamed, listTints, tintWith, withMainLightness } from './tints.ts';
import type { Tinting, RequestedColor } from './tints.ts';

/** Possible palette for a set; `bonus` is added to a plan's score. */
interface PaletteOption {
  readonly id: string;
  readonly tinting: Tinting;
  readonly bonus: number;
}

const UNTOUCHED: Tinting = { tints: {}, isExact: false, followed: new Set(), requestedTints: [] };
const BONUS = { composed: 0.22, requested: 0.22, other: 0.05 } as const;

const toRequestedColor = (oklab: Triple): RequestedColor => ({ oklab, isExact: false, on: [], phrase: null });

/**
 * Color options of a set: requested colors in one or two arrangements; without a request, the set's default colors, or
 * colors that match the product's, the tone of the prompt, or each other.
 */
export function paletteOptions(
  set: StudioSet,
  colors: readonly RequestedColor[],
  reading: ScenePromptReading,
  product: ProductReading | null,
): PaletteOption[] {
  const { wants } = reading;
  const untinted = tintWith(set, [], wants);
  const composed = {
    id: 'composed',
    tinting: untinted.followed.size > 0 ? untinted : UNTOUCHED,
    bonus: BONUS.composed,
  };
  if (listTints(set).length === 0) return [composed];
  if (colors.length > 0) {
    const options = [0, 1].map((spread) => ({
      id: `requested-${spread}`,
      tinting: tintWith(set, colors, wants, spread),
      bonus: BONUS.requested - 0.2 * spread,
    }));
    return options.filter(
      ({ tinting }, i) =>
        i === 0 || JSON.stringify(tinting.tints) !== JSON.stringify(options[0]?.tinting.tints),
    );
  }
  const main = listTints(set).find(({ isNatural }) => !isNatural);
  if (main === undefined) return [composed];
  const tone = wants.find(({ kind, isNegated }) => kind === 'tone' && !isNegated)?.id ?? null;
  const schemes = schemesFor(tone, main.id, main.composed, product).filter(
    ([, oklab]) => tintStrain(main.composed, oklab) < MAX_STRAIN,
  );
  const others = schemes.map(([id, oklab]) => ({
    id,
    tinting: tintWith(set, [toRequestedColor(oklab)], wants),
    bonus: BONUS.other,
  }));
  // If the prompt names a material such as terracotta that has this color, the material isn't repainted.
  const isItsOwnColor = reading.colors.some(
    ({ hex, meantFor, isNegated }) =>
      meantFor === 'hint' && !isNegated && matchesNamed(main.composed, oklabOfHex(hex)),
  );
  if (isItsOwnColor) return [composed, ...inOtherLightness(set, composed.tinting)];
  const keepsOwn = tone === null || others.length === 0;
  const options = keepsOwn ? [composed, ...others] : others;
  return options.length < FEW_OPTIONS ? [...options, ...inOtherLightness(set, composed.tinting)] : options;
}

/** Number of color options below which the variants of a set look alike, so that other options are added. */
const FEW_OPTIONS = 4;
const inOtherLightness = (set: StudioSet, tinting: Tinting): PaletteOption[] =>
  [0.07, -0.1].map((step) => ({
    id: `lightness ${step}`,
    tinting: withMainLightness(set, tinting, step),
    bonus: BONUS.other,
  }));

type Scheme = readonly [id: string, oklab: Triple];

/** Paint colors that suit most products, by lightness, chroma and hue. */
const SWATCHES = {
  sand: ofPolar(0.87, 0.034, 80),
  blush: ofPolar(0.86, 0.042, 28),
  clay: ofPolar(0.7, 0.075, 42),
  sage: ofPolar(0.83, 0.036, 140),
  mint: ofPolar(0.89, 0.035, 170),
  aqua: ofPolar(0.86, 0.045, 200),
  sky: ofPolar(0.86, 0.04, 238),
  lilac: ofPolar(0.84, 0.042, 305),
  paper: ofPolar(0.93, 0.01, 80),
  stone: ofPolar(0.74, 0.008, 80),
  ochre: ofPolar(0.77, 0.08, 78),
  olive: ofPolar(0.64, 0.05, 115),
  umber: ofPolar(0.5, 0.05, 58),
  mist: ofPolar(0.87, 0.006, 250),
} as const;
type Swatch = keyof typeof SWATCHES;

/** Colors that suit a region, by its tint ID, so that for example a sky is never green. */
const SWATCHES_OF_PART: Readonly<Record<string, readonly Swatch[]>> = {
  sky: ['sky', 'blush', 'lilac', 'sand'],
  water: ['aqua', 'sky', 'mint'],
  backdrop: ['sky', 'aqua', 'sand', 'stone'],
};
const USUAL_SWATCHES: readonly Swatch[] = ['sand', 'blush', 'sage', 'sky', 'lilac', 'paper'];
/** Colors for concrete, tiles and similar materials, which are rarely painted in a color. */
const GRAY_SWATCHES: readonly Swatch[] = ['paper', 'sand', 'sage', 'sky'];
const GRAY_PART_CHROMA = 0.014;
const TONES: Readonly<Record<string, readonly Swatch[]>> = {
  pastel: ['blush', 'mint', 'sky', 'lilac', 'sand', 'aqua'],
  neutral: ['paper', 'sand', 'mist', 'stone'],
  earthy: ['clay', 'ochre', 'olive', 'umber'],
};
/** Lightness below which a set is intentionally dark and gets the dark versions of the colors. */
const DARK_BELOW = 0.55;
const GRAY_CHROMA = 0.04;

/** Colors for the largest region: those of the prompt's tone, or colors that match the region and the product. */
function schemesFor(
  tone: string | null,
  part: string,
  own: Triple,
  product: ProductReading | null,
): Scheme[] {
  const [first] = product?.palette ?? [];
  const oklab = first === undefined ? undefined : oklabOfHex(first);
  const isDark = own[0] < DARK_BELOW;
  const toSchemes = (names: readonly Swatch[]): Scheme[] =>
    names.map((name) => [name, isDark ? deepenColor(SWATCHES[name], own[0]) : SWATCHES[name]]);
  if (tone !== null && Object.hasOwn(TONES, tone)) return toSchemes(TONES[tone]);
  const hue = oklab !== undefined && computeChroma(oklab) > GRAY_CHROMA ? computeHue(oklab) : undefined;
  const scheme = (id: string, lightness: number, chroma: number, turn: number): Scheme => [
    id,
    ofPolar(lightness, chroma, (hue ?? computeHue(own)) + turn),
  ];
  if (tone === 'vivid') return [0, 120, 180, 250].map((turn) => scheme(`vivid-${turn}`, 0.68, 0.125, turn));
  if (tone === 'monochrome')
    return hue === undefined ? [] : [scheme('tonal', Math.max(0.45, own[0]), 0.06, 0)];
  const usual = computeChroma(own) < GRAY_PART_CHROMA ? GRAY_SWATCHES : USUAL_SWATCHES;
  const schemes = toSchemes(SWATCHES_OF_PART[part] ?? usual);
  if (hue === undefined) return schemes;
  const lightness = isDark ? Math.max(0.3, own[0]) : 0.85;
  return [scheme('beside', lightness, 0.045, 25), scheme('opposite', lightness, 0.04, 180), ...schemes];
}

const deepenColor = (oklab: Triple, lightness: number): Triple =>
  ofPolar(
    Math.max(0.28, Math.min(0.5, lightness)),
    Math.min(0.06, 1.2 * computeChroma(oklab)),
    computeHue(oklab),
  );

/**
 * Maximum color change of a palette that the user didn't choose. If one channel rises much more than another, the set
 * looks like a different one.
 */
const MAX_STRAIN = 3.2;
/** Ratio between the largest and the smallest gain of a channel when one paint replaces another; 1 for equal hues. */
function tintStrain(from: Triple, to: Triple): number {
  const [before, after]: [Triple, Triple] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  linearOfOklab(...from, before);
  linearOfOklab(...to, after);
  const ratios = after.map((v, c) => Math.max(0.004, v) / Math.max(0.01, before[c]));
  return Math.max(...ratios) / Math.min(...ratios);
}
