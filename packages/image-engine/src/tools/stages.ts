import type { Work } from '../pixels/raster/work.ts';

/** Context of a tool's job besides its input. */
export interface ToolContext {
  /** Must be called between stages and within long ones: handles messages, and throws if the job was canceled. */
  readonly checkpoint: () => Promise<void>;
  /** Reports progress; `fraction` refers to the whole job, from 0 to 1. */
  readonly onProgress: (fraction: number, stage: string) => void;
  readonly signal: AbortSignal;
}

/** Runs the stages of a job: reports the start of each stage, measures its duration, and handles messages after it. */
export interface Stages<Name extends string> {
  run<T>(name: Name, work: () => Promise<T> | T): Promise<T>;
  /** Milliseconds that each stage has taken so far. */
  readonly durationsMs: Record<string, number>;
}

/** @param starts share of the work, 0 to 1, that is done when each stage starts */
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
      durationsMs[name] = (durationsMs[name] ?? 0) + Math.round(performance.now() - startedMs);
      await checkpoint();
      return result;
    },
  };
}

/** Interval between checkpoints: short enough to cancel a job without noticeable delay, at negligible cost. */
const CHECKPOINT_INTERVAL_MS = 50;

/**
 * Runs the pixel work of a stage, reports its progress between two shares of the whole job, and handles messages
 * regularly.
 */
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
