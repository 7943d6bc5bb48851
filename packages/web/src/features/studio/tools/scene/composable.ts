/** Reasons why a composition can't be made into a picture yet. */
import { bestRendition } from '../../state/studio-state.ts';
import type { StudioState } from '../../state/studio-state.ts';
import { flatBackground, isProductInvisible, placedProduct } from '../../composite/composing.ts';

export function reasonNotComposable(state: StudioState): string | null {
  if (isProductInvisible(state)) return 'Nothing of your product is visible.';
  if (!flatBackground(state)) return reasonWithoutPicture(state);
  return placedProduct(state) ? null : 'Reading your product…';
}

/** Reason if the background is a picture that isn't available. */
export function reasonWithoutPicture(state: StudioState): string {
  const picture = state.document?.edits.scene.picture;
  return picture && !bestRendition(state, picture.id)
    ? 'The picture behind your product is not in this browser anymore. Choose it again.'
    : 'Choose a picture to put behind your product.';
}
