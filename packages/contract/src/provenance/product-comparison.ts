/** What a count of a product's changed pixels means: what they were compared with, and the light that was declared to lie on them. */
import { z } from 'zod';

export const COMPARED_WITH = [
  /** The product's cut-out, at its size and place. */
  'cut-out',
  /** The product as it was in the picture that was worked on, which is not its photo. */
  'pasted',
] as const;
export type ComparedWith = (typeof COMPARED_WITH)[number];

export const COUNTED_ON = [
  /** The picture that a file was saved from: with loss, or in another size. */
  'source',
] as const;

const count = z.number().int().min(0);

/** A product in a file that was saved with loss, or in another size, where no pixel can be what it was: compared in small squares. */
export const comparedSquaresSchema = z.object({
  total: count,
  /** Those that are unlike the product there by more than the levels. */
  changed: count,
  /** Pixels of the file along a square's side. */
  sidePx: z.number().min(0),
  /** Of 255, by which each channel of a square may differ: what scaling and compression do. */
  levels: z.number().min(0),
});
export type ComparedSquares = Readonly<z.infer<typeof comparedSquaresSchema>> &
  Pick<CountedPixels, 'countedOn'>;

/** The one light that was put on a product: a smooth field of gains on linear red, green and blue, without any detail of its own. */
export const declaredLightSchema = z.object({
  kind: z.literal('smooth-field'),
  /** How far it was asked to match the scene, 0 to 1. */
  strength: z.number().min(0).max(1),
  /** By what it multiplies the product's channels where it is weakest, and where it is strongest. */
  leastGain: z.number().min(0),
  mostGain: z.number().min(0),
});
export type DeclaredLight = Readonly<z.infer<typeof declaredLightSchema>>;

/** Both are absent where an older release counted. */
export interface ProductComparison {
  readonly comparedWith?: ComparedWith | undefined;
  /** Null: none, so that every pixel is to be what it was. */
  readonly light?: DeclaredLight | null | undefined;
}

/** How many pixels of a product were changed, and what that means. */
export interface CountedPixels extends ProductComparison {
  readonly total: number;
  readonly changed: number;
  /** Absent: the picture itself. */
  readonly countedOn?: (typeof COUNTED_ON)[number] | undefined;
}

const percentInWords = (share: number): string => `${String(Math.round(share * 100))}%`;

/** "0 of 1,204,331 product pixels changed". */
export const countInWords = ({ changed, total }: CountedPixels): string =>
  `${changed.toLocaleString('en')} of ${total.toLocaleString('en')} product pixels changed`;

const WITH: Readonly<Record<ComparedWith, string>> = {
  'cut-out': 'compared with the cut-out',
  pasted: 'compared with the product as it was pasted, not with its photo',
};

/** "compared with the cut-out". */
export const comparedInWords = ({ comparedWith }: ProductComparison): string =>
  comparedWith === undefined ? 'compared with what it should be' : WITH[comparedWith];

/** The count in one sentence that says no more than what was measured. */
export function productInWords(counted: CountedPixels): string {
  const words = countedInWords(counted);
  return counted.countedOn === undefined ? words : `${words} ${COUNTED_BEFORE}`;
}

const COUNTED_BEFORE =
  'Counted in the picture that this file was saved from; saving with loss, or in another size, then changes every pixel a little.';

function countedInWords(counted: CountedPixels): string {
  const { light } = counted;
  // An older release did not say whether there was one.
  if (light === undefined) return `${countInWords(counted)}, apart from any light of the scene.`;
  const compared = comparedInWords(counted);
  return light === null
    ? `${countInWords(counted)}, ${compared}. No light was added.`
    : `${countInWords(counted)}, apart from the light of the scene (${percentInWords(light.strength)}), ${compared}.`;
}

/** What the light is, for those who want to know; null where none is declared. */
export function lightInWords({ light }: ProductComparison): string | null {
  if (!light) return null;
  const gains = [light.leastGain, light.mostGain].map((gain) => gain.toFixed(2)).join(' to ');
  return `The light is one smooth field over the product. It multiplies its colors by ${gains}, and adds no detail.`;
}

/** "9,120 of 9,120 places of the product are like the cut-out". */
export function squaresInWords({ total, changed, sidePx, levels, countedOn }: ComparedSquares): string {
  const side = Math.max(1, Math.round(sidePx)).toLocaleString('en');
  const many = `${(total - changed).toLocaleString('en')} of ${total.toLocaleString('en')}`;
  const words = `${many} places of the product (${side} × ${side} pixels each) are like the cut-out, to within ${String(levels)} of 255 levels, which scaling and compression may take.`;
  return countedOn === undefined ? words : `${words} ${COUNTED_BEFORE}`;
}
