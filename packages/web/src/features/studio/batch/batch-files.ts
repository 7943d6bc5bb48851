/** Where a batch is kept: its data and its pictures in the studio's own database of this user. */
import type { BlobSlot, DocumentStore } from '../state/document-store.ts';
import { parseBatch, parseSharedBatch } from './batch.ts';
import type { Batch } from './batch.ts';

type BatchBlob = 'photo' | 'file' | 'thumbnail';

export interface BatchFiles {
  readBatch(): Promise<Batch | null>;
  /** @throws StateChangedError when another tab has stored another version since this tab read or wrote one */
  saveBatch(batch: Batch): Promise<void>;
  /** The version that this tab is based on; null: none was stored. */
  base(): Batch | null;
  /** Version that another tab has stored since, or null when nothing has changed. */
  changes(): Promise<StoredChange | null>;
  /** Bases further writes on a version of another tab. */
  rebase(text: string | null): Batch | null;
  onOtherTab(listener: () => void): void;
  /** Moves the pictures of items into another batch. */
  moveItems(fromId: string, toId: string, itemIds: readonly string[]): Promise<void>;
  /** Forgets the batch with all its pictures. */
  remove(batchId: string): Promise<void>;
  read(batchId: string, itemId: string, blob: BatchBlob): Promise<Blob | null>;
  write(batchId: string, itemId: string, blob: BatchBlob, bytes: Blob): Promise<void>;
}

interface StoredChange {
  readonly text: string | null;
}

const BLOBS: readonly BatchBlob[] = ['photo', 'file', 'thumbnail'];
const slot = (itemId: string, blob: BatchBlob): BlobSlot => `${itemId}/${blob}`;

/** @param parse what becomes of what was running */
function parsed(text: string | null, parse: (stored: unknown) => Batch | null): Batch | null {
  try {
    return text === null ? null : parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function createBatchFiles(documents: DocumentStore): BatchFiles {
  /** The stored text that this tab read or wrote last; undefined: none yet. */
  let base: string | null | undefined;
  const read: BatchFiles['read'] = (batchId, itemId, blob) => documents.readBlob(batchId, slot(itemId, blob));
  const write: BatchFiles['write'] = (batchId, itemId, blob, bytes) =>
    documents.saveBlob(batchId, slot(itemId, blob), bytes);
  return {
    read,
    write,
    readBatch: async () => {
      base = await documents.readState('batch');
      return parsed(base, parseBatch);
    },
    saveBatch: async (batch) => {
      const text = JSON.stringify(batch);
      await documents.saveState('batch', text, base);
      base = text;
    },
    base: () => parsed(base ?? null, parseSharedBatch),
    changes: async () => {
      const text = await documents.readState('batch');
      return text === base ? null : { text };
    },
    rebase: (text) => {
      base = text;
      return parsed(text, parseSharedBatch);
    },
    onOtherTab: (listener) => documents.onOtherTab(({ kind }) => kind === 'batch' && listener()),
    moveItems: async (fromId, toId, itemIds) => {
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
    remove: async (batchId) => {
      await documents.saveState('batch', null);
      base = null;
      await documents.remove(batchId);
    },
  };
}
