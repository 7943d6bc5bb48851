/** Runs jobs that the page sends to a drawing worker. */
import { DRAWING_JOBS } from './drawing-jobs.ts';
import type { DrawingAnswer, DrawingRequest } from './drawing-jobs.ts';

/** @param around wrapper for each job's setup and cleanup */
export function answerJobs(around: (work: () => Promise<unknown>) => Promise<unknown>): void {
  addEventListener('message', ({ data }: MessageEvent<DrawingRequest>) => void answer(data));

  async function answer({ id, name, args }: DrawingRequest): Promise<void> {
    const job = DRAWING_JOBS[name] as (...jobArgs: readonly unknown[]) => Promise<unknown>;
    try {
      reply({ id, value: await around(() => job(...args)) });
    } catch (error) {
      const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
      reply({ id, failure: { name: kind, message } });
    }
  }
}

const reply = (message: DrawingAnswer): void => postMessage(message);
