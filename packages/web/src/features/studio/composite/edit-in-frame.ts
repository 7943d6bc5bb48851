import { edit } from '../model/edits.ts';
import type { EditName } from '../model/edits.ts';
import { PHOTO_ID } from '../model/results.ts';
import type { SceneSettings } from '../model/scene-settings.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { isComposing, productIn } from './composing.ts';

/** An edit that is only seen in the frame: it takes the stage with it, in one step of undo. */
export function editInFrame(
  { store, change }: StudioContext,
  name: EditName,
  part: Partial<SceneSettings>,
): void {
  const { document } = store.getState();
  if (!document) return;
  // The frame is where the product is worked on; that of an inspiration has none in it.
  const frameId = document.tool === 'inspire' ? PHOTO_ID : productIn(document)?.id;
  change((open, nowMs) =>
    edit(open, name, nowMs, (edits) => ({
      ...edits,
      scene: { ...edits.scene, ...part },
      currentId: frameId !== undefined && !isComposing({ document: open }) ? frameId : edits.currentId,
    })),
  );
}
