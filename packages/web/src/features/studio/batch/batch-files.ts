/** Stores a batch's data and pictures in the browser's database, separately for each user. */
import type { BlobSlot, DocumentStore } from '../state/document-store.ts';
import { parseBatch, parseSharedBatch } from './batch.ts';
import type { Batch } from './batch.ts';

type BatchBlob = 'photo' | 'file' | 'thumbnail';

export type BatchFiles = ReturnType<typeof createBatchFiles>;

interface StoredChange {
  readonly text: string | null;
}

const BLOBS: readonly BatchBlob[] = ['photo', 'file', 'thumbnail'];
const slot = (itemId: string, blob: BatchBlob): BlobSlot => `${itemId}/${blob}`;

/** @param parse parser that decides how to treat running items */
function parseStored(text: string | null, parse: (stored: unknown) => Batch | null): Batch | null {
  try {
    return text === null ? null : parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function createBatchFiles(documents: DocumentStore) {
  /** Stored text that this tab read or wrote last; undefined before the first time. */
  let base: string | null | undefined;
  const read = (batchId: string, itemId: string, blob: BatchBlob): Promise<Blob | null> =>
    documents.readBlob(batchId, slot(itemId, blob));
  const write = (batchId: string, itemId: string, blob: BatchBlob, bytes: Blob): Promise<void> =>
    documents.saveBlob(batchId, slot(itemId, blob), bytes);
  return {
    read,
    write,
    readBatch: async (): Promise<Batch | null> => {
      base = await documents.readState('batch');
      return parseStored(base, parseBatch);
    },
    /**
     * Stores the batch.
     * @throws StateChangedError when another tab has stored another version since this tab read or wrote one
     */
    saveBatch: async (batch: Batch): Promise<void> => {
      const text = JSON.stringify(batch);
      await documents.saveState('batch', text, base);
      base = text;
    },
    /** Stored version on which this tab's batch is based, or null if none was stored. */
    base: (): Batch | null => parseStored(base ?? null, parseSharedBatch),
    /** Version that another tab has stored since, or null if the stored version hasn't changed. */
    changes: async (): Promise<StoredChange | null> => {
      const text = await documents.readState('batch');
      return text === base ? null : { text };
    },
    /** Makes another tab's version the base of this tab's further writes. */
    rebase: (text: string | null): Batch | null => {
      base = text;
      return parseStored(text, parseSharedBatch);
    },
    onOtherTab: (listener: () => void): void =>
      documents.onOtherTab(({ kind }) => kind === 'batch' && listener()),
    moveItems: async (fromId: string, toId: string, itemIds: readonly string[]): Promise<void> => {
      for (const itemId of itemIds) {
        for (const blob of BLOBS) {
          const bytes = await read(fromId, itemId, blob);
          if (bytes) await write(toId, itemId, blob, bytes);
        }
        await documents.removeBlobs(
          fromId,
          BLOBS.map((blob) => slot(itemId, blob)),
        );
      }
    },
    remove: async (batchId: string): Promise<void> => {
      await documents.saveState('batch', null);
      base = null;
      await documents.remove(batchId);
    },
  };
}
