/**
 * Documents of this browser in IndexedDB: recent work with its pixels, so that it survives a reload or crash, also
 * for guests. Object stores are defined in `lib/handover/studio-database.ts`. Documents are validated when read; a
 * blob is the photo, a thumbnail, or a picture of a result.
 */
import type { IDBPDatabase } from 'idb';
import { ownStudioDatabaseName, openStudioDatabase } from '../../../lib/handover/studio-database.ts';
import type { StudioDatabase } from '../../../lib/handover/studio-database.ts';
import { createTabChannel, readTabState, writeTabState } from './browser-tabs.ts';
import type { TabChange } from './browser-tabs.ts';
import { parseDocument } from '../model/document.ts';
import type { StudioDocument } from '../model/document.ts';

/** Connection to the database. Browsers may close it under memory pressure, or when the user deletes site data. */
type OpenStudioDatabase = IDBPDatabase<StudioDatabase>;

/** Names of errors of a closed database. QuotaExceededError (a full disk) isn't included. */
const CLOSED = new Set(['InvalidStateError', 'AbortError', 'UnknownError', 'TransactionInactiveError']);
const wasClosed = (error: unknown): boolean => error instanceof DOMException && CLOSED.has(error.name);

/**
 * Creates the function that accesses the database.
 * @param nameNow returns the database name; asked each time, because it changes with the user
 * @returns a function that runs work on the open database, and repeats it once if the database was closed meanwhile
 */
function databaseAccess(
  nameNow: () => string,
): <Answer>(work: (database: OpenStudioDatabase) => Promise<Answer>) => Promise<Answer> {
  let opened: { readonly name: string; readonly database: Promise<OpenStudioDatabase> } | null = null;
  const database = (): Promise<OpenStudioDatabase> => {
    const name = nameNow();
    if (opened?.name === name) return opened.database;
    const opening = openStudioDatabase(name, () => (opened = null)).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    opened = { name, database: opening };
    return opening;
  };
  return async (work) => {
    try {
      return await work(await database());
    } catch (error) {
      if (!wasClosed(error)) throw error;
      opened = null;
      return work(await database());
    }
  };
}

/** Maximum number of stored documents. With phone photos, six originals and their results take about 200 MB. */
const RECENT_LIMIT = 6;

/** Pictures stored for a document. `preview` is the photo in a format that browsers show; stored only for HEIC. */
export type BlobSlot =
  | 'photo'
  | 'preview'
  | 'thumbnail'
  | `${string}/${Rendition | 'thumbnail' | 'photo' | 'file'}`;
/** Rendition of a result: smaller and faster to show, or full size. */
export type Rendition = 'standard' | 'full';

interface SavedDocument {
  /** True if the document has a photo whose bytes the browser hasn't stored. */
  readonly isPhotoMissing: boolean;
}

/** Thrown if another tab has stored a different version of the document since this tab read it. */
export class DocumentChangedError extends Error {}

/** Thrown if another tab has stored a different value than the one on which this write is based. */
export class StateChangedError extends Error {
  readonly stored: string | null;
  constructor(stored: string | null) {
    super('Another tab has changed this state.');
    this.stored = stored;
  }
}

export interface DocumentStore {
  /** Lists the documents, newest first. Unreadable ones are skipped. */
  list(): Promise<StudioDocument[]>;
  read(id: string): Promise<StudioDocument | null>;
  readBlob(id: string, slot: BlobSlot): Promise<Blob | null>;
  /**
   * Stores the document and deletes the oldest ones beyond `RECENT_LIMIT`.
   * @param basedOnMs `updatedAtMs` of the version on which it is based; omit to overwrite any version
   * @throws DocumentChangedError if another tab has stored a different version, which stays
   */
  save(document: StudioDocument, basedOnMs?: number): Promise<SavedDocument>;
  /** Stores the document as a copy of the one on which it is based, with all pictures. */
  copy(fromId: string, document: StudioDocument): Promise<void>;
  onOtherTab(listener: (change: TabChange) => void): void;
  saveBlob(id: string, slot: BlobSlot, blob: Blob): Promise<void>;
  removeBlobs(id: string, slots: readonly BlobSlot[]): Promise<void>;
  remove(id: string): Promise<void>;
  currentId(): Promise<string | null>;
  setCurrentId(id: string | null): Promise<void>;
  readState(key: 'batch'): Promise<string | null>;
  /**
   * Stores a value.
   * @param basedOn stored value on which this one is based; omit to overwrite any value
   * @throws StateChangedError if a different value is stored, which stays
   */
  saveState(key: 'batch', value: string | null, basedOn?: string | null): Promise<void>;
}

/** Range of the keys of a document's blobs; no slot name contains a character after the range's upper bound. */
const blobRange = (id: string): IDBKeyRange => IDBKeyRange.bound(`${id}/`, `${id}/\uffff`);
const blobKey = (id: string, slot: BlobSlot): string => `${id}/${slot}`;

