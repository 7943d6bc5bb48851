import { OWN_MESSAGES } from '@packshot/contract';
import type { QualityFlag, EngineRecord, TaskTool, V1Simulation } from '@packshot/contract';
import { ImageRefusal, JobLimitError } from '@packshot/image-engine';
import { DomainError } from '../../platform/domain-error.ts';
import type { StoredTaskResult } from '../model.ts';
import { TaskRefusal } from '../work/task.ts';
import { SERVER_TOOLS } from '../kinds/index.ts';
import type { HandlerModule } from '../../platform/queue/job.ts';
import { runTask } from './task-runner.ts';
import type { TaskJobDependencies } from './task-runner.ts';

/** Engine record of a result that the built-in engine made in place of a provider. */
const STEPPED_IN: EngineRecord = {
  id: 'embedded',
  name: OWN_MESSAGES.builtInEngine,
  model: null,
  prompt: null,
  seed: null,
  cost_class: null,
  fell_back: true,
};

/**
 * Simulates the failure that a call with a test key asked for; the client can't tell it from a real one. Throws
 * TaskRefusal.
 */
function refuseAsSimulated(simulation: V1Simulation | undefined): void {
  if (simulation === 'failure') throw new TaskRefusal('TASK_FAILED');
  if (simulation === 'timeout') throw new TaskRefusal('TASK_TIMED_OUT');
}

/** Simulated confidence, low enough that clients should have the result reviewed. */
const LOW_CONFIDENCE = 0.2;

const withSimulatedFlag = (taskResult: StoredTaskResult): StoredTaskResult =>
  'cutOut' in taskResult
    ? {
        ...taskResult,
        cutOut: { ...taskResult.cutOut, confidence: LOW_CONFIDENCE, doubts: [SIMULATED_FLAG] },
      }
    : taskResult;

const SIMULATED_FLAG: QualityFlag = {
  reason: 'looks-differ',
  place: 'whole',
  box: { x: 0, y: 0, width: 1, height: 1 },
};

/**
 * Error code of a task that exceeded a limit of the engine. If it timed out on a busy machine, other work may be the
 * cause, so the picture isn't called too heavy.
 */
export const codeOfLimit = ({ isMachineBusy }: JobLimitError): 'TASK_TIMED_OUT' | 'TASK_TOO_HEAVY' =>
  isMachineBusy ? 'TASK_TIMED_OUT' : 'TASK_TOO_HEAVY';

/**
 * Whether the error is temporary, as a database outage is: the queue then retries, and the error is reported only
 * after the last attempt.
 */
export const willPass = ({ code }: DomainError): boolean => code === 'SERVERS_BUSY';

export const toolHandler = <Name extends TaskTool>(
  jobName: Name,
): HandlerModule<Name, TaskJobDependencies> => ({
  jobName,
  handle: (payload, deps, signals) =>
    runTask({ name: jobName, payload }, deps, signals, async (task, context) => {
      try {
        const simulation = task.callTerms?.simulation;
        refuseAsSimulated(simulation);
        const toolResult = await SERVER_TOOLS[jobName].run(task, deps, context);
        const storedResult = simulation === 'low_confidence' ? withSimulatedFlag(toolResult) : toolResult;
        return task.input.engine === undefined ? storedResult : { ...storedResult, engine: STEPPED_IN };
      } catch (error) {
        if (error instanceof ImageRefusal)
          throw new TaskRefusal(error.code, { cause: error, product: error.product });
        if (error instanceof DomainError && !willPass(error))
          throw new TaskRefusal(error.code, { cause: error });
        if (error instanceof JobLimitError) throw new TaskRefusal(codeOfLimit(error), { cause: error });
        throw error;
      }
    }),
});
