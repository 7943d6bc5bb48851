/** Composes the made scene on the stage again after each change. */
import type { DescribedSet } from '../../../../lib/api/references.ts';
import { likelyView } from '@packshot/contract/tools/view';
import type { Placement } from '@packshot/contract/tools/scene';
import type { LiveFrame } from '@packshot/image-engine/pixels';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { LiveSceneOrder } from '../../composite/live-scene.ts';
import { adjustableScene, adjustedLook } from '../../model/adjustment.ts';
import type { AdjustableScene } from '../../model/adjustment.ts';
import type { StudioDocument } from '../../model/document.ts';
import { findView } from '../../model/results.ts';
import type { PictureId } from '../../model/results.ts';
import { bestRendition } from '../../state/studio-state.ts';
import type { StudioContext } from '../../state/studio-context.ts';

/** Longest side in pixels of the scene on the stage. */
const LIVE_LONGEST_SIDE_PX = 640;

interface LiveState {
  /** Result whose scene is shown, or couldn't be composed; null before the first one. */
  readonly id: PictureId | null;
  readonly shown: { readonly frame: LiveFrame; readonly placement: Placement } | null;
  /** Set of the scene; null until it is loaded. */
  readonly set: DescribedSet['set'] | null;
}

export interface LiveScenes {
  readonly state: StoreApi<LiveState>;
  /** Composes the scene on the stage as it is now. While one is composed, further calls are gathered into one. */
  update(): Promise<void>;
}

export function createLiveScenes({ services, store }: StudioContext): LiveScenes {
  const state = createStore<LiveState>(() => ({ id: null, shown: null, set: null }));
  const sets = new Map<string, Promise<DescribedSet>>();
  let isComposing = false;

  const setOf = (id: string): Promise<DescribedSet> => {
    const loading = sets.get(id) ?? services.studioSet(id);
    sets.set(id, loading);
    loading.catch(() => sets.delete(id));
    return loading;
  };

  const orderNow = async (
    scene: AdjustableScene,
    document: StudioDocument,
  ): Promise<LiveSceneOrder | null> => {
    const set = await setOf(scene.look.setId);
    state.setState({ set: set.set });
    const product = bestRendition(store.getState(), scene.product.id);
    if (!product) return null;
    return {
      ...scene.size,
      set,
      product,
      look: adjustedLook(scene.look, scene.now),
      placement: scene.now.placement,
      shadow: scene.look.shadow,
      view: scene.look.view ?? likelyView(findView(document, scene.product.id)),
      longerSidePx: LIVE_LONGEST_SIDE_PX,
    };
  };

  const composeUntilCurrent = async (): Promise<void> => {
    for (let last = ''; ;) {
      const { document } = store.getState();
      const scene = document && adjustableScene(document);
      if (!scene) return;
      const key = JSON.stringify(scene.now);
      const order = key === last ? null : await orderNow(scene, document);
      if (!order) return;
      last = key;
      try {
        const frame = await services.composeLive(order);
        state.setState({ id: scene.result.id, shown: { frame, placement: order.placement } });
      } catch (error) {
        console.warn('The scene could not be composed on the stage.', error);
        state.setState({ id: scene.result.id, shown: null });
      }
    }
  };

  return {
    state,
    update: async () => {
      if (isComposing) return;
      isComposing = true;
      await composeUntilCurrent()
        .catch((error: unknown) => console.warn('The studio set could not be loaded.', error))
        .finally(() => (isComposing = false));
    },
  };
}
