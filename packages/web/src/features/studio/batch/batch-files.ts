/** Where a batch is kept: its data and its pictures in the studio's own database of this user. */
import type { BlobSlot, DocumentStore } from '../state/document-store.ts';
import { parseBatch } from './batch.ts';
import type { Batch } from './batch.ts';

type BatchBlob = 'photo' | 'file' | 'thumbnail';

export interface BatchFiles {
  readBatch(): Promise<Batch | null>;
  saveBatch(batch: Batch): Promise<void>;
  /** Forgets the batch with all its pictures. */
  remove(batchId: string): Promise<void>;
  read(batchId: string, itemId: string, blob: BatchBlob): Promise<Blob | null>;
  write(batchId: string, itemId: string, blob: BatchBlob, bytes: Blob): Promise<void>;
}

const slot = (itemId: string, blob: BatchBlob): BlobSlot => `${itemId}/${blob}`;

export function createBatchFiles(documents: DocumentStore): BatchFiles {
  return {
    readBatch: async () => {
      const text = await documents.readState('batch');
      try {
        return text === null ? null : parseBatch(JSON.parse(text));
      } catch {
        return null;
      }
    },
    saveBatch: (batch) => documents.saveState('batch', JSON.stringify(batch)),
    remove: async (batchId) => {
      await documents.saveState('batch', null);
      await documents.remove(batchId);
    },
    read: (batchId, itemId, blob) => documents.readBlob(batchId, slot(itemId, blob)),
    write: (batchId, itemId, blob, bytes) => documents.saveBlob(batchId, slot(itemId, blob), bytes),
  };
}
