import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { PictureId } from '../model/results.ts';

/** Made scene beside which the panel shows the settings of a new background; for any other it shows its own. */
interface SceneTabs {
  readonly newBesideId: PictureId | null;
}

export const createSceneTabs = (): StoreApi<SceneTabs> =>
  createStore<SceneTabs>(() => ({ newBesideId: null }));
