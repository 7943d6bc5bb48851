/** Runs a tool, from the upload to the result on the stage. */
import { ERROR_CODES } from '@packshot/contract/errors';
import type { ErrorCode } from '@packshot/contract/errors';
import { besideIndexIn } from '@packshot/contract/tools/scene';
import { isTerminal } from '@packshot/contract/tools/tasks';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { ApiError, isAbort } from '../../../lib/api/api-client.ts';
import type { StudioDocument } from '../model/document.ts';
import { findResult } from '../model/results.ts';
import type { WorkName } from '../model/results.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { createAsking } from './ask-server.ts';
import { createEngines } from './engines.ts';
import { gaveUp, outOfCredits, requestFailure } from '../state/failure.ts';
import type { Failure, FailureSentences } from '../state/failure.ts';
import { requireWork } from '../state/tools.ts';
import { finishRun, nameAtFault, takeTask } from './finish.ts';
import { isActive } from '../state/job.ts';
import { overallState, RunRefusedError } from '../state/run.ts';
import type { ToolRun } from '../state/run.ts';
import { drawSeed, isAddingVariants } from '../state/studio-state.ts';
import { createStoredKeys } from './stored-keys.ts';

/** Data about a run whose tasks are on the server, stored in its document. */
type PendingRun = NonNullable<StudioDocument['pendingRun']>;

export function createToolRunner(context: StudioContext) {
  const { services, store, tools, dispatch } = context;
  const keys = createStoredKeys(context);
  let current: ToolRun | null = null;

  /** @param begun settings of the run; includes task IDs if an earlier page started it */
  const begin = (document: StudioDocument, begun: PendingRun): ToolRun => {
    const run: ToolRun = {
      ...begun,
      id: services.newId(),
      documentId: document.id,
      abort: new AbortController(),
      strength: begun.taskIds.length === 0 ? document.edits.settings.strength : null,
      surroundings: begun.taskIds.length === 0 ? document.edits.settings.surroundings : null,
      isAsking: false,
      isCanceled: false,
      accepted: Promise.withResolvers(),
    };
    current = run;
    store.setState({ runTool: run.tool, runRequestId: run.requestId, taskStates: {} });
    dispatch({ type: 'started', runId: run.id });
    return run;
  };

  const onTask = (run: ToolRun, task: TaskState): void => {
    if (run.isCanceled) return;
    if (context.isOpen(run.documentId))
      store.setState(({ taskStates }) => ({ taskStates: { ...taskStates, [task.task_id]: task } }));
    const states = store.getState().taskStates;
    dispatch({ type: 'task-progressed', runId: run.id, task: overallState(run.taskIds, states) });
    if (isTerminal(task.status)) takeTask(context, run, task);
  };

  const onAccepted = (run: ToolRun, taskIds: readonly string[]): void => {
    run.taskIds = taskIds;
    if (run.isCanceled) {
      run.abort.abort();
      void cancelOnServer(run);
      return;
    }
    const { startedAtMs, tool, inputId, requestId } = run;
    context.patchDocument(run.documentId, (document) => ({
      ...document,
      pendingRun: { taskIds: [...taskIds], startedAtMs, tool, inputId, requestId },
      requests: document.requests.map((request) =>
        request.id === requestId ? { ...request, taskIds: [...taskIds] } : request,
      ),
    }));
    run.accepted.resolve();
    void services.refreshGenerations();
  };
  const ask = createAsking(context, keys, context.get(createEngines), { onAccepted, onTask });

  /** Runs `work` and handles its outcome, unless the run was canceled. */
  const conclude = async (run: ToolRun, work: () => Promise<TaskState[]>): Promise<void> => {
    try {
      const states = await work();
      if (!run.isCanceled) await finishRun(context, run, states);
    } catch (error) {
      if (run.isCanceled || isAbort(error)) return;
      if (error instanceof ApiError && error.code === 'TASK_TIMED_OUT' && run.taskIds.length > 0) {
        // The page no longer waits for the tasks, so it cancels them to avoid a charge.
        void services.cancelTasks(run.taskIds).catch(logCancelFailure);
      }
      const failure = toFailure(error, requireWork(tools, run.tool).server?.failures);
      dispatch({ type: 'failed', runId: run.id, failure: namedFailure(context, run, error, failure) });
    } finally {
      run.accepted.resolve();
      // Draws a new seed, so that the next request makes other pictures. A request that the server hasn't accepted
      // keeps its seed.
      if (run.requestId !== null && run.taskIds.length > 0) store.setState({ nextSeed: drawSeed() });
      void services.refreshGenerations();
      if (current === run) current = null;
    }
  };

  /** Cancels the tasks on the server. Tasks that have finished by then are paid for, so their results are shown. */
  const cancelOnServer = async (run: ToolRun): Promise<void> => {
    try {
      const late = await cancelTasks(context, run);
      if (late.length > 0 && context.isOpen(run.documentId))
        await runner.resume({ ...run, taskIds: [...late] });
    } catch (error) {
      logCancelFailure(error);
      services.notify('error', error instanceof ApiError ? error.message : OWN_MESSAGES.internal);
    } finally {
      void services.refreshGenerations();
    }
  };

  const runner = {
    keys,
    /**
     * Runs a tool on a picture. Does nothing while a run is active, so that a double click starts only one job.
     * @param inputId picture to process
     */
    start: async (tool: WorkName, inputId: string): Promise<void> => {
      const { document, job } = store.getState();
      if (!document || isActive(job)) return;
      const { price, server } = requireWork(tools, tool);
      const requestId = server?.makes === 'variants' ? services.newId() : null;
      const run = begin(document, { tool, inputId, requestId, startedAtMs: services.nowMs(), taskIds: [] });
      const prompt = server?.getPrompt?.(document) ?? document.edits.settings.prompt;
      services.tellShell({ isCanceled: false, prompt });
      if (price !== 'free' && services.generationsLeft() === 0) {
        dispatch({ type: 'failed', runId: run.id, failure: outOfCredits });
        return;
      }
      if (requestId !== null) {
        const request = {
          id: requestId,
          tool,
          inputId,
          startedAtMs: run.startedAtMs,
          taskIds: [],
          scene: document.edits.scene,
          failures: {},
        };
        context.patchDocument(document.id, (open) => ({ ...open, requests: [...open.requests, request] }));
      }
      await conclude(run, () => ask(run));
    },
    /** Resumes tasks that an earlier page started; costs nothing. */
    resume: async ({ taskIds, tool, inputId, requestId, startedAtMs }: PendingRun): Promise<void> => {
      const { document, job } = store.getState();
      if (!document || isActive(job)) return;
      const run = begin(document, { taskIds, tool, inputId, requestId, startedAtMs });
      dispatch({ type: 'uploaded', runId: run.id });
      await conclude(run, () =>
        services.followTasks(taskIds, { signal: run.abort.signal, onTask: (task) => onTask(run, task) }),
      );
    },
    cancel: async (): Promise<void> => {
      const run = current;
      if (!run || run.isCanceled) return;
      run.isCanceled = true;
      dispatch({ type: 'canceled', runId: run.id });
      services.tellShell({ isCanceled: true });
      // A request without an answer isn't aborted, because the answer contains the IDs of the tasks to cancel.
      if (!run.isAsking || run.taskIds.length > 0) run.abort.abort();
      if (run.taskIds.length > 0) await cancelOnServer(run);
      else if (!run.isAsking) services.notify('success', OWN_MESSAGES.canceled);
    },
    /**
     * Prepares for opening another document: waits until the server has accepted a run with variants, and cancels any
     * other run.
     */
    makeRoom: async (): Promise<void> => {
      const state = store.getState();
      if (!isActive(state.job)) return;
      if (isAddingVariants(state) && current) await untilAccepted(current);
      else await runner.cancel();
    },
  };
  // Stops following the tasks of a closed document. The document stores them, and opening it again resumes them.
  store.subscribe(({ document }, before) => {
    if (document === before.document || !current || current.taskIds.length === 0) return;
    if (current.requestId === null || context.isOpen(current.documentId)) return;
    current.abort.abort();
    current = null;
  });
  return runner;
}

