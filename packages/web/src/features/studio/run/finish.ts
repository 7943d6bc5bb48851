/** Handles finished tasks: adds their results to the document and the stage, or reports failures. */
import { t } from '@packshot/contract/text/translation';
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import type { DeclaredLight } from '@packshot/contract/provenance/product-comparison';
import type { ProductPixels as WireProductPixels } from '@packshot/contract/tools/engines';
import type { TaskError, TaskResult, TaskState } from '@packshot/contract/tools/tasks';
import { addResult, describeForShops, withoutAdjustment } from '../model/edits.ts';
import { findResult } from '../model/results.ts';
import type { Result } from '../model/results.ts';
import type { ServerWork, StudioContext } from '../state/studio-context.ts';
import { requireWork } from '../state/tools.ts';
import { resultMissing, taskFailure } from '../state/failure.ts';
import type { ToolRun } from '../state/run.ts';
import { completeResult, showResult } from '../documents/show-result.ts';
import type { CompleteResult } from '../documents/show-result.ts';

/** Ordinal of the image in a request at which an event is reported to analytics, counted from 1. */
const COUNTED_IMAGE = 3;

/**
 * Handles the end of one task while others of the request run, so that a finished variant is shown at once. Does
 * nothing for runs that make no variants.
 */
export function takeTask(context: StudioContext, run: ToolRun, task: TaskState): void {
  if (run.requestId !== null) void takeVariant(context, run, task);
}

export async function finishRun(
  context: StudioContext,
  run: ToolRun,
  tasks: readonly TaskState[],
): Promise<void> {
  context.patchDocument(run.documentId, (document) => ({ ...document, pendingRun: null }));
  if (run.requestId !== null) return finishVariants(context, run, tasks);
  const [task] = tasks;
  if (!task) throw new Error('The call ended without a task.');
  if (task.status === 'REVOKED') return cancelRun(context, run);
  return serverWork(context, run).makes === 'description'
    ? finishDescription(context, run, task)
    : finishPicture(context, run, task);
}

function serverWork({ tools }: StudioContext, { tool }: ToolRun): ServerWork {
  const { server } = requireWork(tools, tool);
  if (!server) throw new Error(`The server does no ${tool}.`);
  return server;
}

function resultFrom(context: StudioContext, run: ToolRun, task: TaskState, complete: CompleteResult): Result {
  const { services, store } = context;
  const { document } = store.getState();
  const { resultTool, toResultFacts, findRun: runOf } = serverWork(context, run);
  return {
    ...toResult(task, complete, {
      tool: resultTool,
      inputId: run.inputId,
      runId: run.requestId ?? (document && runOf?.(document, run.inputId)) ?? null,
      durationMs: Math.max(0, services.nowMs() - run.startedAtMs),
    }),
    ...toResultFacts?.(run, document),
  };
}

/**
 * Result of a successful task.
 * @param made `runId` is the scene request to which the picture belongs; null for other tools
 */
export function toResult(
  task: TaskState,
  { key, widthPx, heightPx }: CompleteResult,
  { runId, ...made }: Pick<Result, 'tool' | 'inputId' | 'durationMs'> & { readonly runId: string | null },
): Result {
  const { seed = null, scene: facts = null, placement = null } = task.result ?? {};
  return {
    ...made,
    id: task.task_id,
    key,
    widthPx,
    heightPx,
    isDownloaded: false,
    scene: runId === null ? null : { runId, seed, facts, placement },
    cropOf: null,
    ...toCutOutFacts(task.result),
    ...toEngine(task.result),
    ...productPixelsIn(task.result),
    strength: null,
  };
}

async function takeVariant(context: StudioContext, run: ToolRun, task: TaskState): Promise<void> {
  const { services, store, tools } = context;
  const { document } = store.getState();
  if (run.requestId === null || !document || !context.isOpen(run.documentId)) return;
  const complete = task.status === 'SUCCESS' ? completeResult(task.result) : null;
  if (!complete) {
    if (task.status !== 'REVOKED') noteFailure(context, run, task);
    return;
  }
  if (findResult(document, task.task_id)) return;
  const siblings = document.results.filter(({ scene }) => scene?.runId === run.requestId).length;
  const result = resultFrom(context, run, task, complete);
  context.patchDocument(run.documentId, (open) =>
    // Selects the run's first picture, unless the user has changed to a tool that doesn't make scenes.
    addResult(open, result, services.nowMs(), siblings === 0 && tools[open.tool].makesScenes === true),
  );
  if (siblings + 1 === COUNTED_IMAGE) services.reportThirdImage();
  context.announce(t('Variant {number} is ready.', { number: siblings + 1 }));
  await showResult(context, { documentId: run.documentId, resultId: result.id }, complete);
}

const noteFailure = (context: StudioContext, run: ToolRun, task: TaskState): void =>
  context.patchDocument(run.documentId, (open) => ({
    ...open,
    requests: open.requests.map((request) =>
      request.id === run.requestId
        ? {
            ...request,
            failures: {
              ...request.failures,
              [task.task_id]: namedError(context, run, task)?.message ?? MESSAGES.taskFailed,
            },
          }
        : request,
    ),
  }));

