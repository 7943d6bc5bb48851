import type { KnownFamily } from './unlisted-families.ts';
import { UNLISTED_FAMILIES } from './unlisted-families.ts';

/** Maximum difference between the camera elevations of product and scene; beyond it, the product looks pasted in. */
export const VIEW_TOLERANCE_DEG = 18;

/**
 * Scenes that fit the product's camera elevation: `chosen` if the chosen family fits, or any family if none was chosen;
 * `others` if only other families fit; else `none`.
 * @param families families of sets that the user can choose as a reference
 */
export function scenesFitting(
  elevationDeg: number,
  families: readonly Pick<KnownFamily, 'id' | 'elevations_deg'>[],
  referenceId: string | null,
): 'chosen' | 'others' | 'none' {
  const fits = ({ elevations_deg: elevations }: Pick<KnownFamily, 'elevations_deg'>): boolean =>
    elevations.some((viewDeg) => Math.abs(viewDeg - elevationDeg) <= VIEW_TOLERANCE_DEG);
  const all = [...families, ...UNLISTED_FAMILIES];
  const selectedFamilies = all.filter(({ id }) => referenceId === null || id === referenceId);
  if (selectedFamilies.some(fits)) return 'chosen';
  return all.some(fits) ? 'others' : 'none';
}
