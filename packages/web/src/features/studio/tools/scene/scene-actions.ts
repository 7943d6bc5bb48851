/** What a person does with a scene: its background, its light, the product's place, and what came of it. */
import { SCENE_LARGER_SIDE_PX } from '@packshot/contract/tools/limits';
import type { SceneLight, Shadow, Placement } from '@packshot/contract/tools/scene';
import type { ProductScale } from '@packshot/contract/tools/product-scale';
import type { ProductView } from '@packshot/contract/tools/view';
import { choosePicture, editScene, endGesture } from '../../model/edits.ts';
import type { EditName } from '../../model/edits.ts';
import { resultOf } from '../../model/results.ts';
import type { PictureId } from '../../model/results.ts';
import type {
  BackgroundKind,
  ReferenceChoice,
  SceneSettings,
  LocalPicture,
} from '../../model/scene-settings.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { productIn, frameOf, placedProduct, stagePlaceOf } from '../../composite/composing.ts';
import { editInFrame } from '../../composite/edit-in-frame.ts';
import { createProductMeasure } from '../../composite/measure-product.ts';
import { loadReferences } from '../../state/reference-shelf.ts';
import { fileNotSupported, MESSAGES } from '@packshot/contract/messages';
import { hasSupportedExtension } from '@packshot/contract/validation';
import { readPhoto } from '../../documents/choose-photo.ts';
import { kept, presetPlacement } from '../../model/composition.ts';
import type { PlacePreset, Guide } from '../../model/composition.ts';

/** Actions of the user on the product in its frame. */
function createPlacingActions(context: StudioContext) {
  const { store, change } = context;
  const place = (name: EditName, placement: Placement): void =>
    editInFrame(context, name, { placement: kept(placement) });

  return {
    /** While the hand moves; `endPlacing` lets it go. */
    place: (placement: Placement, guides: readonly Guide[] = []): void => {
      place('place', placement);
      store.setState({ guides });
    },
    endPlacing: (): void => {
      store.setState({ guides: [] });
      change(endGesture);
    },
    placePreset: (preset: PlacePreset): void => {
      const state = store.getState();
      const product = placedProduct(state);
      if (!product || !state.document) return;
      const { placement, box } = product;
      // Without a placement by the user, the set decides.
      if (preset === 'stage' && !placement.isFlipped)
        return editInFrame(context, 'place-preset', { placement: null });
      const frame = frameOf(state.document.edits.scene);
      place('place-preset', presetPlacement(preset, { placement, box, frame }, stagePlaceOf(state)));
    },
    flip: (): void => {
      const product = placedProduct(store.getState());
      if (product) place('place-preset', { ...product.placement, isFlipped: !product.placement.isFlipped });
    },
  };
}

/**
 * Checks, shows and keeps a picture of one's own for the open document.
 * @param keptFor a background is part of the result and keeps its pixels; of a reference colors and light are read, for
 *   which a small picture is enough to send
 * @returns null after a toast that says why not
 */
async function takeOwnPicture(
  context: StudioContext,
  chosen: File,
  keptFor: 'background' | 'reference',
): Promise<LocalPicture | null> {
  const { services, store } = context;
  const { document } = store.getState();
  if (!document) return null;
  if (!hasSupportedExtension(chosen.name)) {
    services.notify('warning', fileNotSupported(chosen.name));
    return null;
  }
  const id = services.newId();
  try {
    const { file, mimeType } = await readPhoto(chosen);
    const { picture, converted } = await services.decodePhoto(file, mimeType === 'image/heic');
    // Where the browser cannot make it smaller, the picture itself does as well.
    const small = keptFor === 'reference' ? await services.resizePicture(picture).catch(() => null) : null;
    await services.documents.saveBlob(document.id, `${id}/full`, small ?? converted ?? file);
    context.setPicture(document.id, id, 'full', picture);
    return { id, name: file.name };
  } catch (error) {
    console.warn('The picture could not be taken.', error);
    services.notify(
      'error',
      error instanceof Error && error.message ? error.message : MESSAGES.imageLoadFailed,
    );
    return null;
  }
}

