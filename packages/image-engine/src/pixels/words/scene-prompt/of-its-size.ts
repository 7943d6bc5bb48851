/** Chooses sets by a product's real-world size. */
import type { ProductScale } from '@packshot/contract';
import type { SetScale } from '../../stage/studio-set.ts';
import { scaleInPrompt } from './name-scale.ts';

/** Scale of the sets that suit each product size. */
const SET_SCALE_OF: Readonly<Record<ProductScale, SetScale>> = {
  hand: 'tabletop',
  table: 'tabletop',
  furniture: 'room',
  vehicle: 'vehicle',
};

/** Size class of the product: stated in the request, or implied by the prompt; null if unknown. */
export const getProductScale = ({
  prompt,
  scale,
}: {
  readonly prompt: string;
  readonly scale?: ProductScale | null | undefined;
}): ProductScale | null => scale ?? scaleInPrompt(prompt);

/** True for a set of the product's scale. */
export const isOfScale = (
  { scale = 'tabletop' }: { readonly scale?: SetScale | undefined },
  productScale: ProductScale,
): boolean => scale === SET_SCALE_OF[productScale];

/** Difference in relevance from which sets of another scale show something that the prompt names. */
const NAMED_FROM = 0.4;

/**
 * Keeps sets of the product's scale and plain backgrounds, if there are any; otherwise keeps all. A product of unknown
 * size counts as one for a table, unless other sets match the prompt better.
 */
export function ofItsSize<Scored extends { readonly relevance: number }>(
  scores: readonly Scored[],
  productScale: ProductScale | null,
  getSetFacts: (scored: Scored) => { readonly isPlain: boolean; readonly scale?: SetScale | undefined },
): readonly Scored[] {
  const right = scores.filter((scored) => {
    const facts = getSetFacts(scored);
    return facts.isPlain || isOfScale(facts, productScale ?? 'table');
  });
  if (right.length === 0) return scores;
  if (productScale !== null) return right;
  const best = (some: readonly Scored[]): number => Math.max(0, ...some.map(({ relevance }) => relevance));
  return best(scores) - best(right) > NAMED_FROM ? scores : right;
}
