/** Sets for a product's size in life. */
import type { ProductScale } from '@packshot/contract';
import type { SetScale } from '../../stage/studio-set.ts';
import { scaleInPrompt } from './name-scale.ts';

/** What a product of each size may be shown in. */
const SET_SCALE_OF: Readonly<Record<ProductScale, SetScale>> = {
  hand: 'tabletop',
  table: 'tabletop',
  furniture: 'room',
  vehicle: 'vehicle',
};

/** The class of the product that a prompt is for: told, or said by the words for the scene; null where neither tells. */
export const scaleOf = ({
  prompt,
  scale,
}: {
  readonly prompt: string;
  readonly scale?: ProductScale | null | undefined;
}): ProductScale | null => scale ?? scaleInPrompt(prompt);

/**
 * No car on a tree stump: sets for a product's size and plain grounds, as long as there are any. Where the size is not known, it goes on a table, unless the
 * words name another place.
 */
export function ofItsSize<Scored extends { readonly relevance: number }>(
  scores: readonly Scored[],
  known: ProductScale | null,
  placeOf: (scored: Scored) => { readonly isPlain: boolean; readonly scale?: SetScale | undefined },
): readonly Scored[] {
  const wanted = SET_SCALE_OF[known ?? 'table'];
  const right = scores.filter((scored) => {
    const { isPlain, scale = 'tabletop' } = placeOf(scored);
    return isPlain || scale === wanted;
  });
  if (right.length === 0) return scores;
  if (known !== null) return right;
  const best = (some: readonly Scored[]): number => Math.max(0, ...some.map(({ relevance }) => relevance));
  return best(scores) > best(right) ? scores : right;
}
