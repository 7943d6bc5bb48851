/** What becomes of tasks that have ended: results in the document and on the stage, or what went wrong. */
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import type { TaskResult, TaskState } from '@packshot/contract/tools/tasks';
import { addResult, describePicture } from '../model/edits.ts';
import { isSceneTool, resultOf } from '../model/results.ts';
import type { Result, RunName } from '../model/results.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { resultMissing, taskFailure } from '../state/failure.ts';
import type { Run } from '../state/run.ts';
import { completeResult, showResult } from '../documents/show-result.ts';
import type { CompleteResult } from '../documents/show-result.ts';

/** Which of a request's images is told to the analytics, counted from 1. */
const TOLD_IMAGE = 3;

/** A task has ended while others may go on: a scene is shown at once, the first of a request on the stage. */
export function takeTask(context: StudioContext, run: Run, task: TaskState): void {
  if (isSceneTool(run.tool)) void takeVariant(context, run, task);
}

/** All tasks of a run have ended. */
export async function finishRun(
  context: StudioContext,
  run: Run,
  tasks: readonly TaskState[],
): Promise<void> {
  context.patchDocument(run.documentId, (document) => ({ ...document, pendingRun: null }));
  if (isSceneTool(run.tool)) return finishVariants(context, run, tasks);
  const [task] = tasks;
  if (!task) throw new Error('The call ended without a task.');
  if (task.status === 'REVOKED') return revoked(context, run);
  return run.tool === 'describe' ? finishDescription(context, run, task) : finishPicture(context, run, task);
}

function resultFrom(
  { services, store }: StudioContext,
  run: Run,
  task: TaskState,
  complete: CompleteResult,
): Result {
  const { key, widthPx, heightPx } = complete;
  const { seed = null, scene: facts = null, placement = null } = task.result ?? {};
  const { document } = store.getState();
  return {
    id: task.task_id,
    tool: run.tool === 'describe' || run.tool === 'refine' ? 'cut-out' : run.tool,
    inputId: run.inputId,
    key,
    widthPx,
    heightPx,
    durationMs: Math.max(0, services.nowMs() - run.startedAtMs),
    isDownloaded: false,
    scene: run.requestId === null ? null : { runId: run.requestId, seed, facts, placement },
    cropOf: null,
    ...engineOf(task.result),
    strength: run.tool === 'harmonize' ? (run.strength ?? document?.edits.settings.strength ?? null) : null,
  };
}

async function takeVariant(context: StudioContext, run: Run, task: TaskState): Promise<void> {
  const { services, store } = context;
  const { document } = store.getState();
  if (run.requestId === null || document?.id !== run.documentId) return;
  const complete = task.status === 'SUCCESS' ? completeResult(task.result) : null;
  if (!complete) {
    if (task.status !== 'REVOKED') noteFailure(context, run, task);
    return;
  }
  if (resultOf(document, task.task_id)) return;
  const siblings = document.results.filter(({ scene }) => scene?.runId === run.requestId).length;
  const result = resultFrom(context, run, task, complete);
  context.patchDocument(run.documentId, (open) =>
    // The first is put on the stage; who looks at it is not torn away by those that follow.
    addResult(open, result, services.nowMs(), siblings === 0),
  );
  if (siblings + 1 === TOLD_IMAGE) services.reportThirdImage();
  context.announce(`Variant ${siblings + 1} is ready.`);
  await showResult(context, { documentId: run.documentId, resultId: result.id }, complete);
}

const noteFailure = (context: StudioContext, run: Run, task: TaskState): void =>
  context.patchDocument(run.documentId, (open) => ({
    ...open,
    requests: open.requests.map((request) =>
      request.id === run.requestId
        ? {
            ...request,
            failures: { ...request.failures, [task.task_id]: task.error?.message ?? MESSAGES.taskFailed },
          }
        : request,
    ),
  }));

async function finishVariants(context: StudioContext, run: Run, tasks: readonly TaskState[]): Promise<void> {
  // The stream may have ended before it told of the last ones: taking one twice changes nothing.
  await Promise.all(tasks.map((task) => takeVariant(context, run, task)));
  const made = tasks.filter(({ status }) => status === 'SUCCESS').length;
  if (made > 0) {
    context.dispatch({ type: 'succeeded', runId: run.id });
    context.announce(`${made} of ${tasks.length} variants are ready.`);
  } else if (tasks.every(({ status }) => status === 'REVOKED')) {
    revoked(context, run);
  } else {
    const failed = tasks.find(({ status }) => status === 'FAILURE');
    context.dispatch({ type: 'failed', runId: run.id, failure: taskFailure(failed?.error) });
  }
}

function revoked({ services, dispatch }: StudioContext, run: Run): void {
  dispatch({ type: 'cancelled', runId: run.id });
  services.notify('success', OWN_MESSAGES.cancelled);
}

/** A task that ended without what it was asked for. */
function fail({ dispatch }: StudioContext, run: Run, task: TaskState): void {
  const failure = task.status === 'SUCCESS' ? resultMissing(run.tool) : taskFailure(task.error);
  dispatch({ type: 'failed', runId: run.id, failure });
}

function finishDescription(context: StudioContext, run: Run, task: TaskState): void {
  const text = task.result?.final_description;
  if (task.status !== 'SUCCESS' || text === undefined || text === '') return fail(context, run, task);
  context.patchDocument(run.documentId, (document) =>
    describePicture(document, run.inputId, text, context.services.nowMs()),
  );
  context.dispatch({ type: 'succeeded', runId: run.id });
  context.announce(`${DONE.describe} ${text}`);
}

async function finishPicture(context: StudioContext, run: Run, task: TaskState): Promise<void> {
  const complete = task.status === 'SUCCESS' ? completeResult(task.result) : null;
  if (!complete) return fail(context, run, task);
  const result = resultFrom(context, run, task, complete);
  context.patchDocument(run.documentId, (document) => addResult(document, result, context.services.nowMs()));
  await showResult(context, { documentId: run.documentId, resultId: result.id }, complete);
  context.dispatch({ type: 'succeeded', runId: run.id });
  context.announce(DONE[run.tool]);
}

/** Left out for the built-in engine. */
function engineOf(result: TaskResult | undefined): Pick<Result, 'engine'> {
  const { engine, product_pixels: pixels } = result ?? {};
  if (engine === undefined) return {};
  const { name, model, fell_back: fellBack } = engine;
  const productPixels = pixels === undefined ? null : { total: pixels.total, changed: pixels.changed };
  return { engine: { name, model, fellBack, productPixels } };
}

/** What a screen reader is told. */
const DONE: Readonly<Record<RunName, string>> = {
  'cut-out': 'The background is removed.',
  refine: 'The cut-out is corrected.',
  scene: 'The scenes are ready.',
  inspire: 'The scenes are ready.',
  magic: 'The picture is changed where you drew.',
  harmonize: 'The product is harmonized with its background.',
  upscale: 'The picture is upscaled.',
  describe: 'The product is described.',
};
