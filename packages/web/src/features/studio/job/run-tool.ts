/** One click on a tool's button, from the upload to the result on the stage. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { ERROR_CODES } from '@packshot/contract/errors';
import type { ErrorCode } from '@packshot/contract/errors';
import type { TaskState } from '@packshot/contract/generation';
import { ApiError, isAbort } from '../../../lib/api-client.ts';
import { currentMask, sizeOf, withDescription } from '../document/document.ts';
import type { StudioDocument } from '../document/document.ts';
import { addResult, PHOTO_ID, resultOf } from '../document/result-chain.ts';
import type { ToolName } from '../document/result-chain.ts';
import { standingStrokes } from '../magic/strokes.ts';
import type { StudioContext } from '../studio-state.ts';
import { emptyMask, gaveUp, outOfCredits, requestFailure, resultMissing, taskFailure } from './failure.ts';
import type { Failure } from './failure.ts';
import { isActive } from './job.ts';
import { completeResult, showResult } from './show-result.ts';

interface Run {
  readonly id: string;
  readonly documentId: string;
  readonly abort: AbortController;
  readonly startedAtMs: number;
  readonly tool: ToolName;
  /** The picture that it works on. */
  readonly inputId: string;
  taskId: string | null;
  /** The request is on its way: the server may accept it before it hears of a cancel. */
  isAsking: boolean;
  isCancelled: boolean;
}

/** What stands between a click and a request: shown as it is, nothing was sent. */
class RunRefusedError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export interface ToolRunner {
  /** Runs the chosen tool on the current picture. Does nothing while a run is active, so that a double click is one job. */
  start(): Promise<void>;
  /** Goes on with a task that an earlier page had started; costs nothing. */
  resume(task: NonNullable<StudioDocument['pendingTask']>): Promise<void>;
  cancel(): Promise<void>;
}

