/** What the server is asked for a scene. */
import { SCENE_LARGER_SIDE_PX } from '@packshot/contract/tools/limits';
import type { SceneInput } from '@packshot/contract/tools/scene';
import type { ProductScale } from '@packshot/contract/tools/product-scale';
import type { ProductView } from '@packshot/contract/tools/view';
import type { SceneSettings } from '../../model/scene-settings.ts';

/**
 * @param productKey null for an inspiration, which is a scene alone
 * @param referenceKey of a reference that is no built-in one
 * @param scale how large the product is in life, where somebody said so or its name tells
 * @param view how the product was seen, where somebody said so or its photo shows it
 */
export function sceneInput(
  settings: SceneSettings,
  productKey: string | null,
  referenceKey: string | null,
  view: ProductView | null = settings.view,
  scale: ProductScale | null = settings.scale,
): SceneInput {
  const { prompt, reference, light, palette, placement, shadow, look, matchPercent } = settings;
  const { aspectRatioId, isLarger, largerSidePx, count, seed } = settings;
  return {
    prompt: prompt.trim(),
    ...(productKey === null ? {} : { imageKey: productKey }),
    ...(reference?.kind === 'built-in' ? { referenceId: reference.id } : {}),
    ...(referenceKey === null ? {} : { referenceKey }),
    light,
    palette,
    // What nobody has moved is left to the scene: its stage and its light know better.
    ...(productKey !== null && placement ? { placement } : {}),
    ...(productKey !== null && shadow ? { shadow } : {}),
    ...(productKey !== null && view ? { view } : {}),
    ...(productKey !== null && look ? { look } : {}),
    // A look has a match of its own.
    ...(productKey === null || look ? {} : { matchPercent }),
    ...(productKey !== null && scale ? { scale } : {}),
    aspectRatioId,
    isLarger,
    ...(isLarger && largerSidePx !== SCENE_LARGER_SIDE_PX && { largerSidePx }),
    count,
    ...(seed === null ? {} : { seed }),
  };
}
