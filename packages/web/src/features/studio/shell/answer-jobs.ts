/** Has a drawing thread do the jobs that it is sent. */
import { DRAWING_JOBS } from './drawing-jobs.ts';
import type { DrawingAnswer, DrawingRequest } from './drawing-jobs.ts';

/** @param around each job: what has to be true before it, and is to be done after it */
export function answerJobs(around: (work: () => Promise<unknown>) => Promise<unknown>): void {
  addEventListener('message', ({ data }: MessageEvent<DrawingRequest>) => void answer(data));

  async function answer({ id, name, args }: DrawingRequest): Promise<void> {
    const job = DRAWING_JOBS[name] as (...given: readonly unknown[]) => Promise<unknown>;
    try {
      reply({ id, value: await around(() => job(...args)) });
    } catch (error) {
      const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
      reply({ id, failure: { name: kind, message } });
    }
  }
}

const reply = (message: DrawingAnswer): void => postMessage(message);
