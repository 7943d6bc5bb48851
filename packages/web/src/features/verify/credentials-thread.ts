/** One question to a thread that reads strangers' files, and its end when that takes too long. */
import { allowOwnWorkers } from '../../lib/page/worker-policy.ts';
import type { Answer, Asked } from './credentials-messages.ts';

/** What of a worker is needed. */
export interface CredentialsThread {
  postMessage(asked: Asked): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Answer>) => void): void;
  addEventListener(type: 'error', listener: (event: Event) => void): void;
  terminate(): void;
}

/** The library is 9 MB, which a slow line needs a while for. */
const TIMEOUT_MS = 120_000;

function startThread(): CredentialsThread {
  allowOwnWorkers();
  return new Worker(new URL('./credentials-worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Each question has a thread of its own: one that a file has broken answers nothing else.
 * @throws Error when the thread cannot answer, or takes too long
 */
export function askThread(
  asked: Asked,
  start: () => CredentialsThread = startThread,
): Promise<Exclude<Answer, { kind: 'failed' }>> {
  const thread = start();
  const { promise, resolve, reject } = Promise.withResolvers<Exclude<Answer, { kind: 'failed' }>>();
  const timer = setTimeout(() => reject(new Error('It took too long.')), TIMEOUT_MS);
  thread.addEventListener('message', ({ data }) =>
    data.kind === 'failed' ? reject(new Error(data.message)) : resolve(data),
  );
  thread.addEventListener('error', () => reject(new Error('The thread has ended.')));
  thread.postMessage(asked);
  return promise.finally(() => {
    clearTimeout(timer);
    thread.terminate();
  });
}
