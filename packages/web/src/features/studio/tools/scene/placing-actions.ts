/** What a person does with the product in its frame. */
import type { Placement } from '@packshot/contract/tools/scene';
import { endGesture } from '../../model/edits.ts';
import type { EditName } from '../../model/edits.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { frameOf, placedProduct, stagePlaceOf } from '../../composite/composing.ts';
import { kept, presetPlacement } from '../../model/composition.ts';
import type { PlacePreset, Guide } from '../../model/composition.ts';
import { editInFrame } from '../../composite/edit-in-frame.ts';

export interface PlacingActions {
  /** While the hand moves; `endPlacing` lets it go. */
  place(placement: Placement, guides?: readonly Guide[]): void;
  endPlacing(): void;
  placePreset(preset: PlacePreset): void;
  flip(): void;
}

export function createPlacingActions(context: StudioContext): PlacingActions {
  const { store, change } = context;
  const place = (name: EditName, placement: Placement): void =>
    editInFrame(context, name, { placement: kept(placement) });

  return {
    place: (placement, guides = []) => {
      place('place', placement);
      store.setState({ guides });
    },
    endPlacing: () => {
      store.setState({ guides: [] });
      change(endGesture);
    },
    placePreset: (preset) => {
      const state = store.getState();
      const product = placedProduct(state);
      if (!product || !state.document) return;
      const { placement, box } = product;
      // What nobody has placed stands where the set wants it.
      if (preset === 'stage' && !placement.isFlipped)
        return editInFrame(context, 'place-preset', { placement: null });
      const frame = frameOf(state.document.edits.scene);
      place('place-preset', presetPlacement(preset, { placement, box, frame }, stagePlaceOf(state)));
    },
    flip: () => {
      const product = placedProduct(store.getState());
      if (product) place('place-preset', { ...product.placement, isFlipped: !product.placement.isFlipped });
    },
  };
}
