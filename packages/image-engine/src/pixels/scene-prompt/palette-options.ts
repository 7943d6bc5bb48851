import { chromaOf, hueOf, oklabOfHex, ofPolar } from './colour.ts';
import type { Triple } from '../oklab.ts';
import type { ProductReading } from '../studio/scene-plan.ts';
import type { StudioSet } from '../studio/studio-set.ts';
import type { ScenePromptReading } from './reading.ts';
import { tintsOf, tintWith } from './tints.ts';
import type { Tinting, WishedColour } from './tints.ts';

/** A way to paint a set; `liking` adds to a plan's score. */
export interface PaletteOption {
  readonly id: string;
  readonly tinting: Tinting;
  readonly liking: number;
}

const UNTOUCHED: Tinting = { tints: {}, isExact: false, followed: new Set() };
const LIKING = { composed: 0.3, wished: 0.3, other: 0.05 } as const;

const colourOf = (oklab: Triple): WishedColour => ({ oklab, isExact: false, on: [], phrase: null });

/**
 * The ways to paint a set that come into question: as wished in one or two arrangements; without a wish as composed, or in colours that go
 * with the product's, the tone of the prompt, or each other.
 */
export function paletteOptions(
  set: StudioSet,
  colours: readonly WishedColour[],
  reading: ScenePromptReading,
  product: ProductReading | null,
): PaletteOption[] {
  const { wants } = reading;
  const untinted = tintWith(set, [], wants);
  const composed = {
    id: 'composed',
    tinting: untinted.followed.size > 0 ? untinted : UNTOUCHED,
    liking: LIKING.composed,
  };
  if (tintsOf(set).length === 0) return [composed];
  if (colours.length > 0) {
    const options = [0, 1].map((spread) => ({
      id: `wished-${spread}`,
      tinting: tintWith(set, colours, wants, spread),
      liking: LIKING.wished - 0.2 * spread,
    }));
    return options.filter(
      ({ tinting }, i) =>
        i === 0 || JSON.stringify(tinting.tints) !== JSON.stringify(options[0]?.tinting.tints),
    );
  }
  const main = tintsOf(set).find(({ isNatural }) => !isNatural);
  if (main === undefined) return [composed];
  const tone = wants.find(({ kind, isNegated }) => kind === 'tone' && !isNegated)?.id ?? null;
  const others = schemesFor(tone, main.composed, product).map(([id, oklab]) => ({
    id,
    tinting: tintWith(set, [colourOf(oklab)], wants),
    liking: LIKING.other,
  }));
  const keepsOwn = tone === null || others.length === 0;
  return keepsOwn ? [composed, ...others] : others;
}

type Scheme = readonly [id: string, oklab: Triple];

/** Where the product has no hue, one that flatters most things. */
const KIND_HUE_DEG = 60;

/** Colours for the largest part, by the tone of the prompt. */
function schemesFor(tone: string | null, own: Triple, product: ProductReading | null): Scheme[] {
  const [first] = product?.palette ?? [];
  const oklab = first === undefined ? undefined : oklabOfHex(first);
  const hue = oklab !== undefined && chromaOf(oklab) > 0.04 ? hueOf(oklab) : KIND_HUE_DEG;
  const scheme = (id: string, lightness: number, chroma: number, turn: number): Scheme => [
    id,
    ofPolar(lightness, chroma, hue + turn),
  ];
  switch (tone) {
    case 'pastel':
      return [0, 70, 150, 215, 290].map((turn) => scheme(`pastel-${turn}`, 0.89, 0.055, turn));
    case 'neutral':
      return [
        ['neutral-warm', ofPolar(0.88, 0.016, 75)],
        ['neutral-sand', ofPolar(0.8, 0.028, 78)],
        ['neutral-cool', ofPolar(0.87, 0.006, 250)],
      ];
    case 'earthy':
      return [
        ['clay', ofPolar(0.66, 0.085, 45)],
        ['ochre', ofPolar(0.77, 0.08, 78)],
        ['olive', ofPolar(0.64, 0.05, 115)],
        ['umber', ofPolar(0.5, 0.05, 58)],
      ];
    case 'vivid':
      return [0, 120, 180, 250].map((turn) => scheme(`vivid-${turn}`, 0.68, 0.125, turn));
    case 'monochrome':
      return oklab === undefined ? [] : [scheme('tonal', Math.max(0.45, own[0]), 0.06, 0)];
    default: {
      const isLight = own[0] > 0.6;
      return [
        scheme('beside', isLight ? 0.86 : 0.42, 0.05, 25),
        scheme('opposite', isLight ? 0.84 : 0.42, 0.045, 180),
        ['paper', ofPolar(isLight ? 0.92 : 0.5, 0.012, 75)],
        scheme('deep', 0.42, 0.05, 165),
      ];
    }
  }
}
