import { Worker } from 'node:worker_threads';
import type { ImageFormat } from '../../pixels/file/header/probe.ts';
import { openLibrary } from '../sign/library.ts';
import type { FromReader, ToReader } from './reader-thread.ts';

/** Time limit for reading credentials, far above the need of a file of the maximum size. */
const PATIENCE_MS = 10_000;
const THREAD = new URL('./reader-thread.ts', import.meta.url);

/**
 * Settings of the C2PA reader, which disable its network look-ups. `startLibrary` blocks those that the settings don't
 * cover.
 */
const settingsFor = (issuer: string | null): string =>
  JSON.stringify({
    verify: { verify_trust: true, remote_manifest_fetch: false, ocsp_fetch: false },
    ...(issuer !== null && { trust: { user_anchors: issuer } }),
  });

/**
 * Runs the standard C2PA reader on a file's credentials, in a thread that ends afterwards.
 * @param issuer PEM of the trusted issuer, or null
 */
export async function askReader(
  file: Uint8Array,
  format: ImageFormat,
  issuer: string | null,
  signal: AbortSignal,
): Promise<FromReader> {
  const request: ToReader = {
    file: new Uint8Array(file),
    format: `image/${format}`,
    settings: settingsFor(issuer),
  };
  const thread = new Worker(THREAD, { execArgv: [], workerData: await openLibrary() });
  const { promise, resolve } = Promise.withResolvers<FromReader>();
  const giveUp = (): void => resolve({ credentialsJson: null, failure: '' });
  thread.on('message', resolve).on('error', giveUp).on('exit', giveUp);
  const overdue = setTimeout(giveUp, PATIENCE_MS);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    thread.postMessage(request, [request.file.buffer]);
    return await promise;
  } finally {
    clearTimeout(overdue);
    signal.removeEventListener('abort', giveUp);
    await thread.terminate();
  }
}