export type SceneActions = ReturnType<typeof createSceneActions>;

/** What is put together here keeps every pixel of the product, which costs nothing; scenes have their usual size. */
const sizeFor = (
  background: SceneSettings['background'],
): Pick<SceneSettings, 'isLarger' | 'largerSidePx'> => ({
  isLarger: background !== 'scene',
  largerSidePx: SCENE_LARGER_SIDE_PX,
});

export function createSceneActions(context: StudioContext) {
  const { store, change } = context;
  const set = (name: EditName, part: Partial<SceneSettings>): void =>
    change((document, nowMs) => editScene(document, name, nowMs, part));
  const setInFrame = (name: EditName, part: Partial<SceneSettings>): void => editInFrame(context, name, part);

  return {
    ...createPlacingActions(context),
    setBackground: (background: BackgroundKind): void =>
      setInFrame('background', { background, ...sizeFor(background) }),
    setColor: (color: string): void => setInFrame('color', { color, background: 'color' }),
    /** A picture of one's own behind the product. */
    setBackgroundPicture: async (file: File): Promise<void> => {
      const picture = await takeOwnPicture(context, file, 'background');
      if (picture) setInFrame('background', { picture, background: 'picture', ...sizeFor('picture') });
    },
    // Whoever says what the scene should be like no longer wants that of an earlier one.
    setScenePrompt: (prompt: string): void => set('scene-prompt', { prompt, look: null }),
    setReference: (reference: ReferenceChoice | null): void =>
      setInFrame('reference', { reference, look: null, background: 'scene' }),
    /** A picture of one's own whose colors, light and mood the scene follows. */
    setReferencePicture: async (file: File): Promise<void> => {
      const picture = await takeOwnPicture(context, file, 'reference');
      if (picture)
        setInFrame('reference', { reference: { kind: 'own', picture }, look: null, background: 'scene' });
    },
    setLight: (light: SceneLight): void => set('light', { light, look: null }),
    /** Sets an option that only changes how the scene is made. */
    setOption: <Key extends keyof SceneSettings>(key: Key, value: SceneSettings[Key]): void =>
      set('scene-option', { [key]: value, look: null }),
    setPalette: (palette: readonly string[]): void => set('palette', { palette: [...palette], look: null }),
    setFrame: (part: Partial<Pick<SceneSettings, 'aspectRatioId' | 'isLarger' | 'largerSidePx'>>): void =>
      setInFrame('frame', part),
    setCount: (count: SceneSettings['count']): void => set('count', { count }),
    setSeed: (seed: number | null): void => set('seed', { seed, look: null }),
    /** @param change 'shadow-kind' for a choice, 'shadow' for a slider */
    setShadow: (shadow: Shadow | null, name: 'shadow' | 'shadow-kind'): void => setInFrame(name, { shadow }),
    /** @param view null: as the photo was read */
    setView: (view: ProductView | null): void => set('view', { view }),
    /** @param scale null: as the product's name tells */
    setScale: (scale: ProductScale | null): void => set('scale', { scale }),
    /** Back from a result to the product in its frame. */
    arrange: (): void => {
      const { document } = store.getState();
      const product = document && productIn(document);
      if (product) change((open) => choosePicture(open, product.id));
    },
    /** Sets everything as it was when a result was asked for; its seed too when the same picture is wanted. */
    reuse: (id: PictureId, isSeedKept: boolean): void =>
      change((document, nowMs) => {
        const result = resultOf(document, id);
        const request = document.requests.find((made) => made.id === result?.scene?.runId);
        if (!request) return document;
        const seed = isSeedKept ? (result?.scene?.seed ?? null) : null;
        return editScene(document, 'reuse', nowMs, { ...request.scene, seed });
      }),
    loadReferences: (): Promise<void> => loadReferences(context),
    /** Measures the product of the open document, so that it can be placed. */
    measureProduct: createProductMeasure(context),
  };
}
