/** What the server is asked for a scene. */
import { optionsOfSettings } from '@packshot/contract/tools/option-settings';
import { SCENE_OPTIONS } from '@packshot/contract/tools/scene';
import type { SceneInput } from '@packshot/contract/tools/scene';
import type { ProductScale } from '@packshot/contract/tools/product-scale';
import type { ProductView } from '@packshot/contract/tools/view';
import type { SceneSettings } from '../../model/scene-settings.ts';

/**
 * @param productKey null for an inspiration, which is a scene alone
 * @param referenceKey storage key of a reference picture, or null
 * @param scale size of the product in life, as chosen or as its name tells
 * @param view how the product was seen, as chosen or as its photo shows it
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
  // A look has a match of its own.
  const ownMatch = look === null ? matchPercent : null;
  const has = { image: productKey !== null, reference: referenceId !== null };
  const set = { ...settings, prompt: prompt.trim(), referenceId, view, scale, matchPercent: ownMatch };
  return {
    ...optionsOfSettings(SCENE_OPTIONS, set, (picture) => has[picture]),
    ...(productKey !== null && { imageKey: productKey }),
    ...(referenceKey !== null && { referenceKey }),
  };
}
