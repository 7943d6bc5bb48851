/** A scene's wish as the server is asked for it. */
import { TOOL_IDS } from '@packshot/contract/tools/ids';
import type { TaskFormInput } from '@packshot/contract/tools/task-tools';
import type { SceneSettings } from '../../model/scene-settings.ts';

/**
 * The form of a request.
 * @param productKey null for an inspiration, which is a scene alone
 * @param referenceKey of a reference that is no built-in one
 */
export function sceneForm(
  wish: SceneSettings,
  productKey: string | null,
  referenceKey: string | null,
): TaskFormInput<'scene'> {
  const { reference, placement, shadow, seed, palette } = wish;
  const hasReference = reference !== null;
  const featureType =
    productKey === null
      ? hasReference
        ? TOOL_IDS.ipText
        : TOOL_IDS.text
      : hasReference
        ? TOOL_IDS.ipProduct
        : TOOL_IDS.product;
  return {
    feature_type: featureType,
    prompt: wish.prompt.trim(),
    ...(productKey === null ? {} : { image_s3: productKey }),
    ...(reference?.kind === 'built-in' ? { reference_id: reference.id } : {}),
    ...(referenceKey === null ? {} : { reference_s3: referenceKey }),
    light: wish.light,
    ...(palette.length > 0 ? { palette: JSON.stringify(palette) } : {}),
    // What nobody has moved is left to the scene: its stage and its light know better.
    ...(productKey !== null && placement ? { placement: JSON.stringify(placement) } : {}),
    ...(productKey !== null && shadow ? { shadow: JSON.stringify(shadow) } : {}),
    aspect_ratio: wish.aspectRatioId,
    larger_size: wish.isLarger ? 'true' : 'false',
    count: wish.count,
    ...(seed === null ? {} : { seed }),
  };
}
