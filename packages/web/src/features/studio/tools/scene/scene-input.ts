import { optionsOfSettings } from '@packshot/contract/tools/option-settings';
import { SCENE_OPTIONS } from '@packshot/contract/tools/scene';
import type { SceneInput } from '@packshot/contract/tools/scene';
import type { ProductScale } from '@packshot/contract/tools/product-scale';
import type { ProductView } from '@packshot/contract/tools/view';
import type { SceneSettings } from '../../model/scene-settings.ts';

/**
 * Input of a scene request.
 * @param productKey null for an inspiration, which has no product
 * @param referenceKey storage key of a reference picture, or null
 * @param scale real-world size of the product, chosen or detected
 * @param view camera view of the product, chosen or detected
 */
export function sceneInput(
  settings: SceneSettings,
  productKey: string | null,
  referenceKey: string | null,
  view: ProductView | null = settings.view,
  scale: ProductScale | null = settings.scale,
): SceneInput {
  const { prompt, reference, look, matchPercent } = settings;
  const referenceId = reference?.kind === 'built-in' ? reference.id : null;
  // Omitted with a scene lock, which determines the strength of matching too.
  const ownMatch = look === null ? matchPercent : null;
  const has = { image: productKey !== null, reference: referenceId !== null };
  const set = { ...settings, prompt: prompt.trim(), referenceId, view, scale, matchPercent: ownMatch };
  return {
    ...optionsOfSettings(SCENE_OPTIONS, set, (picture) => has[picture]),
    ...(productKey !== null && { imageKey: productKey }),
    ...(referenceKey !== null && { referenceKey }),
  };
}
