/** Saves the open document to the browser's database shortly after each change, and immediately when a job starts or ends. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { readPictureFile } from './bitmap.ts';
import { DocumentChangedError } from '../state/document-store.ts';
import type { StudioContext } from '../state/studio-context.ts';
import type { StudioDocument } from '../model/document.ts';

/** Delay in ms that groups quick changes, such as the moves of a slider. */
const AUTOSAVE_DELAY_MS = 250;

/** Whether a document is empty, such as an inspiration whose tool was opened but not used. */
const isBare = ({ photo, requests, edits }: StudioDocument): boolean =>
  photo === null && requests.length === 0 && edits.scene.prompt.trim() === '';

const isRunNew = (document: StudioDocument, before: StudioDocument | null): boolean =>
  document.id === before?.id &&
  (document.pendingRun !== before.pendingRun || document.requests.length !== before.requests.length);

/** Saves until the page closes. If the browser refuses, tells the user once until a save succeeds. */
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
      // Saving is tried again at the next change, or when the user leaves the page.
      unsaved ??= document;
      store.setState({ isSaveRefused: true });
      if (!isReported) services.notify('warning', OWN_MESSAGES.autosaveFailed);
      isReported = true;
    }
  };
  /** Runs one write after the other, because each version is based on the previous one. */
  const save = (): void => {
    clearTimeout(timer);
    saving = saving.then(saveNow);
  };

  store.subscribe((state, before) => {
    if (state.document === before.document) return;
    // If another document opens, saves the pending changes of the previous one now.
    if (unsaved && state.document?.id !== unsaved.id) save();
    if (!state.document) return;
    unsaved = state.document;
    store.setState({ isSaved: false });
    clearTimeout(timer);
    // Saves paid requests at once, so that they survive an immediate reload.
    if (isRunNew(state.document, before.document)) save();
    else timer = setTimeout(save, AUTOSAVE_DELAY_MS);
  });
  globalThis.addEventListener?.('pagehide', save);
}

/**
 * Creates a function that writes versions of documents, each based on the previous one. If another tab has changed a
 * document, the stored version stays, and this tab continues with a copy.
 */
function createWriter(context: StudioContext): (document: StudioDocument) => Promise<void> {
  const { store, services } = context;
  const { documents } = services;
  /** For each document of this tab, `updatedAtMs` of the stored version on which it is based. */
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
    // Uses the document's current ID, because the document may have become a copy while this version waited.
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
    // The next visit restores a document without a photo only if the document was saved.
    if (!current.photo && context.isOpen(current.id)) await documents.setCurrentId(current.id);
  };
}

/**
 * Stores all pictures of a document again, because its photo is missing in the browser's database: there was no space,
 * or the browser removed it.
 */
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
