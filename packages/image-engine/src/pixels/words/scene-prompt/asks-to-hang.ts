import type { Pose } from '@packshot/contract';
import type { ProductReading } from '../../stage/scene-plan.ts';
import { namesThings } from './reading.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import type { ScenePromptReading } from './reading.ts';
import type { SetContents } from './set-profile.ts';

/** Concepts of objects on which products hang. */
const HOOKS: readonly string[] = ['hanger', 'wall-hook'];
/** Concepts that ask for a hanging product. */
const HELD_BY: ReadonlySet<string> = new Set([...HOOKS, 'hanging']);
const SHOWN_FROM = 0.5;

/** True if products hang in a set or in a family of sets. */
export const showsHanger = ({ shows }: Pick<SetContents, 'shows'>): boolean =>
  HOOKS.some((id) => (shows.get(id) ?? 0) >= SHOWN_FROM);

/** Facts about a product that decide whether it needs something to hang on. */
export type HangingProduct = Pick<ProductReading, 'pose' | 'hangsFromEdge'>;

/**
 * True if the product should hang on a rail or a hook: the prompt asks for it, or the product hung in its photo and the
 * prompt names no other place. False for a product that hangs from the picture's upper edge, and for one with another
 * pose.
 */
export const asksToHang = (reading: ScenePromptReading, product: HangingProduct | null): boolean =>
  product?.hangsFromEdge !== true &&
  (product?.pose === undefined || product.pose === 'hangs') &&
  (reading.wants.some(({ id, isNegated }) => HELD_BY.has(id) && !isNegated) ||
    (product?.pose === 'hangs' && !namesThings(reading)));

/** Caches the last prompt, for callers that ask about the same one repeatedly. */
let last: { readonly prompt: string; readonly reading: ScenePromptReading } | undefined;

function readLast(prompt: string): ScenePromptReading {
  if (last?.prompt !== prompt) last = { prompt, reading: readScenePrompt(prompt) };
  return last.reading;
}

/** True if a prompt leads to scenes where the product hangs by its top. */
export const leadsToHanging = (prompt: string, pose: Pose | null): boolean =>
  asksToHang(readLast(prompt), pose === null ? null : { pose });
