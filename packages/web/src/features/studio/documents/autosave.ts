/** Saves the open document to the browser's database shortly after each change, and immediately when a job starts or ends. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { readPictureFile } from './bitmap.ts';
import { DocumentChangedError } from '../state/document-store.ts';
import type { StudioContext } from '../state/studio-context.ts';
import type { StudioDocument } from '../model/document.ts';

/** Delay that groups slider moves, but is short enough to lose nothing when the tab is closed. */
const AUTOSAVE_DELAY_MS = 250;

/** Checks for an empty document, such as an inspiration whose tool was opened but not used. */
const isBare = ({ photo, requests, edits }: StudioDocument): boolean =>
  photo === null && requests.length === 0 && edits.scene.prompt.trim() === '';

const isRunNew = (document: StudioDocument, before: StudioDocument | null): boolean =>
  document.id === before?.id &&
  (document.pendingRun !== before.pendingRun || document.requests.length !== before.requests.length);

/** Saves until the page closes. A browser that refuses is reported once, not at every change. */
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
      // The next change or leaving the page retries.
      unsaved ??= document;
      store.setState({ isSaveRefused: true });
      if (!isReported) services.notify('warning', OWN_MESSAGES.autosaveFailed);
      isReported = true;
    }
  };
  /** Serializes the writes, because each version is based on the previous one. */
  const save = (): void => {
    clearTimeout(timer);
    saving = saving.then(saveNow);
  };

  store.subscribe((state, before) => {
    if (state.document === before.document) return;
    // Another document opens: save the pending changes of the previous one now.
    if (unsaved && state.document?.id !== unsaved.id) save();
    if (!state.document) return;
    unsaved = state.document;
    store.setState({ isSaved: false });
    clearTimeout(timer);
    // Save paid requests at once, so that they survive an immediate reload.
    if (isRunNew(state.document, before.document)) save();
    else timer = setTimeout(save, AUTOSAVE_DELAY_MS);
  });
  globalThis.addEventListener?.('pagehide', save);
}

/**
 * Writes versions of documents, each based on the previous one. If another tab has changed a document, that version
 * stays and this tab continues with a copy.
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
    // The document may have been renamed while this version waited.
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
    // A document without a photo is restored on the next visit only once it is saved.
    if (!current.photo && context.isOpen(current.id)) await documents.setCurrentId(current.id);
  };
}

/** Stores all pictures of a document again, because its photo is missing: the browser had no room, or removed it. */
async function writePicturesAnew(
  { store, services: { documents } }: StudioContext,
  { id }: StudioDocument,
): Promise<void> {
  const { document, photo, pictures } = store.getState();
  if (document?.id !== id) return;
  if (photo) await documents.saveBlob(id, 'photo', photo);
  for (const [pictureId, { full, standard }] of Object.entries(pictures)) {
    if (full && pictureId !== 'photo')
      await documents.saveBlob(id, `${pictureId}/full`, await readPictureFile(full));
    else if (standard) await documents.saveBlob(id, `${pictureId}/standard`, await readPictureFile(standard));
  }
  await documents.setCurrentId(id);
}
