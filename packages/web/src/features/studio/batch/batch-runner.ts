/** Works through a batch, two photos at a time: what fails does not stop the rest, and a reload loses nothing. */
import { ERRORS, IMAGE_REFUSAL_CODES, MESSAGES, OWN_MESSAGES } from '@packshot/contract';
import { fileNotSupported } from '@packshot/contract/messages';
import { hasSupportedExtension } from '@packshot/contract/validation';
import { ImageRefusal } from '@packshot/image-engine/pixels';
import type { StoreApi } from 'zustand/vanilla';
import { createStore } from 'zustand/vanilla';
import { ApiError, isAbort } from '../../../lib/api-client.ts';
import { inspectPhoto } from '../photo/choose-photo.ts';
import type { Picture } from '../photo/decode.ts';
import type { StudioServices } from '../services.ts';
import {
  BATCH_MAX_ITEMS,
  BATCH_VERSION,
  isOver,
  newItem,
  nextWaiting,
  patchItem,
  retried,
  withRecipe,
} from './batch.ts';
import type { Batch, BatchItem, BatchRecipe } from './batch.ts';
import { createBatchFiles } from './batch-files.ts';
import type { BatchFiles } from './batch-files.ts';
import { runItem, StepFailedError } from './run-item.ts';

/** Both cores of a small server; more would only wait there. */
const AT_ONCE = 2;
/** Servers that are busy are asked again after this. */
const BUSY_WAIT_MS = 8_000;
/** Ten minutes of busy servers are a failure. */
const BUSY_TRIES = 75;

export interface ItemProgress {
  readonly fraction: number;
  readonly words: string;
}

export interface BatchState {
  readonly batch: Batch | null;
  readonly progress: Readonly<Record<string, ItemProgress>>;
  readonly thumbnails: Readonly<Record<string, Picture>>;
  readonly isZipping: boolean;
}

export interface BatchRunner {
  readonly store: StoreApi<BatchState>;
  readonly files: BatchFiles;
  /** Shows the batch of an earlier visit and goes on with it, once. */
  recover(): Promise<void>;
  /** Adds photos to the batch, or begins one. */
  add(photos: readonly File[]): Promise<void>;
  setRecipe(recipe: BatchRecipe): void;
  start(): void;
  pause(): void;
  /** Ends what runs, and takes what waits out of the line. Free of charge. */
  cancel(): Promise<void>;
  /** One photo again, or all that failed. */
  retry(id?: string): void;
  removeItem(id: string): void;
  markDownloaded(id: string): void;
  /** Forgets the batch with its pictures. */
  clear(): Promise<void>;
}

/** What a batch needs of the page that it is on. */
export interface BatchPlace {
  /** What a new batch begins with. */
  recipe(): BatchRecipe;
  /** It takes the place of the stage, or gives it back. */
  show(isShown: boolean): void;
}

