import { createStore } from 'zustand/vanilla';
import type { StudioContext } from '../state/studio-context.ts';
import { patchItem } from './batch.ts';
import type { Batch, BatchItem } from './batch.ts';
import { StateChangedError } from '../state/document-store.ts';
import { takeOver } from './follow-tabs.ts';
import { createBatchFiles } from './batch-files.ts';
import type { BatchState, ItemProgress } from './batch-state.ts';

export type BatchContext = ReturnType<typeof createBatchContext>;

export function createBatchContext({ services, tools }: Pick<StudioContext, 'services' | 'tools'>) {
  const store = createStore<BatchState>(() => ({
    batch: null,
    progress: {},
    thumbnails: {},
    isZipping: false,
  }));
  const files = createBatchFiles(services.documents);
  let saving: Promise<void> = Promise.resolve();

  const showThumbnail = async (itemId: string, blob: Blob): Promise<void> => {
    const picture = await services.decodePicture(blob);
    services.release(store.getState().thumbnails[itemId] ?? null);
    store.setState(({ thumbnails }) => ({ thumbnails: { ...thumbnails, [itemId]: picture } }));
  };
  const parts = { services, store, files, showThumbnail };

  /** Stores the batch. Merges and retries until no other tab has written in between. */
  const write = async (): Promise<void> => {
    for (;;) {
      const { batch } = store.getState();
      if (!batch) return;
      try {
        return await files.saveBatch(batch);
      } catch (error) {
        if (!(error instanceof StateChangedError)) throw error;
        await takeOver(parts, error.stored);
      }
    }
  };
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    saving = saving
      .then(work)
      .catch((error: unknown) => console.warn('The batch was not kept in the browser.', error));
    return saving;
  };
  const save = (): Promise<void> => inTurn(write);
  files.onOtherTab(() => {
    void inTurn(async () => {
      const change = store.getState().batch && (await files.changes());
      if (change) await takeOver(parts, change.text);
    });
  });
  const change = (next: (batch: Batch) => Batch): Promise<void> => {
    store.setState(({ batch }) => ({ batch: batch && next(batch) }));
    return save();
  };

  return {
    services,
    tools,
    store,
    files,
    /** Changes the batch if one is open. Resolves once the change is stored, or storing has failed. */
    change,
    patch: (itemId: string, part: Partial<BatchItem>): Promise<void> =>
      change((batch) => patchItem(batch, itemId, part)),
    /** Stores the batch. Writes run one after the other, so the version stored last is the newest. */
    save,
    findItem: (itemId: string): BatchItem | null =>
      store.getState().batch?.items.find(({ id }) => id === itemId) ?? null,
    report: (itemId: string, now: ItemProgress): void =>
      store.setState(({ progress }) => ({ progress: { ...progress, [itemId]: now } })),
    showThumbnail,
  };
}
