import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';

/** Which settings the panel shows beside a made scene: those of this scene, or those of the next one. */
interface SceneTabs {
  readonly isAdjusting: boolean;
}

export const createSceneTabs = (): StoreApi<SceneTabs> =>
  createStore<SceneTabs>(() => ({ isAdjusting: true }));
