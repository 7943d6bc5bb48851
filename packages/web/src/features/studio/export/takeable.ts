/** Whether what is on the stage can be taken away as a file, and why not. */
import type { Tools } from '../state/studio-context.ts';
import { hasResultShown } from '../state/studio-state.ts';
import type { StudioState } from '../state/studio-state.ts';
import { isComposedOnSaving } from '../composite/composing.ts';
import { stageOf } from '../state/tools.ts';

/** Why nothing can be taken away now; null when the stage shows a picture that there is, as it will be. */
export function reasonNotTakeable(tools: Tools, state: StudioState): string | null {
  const { document } = state;
  if (!document) return 'Choose a photo first.';
  const stage = stageOf(tools, state);
  const reason = (stage ?? tools[document.tool]).reasonNotTakeable?.(state) ?? null;
  if (reason !== null) return reason;
  const hasPicture = isComposedOnSaving(tools, document) || hasResultShown(state);
  return hasPicture ? null : 'There is no picture to save yet.';
}
