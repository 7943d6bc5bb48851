import { ImageRefusal, JobLimitError } from '@packshot/image-engine';
import { ProviderFailure } from '@packshot/image-engine/providers';
import { DomainError } from '../../domain/domain-error.ts';
import { engineToolOf } from '../../domain/generations/engine-tool.ts';
import type { ClaimedTask, StoredTaskResult } from '../../domain/generations/model.ts';
import type { JobHandler } from '../job.ts';
import {
  provideEdit,
  provideCutOut,
  provideRelight,
  provideText,
  provideUpscale,
} from '../providers/pictures.ts';
import { provideScene } from '../providers/scene.ts';
import type { ProvidedWork } from '../providers/work.ts';
import { HandOver, runTask, TaskRefusal } from '../task-runner.ts';
import type { TaskContext } from '../task-runner.ts';
import type { WorkerDependencies } from '../worker-dependencies.ts';

export const jobName = 'provider';

/** A task by the engine that is configured for its tool; by the embedded one when that fails and the user had agreed. */
export const handle: JobHandler<typeof jobName> = (payload, deps, signals) =>
  runTask({ name: jobName, payload }, deps, signals, async (task, context) => {
    try {
      return await provide(task, deps, context);
    } catch (error) {
      // Whatever is thrown after a stop is a consequence of the stop.
      context.signal.throwIfAborted();
      throw outcomeOf(task, error);
    }
  });

async function provide(
  task: ClaimedTask,
  deps: WorkerDependencies,
  context: TaskContext,
): Promise<StoredTaskResult> {
  const tool = engineToolOf(task.input);
  const provider = tool === null ? null : deps.providerFor(tool);
  // Configured when the task was accepted, and no longer.
  if (provider === null) throw new DomainError('ENGINE_NOT_AVAILABLE');
  const work: ProvidedWork = { task, deps, context, provider };
  const { input } = task;
  switch (input.tool) {
    case 'scene':
      return provideScene(work, input);
    case 'magic':
      return provideEdit(work, input);
    case 'cut-out':
      return provideCutOut(work, input);
    case 'upscale':
      return provideUpscale(work, input);
    case 'harmonize':
      return provideRelight(work, input);
    case 'describe':
      return provideText(work, input);
    case 'refine':
    case 'export':
    case 'layers':
      throw new Error(`Nobody but the embedded engine does ${input.tool}`);
  }
}

/** What is the engine's fault may be done by the embedded one; what is the picture's, or the wish's, may not. */
function outcomeOf({ input }: ClaimedTask, error: unknown): unknown {
  const code = codeOf(error);
  if (code === null) return error;
  const isEngines = code.startsWith('ENGINE_') && code !== 'ENGINE_MODERATED';
  if (isEngines && input.engine?.allowsFallback === true) return new HandOver(input.tool, { cause: error });
  return new TaskRefusal(code, { cause: error });
}

function codeOf(error: unknown): TaskRefusal['code'] | null {
  if (error instanceof ProviderFailure || error instanceof ImageRefusal || error instanceof DomainError)
    return error.code;
  if (error instanceof TaskRefusal) return error.code;
  return error instanceof JobLimitError ? 'TASK_TOO_HEAVY' : null;
}
