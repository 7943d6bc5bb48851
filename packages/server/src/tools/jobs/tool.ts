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

/** The record of a task that a provider was asked for first. */
const STEPPED_IN: EngineRecord = {
  id: 'embedded',
  name: OWN_MESSAGES.builtInEngine,
  model: null,
  prompt: null,
  seed: null,
  cost_class: null,
  fell_back: true,
};

/** What a test asked to go wrong ends as it would: the client cannot tell. Throws TaskRefusal. */
function refuseAsSimulated(simulation: V1Simulation | undefined): void {
  if (simulation === 'failure') throw new TaskRefusal('TASK_FAILED');
  if (simulation === 'timeout') throw new TaskRefusal('TASK_TIMED_OUT');
}

/** Below what any client takes without a look. */
const LOW_CONFIDENCE = 0.2;

const doubted = (made: StoredTaskResult): StoredTaskResult =>
  'cutOut' in made
    ? { ...made, cutOut: { ...made.cutOut, confidence: LOW_CONFIDENCE, doubts: [SIMULATED_DOUBT] } }
    : made;

const SIMULATED_DOUBT: Doubt = {
  reason: 'looks-differ',
  place: 'whole',
  box: { x: 0, y: 0, width: 1, height: 1 },
};

/** On a busy machine it took too long; whether it would elsewhere nobody knows. */
export const codeOfLimit = ({ isMachineBusy }: JobLimitError): 'TASK_TIMED_OUT' | 'TASK_TOO_HEAVY' =>
  isMachineBusy ? 'TASK_TIMED_OUT' : 'TASK_TOO_HEAVY';

/** A database that is away comes back: the queue tries again, and only tells when it has tried often enough. */
export const willPass = ({ code }: DomainError): boolean => code === 'SERVERS_BUSY';

/** The handler of a tool's job: the tool's own work, under the rules of the task runner. */
export const toolHandler = <Name extends TaskTool>(
  jobName: Name,
): HandlerModule<Name, TaskJobDependencies> => ({
  jobName,
  handle: (payload, deps, signals) =>
    runTask({ name: jobName, payload }, deps, signals, async (task, context) => {
      try {
        const simulation = task.callTerms?.simulation;
        refuseAsSimulated(simulation);
        const made = await SERVER_TOOLS[jobName].run(task, deps, context);
        const kept = simulation === 'low_confidence' ? doubted(made) : made;
        return task.input.engine === undefined ? kept : { ...kept, engine: STEPPED_IN };
      } catch (error) {
        if (error instanceof ImageRefusal || (error instanceof DomainError && !willPass(error)))
          throw new TaskRefusal(error.code, { cause: error });
        if (error instanceof JobLimitError) throw new TaskRefusal(codeOfLimit(error), { cause: error });
        throw error;
      }
    }),
});
