/** What a count of a product's changed pixels means: what they were compared with, and the light that was declared to lie on them. */
import { z } from 'zod';

export const COMPARED_WITH = [
  /** The product's cut-out, at its size and place. */
  'cut-out',
  /** The product as it was in the picture that was worked on, which is not its photo. */
  'pasted',
] as const;
export type ComparedWith = (typeof COMPARED_WITH)[number];

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
