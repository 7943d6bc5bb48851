/** Writes the open document to the browser's database a moment after each change, and at once where a run begins or ends. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { blobOf } from './bitmap.ts';
import { DocumentChangedError } from '../state/document-store.ts';
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
export function autosave(context: StudioContext): void {
  const { store, services } = context;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsaved: StudioDocument | null = null;
  let isReported = false;
  let saving: Promise<void> = Promise.resolve();
  const write = createWriter(context);

  const saveNow = async (): Promise<void> => {
    const document = unsaved;
    unsaved = null;
    if (!document) return;
    try {
      if (!isBare(document)) await write(document);
      isReported = false;
      if (unsaved === null) store.setState({ isSaved: true, isSaveRefused: false });
    } catch (error) {
      console.warn('The document was not saved.', error);
      // The next change, or leaving the page, saves again.
      unsaved ??= document;
      store.setState({ isSaveRefused: true });
      if (!isReported) services.notify('warning', OWN_MESSAGES.autosaveFailed);
      isReported = true;
    }
  };
  /** One after another: each is based on the one before. */
  const save = (): void => {
    clearTimeout(timer);
    saving = saving.then(saveNow);
  };

  store.subscribe((state, before) => {
    if (state.document === before.document) return;
    // Another document takes the stage: what was left of the last one is written now.
    if (unsaved && state.document?.id !== unsaved.id) save();
    if (!state.document) return;
    unsaved = state.document;
    store.setState({ isSaved: false });
    clearTimeout(timer);
    // What is being paid for has to survive a reload in the next moment.
    if (isRunNew(state.document, before.document)) save();
    else timer = setTimeout(save, AUTOSAVE_DELAY_MS);
  });
  globalThis.addEventListener?.('pagehide', save);
}

/**
 * Writes versions of documents, each based on the one before. What another tab has changed meanwhile stays, and this tab goes on
 * with a copy.
 */
function createWriter(context: StudioContext): (document: StudioDocument) => Promise<void> {
  const { store, services } = context;
  const { documents } = services;
  /** `updatedAtMs` of the stored version that each document of this tab is based on. */
  const bases = new Map<string, number>();
  const stored = new Set<string>();
  store.subscribe(({ document }, before) => {
    if (document && document.id !== before.document?.id) bases.set(document.id, document.updatedAtMs);
  });

  const goOnWithCopy = async (changed: StudioDocument): Promise<void> => {
    const copy = { ...changed, id: services.newId() };
    await documents.copy(changed.id, copy);
    bases.set(copy.id, copy.updatedAtMs);
    stored.add(copy.id);
    if (context.isOpen(changed.id)) {
      context.renameDocument(changed.id, copy.id);
      await documents.setCurrentId(copy.id);
    }
    services.notify('warning', OWN_MESSAGES.changedInOtherTab);
  };

  return async (document) => {
    // The document was renamed while this version waited for its turn.
    const current = { ...document, id: context.currentName(document.id) };
    try {
      const { isPhotoMissing } = await documents.save(current, bases.get(current.id));
      bases.set(current.id, current.updatedAtMs);
      if (isPhotoMissing) {
        await writePicturesAnew(context, current);
        if (stored.has(current.id)) services.notify('warning', OWN_MESSAGES.writtenAnew);
      }
      stored.add(current.id);
    } catch (error) {
      if (!(error instanceof DocumentChangedError)) throw error;
      return goOnWithCopy(current);
    }
    // One that began without a photo is worth coming back to from here on.
    if (!current.photo && context.isOpen(current.id)) await documents.setCurrentId(current.id);
  };
}

/** The photo isn't stored: the browser had no room for it, or it was removed. All that this page has of the document is written. */
async function writePicturesAnew(
  { store, services: { documents } }: StudioContext,
  { id }: StudioDocument,
): Promise<void> {
  const { document, photo, pictures } = store.getState();
  if (document?.id !== id) return;
  if (photo) await documents.saveBlob(id, 'photo', photo);
  for (const [pictureId, { full, standard }] of Object.entries(pictures)) {
    if (full && pictureId !== 'photo') await documents.saveBlob(id, `${pictureId}/full`, await blobOf(full));
    else if (standard) await documents.saveBlob(id, `${pictureId}/standard`, await blobOf(standard));
  }
  await documents.setCurrentId(id);
}