async function finishVariants(
  context: StudioContext,
  run: ToolRun,
  tasks: readonly TaskState[],
): Promise<void> {
  // Handles all tasks, because the stream may have ended before the last ones. Handling a task twice has no effect.
  await Promise.all(tasks.map((task) => takeVariant(context, run, task)));
  const completedCount = tasks.filter(({ status }) => status === 'SUCCESS').length;
  if (completedCount > 0) {
    context.dispatch({ type: 'succeeded', runId: run.id });
    context.announce(
      t('{ready} of {total} variants are ready.', { ready: completedCount, total: tasks.length }),
    );
  } else if (tasks.every(({ status }) => status === 'REVOKED')) {
    cancelRun(context, run);
  } else {
    const failed = tasks.find(({ status }) => status === 'FAILURE');
    const failure = taskFailure(failed && namedError(context, run, failed));
    context.dispatch({ type: 'failed', runId: run.id, failure });
  }
}

/** Error of a task, with the name of the product at fault if the request was for several. */
function namedError(context: StudioContext, run: ToolRun, { error }: TaskState): TaskError | undefined {
  const { product } = error ?? {};
  return error && product !== undefined
    ? { ...error, message: nameAtFault(context, run, product, error.message) }
    : error;
}

/** Message about a product of a request, which starts with its name if the request was for several. */
export function nameAtFault(context: StudioContext, run: ToolRun, number: number, message: string): string {
  const { document } = context.store.getState();
  const { nameProduct } = serverWork(context, run);
  const name = document && context.isOpen(run.documentId) && nameProduct?.(document, number, run.requestId);
  return name ? `${name}: ${message}` : message;
}

function cancelRun({ services, dispatch }: StudioContext, run: ToolRun): void {
  dispatch({ type: 'canceled', runId: run.id });
  services.notify('success', OWN_MESSAGES.canceled);
}

function fail(context: StudioContext, run: ToolRun, task: TaskState): void {
  const { failures } = serverWork(context, run);
  const failure =
    task.status === 'SUCCESS'
      ? resultMissing(failures)
      : taskFailure(namedError(context, run, task), failures);
  context.dispatch({ type: 'failed', runId: run.id, failure });
}

function finishDescription(context: StudioContext, run: ToolRun, task: TaskState): void {
  const text = task.result?.final_description;
  if (task.status !== 'SUCCESS' || text === undefined || text === '') return fail(context, run, task);
  context.patchDocument(run.documentId, (document) =>
    describeForShops(
      document,
      run.inputId,
      { text, shopTexts: task.result?.shop_texts ?? null },
      context.services.nowMs(),
    ),
  );
  context.dispatch({ type: 'succeeded', runId: run.id });
  context.announce(`${serverWork(context, run).done} ${text}`);
}

async function finishPicture(context: StudioContext, run: ToolRun, task: TaskState): Promise<void> {
  const complete = task.status === 'SUCCESS' ? completeResult(task.result) : null;
  if (!complete) return fail(context, run, task);
  const result = resultFrom(context, run, task, complete);
  const { findRun: runOf, opensComparison } = serverWork(context, run);
  context.patchDocument(run.documentId, (document) => {
    const added = addResult(document, result, context.services.nowMs());
    const grown = opensComparison ? { ...added, view: { ...added.view, compare: 'slider' as const } } : added;
    // The new picture contains the changes of the made scene, so they are no longer pending.
    return runOf ? withoutAdjustment(grown, run.inputId) : grown;
  });
  await showResult(context, { documentId: run.documentId, resultId: result.id }, complete);
  context.dispatch({ type: 'succeeded', runId: run.id });
  context.announce(serverWork(context, run).done);
}

const toCutOutFacts = (result: TaskResult | undefined): Pick<Result, 'doubts' | 'view'> => {
  if (result?.cut_out === undefined) return {};
  const { doubts, view } = result.cut_out;
  return view === undefined ? { doubts } : { doubts, view };
};

/** Engine that the server states for a result, as a field; empty if the server states none. */
function toEngine(result: TaskResult | undefined): Pick<Result, 'engine'> {
  const { engine } = result ?? {};
  if (engine === undefined) return {};
  const { name, model, fell_back: fellBack } = engine;
  return { engine: { name, model, fellBack } };
}

function productPixelsIn(result: TaskResult | undefined): Pick<Result, 'productPixels'> {
  if (result?.product_pixels === undefined) return {};
  const {
    total,
    changed,
    worst_delta_e: worstDeltaE,
    compared_with: comparedWith,
    light,
  } = result.product_pixels;
  return {
    productPixels: {
      total,
      changed,
      ...(worstDeltaE !== undefined && { worstDeltaE }),
      ...(comparedWith !== undefined && { comparedWith }),
      ...(light !== undefined && { light: light && toDeclaredLight(light) }),
    },
  };
}

const toDeclaredLight = (light: NonNullable<WireProductPixels['light']>): DeclaredLight => ({
  kind: 'smooth-field',
  strength: light.strength,
  leastGain: light.least_gain,
  mostGain: light.most_gain,
});
