import type {
  AnalyzeForm,
  ExportForm,
  GenerateForm,
  HarmonizeForm,
  LayersForm,
  MagicForm,
  RefineForm,
  RemoveBackgroundForm,
  TaskState,
  UpscaleForm,
} from '@packshot/contract';
import { DomainError } from '../domain-error.ts';
import { assertPermitted } from '../permissions.ts';
import type { Caller } from '../caller.ts';
import { acceptGeneration } from './accept.ts';
import type { AcceptDependencies, AcceptedGeneration } from './accept.ts';
import { releaseIfOver } from './lifecycle.ts';
import { presentTask } from './present.ts';
import { watchTasks } from './watch.ts';
import type { WatchDependencies } from './watch.ts';

/**
 * Checks wish and pictures (ownership, then existence, then headers), reserves what it costs and queues the tasks, all
 * or nothing.
 * @param idempotencyKey the same key with the same form answers the same tasks for 24 h; with another form IDEMPOTENCY_CONFLICT
 * @throws DomainError OUT_OF_CREDITS, UPLOAD_NOT_FOUND, an image refusal, IDEMPOTENCY_CONFLICT
 */
type Accept<Form> = (caller: Caller, form: Form, idempotencyKey?: string) => Promise<AcceptedGeneration>;

export interface GenerationService {
  readonly removeBackground: Accept<RemoveBackgroundForm>;
  /** Throws also PROMPT_NOT_UNDERSTOOD and MASK_MISMATCH. */
  readonly magic: Accept<MagicForm>;
  /** Throws also UPSCALE_TOO_LARGE and UPSCALE_TOO_SLOW. */
  readonly upscale: Accept<UpscaleForm>;
  /** Throws also MASK_MISMATCH. */
  readonly refine: Accept<RefineForm>;
  readonly exportPicture: Accept<ExportForm>;
  readonly layers: Accept<LayersForm>;
  readonly harmonize: Accept<HarmonizeForm>;
  /** Costs nothing, but OUT_OF_CREDITS for who has none left. */
  readonly describe: Accept<AnalyzeForm>;
  /** One task for each variant, one credit for all. Throws also PROMPT_EMPTY, REFERENCE_NOT_FOUND and PLACEMENT_OUTSIDE. */
  readonly generate: Accept<GenerateForm>;
  /** Throws TASK_NOT_FOUND for a task that is not the caller's. */
  state(caller: Caller, taskId: string): Promise<TaskState>;
  /** Yields the present state of each task, then every change, until all are terminal or the signal aborts. */
  watch(caller: Caller, taskIds: readonly string[], signal: AbortSignal): AsyncIterable<TaskState>;
  /** Notes that results were shown; moves no credits. The ids that are noted now, by this report or an earlier one. Throws TASK_NOT_FOUND when none of them is a result of the caller's. */
  reportShown(caller: Caller, taskIds: readonly string[]): Promise<readonly string[]>;
  /** Ids that are REVOKED after the call. Others' tasks count as not found. */
  cancel(caller: Caller, taskIds: readonly string[]): Promise<readonly string[]>;
}

export type GenerationDependencies = AcceptDependencies & WatchDependencies;

export function createGenerationService(deps: GenerationDependencies): GenerationService {
  return {
    removeBackground: (caller, form, idempotencyKey) =>
      acceptGeneration(deps, caller, 'remove-background', form, idempotencyKey),
    magic: (caller, form, idempotencyKey) => acceptGeneration(deps, caller, 'magic', form, idempotencyKey),
    upscale: (caller, form, idempotencyKey) =>
      acceptGeneration(deps, caller, 'upscale', form, idempotencyKey),
    refine: (caller, form, idempotencyKey) => acceptGeneration(deps, caller, 'refine', form, idempotencyKey),
    harmonize: (caller, form, idempotencyKey) =>
      acceptGeneration(deps, caller, 'harmonize', form, idempotencyKey),
    describe: (caller, form, idempotencyKey) =>
      acceptGeneration(deps, caller, 'describe', form, idempotencyKey),
    generate: (caller, form, idempotencyKey) => acceptGeneration(deps, caller, 'scene', form, idempotencyKey),

    async exportPicture(caller, form, idempotencyKey) {
      assertPermitted(caller, 'generations.create');
      await assertDownloaded(deps, caller, form.image_s3);
      return acceptGeneration(deps, caller, 'export', form, idempotencyKey);
    },

    async layers(caller, form, idempotencyKey) {
      assertPermitted(caller, 'generations.create');
      const origin = await deps.database.stores.records.findOrigin(caller.userId, form.image_s3);
      if (origin?.input.tool !== 'scene' || origin.input.imageKey === undefined)
        throw new DomainError('NOT_FOUND');
      // What another engine painted has no layers, and the embedded one would make those of another picture.
      if (!('scene' in origin.result) || origin.result.scene.facts === null)
        throw new DomainError('NOT_FOUND');
      await assertDownloaded(deps, caller, form.image_s3);
      const { input: scene, variant } = origin;
      return acceptGeneration(deps, caller, 'layers', { ...form, scene, variant }, idempotencyKey);
    },

    async state(caller, taskId) {
      assertPermitted(caller, 'generations.read');
      const [task] = await deps.database.stores.tasks.find(caller.userId, [taskId]);
      if (task === undefined) throw new DomainError('TASK_NOT_FOUND');
      return presentTask(task, deps.objects);
    },

    watch(caller, taskIds, signal) {
      assertPermitted(caller, 'generations.read');
      return watchTasks(deps, caller.userId, taskIds, signal);
    },

    async reportShown(caller, taskIds) {
      assertPermitted(caller, 'generations.read');
      const shown = await deps.database.stores.tasks.markShown(caller.userId, taskIds, deps.clock.now());
      if (shown.length === 0) throw new DomainError('TASK_NOT_FOUND');
      return shown;
    },

    cancel: (caller, taskIds) => cancel(deps, caller, taskIds),
  };
}

/**
 * Other forms of a result are free for who has paid for it; one's own uploads are one's own.
 * @throws DomainError DOWNLOAD_NEEDED
 */
async function assertDownloaded(
  { database }: GenerationDependencies,
  { userId }: Caller,
  key: string,
): Promise<void> {
  const { assets } = database.stores;
  if ((await assets.isStored(userId, key)) && !(await assets.isDownloaded(userId, key)))
    throw new DomainError('DOWNLOAD_NEEDED');
}

/**
 * Queued tasks never run, running ones are aborted by their worker, which is told by the database, and a result
 * that comes later finds the task ended.
 * @returns the tasks that are revoked now, by this call or an earlier one
 * @throws DomainError TASK_NOT_FOUND when none of them is the caller's
 */
async function cancel(
  deps: GenerationDependencies,
  caller: Caller,
  taskIds: readonly string[],
): Promise<readonly string[]> {
  assertPermitted(caller, 'generations.cancel');
  const tasks = await deps.database.transaction(async (stores) => {
    const requestIds = await stores.tasks.revoke(caller.userId, taskIds);
    for (const requestId of requestIds) await releaseIfOver(stores, requestId);
    return stores.tasks.find(caller.userId, taskIds);
  });
  if (tasks.length === 0) throw new DomainError('TASK_NOT_FOUND');
  return tasks.filter((task) => task.status === 'REVOKED').map((task) => task.id);
}
