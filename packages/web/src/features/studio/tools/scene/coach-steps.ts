import { createStore } from 'zustand/vanilla';
import { writeStored } from '../../../../lib/state/storage.ts';
import { STORAGE_KEYS } from '../../../../lib/state/storage-keys.ts';
import { isComposing } from '../../composite/composing.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { isBusy } from '../../state/studio-state.ts';
import type { StudioState } from '../../state/studio-state.ts';
import { isCoachNeeded } from './coach-needed.ts';

/** Steps of the first scene, in order. */
export const COACH_STEPS = ['words', 'place', 'generate'] as const;

/**
 * Number of steps that the user has done, starting with the first: 0 without a prompt or reference, 1 if the product
 * isn't placed, else 2.
 */
function countDone({ document }: StudioState): number {
  const scene = document?.edits.scene;
  if (!scene || (scene.prompt === '' && scene.reference === null)) return 0;
  return scene.placement === null ? 1 : 2;
}

/** Step that the coach explains now; null once the user has made a scene or dismissed the coach in this browser. */
export function createCoach({ store, tools }: StudioContext) {
  const state = createStore<{ readonly step: number | null }>(() => ({ step: isCoachNeeded() ? 0 : null }));
  const end = (): void => {
    writeStored(STORAGE_KEYS.sceneCoach, '1');
    state.setState({ step: null });
  };
  const goOn = (next: number): void => {
    const { step } = state.getState();
    if (step !== null && next > step) state.setState({ step: next });
  };
  store.subscribe((now) => {
    if (now.document?.tool !== 'scene') return;
    if (isBusy(now) && now.runTool === 'scene') end();
    else if (isComposing(tools, now.document)) goOn(countDone(now));
  });
  goOn(countDone(store.getState()));
  return {
    state,
    end,
    next: (): void => {
      const { step } = state.getState();
      if (step === COACH_STEPS.length - 1) end();
      else if (step !== null) goOn(step + 1);
    },
  };
}
