/** Meaning of a count of changed product pixels: the reference of the comparison, and the light declared on the product. */
import { LANGUAGE } from '../text/interface-language.ts';
import { messages, t } from '../text/translation.ts';
import { z } from 'zod';

export const COMPARED_WITH = [
  /** Cut-out of the product, at its size and position. */
  'cut-out',
  /** Product in the picture that was processed, which isn't its photo. */
  'pasted',
] as const;
export type ComparedWith = (typeof COMPARED_WITH)[number];

export const COUNTED_ON = [
  /** Picture from which the file was saved with loss, or in another size. */
  'source',
] as const;

const count = z.number().int().min(0);

/** Comparison in small squares, for a file that was saved with loss or in another size, so that pixels can't be equal. */
export const comparedSquaresSchema = z.object({
  total: count,
  /** Squares that differ from the product by more than `levels`. */
  changed: count,
  /** Side of a square, in pixels of the file. */
  sidePx: z.number().min(0),
  /** Tolerance of each channel of a square, of 255; covers scaling and compression. */
  levels: z.number().min(0),
});
export type ComparedSquares = Readonly<z.infer<typeof comparedSquaresSchema>> &
  Pick<CountedPixels, 'countedOn'>;

/** Light applied to a product: a smooth field of gains on linear red, green and blue, without detail of its own. */
export const declaredLightSchema = z.object({
  kind: z.literal('smooth-field'),
  /** Requested degree of matching to the scene, 0 to 1. */
  strength: z.number().min(0).max(1),
  /** Gains on the product's channels at the weakest and at the strongest point. */
  leastGain: z.number().min(0),
  mostGain: z.number().min(0),
});
export type DeclaredLight = Readonly<z.infer<typeof declaredLightSchema>>;

/** Both are missing in results of older releases. */
export interface ProductComparison {
  readonly comparedWith?: ComparedWith | undefined;
  /** Null for none; all pixels must then be unchanged. */
  readonly light?: DeclaredLight | null | undefined;
}

/** Number of changed product pixels, with its meaning. */
export interface CountedPixels extends ProductComparison {
  readonly total: number;
  readonly changed: number;
  /** Missing if the picture itself was measured. */
  readonly countedOn?: (typeof COUNTED_ON)[number] | undefined;
}

/** Formats a count: "0 of 1,204,331 product pixels changed". */
export const countInWords = ({ changed, total }: CountedPixels): string =>
  t('{changed, number} of {total, number} product pixels changed', { changed, total });

const WITH: Readonly<Record<ComparedWith, string>> = messages({
  'cut-out': 'compared with the cut-out',
  pasted: 'compared with the pasted product, not with its photo',
});

/** Formats the reference: "compared with the cut-out". */
export const comparedInWords = ({ comparedWith }: ProductComparison): string =>
  comparedWith === undefined ? t('compared with the expected result') : WITH[comparedWith];

/** Sentence about the count that states only what was measured. */
export function productInWords(counted: CountedPixels): string {
  const words = countedInWords(counted);
  return counted.countedOn === undefined ? words : `${words} ${COUNTED_BEFORE}`;
}

const COUNTED_BEFORE = t(
  'Counted in the picture that this file was saved from; a lossy format or another size then changes every pixel slightly.',
);

function countedInWords(counted: CountedPixels): string {
  const { changed, total, light } = counted;
  // Older releases didn't record whether there was a light.
  if (light === undefined)
    return t('{changed, number} of {total, number} product pixels changed, not counting the scene’s light.', {
      changed,
      total,
    });
  const compared = comparedInWords(counted);
  return light === null
    ? t(
        '{changed, number} of {total, number} product pixels changed, {compared}. Lighting wasn’t adjusted.',
        { changed, total, compared },
      )
    : t(
        '{changed, number} of {total, number} product pixels changed beyond the matched lighting ({percent}%), {compared}.',
        { changed, total, percent: Math.round(light.strength * 100), compared },
      );
}

const gains = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 2, useGrouping: false });
const formatGain = (gain: number): string => gains.format(Number(gain.toFixed(2)));

/** Details of the light, or null if none is declared. */
export function lightInWords({ light }: ProductComparison): string | null {
  if (!light) return null;
  return t(
    'Lighting was adjusted smoothly (colors multiplied by {least} to {most}). No detail was added or redrawn.',
    { least: formatGain(light.leastGain), most: formatGain(light.mostGain) },
  );
}

/** Formats compared squares: "9,120 of 9,120 places of the product are like the cut-out". */
export function squaresInWords({ total, changed, sidePx, levels, countedOn }: ComparedSquares): string {
  const words = t(
    '{matching, number} of {total, number} areas of the product ({side, number} × {side, number} pixels each) match the cut-out to within {levels} of 255 levels, the tolerance for scaling and compression.',
    { matching: total - changed, total, side: Math.max(1, Math.round(sidePx)), levels },
  );
  return countedOn === undefined ? words : `${words} ${COUNTED_BEFORE}`;
}
