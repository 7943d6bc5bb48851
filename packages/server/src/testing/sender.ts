import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BodyToSend } from './body-to-send.ts';

/** Sends bodies from a thread of its own, so that sending costs the server's thread nothing. */
export function createSender() {
  const thread = new Worker(new URL('./sender-thread.ts', import.meta.url), { execArgv: [] });
  const answer = async (message: unknown): Promise<unknown> => {
    thread.postMessage(message);
    const [reply] = (await once(thread, 'message')) as [unknown];
    return reply;
  };
  return {
    /** Copies the body to the thread. */
    prepare: (body: BodyToSend) => answer(body),
    /** Sends what was prepared. @returns the status, and the start of the answer */
    send: () => answer('send') as Promise<{ readonly status: number; readonly text: string }>,
    stop: () => thread.terminate(),
  };
}