export function createBatchRunner(services: StudioServices, place: BatchPlace): BatchRunner {
  const store = createStore<BatchState>(() => ({
    batch: null,
    progress: {},
    thumbnails: {},
    isZipping: false,
  }));
  const files = createBatchFiles(services.documents);
  const running = new Map<string, AbortController>();
  let recovery: Promise<void> | null = null;
  let saving: Promise<void> = Promise.resolve();

  /** Writes go one after another, so that the last one is the newest. */
  const save = (): Promise<void> => {
    saving = saving
      .then(() => {
        const { batch } = store.getState();
        return batch ? files.saveBatch(batch) : undefined;
      })
      .catch((error: unknown) => console.warn('The batch was not kept in the browser.', error));
    return saving;
  };
  const change = (next: (batch: Batch) => Batch): Promise<void> => {
    store.setState(({ batch }) => ({ batch: batch && next(batch) }));
    return save();
  };
  const itemOf = (id: string): BatchItem | null =>
    store.getState().batch?.items.find((item) => item.id === id) ?? null;

  const showThumbnail = async (itemId: string, blob: Blob): Promise<void> => {
    const picture = await services.decodePicture(blob);
    services.release(store.getState().thumbnails[itemId] ?? null);
    store.setState(({ thumbnails }) => ({ thumbnails: { ...thumbnails, [itemId]: picture } }));
  };

  /** A small picture of the photo as picked, until there is one of its result. */
  const previewPhoto = async (batchId: string, item: BatchItem, photo: Blob): Promise<void> => {
    try {
      const { picture } = await services.decodePhoto(photo, item.isHeic);
      const thumbnail = await services.makeThumbnail(picture);
      services.release(picture);
      if (!thumbnail || itemOf(item.id)?.file !== null) return;
      await files.write(batchId, item.id, 'thumbnail', thumbnail);
      await showThumbnail(item.id, thumbnail);
    } catch (error) {
      console.warn('This browser shows no preview of the photo.', error);
    }
  };

  const report = (id: string, fraction: number, words: string): void =>
    store.setState(({ progress }) => ({ progress: { ...progress, [id]: { fraction, words } } }));

  const pump = (): void => {
    for (;;) {
      const { batch } = store.getState();
      const item = batch && running.size < AT_ONCE ? nextWaiting(batch) : null;
      if (!batch || !item) return;
      const abort = new AbortController();
      running.set(item.id, abort);
      void change((open) => patchItem(open, item.id, { state: 'running', failure: null }));
      void work(batch, item.id, abort);
    }
  };

  const work = async (batch: Batch, id: string, abort: AbortController): Promise<void> => {
    const { signal } = abort;
    try {
      await whileBusy(signal, id, () =>
        runItem(services, files, {
          batchId: batch.id,
          recipe: store.getState().batch?.recipe ?? batch.recipe,
          signal,
          item: () => {
            const item = itemOf(id);
            if (!item) throw new DOMException('The photo was taken out.', 'AbortError');
            return item;
          },
          patch: (part) => change((open) => patchItem(open, id, part)),
          report: (fraction, words) => report(id, fraction, words),
        }),
      );
      const thumbnail = await files.read(batch.id, id, 'thumbnail');
      if (thumbnail) await showThumbnail(id, thumbnail);
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) await settleFailure(id, error);
    } finally {
      running.delete(id);
      void services.refreshGenerations();
      pump();
    }
  };

  /** Asks again while the servers are busy or this user asks too fast; the same request, so that it counts once. */
  const whileBusy = async (signal: AbortSignal, id: string, act: () => Promise<void>): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await act();
      } catch (error) {
        const isBusy =
          error instanceof ApiError && (error.code === 'TOO_MANY_REQUESTS' || error.code === 'SERVERS_BUSY');
        if (!isBusy || error.status === 0 || tries >= BUSY_TRIES) throw error;
        report(id, 0, 'Waiting for a free place');
        await services.wait(BUSY_WAIT_MS, signal);
      }
    }
  };

  /** What concerns one photo is said there; what concerns all of them stops the line, and nothing is lost. */
  const settleFailure = async (id: string, error: unknown): Promise<void> => {
    const stop = stopReason(error);
    if (stop !== null) {
      await change((batch) => ({
        ...patchItem(batch, id, { state: 'waiting' }),
        phase: 'paused',
        pauseReason: stop,
      }));
      return;
    }
    console.warn('A photo of the batch failed.', error);
    await change((batch) => patchItem(batch, id, { state: 'failed', failure: failureOf(error) }));
  };

  const add = async (picked: readonly File[]): Promise<void> => {
    await recover();
    const photos = picked.filter(({ name }) => hasSupportedExtension(name));
    for (const { name } of picked)
      if (!hasSupportedExtension(name)) services.notify('warning', fileNotSupported(name));
    if (photos.length === 0) return;
    const before = store.getState().batch;
    const isFresh = !before;
    const batch: Batch = before ?? {
      version: BATCH_VERSION,
      id: services.newId(),
      phase: 'setting',
      pauseReason: null,
      recipe: place.recipe(),
      items: [],
    };
    const room = BATCH_MAX_ITEMS - batch.items.length;
    if (photos.length > room) services.notify('warning', OWN_MESSAGES.batchFull);
    const added: { item: BatchItem; photo: File }[] = [];
    for (const photo of photos.slice(0, room)) {
      const { refusal, isHeic } = await looked(photo);
      const item = newItem(services.newId(), photo, isHeic, refusal);
      if (refusal === null) {
        try {
          await files.write(batch.id, item.id, 'photo', photo);
        } catch (error) {
          console.warn('A photo was not kept in the browser.', error);
          services.notify('warning', OWN_MESSAGES.autosaveFailed);
          break;
        }
      }
      added.push({ item, photo });
    }
    const items = added.map(({ item }) => item);
    place.show(true);
    store.setState((state) => ({
      batch: { ...(state.batch ?? batch), items: [...(state.batch ?? batch).items, ...items] },
      ...(isFresh ? { progress: {} } : {}),
    }));
    await save();
    pump();
    // One after another: decoding twelve megapixels fifty times at once would fill a phone's memory.
    for (const { item, photo } of added)
      if (item.state === 'waiting') await previewPhoto(batch.id, item, photo);
  };

  const recover = (): Promise<void> =>
    (recovery ??= (async () => {
      try {
        const batch = await files.readBatch();
        if (!batch) return;
        store.setState({ batch });
        if (!isOver(batch)) place.show(true);
        pump();
        for (const { id } of batch.items) {
          const thumbnail = await files.read(batch.id, id, 'thumbnail');
          if (thumbnail) await showThumbnail(id, thumbnail);
        }
      } catch (error) {
        console.warn('An earlier batch could not be read.', error);
      }
    })());

  const stopItem = (id: string): void => {
    running.get(id)?.abort(new DOMException('Cancelled.', 'AbortError'));
    const item = itemOf(id);
    const taskIds = [item?.cutOut, item?.scene].flatMap((step) => (step && !step.made ? step.taskIds : []));
    if (taskIds.length === 0) return;
    services
      .cancelTasks(taskIds)
      .catch((error: unknown) => console.warn('The server did not hear of the cancel.', error));
  };

  return {
    store,
    files,
    recover,
    add,
    setRecipe: (recipe) => void change((batch) => withRecipe(batch, recipe)),
    start: () => {
      void change((batch) => ({ ...batch, phase: 'running', pauseReason: null }));
      pump();
    },
    pause: () => void change((batch) => ({ ...batch, phase: 'paused', pauseReason: null })),
    cancel: async () => {
      const { batch } = store.getState();
      const going = batch?.items.filter(({ state }) => state === 'waiting' || state === 'running') ?? [];
      for (const { id } of going) stopItem(id);
      await change((open) => ({
        ...open,
        phase: 'paused',
        pauseReason: null,
        items: open.items.map((item) =>
          item.state === 'waiting' || item.state === 'running' ? { ...item, state: 'cancelled' } : item,
        ),
      }));
      void services.refreshGenerations();
      services.notify('success', OWN_MESSAGES.batchCancelled);
    },
    retry: (id) => {
      void change((batch) => ({
        ...batch,
        phase: 'running',
        pauseReason: null,
        items: batch.items.map((item) => (id === undefined || item.id === id ? retried(item) : item)),
      }));
      pump();
    },
    removeItem: (id) => {
      stopItem(id);
      services.release(store.getState().thumbnails[id] ?? null);
      void change((batch) => ({ ...batch, items: batch.items.filter((item) => item.id !== id) }));
    },
    markDownloaded: (id) => void change((batch) => patchItem(batch, id, { isDownloaded: true })),
    clear: async () => {
      const { batch, thumbnails } = store.getState();
      for (const id of running.keys()) stopItem(id);
      for (const picture of Object.values(thumbnails)) services.release(picture);
      store.setState({ batch: null, progress: {}, thumbnails: {} });
      await saving;
      if (batch) await files.remove(batch.id);
    },
  };
}

