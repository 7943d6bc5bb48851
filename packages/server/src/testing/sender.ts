import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BodyToSend } from './body-to-send.ts';

/** Sends bodies from a separate thread, so that sending doesn't load the server's thread. */
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
    /**
     * Sends the prepared body.
     * @returns the status and the start of the response
     */
    send: () => answer('send') as Promise<{ readonly status: number; readonly text: string }>,
    stop: () => thread.terminate(),
  };
}
