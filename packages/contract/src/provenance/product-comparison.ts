/** Meaning of a count of changed product pixels: the reference picture, and the light applied to the product. */
import { LANGUAGE } from '../text/interface-language.ts';
import { messages, t } from '../text/translation.ts';
import { z } from 'zod';

export const COMPARED_WITH = [
  /** The cut-out of the product, at its size and position in the picture. */
  'cut-out',
  /**
   * The product as it was before the edit, in the picture given to the tool; that picture may itself be composed rather
   * than the original photo.
   */
  'pasted',
] as const;
export type ComparedWith = (typeof COMPARED_WITH)[number];

export const COUNTED_ON = [
  /** The picture from which the file was saved with loss, or in another size. */
  'source',
] as const;

const count = z.number().int().min(0);

/** Comparison in small squares, for a file saved with loss or in another size, whose pixels can't be equal. */
export const comparedSquaresSchema = z.object({
  total: count,
  /** Number of squares that differ from the product by more than `levels`. */
  changed: count,
  /** Side length of a square, in pixels of the file. */
  sidePx: z.number().min(0),
  /** Tolerance for the mean color of a square in each channel, in levels of 255; covers scaling and compression. */
  levels: z.number().min(0),
});
export type ComparedSquares = Readonly<z.infer<typeof comparedSquaresSchema>> &
  Pick<CountedPixels, 'countedOn'>;

/** Light applied to a product: a smooth field of factors on linear red, green and blue, without own detail. */
export const declaredLightSchema = z.object({
  kind: z.literal('smooth-field'),
  /** Requested strength of matching the product to the scene's light, 0 to 1. */
  strength: z.number().min(0).max(1),
  /** Factors on the product's color channels where the light is weakest and where it is strongest. */
  leastGain: z.number().min(0),
  mostGain: z.number().min(0),
});
export type DeclaredLight = Readonly<z.infer<typeof declaredLightSchema>>;

/** Reference and light of a comparison. Both are missing in results of older releases. */
export interface ProductComparison {
  readonly comparedWith?: ComparedWith | undefined;
  /** Light applied to the product; null for none. */
  readonly light?: DeclaredLight | null | undefined;
}

export interface CountedPixels extends ProductComparison {
  readonly total: number;
  readonly changed: number;
  /** Set if another picture was measured, of which the file is a copy; missing if the picture itself was measured. */
  readonly countedOn?: (typeof COUNTED_ON)[number] | undefined;
}

/** Formats a count: "0 of 1,204,331 product pixels changed". */
export const countInWords = ({ changed, total }: CountedPixels): string =>
  t('{changed, number} of {total, number} product pixels changed', { changed, total });

const WITH: Readonly<Record<ComparedWith, string>> = messages({
  'cut-out': 'compared with the cut-out',
  pasted: 'compared with the pasted product, not with its photo',
});

/** Formats the reference of the comparison: "compared with the cut-out". */
export const comparedInWords = ({ comparedWith }: ProductComparison): string =>
  comparedWith === undefined ? t('compared with the expected result') : WITH[comparedWith];

/** Sentence about the number of changed pixels that states only what was measured. */
export function productInWords(counted: CountedPixels): string {
  const words = countedInWords(counted);
  return counted.countedOn === undefined ? words : `${words} ${COUNTED_BEFORE}`;
}

const COUNTED_BEFORE = t(
  'Counted in the picture that this file was saved from; a lossy format or another size then changes every pixel slightly.',
);

function countedInWords(counted: CountedPixels): string {
  const { changed, total, light } = counted;
  // Older releases didn't record whether a light was applied.
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

/** Sentence about the light applied to the product, or null if none is declared. */
export function lightInWords({ light }: ProductComparison): string | null {
  if (!light) return null;
  return t(
    'Lighting was adjusted smoothly (colors multiplied by {least} to {most}). No detail was added or redrawn.',
    { least: formatGain(light.leastGain), most: formatGain(light.mostGain) },
  );
}

/** Sentence about the squares of the product that match the cut-out. */
export function squaresInWords({ total, changed, sidePx, levels, countedOn }: ComparedSquares): string {
  const words = t(
    '{matching, number} of {total, number} areas of the product ({side, number} × {side, number} pixels each) match the cut-out to within {levels} of 255 levels, the tolerance for scaling and compression.',
    { matching: total - changed, total, side: Math.max(1, Math.round(sidePx)), levels },
  );
  return countedOn === undefined ? words : `${words} ${COUNTED_BEFORE}`;
}
