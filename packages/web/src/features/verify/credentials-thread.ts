/** Sends one request to a worker that reads untrusted files, with a timeout. */
import { allowOwnWorkers } from '../../lib/page/worker-policy.ts';
import type { CredentialsReply, CredentialsRequest } from './credentials-messages.ts';

/** Methods of `Worker` that this module uses. */
export interface CredentialsThread {
  postMessage(question: CredentialsRequest): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<CredentialsReply>) => void): void;
  addEventListener(type: 'error', listener: (event: Event) => void): void;
  terminate(): void;
}

/** Timeout in milliseconds; includes loading the library of 9 MB on a slow connection. */
const TIMEOUT_MS = 120_000;

function startThread(): CredentialsThread {
  allowOwnWorkers();
  return new Worker(new URL('./credentials-worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Sends a request to a new worker, because a malicious file can break it.
 * @throws Error if the worker fails or takes too long
 */
export function askThread(
  question: CredentialsRequest,
  start: () => CredentialsThread = startThread,
): Promise<Exclude<CredentialsReply, { kind: 'failed' }>> {
  const thread = start();
  const { promise, resolve, reject } = Promise.withResolvers<Exclude<CredentialsReply, { kind: 'failed' }>>();
  const timer = setTimeout(() => reject(new Error('It took too long.')), TIMEOUT_MS);
  thread.addEventListener('message', ({ data }) =>
    data.kind === 'failed' ? reject(new Error(data.message)) : resolve(data),
  );
  thread.addEventListener('error', () => reject(new Error('The thread has ended.')));
  thread.postMessage(question);
  return promise.finally(() => {
    clearTimeout(timer);
    thread.terminate();
  });
}
