import { OWN_MESSAGES } from '@packshot/contract';
import type { EngineRecord, TaskTool } from '@packshot/contract';
import { ImageRefusal, JobLimitError } from '@packshot/image-engine';
import { DomainError } from '../../domain/domain-error.ts';
import { TaskRefusal } from '../../generations/task.ts';
import { SERVER_TOOLS } from '../../generations/tools/index.ts';
import type { HandlerModule } from '../job.ts';
import { runTask } from '../task-runner.ts';

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

/** The handler of a tool's job: the tool's own work, under the rules of the task runner. */
export const toolHandler = <Name extends TaskTool>(jobName: Name): HandlerModule<Name> => ({
  jobName,
  handle: (payload, deps, signals) =>
    runTask({ name: jobName, payload }, deps, signals, async (task, context) => {
      try {
        const kept = await SERVER_TOOLS[jobName].run(task, deps, context);
        return task.input.engine === undefined ? kept : { ...kept, engine: STEPPED_IN };
      } catch (error) {
        if (error instanceof ImageRefusal || error instanceof DomainError)
          throw new TaskRefusal(error.code, { cause: error });
        if (error instanceof JobLimitError) throw new TaskRefusal('TASK_TOO_HEAVY', { cause: error });
        throw error;
      }
    }),
});
