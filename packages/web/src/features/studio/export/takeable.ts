/** Whether what is on the stage can be taken away as a file, and why not. */
import { hasOpenCorrection } from '../model/document.ts';
import {
  compositionOf,
  flatBackground,
  isComposing,
  isFlat,
  isProductInvisible,
  placedProduct,
} from '../composite/composing.ts';
import { bestOf, hasResultShown } from '../state/studio-state.ts';
import type { StudioState } from '../state/studio-state.ts';

/** Why nothing can be taken away now; null when the stage shows a picture that there is, as it will be. */
export function reasonNotTakeable(state: StudioState): string | null {
  const { document } = state;
  if (!document) return 'Choose a photo first.';
  if (document.tool === 'crop') return 'Apply the crop first.';
  if (document.tool === 'cut-out' && hasOpenCorrection(document)) return 'Apply your corrections first.';
  if (!isComposing(state)) return hasResultShown(state) ? null : 'There is no picture to save yet.';
  return reasonNotComposable(state);
}

function reasonNotComposable(state: StudioState): string | null {
  const scene = state.document?.edits.scene;
  if (!scene || !isFlat(scene)) return 'Generate the scene first.';
  if (isProductInvisible(state)) return 'Nothing of your product is visible.';
  if (!flatBackground(state)) return reasonWithoutPicture(state);
  return placedProduct(state) && compositionOf(state) ? null : 'Reading your product…';
}

/** A picture was to be put behind the product. */
export function reasonWithoutPicture(state: StudioState): string {
  const picture = state.document?.edits.scene.picture;
  return picture && !bestOf(state, picture.id)
    ? 'The picture behind your product is not in this browser any more. Choose it again.'
    : 'Choose a picture to put behind your product.';
}
