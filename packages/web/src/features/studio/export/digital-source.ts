/** How a picture came to be, for machines: what its file says as "digital source type". */
import { DIGITAL_SOURCE_TYPES } from '@packshot/contract/export';
import type { DigitalSourceType } from '@packshot/contract/export';
import { resultOf } from '../document/results.ts';
import type { PictureId, Result } from '../document/results.ts';

/** Of one step. A scene without facts comes from a model that was trained on pictures, not from a studio set. */
function ofStep({ tool, scene }: Result): DigitalSourceType {
  const isOfSet = scene?.facts != null;
  switch (tool) {
    case 'cut-out':
    case 'magic':
    case 'upscale':
    case 'crop':
      return 'algorithmicallyEnhanced';
    case 'composite':
    case 'harmonize':
      return 'composite';
    case 'scene':
      return isOfSet ? 'compositeSynthetic' : 'compositeWithTrainedAlgorithmicMedia';
    case 'inspire':
      return isOfSet ? 'algorithmicMedia' : 'trainedAlgorithmicMedia';
  }
}

/** Of a picture with all that it was made from: the step that is farthest from a photo decides. */
export function digitalSourceOf(
  document: { readonly results: readonly Result[] },
  id: PictureId,
): DigitalSourceType {
  let rank = 0;
  for (let result = resultOf(document, id); result; result = resultOf(document, result.inputId)) {
    rank = Math.max(rank, DIGITAL_SOURCE_TYPES.indexOf(ofStep(result)));
  }
  return DIGITAL_SOURCE_TYPES[rank] ?? 'algorithmicallyEnhanced';
}
