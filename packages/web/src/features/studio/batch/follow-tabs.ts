/** Merges changes that other tabs make to the batch with those of this tab. */
import { t } from '@packshot/contract/text/translation';
import type { StoreApi } from 'zustand/vanilla';
import type { StudioServices } from '../state/services.ts';
import { BATCH_MAX_ITEMS, parseSharedBatch } from './batch.ts';
import type { Batch } from './batch.ts';
import type { BatchFiles } from './batch-files.ts';
import type { BatchState } from './batch-state.ts';
import { addedSince, mergeBatches } from './merge-batches.ts';

/** Defined here rather than with the messages of all pages, which the first page loads. */
export const CLEARED_IN_OTHER_TAB = t('This batch was cleared in another tab.');

interface TakeOverContext {
  readonly services: Pick<StudioServices, 'notify'>;
  readonly store: StoreApi<BatchState>;
  readonly files: BatchFiles;
  showThumbnail(itemId: string, blob: Blob): Promise<void>;
}

/**
 * Merges the batch that another tab has stored into this tab's.
 * @param text that batch as text, or null if the other tab has cleared it
 */
export async function takeOver(context: TakeOverContext, text: string | null): Promise<void> {
  const { services, store, files } = context;
  const base = files.base();
  const stored = files.rebase(text);
  // Parsed by the schema, so that the comparison with the stored batch works.
  const mine = parseSharedBatch(store.getState().batch);
  if (!mine) return;
  if (stored?.id === mine.id) store.setState({ batch: mergeBatches(base ?? stored, mine, stored) });
  else {
    const added = addedSince(base, mine);
    if (added.length === 0 && stored === null) {
      store.setState({ batch: null, progress: {} });
      return services.notify('warning', CLEARED_IN_OTHER_TAB);
    }
    const target: Batch = stored ?? { ...mine, items: [] };
    if (target.id !== mine.id)
      await files.moveItems(
        mine.id,
        target.id,
        added.map(({ id }) => id),
      );
    store.setState({ batch: { ...target, items: [...target.items, ...added].slice(0, BATCH_MAX_ITEMS) } });
  }
  await showNewThumbnails(context);
}

async function showNewThumbnails({ store, files, showThumbnail }: TakeOverContext): Promise<void> {
  const { batch, thumbnails } = store.getState();
  for (const { id } of batch?.items ?? []) {
    if (thumbnails[id]) continue;
    const thumbnail = batch && (await files.read(batch.id, id, 'thumbnail'));
    if (thumbnail) await showThumbnail(id, thumbnail);
  }
}
