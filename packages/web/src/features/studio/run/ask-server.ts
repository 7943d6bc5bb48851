/** Sends a run's request to the server. Trying again after a lost answer isn't charged twice. */
import { ApiError } from '../../../lib/api/api-client.ts';
import type { TaskState } from '@packshot/contract/tools/tasks';
import type { Engines } from './engines.ts';
import type { StudioContext } from '../state/studio-context.ts';
import type { TaskRequest } from '../state/task-request.ts';
import type { ToolRun } from '../state/run.ts';
import type { StoredKeys } from './stored-keys.ts';
import { bestRendition } from '../state/studio-state.ts';
import { requireServerWork } from '../state/tools.ts';

/** Receives the progress of a request: that the server has accepted it, and each update of its tasks. */
export interface RunListener {
  onAccepted(run: ToolRun, taskIds: readonly string[]): void;
  onTask(run: ToolRun, task: TaskState): void;
}

/** @returns a function that sends a run's request and resolves with the last state of each of its tasks */
export function createAsking(
  context: StudioContext,
  keys: StoredKeys,
  engines: Pick<Engines, 'engineFor'>,
  listener: RunListener,
): (run: ToolRun) => Promise<TaskState[]> {
  const { services, store, tools, dispatch } = context;
  /**
   * Last request without an answer, which the server may still have received. Retrying it with the same idempotency
   * key returns the same task, so that it isn't charged twice.
   */
  let unanswered: {
    readonly request: string;
    readonly taskRequest: TaskRequest;
    readonly idempotencyKey: string;
  } | null = null;

  const ask = async (run: ToolRun): Promise<TaskState[]> => {
    const { document } = store.getState();
    if (!document || !context.isOpen(run.documentId))
      throw new DOMException('Another document is open.', 'AbortError');
    const server = requireServerWork(tools, run.tool);
    const engine = server.engine ? engines.engineFor(server.engine.tool) : null;
    const upload = {
      signal: run.abort.signal,
      onProgress: (fraction: number) => dispatch({ type: 'upload-progressed', runId: run.id, fraction }),
    };
    const newRequest = await server.request(
      {
        services,
        document,
        findPicture: (id) => bestRendition(store.getState(), id),
        shownScenes: store.getState(),
        resolveKey: (id) => keys.resolveKey(document.id, id, upload),
        keyOfMask: (png, drawing) => keys.keyOfMask(png, drawing, upload),
      },
      run.inputId,
    );
    // Includes the engine, because the same settings with another engine are a different request.
    const request = JSON.stringify([run.tool, newRequest, engine], withoutReadings);
    run.abort.signal.throwIfAborted();
    dispatch({ type: 'uploaded', runId: run.id });
    unanswered =
      unanswered?.request === request
        ? unanswered
        : { request, taskRequest: newRequest, idempotencyKey: services.newId() };
    const { taskRequest, idempotencyKey } = unanswered;
    run.isAsking = true;
    try {
      const states = await services.startTask(taskRequest, {
        idempotencyKey,
        engine,
        failureMessage: server.failures?.refused,
        signal: run.abort.signal,
        onTaskIds: (taskIds) => {
          unanswered = null;
          listener.onAccepted(run, taskIds);
        },
        onTask: (task) => listener.onTask(run, task),
      });
      unanswered = null;
      return states;
    } catch (error) {
      const hasAnswer = error instanceof ApiError && error.status !== 0;
      if (hasAnswer || run.taskIds.length > 0) unanswered = null;
      throw error;
    } finally {
      run.isAsking = false;
    }
  };

  return async (run) => {
    const hadKeys = keys.mayBeStale(run.documentId);
    try {
      return await ask(run);
    } catch (error) {
      // Uploads the inputs once more if the server no longer has one of them.
      const isRepeatable = requireServerWork(tools, run.tool).failures?.gone === undefined;
      if (!(error instanceof ApiError && isMissingUpload(error)) || !hadKeys || !isRepeatable) throw error;
      keys.forget(run.documentId);
      return ask(run);
    }
  };
}

/**
 * Leaves out the product colors when requests are compared, because the browser may have read them since. A repeated
 * request is sent with the colors that it had.
 */
const withoutReadings = (key: string, value: unknown): unknown =>
  key === 'productColors' ? undefined : value;

const isMissingUpload = (error: ApiError): boolean =>
  error.code === 'UPLOAD_NOT_FOUND' || error.code === 'NOT_FOUND';
