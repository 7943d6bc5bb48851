/** Reasons why a composition can't be made into a picture yet. */
import { bestRendition } from '../../state/studio-state.ts';
import type { StudioState } from '../../state/studio-state.ts';
import { flatBackground, isProductInvisible, placedProduct } from '../../composite/composing.ts';

export function reasonNotComposable(state: StudioState): string | null {
  if (isProductInvisible(state)) return 'Your product isn’t visible.';
  if (!flatBackground(state)) return reasonWithoutPicture(state);
  return placedProduct(state) ? null : 'Reading your product…';
}

/** Reason if the background is a picture that isn't available. */
export function reasonWithoutPicture(state: StudioState): string {
  const picture = state.document?.edits.scene.picture;
  return picture && !bestRendition(state, picture.id)
    ? 'The background picture is no longer in this browser. Choose it again.'
    : 'Choose a background picture.';
}
