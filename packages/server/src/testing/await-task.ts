import type { TaskState } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import type { TestServices } from './test-services.ts';

/** Collects all states that a watcher of a task sees, including the final one. */
export async function collectStates(
  { generations }: TestServices,
  caller: Caller,
  taskId: string,
  timeoutMs = 30_000,
): Promise<readonly TaskState[]> {
  const states: TaskState[] = [];
  for await (const state of generations.watch(caller, [taskId], AbortSignal.timeout(timeoutMs))) {
    states.push(state);
  }
  return states;
}

export async function waitForLastState(
  services: TestServices,
  caller: Caller,
  taskId: string,
  timeoutMs = 30_000,
): Promise<TaskState> {
  const state = (await collectStates(services, caller, taskId, timeoutMs)).at(-1);
  if (state === undefined) throw new Error(`Nothing was seen of the task ${taskId}`);
  return state;
}
