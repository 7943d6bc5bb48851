/** One run of a tool, from the click to its last task. */
import { waitingInLine } from '@packshot/contract/messages';
import type { Surroundings } from '@packshot/contract/tools/surroundings';
import type { TaskState } from '@packshot/contract/tools/tasks';
import type { WorkName } from '../model/results.ts';
import type { Failure } from './failure.ts';

export interface Run {
  readonly id: string;
  readonly documentId: string;
  readonly abort: AbortController;
  readonly startedAtMs: number;
  readonly tool: WorkName;
  /** The picture that it works on. */
  readonly inputId: string;
  /** Of scenes: the request in the document. */
  readonly requestId: string | null;
  /** What a match is asked for; null when an earlier page asked. */
  readonly strength: number | null;
  /** The same of its light and ground. */
  readonly surroundings: Surroundings | null;
  /** Empty until the server has accepted it. */
  taskIds: readonly string[];
  /** The request is on its way: the server may accept it before it hears of a cancel. */
  isAsking: boolean;
  isCanceled: boolean;
  /** Resolves once the server has accepted the request, or the run has ended. */
  readonly accepted: PromiseWithResolvers<void>;
}

/** What stands between a click and a request: shown as it is, nothing was sent. */
export class RunRefusedError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Several tasks as one: started when one has, and as far as all of them together. */
export function overallState(
  taskIds: readonly string[],
  states: Readonly<Record<string, TaskState>>,
): Pick<TaskState, 'status' | 'progress' | 'stage'> {
  const known = taskIds.flatMap((id) => states[id] ?? []);
  const running = known.find(({ status }) => status === 'STARTED');
  const sum = known.reduce((total, { status, progress }) => total + (status === 'SUCCESS' ? 1 : progress), 0);
  const waiting = known.find(({ status }) => status === 'PENDING');
  const line = waiting?.queue && waitingInLine(waiting.queue.place, waiting.queue.wait_s);
  const stage = running?.stage ?? waiting?.stage ?? line;
  return {
    status: known.some(({ status }) => status !== 'PENDING') ? 'STARTED' : 'PENDING',
    progress: sum / Math.max(1, taskIds.length),
    ...(stage === undefined ? {} : { stage }),
  };
}
