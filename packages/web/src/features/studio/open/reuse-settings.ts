import { RECORD_MESSAGES } from '@packshot/contract/records/messages';
import type { ReusedSettings } from '../../../lib/handover/incoming-work.ts';
import { edit } from '../model/edits.ts';
import { editsReused } from '../model/reused-edits.ts';
import type { StudioContext } from '../state/studio-context.ts';

/** Sets the open document's tools, in one step of undo; without a document they wait for the next photo. */
export function reuseSettings({ services, store, change }: StudioContext, reused: ReusedSettings): void {
  if (store.getState().document === null) {
    store.setState({ nextReuse: reused });
    services.notify('success', RECORD_MESSAGES.settingsWait);
    return;
  }
  change((document, nowMs) => edit(document, 'reuse', nowMs, (edits) => editsReused(edits, reused)));
  services.notify('success', RECORD_MESSAGES.settingsReused);
}
