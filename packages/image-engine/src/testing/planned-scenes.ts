import { planScenes } from '../pixels/words/scene-prompt/plan-scenes.ts';
import type { ScenePlan, SceneRequest } from '../pixels/stage/scene-plan.ts';
import type { StudioSet } from '../pixels/stage/studio-set.ts';
import { committedSets, setsOfAllScenes } from './studio-sets.ts';

/** Descriptions of sets for every scene in the vocabulary; scenes can be planned with them, but not rendered. */
export const ALL = setsOfAllScenes();
export const SHIPPED = committedSets();

/** Creates a request for four variants of any scene, with the given fields replaced. */
export const sceneRequest = (request: Partial<SceneRequest> = {}): SceneRequest => ({
  prompt: '',
  light: 'auto',
  palette: [],
  product: null,
  seed: 1,
  count: 4,
  ...request,
});

/** Plans the scenes of a prompt, by default with a set for every scene. */
export const plan = (prompt: string, request: Partial<SceneRequest> = {}, sets = ALL): ScenePlan[] =>
  planScenes(sceneRequest({ prompt, ...request }), sets);

/** Families of the planned sets, in the order of the plans. */
export const families = (plans: readonly ScenePlan[]): string[] =>
  plans.map(({ facts }) => facts.reference_id);

export const findSet = ({ setId }: ScenePlan, sets: readonly StudioSet[] = ALL): StudioSet => {
  const set = sets.find(({ id }) => id === setId);
  if (set === undefined) throw new Error(`No set ${setId}`);
  return set;
};
