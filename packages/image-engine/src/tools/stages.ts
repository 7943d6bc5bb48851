import type { Work } from '../pixels/raster/work.ts';

/** Context of every tool besides its input. */
export interface ToolContext {
  /** Called between stages and within long ones: handles messages, and throws if the job was canceled. */
  readonly checkpoint: () => Promise<void>;
  /** Reports progress; `fraction` is that of the whole job, from 0 to 1. */
  readonly onProgress: (fraction: number, stage: string) => void;
  readonly signal: AbortSignal;
}

/** Runs the stages of a job: reports the start of each, times it, and handles messages after it. */
export interface Stages<Name extends string> {
  run<T>(name: Name, work: () => Promise<T> | T): Promise<T>;
  /** Milliseconds that each stage took so far. */
  readonly durationsMs: Record<string, number>;
}

/** `starts` gives each stage the share of the work that is done when it starts. */
export function createStages<Name extends string>(
  starts: Readonly<Record<Name, number>>,
  { onProgress, checkpoint }: ToolContext,
): Stages<Name> {
  const durationsMs: Record<string, number> = {};
  return {
    durationsMs,
    async run(name, work) {
      onProgress(starts[name], name);
      const startedMs = performance.now();
      const result = await work();
      durationsMs[name] = Math.round(performance.now() - startedMs);
      await checkpoint();
      return result;
    },
  };
}

/** Interval of checkpoints: frequent enough for canceling without delay, at negligible cost. */
const CHECKPOINT_INTERVAL_MS = 50;

/** Runs a stage's pixel work, reports its progress between two shares of the whole, and handles messages regularly. */
export async function drive<Result>(
  work: Work<Result>,
  stage: { readonly name: string; readonly start: number; readonly end: number },
  { checkpoint, onProgress }: ToolContext,
): Promise<Result> {
  let lastMs = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - lastMs < CHECKPOINT_INTERVAL_MS) continue;
    onProgress(stage.start + (stage.end - stage.start) * step.value, stage.name);
    await checkpoint();
    lastMs = performance.now();
  }
}