/**
 * Creates the store of documents. Methods that access the database reject with a DOMException if the browser refuses
 * (private window, disk full).
 * @param nameNow returns the database name; asked each time, because it changes with the user
 */
export function createDocumentStore(nameNow: () => string = ownStudioDatabaseName): DocumentStore {
  const withDatabase = databaseAccess(nameNow);
  const tabs = createTabChannel(nameNow);

  const list = async (): Promise<StudioDocument[]> => {
    const stored = await withDatabase((database) => database.getAll('documents'));
    const documents = stored.map((entry) => parseDocument(entry)).filter((document) => document !== null);
    return documents.toSorted((a, b) => b.updatedAtMs - a.updatedAtMs);
  };

  const forget = async (id: string): Promise<void> => {
    await withDatabase((database) => {
      const transaction = database.transaction(['documents', 'blobs'], 'readwrite');
      return Promise.all([
        transaction.objectStore('documents').delete(id),
        transaction.objectStore('blobs').delete(blobRange(id)),
        transaction.done,
      ]);
    });
  };

  return {
    list,
    remove: async (id) => {
      await forget(id);
      tabs.tell({ kind: 'removed', id });
    },
    onOtherTab: tabs.listen,
    read: async (id) => parseDocument(await withDatabase((database) => database.get('documents', id))),
    readBlob: async (id, slot) =>
      (await withDatabase((database) => database.get('blobs', blobKey(id, slot)))) ?? null,
    save: async (document, basedOnMs) => {
      const saved = await withDatabase((database) => saveDocument(database, document, basedOnMs));
      tabs.tell({ kind: 'saved', id: document.id });
      for (const old of (await list()).slice(RECENT_LIMIT)) await forget(old.id);
      return saved;
    },
    copy: (fromId, document) => withDatabase((database) => copyDocument(database, fromId, document)),
    saveBlob: async (id, slot, blob) => {
      await withDatabase((database) => database.put('blobs', blob, blobKey(id, slot)));
    },
    removeBlobs: async (id, slots) => {
      await withDatabase((database) => {
        const transaction = database.transaction('blobs', 'readwrite');
        return Promise.all([
          ...slots.map((slot) => transaction.store.delete(blobKey(id, slot))),
          transaction.done,
        ]);
      });
    },
    currentId: async () =>
      readTabState(nameNow()) ?? (await withDatabase((database) => database.get('state', 'current'))) ?? null,
    setCurrentId: async (id) => {
      writeTabState(nameNow(), id);
      await withDatabase((database) => database.put('state', id, 'current'));
    },
    readState: async (key) => (await withDatabase((database) => database.get('state', key))) ?? null,
    saveState: async (key, value, basedOn) => {
      await withDatabase(async (database) => {
        const transaction = database.transaction('state', 'readwrite');
        const stored = (await transaction.store.get(key)) ?? null;
        const isChanged = basedOn !== undefined && stored !== basedOn && stored !== value;
        if (!isChanged) await transaction.store.put(value, key);
        await transaction.done;
        if (isChanged) throw new StateChangedError(stored);
      });
      tabs.tell({ kind: key });
    },
  };
}

/** Checks the stored version and writes in one transaction, so that no other tab writes in between. */
async function saveDocument(
  database: IDBPDatabase<StudioDatabase>,
  document: StudioDocument,
  basedOnMs: number | undefined,
): Promise<SavedDocument> {
  const transaction = database.transaction(['documents', 'blobs'], 'readwrite');
  const documents = transaction.objectStore('documents');
  const stored = (await documents.get(document.id)) as { readonly updatedAtMs?: unknown } | undefined;
  const isChanged = stored !== undefined && stored.updatedAtMs !== document.updatedAtMs;
  if (basedOnMs !== undefined && isChanged && stored.updatedAtMs !== basedOnMs) {
    await transaction.done;
    throw new DocumentChangedError('Another tab has changed this document.');
  }
  const photoKey = await transaction.objectStore('blobs').getKey(blobKey(document.id, 'photo'));
  await Promise.all([documents.put(document, document.id), transaction.done]);
  return { isPhotoMissing: document.photo !== null && photoKey === undefined };
}

async function copyDocument(
  database: IDBPDatabase<StudioDatabase>,
  fromId: string,
  document: StudioDocument,
): Promise<void> {
  const transaction = database.transaction(['documents', 'blobs'], 'readwrite');
  const blobs = transaction.objectStore('blobs');
  for (const key of await blobs.getAllKeys(blobRange(fromId))) {
    const blob = await blobs.get(key);
    if (blob) await blobs.put(blob, `${document.id}${key.slice(fromId.length)}`);
  }
  await Promise.all([transaction.objectStore('documents').put(document, document.id), transaction.done]);
}
