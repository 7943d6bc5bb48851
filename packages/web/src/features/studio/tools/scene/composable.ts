/** Reason why the composition can't be made into a picture now, or null. */
import { t } from '@packshot/contract/text/translation';
import { bestRendition } from '../../state/studio-state.ts';
import type { StudioState } from '../../state/studio-state.ts';
import { flatBackground, isProductInvisible, placedProduct } from '../../composite/composing.ts';

export function reasonNotComposable(state: StudioState): string | null {
  if (isProductInvisible(state)) return t('Your product isn’t visible.');
  if (!flatBackground(state)) return reasonWithoutPicture(state);
  return placedProduct(state) ? null : t('Reading your product…');
}

/** Reason if the selected background is a picture that is missing or still loading. */
export function reasonWithoutPicture(state: StudioState): string {
  const picture = state.document?.edits.scene.picture;
  return picture && !bestRendition(state, picture.id)
    ? t('The background picture is no longer in this browser. Choose it again.')
    : t('Choose a background picture.');
}
