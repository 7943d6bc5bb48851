import { OWN_MESSAGES } from '@packshot/contract';
import type { EngineRecord, TaskTool } from '@packshot/contract';
import { ImageRefusal, JobLimitError } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import type { ClaimedTask, GenerationInput, InputOf, StoredTaskResult } from '../domain/generations/model.ts';
import { DomainError } from '../domain/domain-error.ts';
import type { JobHandler } from './job.ts';
import { readMask, readPhoto } from './task-pictures.ts';
import { runTask, TaskRefusal } from './task-runner.ts';
import type { TaskContext } from './task-runner.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

export interface ComputeContext<Tool extends TaskTool> {
  readonly engine: ImageEngine;
  readonly input: InputOf<Tool>;
  /** Which of the request's tasks it is, from 0. */
  readonly variant: number;
  /** The bytes of one of the request's photos, after moderation. */
  readonly readPhoto: (key: string) => Promise<Uint8Array>;
  /** The bytes of what somebody has drawn on one, which nobody else ever sees. */
  readonly readMask: (key: string) => Promise<Uint8Array>;
  /** As the engine's tools take them. */
  readonly options: {
    readonly signal: AbortSignal;
    readonly onProgress: (fraction: number, engineStage: string) => void;
  };
}

/** What is a tool's own of a task that the engine does. */
export interface EngineWork<Tool extends TaskTool, Result> {
  readonly tool: Tool;
  /** What people read while it computes. */
  readonly stage: string;
  /** What they read instead during some of the engine's stages. */
  readonly engineStages?: Readonly<Record<string, string>>;
  readonly compute: (context: ComputeContext<Tool>) => Promise<Result>;
}

/** The engine's share of the task's progress; the rest is keeping what it made. */
const COMPUTED_AT = 0.95;

/** The record of a task that another engine was asked for first. */
const STEPPED_IN: EngineRecord = {
  id: 'embedded',
  name: OWN_MESSAGES.embeddedEngine,
  model: null,
  prompt: null,
  seed: null,
  cost_class: null,
  fell_back: true,
};

/** Any tool may find its model unprepared. */
const STAGES_OF_ALL: Readonly<Record<string, string>> = { prepare: OWN_MESSAGES.preparingEngine };

/** Makes what a task is done with of what the engine gave. Throws TaskRefusal when that is nothing. */
export type Keep<Result> = (
  task: ClaimedTask,
  result: Result,
  deps: WorkerDependencies,
  signal: AbortSignal,
) => Promise<StoredTaskResult>;

/** The handler of a tool's job: prepare, compute, keep, under the task runner's rules. */
export function engineTask<Tool extends TaskTool, Result>(
  definition: EngineWork<Tool, Result>,
  keep: Keep<Result>,
): JobHandler<Tool> {
  return (payload, deps, signals) =>
    runTask({ name: definition.tool, payload }, deps, signals, async (task, context) => {
      const result = await compute(definition, task, deps, context);
      const kept = await keep(task, result, deps, context.signal);
      return task.input.engine === undefined ? kept : { ...kept, engine: STEPPED_IN };
    });
}

async function compute<Tool extends TaskTool, Result>(
  definition: EngineWork<Tool, Result>,
  task: ClaimedTask,
  deps: WorkerDependencies,
  { signal, report }: TaskContext,
): Promise<Result> {
  const { stage, engineStages = {} } = definition;
  const { engine } = deps;
  const input = inputOf(definition.tool, task.input);
  report(0, stage);
  try {
    return await definition.compute({
      engine,
      input,
      variant: task.variant,
      readPhoto: (key) => readPhoto(deps, task.userId, key, signal),
      readMask: (key) => readMask(deps, key, signal),
      options: {
        signal,
        onProgress: (fraction, engineStage) =>
          report(fraction * COMPUTED_AT, { ...STAGES_OF_ALL, ...engineStages }[engineStage] ?? stage),
      },
    });
  } catch (error) {
    if (error instanceof ImageRefusal || error instanceof DomainError) {
      throw new TaskRefusal(error.code, { cause: error });
    }
    if (error instanceof JobLimitError) throw new TaskRefusal('TASK_TOO_HEAVY', { cause: error });
    throw error;
  }
}

/** A queue holds the tasks of its own tool; another one's would be a fault of ours. */
function inputOf<Tool extends TaskTool>(tool: Tool, input: GenerationInput): InputOf<Tool> {
  if (input.tool !== tool) throw new Error(`A job ${tool} came with a task of ${input.tool}`);
  return input as InputOf<Tool>;
}
