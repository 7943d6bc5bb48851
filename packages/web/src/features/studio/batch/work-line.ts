/** Queue of a batch: processes waiting photos, two at a time. A failed photo doesn't stop the others. */
import { t } from '@packshot/contract/text/translation';
import { isAbort, ApiError } from '../../../lib/api/api-client.ts';
import { missWords } from '../panel/view-words.ts';
import { itemView, needsLeader, nextWaiting, patchItem, getSeriesLock, viewOfSeries } from './batch.ts';
import type { Batch, BatchItem } from './batch.ts';
import type { BatchContext } from './batch-context.ts';
import { WronglyDrawnError } from '../run/sign-file.ts';
import { runItem, StepFailedError } from './run-item.ts';
import { ERRORS, IMAGE_REFUSAL_CODES, MESSAGES, OWN_MESSAGES } from '@packshot/contract';

/** Number of requests at a time: the number of cores of a small server, where more requests would only wait. */
const AT_ONCE = 2;
/** Delay before retrying when the servers are busy. */
const BUSY_WAIT_MS = 8_000;
/** Tries after which a busy server counts as a failure: about ten minutes. */
const BUSY_TRIES = 75;

export function createWorkLine(context: BatchContext) {
  const { services, store, files } = context;
  const running = new Map<string, AbortController>();

  const pump = (): void => {
    for (;;) {
      const { batch } = store.getState();
      const item = batch && running.size < AT_ONCE ? nextWaiting(batch) : null;
      if (!batch || !item) return;
      const abort = new AbortController();
      running.set(item.id, abort);
      void context.patch(item.id, { state: 'running', failure: null });
      void work(batch, item.id, abort.signal);
    }
  };

  const work = async (batch: Batch, id: string, signal: AbortSignal): Promise<void> => {
    // If the series has no scene lock yet, a photo that is processed further after its cut-out provides the lock.
    const isLeader =
      needsLeader(batch) && !!context.findItem(id)?.cutOut?.made && !context.findItem(id)?.hasOwnLook;
    try {
      await whileBusy(signal, id, () => {
        const now = store.getState().batch ?? batch;
        const begun = context.findItem(id);
        const isOfSeries = begun?.hasOwnLook !== true;
        return runItem(context, {
          batchId: batch.id,
          recipe: now.recipe,
          isForCutOut: isOfSeries && needsLeader(now) && !isLeader,
          look: isOfSeries ? getSeriesLock(now) : null,
          signal,
          storeLock: async (look) => {
            if (isLeader) await context.change((open) => ({ ...open, look: open.look ?? look }));
          },
          item: () => {
            const item = context.findItem(id);
            if (!item) throw new DOMException('The photo was removed.', 'AbortError');
            return item;
          },
          patch: (part) => context.patch(id, part),
          report: (fraction, words) => context.report(id, { fraction, words }),
        });
      });
      const thumbnail = await files.read(batch.id, id, 'thumbnail');
      if (thumbnail) await context.showThumbnail(id, thumbnail);
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) await settleFailure(id, error);
    } finally {
      running.delete(id);
      void services.refreshGenerations();
      pump();
    }
  };

  /** Repeats a call while the servers are busy. The request uses the same idempotency key, so it is charged once. */
  const whileBusy = async (signal: AbortSignal, id: string, act: () => Promise<void>): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await act();
      } catch (error) {
        if (!isBusy(error) || tries >= BUSY_TRIES) throw error;
        context.report(id, { fraction: 0, words: t('Waiting in line') });
        await services.wait(BUSY_WAIT_MS, signal);
      }
    }
  };

  /** Shows a failure at the photo that it concerns; a failure that affects all photos pauses the batch. */
  const settleFailure = async (id: string, error: unknown): Promise<void> => {
    const pauseReason = stopReason(error);
    if (pauseReason === null) {
      console.warn('A photo of the batch failed.', error);
      const failure = describeMiss(store.getState().batch, context.findItem(id), error) ?? toFailure(error);
      return context.patch(id, { state: 'failed', failure });
    }
    return context.change((batch) => ({
      ...patchItem(batch, id, { state: 'waiting' }),
      phase: 'paused',
      pauseReason,
    }));
  };

  const stop = (id: string): void => {
    running.get(id)?.abort(new DOMException('Canceled.', 'AbortError'));
    const item = context.findItem(id);
    const taskIds = [item?.cutOut, item?.scene].flatMap((step) => (step && !step.made ? step.taskIds : []));
    if (taskIds.length === 0) return;
    services
      .cancelTasks(taskIds)
      .catch((error: unknown) => console.warn('The server did not hear of the cancel.', error));
  };

  return {
    /** Starts waiting items until two are running. Does nothing while the batch isn't running. */
    pump,
    stop,
    stopAll: (): void => {
      for (const id of running.keys()) stop(id);
    },
  };
}

/** Whether the servers are full or the user has reached a rate limit, so that the same request can succeed later. */
const isBusy = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status !== 0 &&
  ['TOO_MANY_REQUESTS', 'QUEUE_TOO_LONG', 'SERVERS_BUSY'].includes(error.code);

/** @returns the sentence for a failure that would affect every photo, or null for one that concerns only this photo */
function stopReason(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'OUT_OF_CREDITS') return MESSAGES.outOfCredits;
  if (error.code === 'FAIR_USE_REACHED') return ERRORS.FAIR_USE_REACHED.message;
  if (error.status === 0)
    return globalThis.navigator?.onLine === false ? OWN_MESSAGES.offline : error.message;
  return null;
}

/** Error codes that mean that the photo itself can't be processed. */
const FINAL_CODES: readonly string[] = IMAGE_REFUSAL_CODES;

/** Failure of a photo that doesn't fit the series, or null for any other error. */
function describeMiss(batch: Batch | null, item: BatchItem | null, error: unknown): BatchItem['failure'] {
  if (!(error instanceof ApiError) || error.code !== 'VIEW_NOT_IN_LOOK') return null;
  const others = batch && viewOfSeries(batch);
  const view = item && itemView(item);
  const message = others && view ? missWords(view, others) : error.message;
  return { message, isFinal: false, isMiss: true };
}

function toFailure(error: unknown): NonNullable<BatchItem['failure']> {
  if (error instanceof StepFailedError) {
    return { message: error.message, isFinal: error.code !== null && FINAL_CODES.includes(error.code) };
  }
  if (error instanceof WronglyDrawnError) return { message: error.message, isFinal: false };
  if (error instanceof ApiError) return { message: error.message, isFinal: FINAL_CODES.includes(error.code) };
  return { message: MESSAGES.taskFailed, isFinal: false };
}
