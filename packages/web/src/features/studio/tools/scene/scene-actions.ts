import { t } from '@packshot/contract/text/translation';
import { SCENE_LARGER_SIDE_PX } from '@packshot/contract/tools/limits';
import type { Lamp, SceneLight, Shadow, Placement } from '@packshot/contract/tools/scene';
import type { ProductScale } from '@packshot/contract/tools/product-scale';
import type { Pose, ProductView } from '@packshot/contract/tools/view';
import { UNCHANGED_LAMP, WHITE_LIGHT } from '@packshot/image-engine/pixels';
import { adjustableScene, homePlacement } from '../../model/adjustment.ts';
import type { Adjustment } from '../../model/adjustment.ts';
import { choosePicture, discardAdjustment, editMadeScene, editScene, endGesture } from '../../model/edits.ts';
import type { EditName } from '../../model/edits.ts';
import { beginBeside, endBeside } from '../../state/new-beside.ts';
import { findResult } from '../../model/results.ts';
import type { PictureId } from '../../model/results.ts';
import type { BackgroundKind, ReferenceChoice, SceneSettings } from '../../model/scene-settings.ts';
import { createLiveScenes } from './live-scenes.ts';
import { arrangeGroup, createOtherProducts } from './other-products.ts';
import { createMadeFormat } from './made-format.ts';
import { describePlacing } from './placing-words.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { takeOwnPicture } from './take-own-picture.ts';
import {
  framingNow,
  productIn,
  movedProduct,
  othersStanding,
  placedOthers,
  placedProduct,
  getStagePlace,
} from '../../composite/composing.ts';
import { editInFrame } from '../../composite/edit-in-frame.ts';
import { createProductMeasure } from '../../composite/measure-product.ts';
import { loadReferences } from '../../state/reference-shelf.ts';
import { clampPlacement, presetPlacement } from '../../model/composition.ts';
import type { PlacePreset, SnapLine } from '../../model/composition.ts';

function createPlacingActions(context: StudioContext) {
  const { store, change } = context;
  const live = context.get(createLiveScenes);
  /** Place of the product before the gesture that is under way. */
  let placeBefore: Placement | null = null;

  const madeScene = () => {
    const { document } = store.getState();
    return document && adjustableScene(document);
  };
  const place = (name: EditName, placement: Placement): void => {
    const clamped = clampPlacement(placement);
    const state = store.getState();
    const { movedId } = state;
    const scene = madeScene();
    // From the first move on, all products stay where the scene placed them.
    const others = scene?.others ?? othersStanding(state);
    const isOther = others.some(({ id }) => id === movedId);
    const moved = others.map((each) => (each.id === movedId ? { ...each, placement: clamped } : each));
    if (scene) {
      const part = isOther ? { others: moved.map((each) => each.placement) } : { placement: clamped };
      change((document, nowMs) => editMadeScene(document, name, nowMs, () => part));
    } else {
      const first = isOther ? placedProduct(state)?.placement : clamped;
      const framing = framingNow(state);
      editInFrame(context, name, { placement: first ?? null, framing, otherProducts: [...moved] });
    }
  };

  const placementNow = (): Placement | null => movedProduct(store.getState())?.placement ?? null;
  /** Announces where the product of a made scene is now. The preview of a new scene shows its place in the panel. */
  const announceFrom = (before: Placement | null): void => {
    const now = placementNow();
    const words = before && now && madeScene() ? describePlacing(before, now) : '';
    if (words !== '') context.announce(words);
  };
  const placeAtOnce = (placement: Placement): void => {
    const before = placementNow();
    place('place-preset', placement);
    announceFrom(before);
  };

  return {
    /**
     * Chooses the product that further actions place.
     * @param id ID of a further product; null for the first one
     */
    choose: (id: PictureId | null): void => {
      if (store.getState().movedId !== id) store.setState({ movedId: id });
    },
    /** Places the product while the user drags it; `endPlacing` ends the undo step. */
    place: (placement: Placement, guides: readonly SnapLine[] = []): void => {
      placeBefore ??= placementNow();
      place('place', placement);
      store.setState({ guides });
    },
    endPlacing: (): void => {
      store.setState({ guides: [] });
      change(endGesture);
      announceFrom(placeBefore);
      placeBefore = null;
      void live.catchUp();
    },
    placePreset: (preset: PlacePreset): void => {
      const state = store.getState();
      const product = movedProduct(state);
      if (!product || !state.document) return;
      const { placement, box, frame } = product;
      const scene = madeScene();
      const others = placedOthers(state);
      const isFirst = others.every(({ id }) => id !== state.movedId);
      if (scene && isFirst && preset === 'stage') return placeAtOnce(homePlacement(scene));
      if (!scene && preset === 'stage' && others.length > 0)
        return editInFrame(context, 'place-preset', arrangeGroup(state));
      // With the preset 'stage' and no flip, removes the user's placement, so that the studio set decides.
      if (isFirst && preset === 'stage' && !placement.isFlipped)
        return editInFrame(context, 'place-preset', { placement: null, framing: null });
      placeAtOnce(presetPlacement(preset, { placement, box, frame }, getStagePlace(state)));
    },
    flip: (): void => {
      const product = movedProduct(store.getState());
      if (product) placeAtOnce({ ...product.placement, isFlipped: !product.placement.isFlipped });
    },
  };
}