/** What a photo is, by its first bytes. */
async function looked(photo: File): Promise<{ refusal: string | null; isHeic: boolean }> {
  try {
    const { mimeType } = await inspectPhoto(photo);
    return { refusal: null, isHeic: mimeType === 'image/heic' };
  } catch (error) {
    return {
      refusal: error instanceof ImageRefusal ? error.message : OWN_MESSAGES.corruptImage,
      isHeic: false,
    };
  }
}

/** Reasons that would meet every other photo too. */
function stopReason(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'OUT_OF_CREDITS') return MESSAGES.outOfCredits;
  if (error.code === 'FAIR_USE_REACHED') return ERRORS.FAIR_USE_REACHED.message;
  if (error.status === 0)
    return globalThis.navigator?.onLine === false ? OWN_MESSAGES.offline : error.message;
  return null;
}

const FINAL_CODES: readonly string[] = IMAGE_REFUSAL_CODES;

function failureOf(error: unknown): NonNullable<BatchItem['failure']> {
  if (error instanceof StepFailedError) {
    return { message: error.message, isFinal: error.code !== null && FINAL_CODES.includes(error.code) };
  }
  if (error instanceof ApiError) return { message: error.message, isFinal: FINAL_CODES.includes(error.code) };
  return { message: MESSAGES.taskFailed, isFinal: false };
}
