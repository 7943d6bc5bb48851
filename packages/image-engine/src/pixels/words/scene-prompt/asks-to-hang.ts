import type { Pose } from '@packshot/contract';
import { namesThings } from './reading.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import type { ScenePromptReading } from './reading.ts';
import type { Shown } from './set-profile.ts';

/** The concepts of what clothes hang from. */
const HELD_BY: readonly string[] = ['hanger', 'wall-hook'];
const SHOWN_FROM = 0.5;

/** Whether products hang in a set, or a family of sets. */
export const showsHanger = ({ shows }: Pick<Shown, 'shows'>): boolean =>
  HELD_BY.some((id) => (shows.get(id) ?? 0) >= SHOWN_FROM);

/** Whether a product is to hang: the words say so, or it hung in its photo and no other place is named. */
export const asksToHang = (reading: ScenePromptReading, pose: Pose | null): boolean =>
  reading.wants.some(({ id, isNegated }) => HELD_BY.includes(id) && !isNegated) ||
  (pose === 'hangs' && !namesThings(reading));

/** The prompt that was read last: the studio asks about one at every move of the pointer. */
let last: { readonly prompt: string; readonly reading: ScenePromptReading } | undefined;

/** Whether a prompt leads to scenes where the product hangs by its top. */
export function leadsToHanging(prompt: string, pose: Pose | null): boolean {
  if (last?.prompt !== prompt) last = { prompt, reading: readScenePrompt(prompt) };
  return asksToHang(last.reading, pose);
}
