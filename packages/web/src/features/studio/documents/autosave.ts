/** Writes the open document to the browser's database a moment after each change, and at once where a run begins or ends. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import type { StudioContext } from '../state/studio-context.ts';
import type { StudioDocument } from '../model/document.ts';

/** Long enough to gather the moves of a slider, short enough to lose nothing when the tab is closed. */
const AUTOSAVE_DELAY_MS = 250;

/** Nothing was put into it yet: an inspiration whose tool was only looked at. */
const isBare = ({ photo, requests, edits }: StudioDocument): boolean =>
  photo === null && requests.length === 0 && edits.scene.prompt.trim() === '';

const isRunNew = (document: StudioDocument, before: StudioDocument | null): boolean =>
  document.id === before?.id &&
  (document.pendingRun !== before.pendingRun || document.requests.length !== before.requests.length);

/** Saves until the page goes. A browser that refuses is reported once, not at every change. */
export function autosave({ store, services }: StudioContext): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsaved: StudioDocument | null = null;
  let isReported = false;

  const save = async (): Promise<void> => {
    clearTimeout(timer);
    const document = unsaved;
    unsaved = null;
    if (!document) return;
    if (isBare(document)) {
      store.setState({ isSaved: true });
      return;
    }
    try {
      await services.documents.save(document);
      // One that began without a photo is worth coming back to from here on.
      if (!document.photo && store.getState().document?.id === document.id)
        await services.documents.setCurrentId(document.id);
      if (unsaved === null) store.setState({ isSaved: true });
    } catch (error) {
      console.warn('The document was not saved.', error);
      if (!isReported) services.notify('warning', OWN_MESSAGES.autosaveFailed);
      isReported = true;
    }
  };
  store.subscribe((state, before) => {
    if (state.document === before.document) return;
    // Another document takes the stage: what was left of the last one is written now.
    if (unsaved && state.document?.id !== unsaved.id) void save();
    if (!state.document) return;
    unsaved = state.document;
    store.setState({ isSaved: false });
    clearTimeout(timer);
    // What is being paid for has to survive a reload in the next moment.
    if (isRunNew(state.document, before.document)) void save();
    else timer = setTimeout(() => void save(), AUTOSAVE_DELAY_MS);
  });
  globalThis.addEventListener?.('pagehide', () => void save());
}