/** Lamps with one changed; a lamp whose light is as before all changes isn't listed. */
function withLamp(
  lamps: Readonly<Record<string, Lamp>>,
  id: string,
  part: Partial<Lamp>,
): Readonly<Record<string, Lamp>> {
  const { [id]: before, ...others } = lamps;
  const lamp = { ...UNCHANGED_LAMP, ...before, ...part };
  const isAsMade =
    lamp.level === UNCHANGED_LAMP.level &&
    lamp.warmth === UNCHANGED_LAMP.warmth &&
    (lamp.color ?? WHITE_LIGHT) === WHITE_LIGHT;
  return isAsMade ? others : { ...others, [id]: lamp };
}

export type SceneActions = ReturnType<typeof createSceneActions>;

/** Size for a background: compositions have the product's full resolution at no cost; scenes the usual size. */
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
    ...createOtherProducts(context),
    setBackground: (background: BackgroundKind): void =>
      setInFrame('background', { background, ...sizeFor(background) }),
    setColor: (color: string): void => setInFrame('color', { color, background: 'color' }),
    setBackgroundPicture: async (file: File): Promise<void> => {
      const taken = await takeOwnPicture(context, file, 'background');
      if (taken)
        setInFrame('background', { picture: taken.own, background: 'picture', ...sizeFor('picture') });
    },
    // Sets the prompt. Removes the scene lock, because the prompt asks for a different scene.
    setScenePrompt: (prompt: string): void => set('scene-prompt', { prompt, look: null }),
    setReference: (reference: ReferenceChoice | null): void =>
      // Another set has other parts.
      setInFrame('reference', { reference, partColors: null, look: null, background: 'scene' }),
    /** Sets the user's own reference picture, whose colors, light and mood the scene follows. */
    setReferencePicture: async (file: File): Promise<void> => {
      const taken = await takeOwnPicture(context, file, 'reference');
      if (taken)
        setInFrame('reference', {
          reference: { kind: 'own', picture: taken.own },
          partColors: null,
          look: null,
          background: 'scene',
        });
    },
    /** Sets the mood of the light, as it is before changes of its lamps. */
    setLight: (light: SceneLight): void => set('light', { light, lamps: null, look: null }),
    /** Changes a lamp of the scene that isn't made yet. */
    setNewLamp: (id: string, part: Partial<Lamp>): void => {
      const lamps = withLamp(store.getState().document?.edits.scene.lamps ?? {}, id, part);
      set('lamp', { lamps: Object.keys(lamps).length > 0 ? lamps : null, look: null });
    },
    /** Changes the color of a part of the scene that isn't made yet. */
    setNewTint: (id: string, hex: string): void => {
      const colors = store.getState().document?.edits.scene.partColors;
      set('tint', { partColors: { ...colors, [id]: hex }, look: null });
    },
    /** Removes all changes of the lamps and parts of the scene that isn't made yet. */
    resetDimmers: (): void => set('discard', { lamps: null, partColors: null }),
    /** Sets an option that changes only how the scene is made, not the composition on the stage. */
    setOption: <Key extends keyof SceneSettings>(key: Key, value: SceneSettings[Key]): void =>
      set('scene-option', { [key]: value, look: null }),
    setPalette: (palette: readonly string[]): void => set('palette', { palette: [...palette], look: null }),
    setFrame: (part: Partial<Pick<SceneSettings, 'aspectRatioId' | 'isLarger' | 'largerSidePx'>>): void =>
      setInFrame('frame', part),
    setCount: (count: SceneSettings['count']): void => set('count', { count }),
    setSeed: (seed: number | null): void => set('seed', { seed, look: null }),
    /** @param name 'shadow-kind' for a choice, 'shadow' for a slider */
    setShadow: (shadow: Shadow | null, name: 'shadow' | 'shadow-kind'): void => setInFrame(name, { shadow }),
    /** @param view null for the detected one */
    setView: (view: ProductView | null): void => set('view', { view }),
    /** @param scale null to derive it from the product's name or photo */
    setScale: (scale: ProductScale | null): void => set('scale', { scale }),
    /** Returns from a result to the product in its frame, so that the user can move it. */
    arrange: (): void => {
      const { document } = store.getState();
      const product = document && productIn(document);
      if (product) change((open) => choosePicture(open, product.id));
    },
    /** Goes from the made scene on the stage to a new one of its product. */
    beginBeside: (): void => change(beginBeside),
    /** Shows the made scene instead of the new one. */
    endBeside: (): void => change(endBeside),
    /** Restores and shows the settings with which a result was made, with another seed. */
    reuse: (id: PictureId): void => {
      change((document, nowMs) => {
        const result = findResult(document, id);
        const request = document.requests.find((candidate) => candidate.id === result?.scene?.runId);
        return beginBeside(
          request ? editScene(document, 'reuse', nowMs, { ...request.scene, seed: null }) : document,
        );
      });
    },
    setLamp: (id: string, part: Partial<Lamp>): void =>
      change((document, nowMs) =>
        editMadeScene(document, 'lamp', nowMs, ({ lamps }) => ({
          lamps: withLamp(lamps, id, part),
        })),
      ),
    setTint: (id: string, hex: string): void =>
      change((document, nowMs) =>
        editMadeScene(document, 'tint', nowMs, ({ tints }) => ({ tints: { ...tints, [id]: hex } })),
      ),
    /** @param mood null for the light as made */
    setMood: (mood: Adjustment['mood'] | null): void =>
      change((document, nowMs) =>
        editMadeScene(document, 'mood', nowMs, () => ({ mood: mood ?? undefined, lamps: {} })),
      ),
    /** @param pose null for the pose with which the scene was made */
    setMadePose: (pose: Pose | null): void =>
      change((document, nowMs) =>
        editMadeScene(document, 'pose', nowMs, () => ({ pose: pose ?? undefined })),
      ),
    setMadeFormat: createMadeFormat(context),
    setMadeMatch: (matchPercent: number): void =>
      change((document, nowMs) => editMadeScene(document, 'match', nowMs, () => ({ matchPercent }))),
    /** Drops the changes of the made scene on the stage that aren't applied. */
    discardAdjustment: (): void => {
      context.dismissFailure();
      change((document, nowMs) => discardAdjustment(document, document.edits.currentId, nowMs));
      context.announce(t('The changes are discarded.'));
    },
    loadReferences: (): Promise<void> => loadReferences(context),
    measureProduct: createProductMeasure(context),
  };
}
