import { OWN_MESSAGES } from '@packshot/contract/messages';
import { edit, endGesture } from '../../model/edits.ts';
import type { EditName } from '../../model/edits.ts';
import { getPictureSize } from '../../model/document.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { cropInside, turnedSize, WHOLE } from '../../model/crop.ts';
import type { Crop } from '../../model/crop.ts';
import { aroundProduct, flipCrop, straightenCrop, turnedRight, withRatio } from './crop-moves.ts';
import { cropBaseId, getCrop, cropPair } from './cropping.ts';
import { fullPicture } from '../../documents/full-picture.ts';
import type { PixelSize } from '../../model/size.ts';

export type CropActions = ReturnType<typeof createCropActions>;

export function createCropActions(context: StudioContext) {
  const { services, store, change } = context;
  /** Crop before the user started to straighten, so that rotating back and forth doesn't shrink the crop. */
  let upright: { readonly from: Crop; readonly to: Crop } | null = null;

  const set = (name: EditName, next: (crop: Crop, whole: PixelSize) => Crop): void =>
    change((document, nowMs) => {
      const id = cropBaseId(document);
      const whole = getPictureSize(document, id);
      if (!whole) return document;
      const crop = next(getCrop(document), whole);
      return edit(document, name, nowMs, (edits) => ({ ...edits, crop: { id, crop } }));
    });

  return {
    /** Sets the crop while the user drags; `endCropping` ends the undo step. */
    setCrop: (crop: Crop): void => set('crop', (_before, whole) => cropInside(crop, turnedSize(whole, crop))),
    endCropping: (): void => change(endGesture),
    /** @param angleDeg clockwise, from -45 to 45 */
    straighten: (angleDeg: number): void =>
      set('straighten', (crop, whole) => {
        const from = upright?.to === crop ? upright.from : crop;
        const to = straightenCrop(from, angleDeg, turnedSize(whole, crop));
        upright = { from, to };
        return to;
      }),
    /** Turns the picture by 90 degrees. */
    turn: (direction: 'left' | 'right'): void => {
      const { cropRatio } = store.getState();
      if (cropRatio !== null) store.setState({ cropRatio: 1 / cropRatio });
      set('crop-step', (crop, whole) => {
        const once = turnedRight(crop, whole);
        return direction === 'right' ? once : turnedRight(turnedRight(once, whole), whole);
      });
    },
    flip: (axis: 'horizontal' | 'vertical'): void =>
      set('crop-step', (crop, whole) =>
        axis === 'horizontal' ? flipCrop(crop) : flipCrop(turnedRight(turnedRight(crop, whole), whole)),
      ),
    /** @param ratio width by height; null for any */
    setRatio: (ratio: number | null): void => {
      store.setState({ cropRatio: ratio });
      if (ratio !== null) set('crop-step', (crop, whole) => withRatio(crop, ratio, turnedSize(whole, crop)));
    },
    trim: async (): Promise<void> => {
      const { document, isCropping } = store.getState();
      if (isCropping) return;
      const cutOutId = document && cropPair(document).cutOutId;
      if (!document || cutOutId === null) {
        services.notify('warning', OWN_MESSAGES.noProductToTrim);
        return;
      }
      // Locks the tool: trimming a large picture takes a moment, and applying meanwhile would use the previous crop.
      store.setState({ isCropping: true });
      try {
        const rows = await services.productRows(await fullPicture(context, document, cutOutId));
        if (!context.isOpen(document.id)) return;
        const { cropRatio } = store.getState();
        if (rows.length > 0) set('crop-step', (crop, whole) => aroundProduct(crop, rows, whole, cropRatio));
        else services.notify('warning', OWN_MESSAGES.noSubject);
      } catch (error) {
        console.warn('The product was not measured.', error);
        services.notify('error', OWN_MESSAGES.cropFailed);
      } finally {
        store.setState({ isCropping: false });
      }
    },
    reset: (): void => {
      store.setState({ cropRatio: null });
      set('crop-step', () => WHOLE);
    },
  };
}
