/** The thread on which pictures are drawn and encoded (`off-page.ts` starts it). */
// First: it keeps what loads after it from trying what the content policy refuses.
import '../../../lib/page/schema-policy.ts';
import { DRAWING_JOBS } from './drawing-jobs.ts';
import type { DrawingAnswer, DrawingRequest } from './drawing-jobs.ts';

addEventListener('message', ({ data }: MessageEvent<DrawingRequest>) => void answer(data));

async function answer({ id, name, args }: DrawingRequest): Promise<void> {
  const work = DRAWING_JOBS[name] as (...given: readonly unknown[]) => Promise<unknown>;
  try {
    reply({ id, value: await work(...args) });
  } catch (error) {
    const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
    reply({ id, failure: { name: kind, message } });
  }
}

const reply = (message: DrawingAnswer): void => postMessage(message);