const untilAccepted = async ({ taskIds, accepted }: ToolRun): Promise<void> => {
  if (taskIds.length === 0) await accepted.promise;
};

/**
 * Cancels the tasks of a run on the server.
 * @returns tasks that had finished before they could be canceled and whose results aren't loaded
 */
async function cancelTasks(
  context: StudioContext,
  { taskIds, documentId }: ToolRun,
): Promise<readonly string[]> {
  const { services, store } = context;
  const canceled = await services.cancelTasks(taskIds);
  context.patchDocument(documentId, (document) => ({ ...document, pendingRun: null }));
  const { document } = store.getState();
  const isHere = (id: string): boolean =>
    document !== null && context.isOpen(documentId) && findResult(document, id) !== null;
  const late = taskIds.filter((id) => !canceled.includes(id) && !isHere(id));
  if (late.length === 0 || !context.isOpen(documentId))
    services.notify(
      'success',
      canceled.length < taskIds.length ? OWN_MESSAGES.canceledRest : OWN_MESSAGES.canceled,
    );
  return late;
}

const logCancelFailure = (error: unknown): void =>
  console.warn('The server did not hear of the cancel.', error);

/** Failure with the name of the further product that the server refused, if it refused one. */
function namedFailure(context: StudioContext, run: ToolRun, error: unknown, failure: Failure): Failure {
  const fields = error instanceof ApiError ? Object.keys(error.fields) : [];
  const index = fields.map(besideIndexIn).find((each) => each !== null);
  return index === undefined
    ? failure
    : { ...failure, message: nameAtFault(context, run, index + 2, failure.message) };
}

function toFailure(error: unknown, sentences: FailureSentences = {}): Failure {
  if (error instanceof RunRefusedError) return error.failure;
  if (!(error instanceof ApiError)) return requestFailure(sentences, { code: null, status: 0, reason: null });
  if (error.code === 'TASK_TIMED_OUT') return gaveUp;
  const code = (ERROR_CODES as readonly string[]).includes(error.code) ? (error.code as ErrorCode) : null;
  return requestFailure(sentences, { code, status: error.status, reason: error.message });
}
