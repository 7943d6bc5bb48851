import { ImageRefusal, JobLimitError } from '@packshot/image-engine';
import { ProviderFailure } from '@packshot/image-engine/providers';
import { DomainError } from '../../platform/domain-error.ts';
import type { ClaimedTask, StoredTaskResult } from '../model.ts';
import { TaskRefusal } from '../work/task.ts';
import type { TaskContext } from '../work/task.ts';
import { SERVER_TOOLS } from '../kinds/index.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { Requeue, runTask } from './task-runner.ts';
import type { TaskJobDependencies } from './task-runner.ts';
import { codeOfLimit, willPass } from './tool.ts';

export const jobName = 'provider';

/**
 * Does a task with the other engine (provider) that is configured for its tool. If the provider fails and the user
 * agreed to a fallback, passes the task to the built-in engine.
 */
export const handle: JobHandler<typeof jobName, TaskJobDependencies> = (payload, deps, signals) =>
  runTask({ name: jobName, payload }, deps, signals, async (task, context) => {
    try {
      return await provide(task, deps, context);
    } catch (error) {
      // If the task was stopped, the error is a consequence of that, so the reason for the stop is thrown instead.
      context.signal.throwIfAborted();
      throw toTaskError(task, error);
    }
  });

async function provide(
  task: ClaimedTask,
  deps: TaskJobDependencies,
  context: TaskContext,
): Promise<StoredTaskResult> {
  const tool = SERVER_TOOLS[task.input.tool];
  const engineTool = tool.engineTool(task.input);
  const provider = engineTool === null ? null : deps.providerFor(engineTool);
  // The provider was configured when the task was accepted, but the operator has removed it since.
  if (provider === null) throw new DomainError('ENGINE_NOT_AVAILABLE');
  return tool.provide({ task, deps, context, provider });
}

/**
 * Decides whether the built-in engine does the task after an error: after an error of the provider, but not after one
 * caused by the picture or the request.
 */
function toTaskError({ input }: ClaimedTask, error: unknown): unknown {
  const code = getRefusalCode(error);
  if (code === null) return error;
  const isEngines = code.startsWith('ENGINE_') && code !== 'ENGINE_MODERATED';
  if (isEngines && input.engine?.allowsFallback === true) return new Requeue(input.tool, { cause: error });
  return new TaskRefusal(code, { cause: error });
}

function getRefusalCode(error: unknown): TaskRefusal['code'] | null {
  if (error instanceof ProviderFailure || error instanceof ImageRefusal) return error.code;
  if (error instanceof DomainError) return willPass(error) ? null : error.code;
  if (error instanceof TaskRefusal) return error.code;
  return error instanceof JobLimitError ? codeOfLimit(error) : null;
}
