/** Lets the user control a batch: adding photos, running the queue, and recovering after a reload. */
import { OWN_MESSAGES } from '@packshot/contract';
import type { StudioContext } from '../state/studio-context.ts';
import { keepPhotos, previewPhotos, supportedPhotos } from './add-photos.ts';
import {
  acceptItem,
  BATCH_MAX_ITEMS,
  BATCH_VERSION,
  downloadsNeeded,
  isOver,
  retryItem,
  viewOfSeries,
  withRecipe,
} from './batch.ts';
import type { Batch, BatchItem, BatchRecipe, BatchLock } from './batch.ts';
import { createBatchContext } from './batch-context.ts';
import { createWorkLine } from './work-line.ts';

export type BatchRunner = ReturnType<typeof createBatchRunner>;

/** Functions of the Create page that a batch needs. */
export interface BatchPlace {
  /** Steps and file settings with which a new batch starts. */
  recipe(): BatchRecipe;
  /** Shows the batch in place of the stage, or shows the stage again. */
  show(isShown: boolean): void;
}

const isGoing = ({ state }: BatchItem): boolean => state === 'waiting' || state === 'running';

export function createBatchRunner(studio: Pick<StudioContext, 'services' | 'tools'>, place: BatchPlace) {
  const context = createBatchContext(studio);
  const { services, store, files, change } = context;
  const line = createWorkLine(context);
  let recovery: Promise<void> | null = null;

  const recoverOnce = async (): Promise<void> => {
    try {
      const batch = await files.readBatch();
      if (!batch) return;
      store.setState({ batch });
      if (!isOver(batch)) place.show(true);
      line.pump();
      for (const { id } of batch.items) {
        const thumbnail = await files.read(batch.id, id, 'thumbnail');
        if (thumbnail) await context.showThumbnail(id, thumbnail);
      }
    } catch (error) {
      console.warn('An earlier batch could not be read.', error);
    }
  };
  const recover = (): Promise<void> => (recovery ??= recoverOnce());

  const newBatch = (): Batch => ({
    version: BATCH_VERSION,
    id: services.newId(),
    phase: 'setting',
    pauseReason: null,
    recipe: place.recipe(),
    look: null,
    items: [],
  });

  const add = async (picked: readonly File[]): Promise<void> => {
    await recover();
    const photos = supportedPhotos(context, picked);
    if (photos.length === 0) return;
    const before = store.getState().batch;
    const batch = before ?? newBatch();
    const room = BATCH_MAX_ITEMS - batch.items.length;
    if (photos.length > room) services.notify('warning', OWN_MESSAGES.batchFull);
    const added = await keepPhotos(context, batch.id, photos.slice(0, room));
    const items = added.map(({ item }) => item);
    place.show(true);
    store.setState((state) => {
      // Uses the current batch, because it may have changed while the photos were being read.
      const open = state.batch ?? batch;
      return { batch: { ...open, items: [...open.items, ...items] }, ...(before ? {} : { progress: {} }) };
    });
    await context.save();
    line.pump();
    // Uses the current batch's ID, because these items may have moved into a batch of another tab.
    await previewPhotos(context, store.getState().batch?.id ?? batch.id, added);
  };

  const clear = async (): Promise<void> => {
    const { batch, thumbnails } = store.getState();
    line.stopAll();
    for (const picture of Object.values(thumbnails)) services.release(picture);
    store.setState({ batch: null, progress: {}, thumbnails: {} });
    // Waits for pending writes first, so that none of them stores data after the removal.
    await context.save();
    if (batch) await files.remove(batch.id);
  };

  const settleMiss = (id: string, part: (batch: Batch) => Partial<BatchItem>): void => {
    void change((batch) => ({
      ...batch,
      phase: 'running',
      pauseReason: null,
      items: batch.items.map((item) => (item.id === id ? { ...retryItem(item), ...part(batch) } : item)),
    }));
    line.pump();
  };

  return {
    store,
    files,
    /** Shows the batch from an earlier visit and resumes its work, once per page. */
    recover,
    /** Adds photos to the batch, or starts a batch with them. */
    add,
    setRecipe: (recipe: BatchRecipe): void => void change((batch) => withRecipe(batch, recipe)),
    /**
     * Starts a batch whose photos share the camera, light and background of a scene (its scene lock). Only shows a
     * warning if that would remove an open batch with pictures.
     */
    beginWith: async (look: BatchLock): Promise<void> => {
      await recover();
      const before = store.getState().batch;
      const hasBegun = before !== null && before.phase !== 'setting';
      place.show(true);
      if (hasBegun && (!isOver(before) || downloadsNeeded(before) > 0)) {
        services.notify('warning', OWN_MESSAGES.batchOpen);
        return;
      }
      if (hasBegun) await clear();
      const batch = store.getState().batch ?? newBatch();
      const background = { kind: 'scene', prompt: '', referenceId: null, isOneLook: true, look } as const;
      store.setState({ batch: withRecipe(batch, { ...batch.recipe, background }) });
      await context.save();
    },
    start: (): void => {
      void change((batch) => ({ ...batch, phase: 'running', pauseReason: null }));
      line.pump();
    },
    pause: (): void => void change((batch) => ({ ...batch, phase: 'paused', pauseReason: null })),
    /** Stops running items and removes waiting ones from the queue. Canceled work costs nothing. */
    cancel: async (): Promise<void> => {
      for (const { id } of store.getState().batch?.items.filter(isGoing) ?? []) line.stop(id);
      await change((batch) => ({
        ...batch,
        phase: 'paused',
        pauseReason: null,
        items: batch.items.map((item) => (isGoing(item) ? { ...item, state: 'cancelled' } : item)),
      }));
      void services.refreshGenerations();
      services.notify('success', OWN_MESSAGES.batchCanceled);
    },
    /** Retries one photo, or all that failed or were canceled, except those that can't succeed. */
    retry: (id?: string): void => {
      void change((batch) => ({
        ...batch,
        phase: 'running',
        pauseReason: null,
        items: batch.items.map((item) => {
          // When all items are retried, skips photos that don't fit the series. The server would refuse them again, so
          // the user has to decide.
          const isMeant = id === undefined ? item.failure?.isMiss !== true : item.id === id;
          return isMeant ? retryItem(item) : item;
        }),
      }));
      line.pump();
    },
    /** Gives a photo that doesn't fit the series a scene of its own, with the photo's camera view. */
    takeOut: (id: string): void => settleMiss(id, () => ({ hasOwnLook: true })),
    /** Records the user's statement that the photo's camera view matches the other photos. */
    takeIn: (id: string): void => settleMiss(id, (batch) => ({ view: viewOfSeries(batch) })),
    removeItem: (id: string): void => {
      line.stop(id);
      services.release(store.getState().thumbnails[id] ?? null);
      void change((batch) => ({ ...batch, items: batch.items.filter((item) => item.id !== id) }));
    },
    markDownloaded: (id: string): void => void context.patch(id, { isDownloaded: true }),
    /** Clears an item's quality flags after the user has confirmed that the cut-out is right. */
    accept: (id: string): void => {
      const item = context.findItem(id);
      if (item) void context.patch(id, acceptItem(item));
    },
    clear,
  };
}
