import { LYING_FROM_DEG, STRAIGHT_ABOVE_DEG } from '@packshot/contract';
import type { Pose, ProductView } from '@packshot/contract';
import { readScenePrompt } from './read-scene-prompt.ts';

/** Poses that words of the prompt ask for, by the word's concept. */
const POSE_OF_WORD: ReadonlyMap<string, Pose> = new Map([
  ['hanging', 'hangs'],
  ['hanger', 'hangs'],
  ['wall-hook', 'hangs'],
  ['lying', 'lies'],
  ['flat-lay', 'lies'],
  ['standing', 'stands'],
]);
/** Elevation at which a product is seen that was photographed from above and then turned upright. */
const FRONT_DEG = 5;

/**
 * Camera view of a product in another pose than in its photo. A product that stood is laid down by showing it from
 * above, and one that was photographed from above is stood or hung up by showing it from the front.
 */
export function viewInPose(view: ProductView | null, pose: Pose): ProductView {
  if (view?.pose === pose) return view;
  const elevationDeg = view?.elevationDeg ?? FRONT_DEG;
  if (pose === 'lies') return { pose, elevationDeg: Math.max(elevationDeg, LYING_FROM_DEG) };
  return { pose, elevationDeg: elevationDeg >= STRAIGHT_ABOVE_DEG ? FRONT_DEG : elevationDeg };
}

/**
 * Camera view of the product in a scene: the pose that the prompt's words ask for wins over its photo's.
 * @param view view in the product's photo, or null if unknown
 */
export function viewInWords(view: ProductView | null, prompt: string): ProductView | null {
  const { wants } = readScenePrompt(prompt);
  const word = wants.findLast(({ id, isNegated }) => !isNegated && POSE_OF_WORD.has(id));
  const pose = word && POSE_OF_WORD.get(word.id);
  return pose === undefined ? view : viewInPose(view, pose);
}
