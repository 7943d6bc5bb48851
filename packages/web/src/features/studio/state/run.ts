import { waitingInLine } from '@packshot/contract/messages';
import type { Surroundings } from '@packshot/contract/tools/surroundings';
import type { TaskState } from '@packshot/contract/tools/tasks';
import type { WorkName } from '../model/results.ts';
import type { Failure } from './failure.ts';

export interface ToolRun {
  readonly id: string;
  readonly documentId: string;
  readonly abort: AbortController;
  readonly startedAtMs: number;
  readonly tool: WorkName;
  readonly inputId: string;
  /** ID of the scene request in the document; null for other tools. */
  readonly requestId: string | null;
  /** Strength of a harmonize run; null if an earlier page started it. */
  readonly strength: number | null;
  /** Light and background of a harmonize run; null if an earlier page started it. */
  readonly surroundings: Surroundings | null;
  /** IDs of the run's tasks; empty until the server has accepted the request. */
  taskIds: readonly string[];
  /** True until the request is answered; the server may accept it before receiving a cancellation. */
  isAsking: boolean;
  isCanceled: boolean;
  /** Resolves once the server has accepted the request, or the run has ended. */
  readonly accepted: PromiseWithResolvers<void>;
}

/** Thrown if a run can't send its request; the page shows the failure unchanged. */
export class RunRefusedError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Combined state of several tasks: started once one of them has started, with their overall progress. */
export function overallState(
  taskIds: readonly string[],
  states: Readonly<Record<string, TaskState>>,
): Pick<TaskState, 'status' | 'progress' | 'stage'> {
  const knownTasks = taskIds.flatMap((id) => states[id] ?? []);
  const running = knownTasks.find(({ status }) => status === 'STARTED');
  const sum = knownTasks.reduce(
    (total, { status, progress }) => total + (status === 'SUCCESS' ? 1 : progress),
    0,
  );
  const waiting = knownTasks.find(({ status }) => status === 'PENDING');
  const line = waiting?.queue && waitingInLine(waiting.queue.place, waiting.queue.wait_s);
  const stage = running?.stage ?? waiting?.stage ?? line;
  return {
    status: knownTasks.some(({ status }) => status !== 'PENDING') ? 'STARTED' : 'PENDING',
    progress: sum / Math.max(1, taskIds.length),
    ...(stage === undefined ? {} : { stage }),
  };
}
