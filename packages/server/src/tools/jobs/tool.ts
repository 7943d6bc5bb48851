import { OWN_MESSAGES } from '@packshot/contract';
import type { Doubt, EngineRecord, TaskTool, V1Simulation } from '@packshot/contract';
import { ImageRefusal, JobLimitError } from '@packshot/image-engine';
import { DomainError } from '../../platform/domain-error.ts';
import type { StoredTaskResult } from '../model.ts';
import { TaskRefusal } from '../work/task.ts';
import { SERVER_TOOLS } from '../kinds/index.ts';
import type { HandlerModule } from '../../platform/queue/job.ts';
import { runTask } from './task-runner.ts';
import type { TaskJobDependencies } from './task-runner.ts';

/** Engine record of a task that a provider was asked to do first. */
const STEPPED_IN: EngineRecord = {
  id: 'embedded',
  name: OWN_MESSAGES.builtInEngine,
  model: null,
  prompt: null,
  seed: null,
  cost_class: null,
  fell_back: true,
};

/** Simulates the requested failure of a test, indistinguishable for the client. Throws TaskRefusal. */
function refuseAsSimulated(simulation: V1Simulation | undefined): void {
  if (simulation === 'failure') throw new TaskRefusal('TASK_FAILED');
  if (simulation === 'timeout') throw new TaskRefusal('TASK_TIMED_OUT');
}

/** Below the confidence that any client accepts without a review. */
const LOW_CONFIDENCE = 0.2;

const doubted = (taskResult: StoredTaskResult): StoredTaskResult =>
  'cutOut' in taskResult
    ? {
        ...taskResult,
        cutOut: { ...taskResult.cutOut, confidence: LOW_CONFIDENCE, doubts: [SIMULATED_DOUBT] },
      }
    : taskResult;

const SIMULATED_DOUBT: Doubt = {
  reason: 'looks-differ',
  place: 'whole',
  box: { x: 0, y: 0, width: 1, height: 1 },
};

/** Timed out. The machine may have been busy, so this isn't proof of a fault. */
export const codeOfLimit = ({ isMachineBusy }: JobLimitError): 'TASK_TIMED_OUT' | 'TASK_TOO_HEAVY' =>
  isMachineBusy ? 'TASK_TIMED_OUT' : 'TASK_TOO_HEAVY';

/** A database outage is temporary: the queue retries, and reports the error only after its last attempt. */
export const willPass = ({ code }: DomainError): boolean => code === 'SERVERS_BUSY';

/** Handler of a tool's job: the tool's work, under the rules of the task runner. */
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
        const storedResult = simulation === 'low_confidence' ? doubted(toolResult) : toolResult;
        return task.input.engine === undefined ? storedResult : { ...storedResult, engine: STEPPED_IN };
      } catch (error) {
        if (error instanceof ImageRefusal || (error instanceof DomainError && !willPass(error)))
          throw new TaskRefusal(error.code, { cause: error });
        if (error instanceof JobLimitError) throw new TaskRefusal(codeOfLimit(error), { cause: error });
        throw error;
      }
    }),
});
