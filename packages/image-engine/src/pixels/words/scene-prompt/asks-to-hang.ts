import type { Pose } from '@packshot/contract';
import { namesThings } from './reading.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import type { ScenePromptReading } from './reading.ts';
import type { SetContents } from './set-profile.ts';

/** Concepts of objects on which clothes hang. */
const HELD_BY: readonly string[] = ['hanger', 'wall-hook'];
const SHOWN_FROM = 0.5;

/** True if products hang in a set or in a family of sets. */
export const showsHanger = ({ shows }: Pick<SetContents, 'shows'>): boolean =>
  HELD_BY.some((id) => (shows.get(id) ?? 0) >= SHOWN_FROM);

/**
 * True if the product should hang: the prompt asks for it, or the product hung in its photo and the prompt names no
 * other place.
 */
export const asksToHang = (reading: ScenePromptReading, pose: Pose | null): boolean =>
  reading.wants.some(({ id, isNegated }) => HELD_BY.includes(id) && !isNegated) ||
  (pose === 'hangs' && !namesThings(reading));

/** Caches the last prompt, for callers that ask about the same one repeatedly. */
let last: { readonly prompt: string; readonly reading: ScenePromptReading } | undefined;

/** True if a prompt leads to scenes where the product hangs by its top. */
export function leadsToHanging(prompt: string, pose: Pose | null): boolean {
  if (last?.prompt !== prompt) last = { prompt, reading: readScenePrompt(prompt) };
  return asksToHang(last.reading, pose);
}
