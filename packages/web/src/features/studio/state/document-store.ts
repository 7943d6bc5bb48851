/**
 * The documents of this browser, in IndexedDB: the last few pieces of work with their pixels, so that a reload,
 * a crash or a closed laptop loses nothing, for guests too. Its stores: `lib/handover/studio-database.ts`; documents are parsed
 * on the way out, and a blob is a photo, a thumbnail, or one of a result.
 */
import type { IDBPDatabase } from 'idb';
import { openStudioDatabase, ownStudioDatabaseName } from '../../../lib/handover/studio-database.ts';
import type { StudioDatabase } from '../../../lib/handover/studio-database.ts';
import { parseDocument } from '../model/document.ts';
import type { StudioDocument } from '../model/document.ts';

/** Six originals and results of phone photos are some 200 MB, which every browser grants. */
const RECENT_LIMIT = 6;

/** `preview` is the photo in a format that browsers show; only a HEIC needs one. */
export type BlobSlot =
  | 'photo'
  | 'preview'
  | 'thumbnail'
  | `${string}/${Rendition | 'thumbnail' | 'photo' | 'file'}`;
/** A result at a size that is quick to show, and at its own. */
export type Rendition = 'standard' | 'full';

export interface DocumentStore {
  /** Newest first. Entries that cannot be read are left out. */
  list(): Promise<StudioDocument[]>;
  read(id: string): Promise<StudioDocument | null>;
  readBlob(id: string, slot: BlobSlot): Promise<Blob | null>;
  /** Writes the document and forgets the oldest beyond `RECENT_LIMIT`. */
  save(document: StudioDocument): Promise<void>;
  saveBlob(id: string, slot: BlobSlot, blob: Blob): Promise<void>;
  removeBlobs(id: string, slots: readonly BlobSlot[]): Promise<void>;
  remove(id: string): Promise<void>;
  currentId(): Promise<string | null>;
  setCurrentId(id: string | null): Promise<void>;
  readState(key: 'batch'): Promise<string | null>;
  saveState(key: 'batch', value: string | null): Promise<void>;
}

/** Everything of one document: no character of a slot comes after the last of this range. */
const blobsOf = (id: string): IDBKeyRange => IDBKeyRange.bound(`${id}/`, `${id}/\uffff`);
const blobKey = (id: string, slot: BlobSlot): string => `${id}/${slot}`;

/**
 * @param nameNow name of the database, asked each time: it is another one when another user has signed in
 * Every method rejects with a DOMException when the browser refuses (private window, disk full).
 */
export function createDocumentStore(nameNow: () => string = ownStudioDatabaseName): DocumentStore {
  let opened: { readonly name: string; readonly database: Promise<IDBPDatabase<StudioDatabase>> } | null =
    null;
  const database = (): Promise<IDBPDatabase<StudioDatabase>> => {
    const name = nameNow();
    if (opened?.name === name) return opened.database;
    const opening = openStudioDatabase(name, () => (opened = null)).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    opened = { name, database: opening };
    return opening;
  };

  const list = async (): Promise<StudioDocument[]> => {
    const stored = await (await database()).getAll('documents');
    const documents = stored.map((entry) => parseDocument(entry)).filter((document) => document !== null);
    return documents.toSorted((a, b) => b.updatedAtMs - a.updatedAtMs);
  };

  const remove = async (id: string): Promise<void> => {
    const transaction = (await database()).transaction(['documents', 'blobs'], 'readwrite');
    await Promise.all([
      transaction.objectStore('documents').delete(id),
      transaction.objectStore('blobs').delete(blobsOf(id)),
      transaction.done,
    ]);
  };

  return {
    list,
    remove,
    read: async (id) => parseDocument(await (await database()).get('documents', id)),
    readBlob: async (id, slot) => (await (await database()).get('blobs', blobKey(id, slot))) ?? null,
    save: async (document) => {
      await (await database()).put('documents', document, document.id);
      for (const old of (await list()).slice(RECENT_LIMIT)) await remove(old.id);
    },
    saveBlob: async (id, slot, blob) => {
      await (await database()).put('blobs', blob, blobKey(id, slot));
    },
    removeBlobs: async (id, slots) => {
      const transaction = (await database()).transaction('blobs', 'readwrite');
      await Promise.all([
        ...slots.map((slot) => transaction.store.delete(blobKey(id, slot))),
        transaction.done,
      ]);
    },
    currentId: async () => (await (await database()).get('state', 'current')) ?? null,
    setCurrentId: async (id) => {
      await (await database()).put('state', id, 'current');
    },
    readState: async (key) => (await (await database()).get('state', key)) ?? null,
    saveState: async (key, value) => {
      await (await database()).put('state', value, key);
    },
  };
}