export function createToolRunner(context: StudioContext): ToolRunner {
  const { services, store, dispatch } = context;
  let current: Run | null = null;
  /**
   * The key of a request that may have arrived although no answer came back. Trying again with the same key gets
   * that very task, so that nobody pays twice for a lost answer.
   */
  let unanswered: { readonly wish: string; readonly idempotencyKey: string } | null = null;
  /** The mask that was uploaded last: the same strokes on the same picture need no second one. */
  let sentMask: { readonly drawn: string; readonly key: string } | null = null;

  const begin = (document: StudioDocument, tool: ToolName, inputId: string): Run => {
    const run: Run = {
      id: services.newId(),
      documentId: document.id,
      abort: new AbortController(),
      startedAtMs: services.nowMs(),
      tool,
      inputId,
      taskId: null,
      isAsking: false,
      isCancelled: false,
    };
    current = run;
    store.setState({ runTool: tool });
    dispatch({ type: 'started', runId: run.id });
    return run;
  };

  const onTask = (run: Run, task: TaskState): void =>
    dispatch({ type: 'task-progressed', runId: run.id, task });

  /** Runs `work` and turns its end, whatever it is, into one event. */
  const conclude = async (run: Run, work: () => Promise<TaskState>): Promise<void> => {
    try {
      await finish(run, await work());
    } catch (error) {
      if (run.isCancelled || isAbort(error)) return;
      if (error instanceof ApiError && error.code === 'TASK_TIMED_OUT' && run.taskId !== null) {
        // Nobody waits for it any more, so nobody should pay for it.
        void services.cancelTask(run.taskId).catch(logCancelFailure);
      }
      dispatch({ type: 'failed', runId: run.id, failure: failureOf(error, run.tool) });
    } finally {
      void services.refreshGenerations();
      if (current === run) current = null;
    }
  };

  const finish = async (run: Run, task: TaskState): Promise<void> => {
    if (run.isCancelled) return;
    context.patchDocument(run.documentId, (document) => ({ ...document, pendingTask: null }));
    if (task.status === 'REVOKED') {
      dispatch({ type: 'cancelled', runId: run.id });
      services.notify('success', OWN_MESSAGES.cancelled);
      return;
    }
    if (run.tool === 'describe') {
      finishDescription(run, task);
      return;
    }
    const result = task.status === 'SUCCESS' ? completeResult(task.result) : null;
    if (!result) {
      const failure = task.status === 'SUCCESS' ? resultMissing(run.tool) : taskFailure(task.error);
      dispatch({ type: 'failed', runId: run.id, failure });
      return;
    }
    const { key, widthPx, heightPx } = result;
    const { inputId, documentId, tool } = run;
    const id = task.task_id;
    const durationMs = Math.max(0, services.nowMs() - run.startedAtMs);
    context.patchDocument(run.documentId, (document) => ({
      ...document,
      chain: addResult(document.chain, {
        id,
        tool,
        inputId,
        key,
        widthPx,
        heightPx,
        durationMs,
        isDownloaded: false,
      }),
    }));
    await showResult(context, { documentId, resultId: id }, result);
    dispatch({ type: 'succeeded', runId: run.id });
    context.announce(DONE[tool]);
  };

  const finishDescription = (run: Run, task: TaskState): void => {
    const text = task.result?.final_description;
    if (task.status !== 'SUCCESS' || text === undefined || text === '') {
      const failure = task.status === 'SUCCESS' ? resultMissing(run.tool) : taskFailure(task.error);
      dispatch({ type: 'failed', runId: run.id, failure });
      return;
    }
    context.patchDocument(run.documentId, (document) => withDescription(document, run.inputId, text));
    dispatch({ type: 'succeeded', runId: run.id });
    context.announce(`${DONE.describe} ${text}`);
  };

  /** The keys of what the tool works on. An upload that the server no longer has is made once more. */
  const ask = async (run: Run, document: StudioDocument): Promise<TaskState> => {
    const hadKeys =
      (run.inputId === PHOTO_ID && document.photo.uploadKey !== null) ||
      (run.tool === 'magic' && sentMask !== null);
    try {
      return await request(run, document);
    } catch (error) {
      if (!(error instanceof ApiError && isMissingUpload(error)) || !hadKeys) throw error;
      sentMask = null;
      const withoutUpload = (from: StudioDocument): StudioDocument => ({
        ...from,
        photo: { ...from.photo, uploadKey: null },
      });
      context.patchDocument(document.id, withoutUpload);
      return request(run, withoutUpload(document));
    }
  };

  const request = async (run: Run, document: StudioDocument): Promise<TaskState> => {
    const mask = run.tool === 'magic' ? await drawnMask(document) : null;
    const imageKey = await imageKeyOf(run, document);
    const maskKey = mask === null ? '' : await maskKeyOf(run, mask);
    run.abort.signal.throwIfAborted();
    dispatch({ type: 'uploaded', runId: run.id });
    const { prompt, factor, mode } = document.settings;
    const wish = JSON.stringify([run.tool, imageKey, maskKey, prompt, factor, mode]);
    const idempotencyKey = unanswered?.wish === wish ? unanswered.idempotencyKey : services.newId();
    unanswered = { wish, idempotencyKey };
    const toolCall = {
      imageKey,
      idempotencyKey,
      signal: run.abort.signal,
      onTaskId: (taskId: string) => onAccepted(run, taskId),
      onTask: (task: TaskState) => onTask(run, task),
    };
    run.isAsking = true;
    try {
      const state =
        run.tool === 'magic'
          ? await services.magic({ ...toolCall, maskKey, prompt: prompt.trim() })
          : run.tool === 'upscale'
            ? await services.upscale({ ...toolCall, factor, mode })
            : run.tool === 'describe'
              ? await services.describe(toolCall)
              : await services.removeBackground(toolCall);
      unanswered = null;
      return state;
    } catch (error) {
      const hasAnswer = error instanceof ApiError && error.status !== 0;
      if (hasAnswer || run.taskId !== null) unanswered = null;
      throw error;
    } finally {
      run.isAsking = false;
    }
  };

  const imageKeyOf = async (run: Run, document: StudioDocument): Promise<string> => {
    const result = resultOf(document.chain, run.inputId);
    return result?.key ?? document.photo.uploadKey ?? uploadPhoto(run, document);
  };

  const drawnMask = async (document: StudioDocument): Promise<{ drawn: string; png: Blob }> => {
    const strokes = standingStrokes(currentMask(document).strokes);
    const size = sizeOf(document);
    const png = size && (await services.exportMask(strokes, size));
    if (!png) throw new RunRefusedError(emptyMask);
    return { png, drawn: JSON.stringify([document.id, document.chain.present.currentId, strokes]) };
  };

  const maskKeyOf = async (run: Run, { drawn, png }: { drawn: string; png: Blob }): Promise<string> => {
    if (sentMask?.drawn === drawn) return sentMask.key;
    const key = await services.upload(png, {
      signal: run.abort.signal,
      onProgress: (fraction) => dispatch({ type: 'upload-progressed', runId: run.id, fraction }),
    });
    sentMask = { drawn, key };
    return key;
  };

  const onAccepted = (run: Run, taskId: string): void => {
    run.taskId = taskId;
    unanswered = null;
    if (run.isCancelled) {
      run.abort.abort();
      void cancelOnServer(run, taskId);
      return;
    }
    const { startedAtMs, tool, inputId } = run;
    context.patchDocument(run.documentId, (document) => ({
      ...document,
      pendingTask: { taskId, startedAtMs, tool, inputId },
    }));
    void services.refreshGenerations();
  };

  const uploadPhoto = async (run: Run, document: StudioDocument): Promise<string> => {
    const { photo } = store.getState();
    if (!photo) throw new Error('A document is open without its photo.');
    const uploadKey = await services.upload(photo, {
      signal: run.abort.signal,
      onProgress: (fraction) => dispatch({ type: 'upload-progressed', runId: run.id, fraction }),
    });
    const ownerId = await services.userId();
    context.patchDocument(document.id, (open) => ({ ...open, ownerId, photo: { ...open.photo, uploadKey } }));
    return uploadKey;
  };

  /** Tells the server. A task that had ended before is paid for, so its result is shown instead. */
  const cancelOnServer = async (run: Run, taskId: string): Promise<void> => {
    try {
      const isCancelled = await services.cancelTask(taskId);
      context.patchDocument(run.documentId, (document) => ({ ...document, pendingTask: null }));
      if (isCancelled) services.notify('success', OWN_MESSAGES.cancelled);
      else if (context.isOpen(run.documentId)) await runner.resume({ ...run, taskId });
    } catch (error) {
      logCancelFailure(error);
      services.notify('error', error instanceof ApiError ? error.message : OWN_MESSAGES.internal);
    } finally {
      void services.refreshGenerations();
    }
  };

  const runner: ToolRunner = {
    start: async () => {
      const { document, job } = store.getState();
      if (!document || isActive(job)) return;
      const run = begin(document, document.settings.tool, document.chain.present.currentId);
      if (services.generationsLeft() === 0) {
        dispatch({ type: 'failed', runId: run.id, failure: outOfCredits });
        return;
      }
      await conclude(run, () => ask(run, document));
    },
    resume: async ({ taskId, tool, inputId }) => {
      const { document, job } = store.getState();
      if (!document || isActive(job)) return;
      const run = begin(document, tool, inputId);
      run.taskId = taskId;
      dispatch({ type: 'uploaded', runId: run.id });
      await conclude(run, () =>
        services.followTask(taskId, { signal: run.abort.signal, onTask: (task) => onTask(run, task) }),
      );
    },
    cancel: async () => {
      const run = current;
      if (!run || run.isCancelled) return;
      run.isCancelled = true;
      dispatch({ type: 'cancelled', runId: run.id });
      // A request on its way is left to arrive: only its answer tells which task to cancel.
      if (!run.isAsking || run.taskId !== null) run.abort.abort();
      if (run.taskId !== null) await cancelOnServer(run, run.taskId);
      else if (!run.isAsking) services.notify('success', OWN_MESSAGES.cancelled);
    },
  };
  return runner;
}

const logCancelFailure = (error: unknown): void =>
  console.warn('The server did not hear of the cancel.', error);

const isMissingUpload = (error: ApiError): boolean =>
  error.code === 'UPLOAD_NOT_FOUND' || error.code === 'NOT_FOUND';

/** What a screen reader is told. */
const DONE: Readonly<Record<ToolName, string>> = {
  'cut-out': 'The background is removed.',
  magic: 'The picture is changed where you drew.',
  upscale: 'The picture is enlarged.',
  describe: 'The product is described.',
};

function failureOf(error: unknown, tool: ToolName): Failure {
  if (error instanceof RunRefusedError) return error.failure;
  if (!(error instanceof ApiError)) return requestFailure(tool, { code: null, status: 0, reason: null });
  if (error.code === 'TASK_TIMED_OUT') return gaveUp;
  const code = (ERROR_CODES as readonly string[]).includes(error.code) ? (error.code as ErrorCode) : null;
  return requestFailure(tool, { code, status: error.status, reason: error.message });
}
