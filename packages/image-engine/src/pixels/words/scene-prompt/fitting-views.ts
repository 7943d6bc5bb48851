import type { KnownFamily } from './unlisted-families.ts';
import { UNLISTED_FAMILIES } from './unlisted-families.ts';

/** A product seen this much steeper or flatter than a scene looks pasted in. */
export const VIEW_TOLERANCE_DEG = 18;

/**
 * Which scenes show a product as it was seen: the chosen family, `others` when the chosen one does not, or none.
 * @param families the references
 */
export function scenesFitting(
  elevationDeg: number,
  families: readonly Pick<KnownFamily, 'id' | 'elevations_deg'>[],
  referenceId: string | null,
): 'chosen' | 'others' | 'none' {
  const fits = ({ elevations_deg: elevations }: Pick<KnownFamily, 'elevations_deg'>): boolean =>
    elevations.some((known) => Math.abs(known - elevationDeg) <= VIEW_TOLERANCE_DEG);
  const all = [...families, ...UNLISTED_FAMILIES];
  const chosen = all.filter(({ id }) => referenceId === null || id === referenceId);
  if (chosen.some(fits)) return 'chosen';
  return all.some(fits) ? 'others' : 'none';
}
