import { edit } from '../model/edits.ts';
import type { EditName } from '../model/edits.ts';
import { PHOTO_ID } from '../model/results.ts';
import type { SceneSettings } from '../model/scene-settings.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { chosenFrame, isComposing, productIn } from './composing.ts';

/** Applies an edit that is visible only in the tool's frame. Opens the frame in the same undo step. */
export function editInFrame(
  { store, tools, change }: StudioContext,
  name: EditName,
  part: Partial<SceneSettings>,
): void {
  const { document } = store.getState();
  if (!document) return;
  const holdsProduct = chosenFrame(tools, document)?.holdsProduct ?? true;
  const frameId = holdsProduct ? productIn(document)?.id : PHOTO_ID;
  change((open, nowMs) =>
    edit(open, name, nowMs, (edits) => ({
      ...edits,
      scene: { ...edits.scene, ...part },
      currentId: frameId !== undefined && !isComposing(tools, open) ? frameId : edits.currentId,
    })),
  );
}
