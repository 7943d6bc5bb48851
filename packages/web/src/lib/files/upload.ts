import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { t } from '@packshot/contract/text/translation';
import type { UploadTarget } from '@packshot/contract/tools/upload';
import { call } from '../api/api-client.ts';
import { ApiError, errorFromAnswer, inPageLanguage } from '../api/api-error.ts';
import { createTraceparent } from '../api/trace.ts';
import { keepBytes } from './chosen-file.ts';
import { imageFile } from './image-file.ts';

/** Range of status codes, both included, that mean that the file is stored. */
const UPLOAD_SUCCESS_STATUS_MIN = 200;
const UPLOAD_SUCCESS_STATUS_MAX = 205;
const UPLOAD_NAME_MIN = 1e11;
const UPLOAD_NAME_MAX = 1e12;

/** Time in ms without any transfer after which a connection counts as lost, even if the browser hasn't noticed. */
const STALL_LIMIT_MS = 60_000;
const FORBIDDEN = 403;
const CONTENT_TOO_LARGE = 413;

export interface UploadOptions {
  readonly signal?: AbortSignal;
  /** Called with the share of the bytes that are sent, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/** Label for the upload: a random 12-digit number and '.png'. The server generates the storage key. */
export function randomObjectName(random: () => number = Math.random): string {
  return `${Math.floor(UPLOAD_NAME_MIN + random() * (UPLOAD_NAME_MAX - UPLOAD_NAME_MIN))}.png`;
}

/**
 * Uploads a picture and returns its storage key. If the policy of the upload target has expired, requests another
 * target once.
 * @throws {ApiError} code 'NETWORK' for an interrupted upload; 'FILE_CHANGED' for a file that changed on disk; the
 * server's message for a refusal. DOMException 'AbortError' when the signal fires
 */
export async function uploadImage(picture: Blob, options: UploadOptions = {}): Promise<string> {
  const { signal } = options;
  const file = await bytesToSend(picture);
  for (let isSecondTry = false; ; isSecondTry = true) {
    signal?.throwIfAborted();
    const query = { object_name: randomObjectName() };
    const target = await call('createUploadTarget', { query, ...(signal ? { signal } : {}) });
    try {
      await postToTarget(target, file, options);
      return target.key;
    } catch (error) {
      const isExpired = error instanceof ApiError && error.code === 'UPLOAD_EXPIRED';
      if (!isExpired || isSecondTry) throw error;
    }
  }
}

/** Reads a file before sending it, because a failed read would look like a lost connection. */
async function bytesToSend(picture: Blob): Promise<Blob> {
  if (!(picture instanceof File)) return picture;
  try {
    return await keepBytes(picture);
  } catch (cause) {
    throw new ApiError('FILE_CHANGED', 0, OWN_MESSAGES.fileChanged, { cause });
  }
}

/**
 * Posts every field and then the file as multipart form, with XMLHttpRequest, because fetch reports no upload
 * progress.
 * @throws as `uploadImage`
 */
export function postToTarget(target: UploadTarget, file: Blob, options: UploadOptions = {}): Promise<void> {
  const { signal, onProgress } = options;
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  form.append('file', imageFile({ blobFile: file, ...(file instanceof File && { file_name: file.name }) }));

  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const listeners = new AbortController();
    let stallTimer: ReturnType<typeof setTimeout>;
    const settle = (act: () => void) => {
      clearTimeout(stallTimer);
      listeners.abort();
      act();
    };
    const stop = (error: Error) => {
      settle(() => reject(error));
      xhr.abort();
    };
    let hasSent = false;
    const interruptedError = () => new ApiError('NETWORK', 0, OWN_MESSAGES.uploadInterrupted);
    // A browser doesn't tell why a request to another origin failed; if nothing was sent, it was probably not allowed.
    const requestError = () => {
      const origin = originElsewhere(target.url);
      return hasSent || origin === null ? interruptedError() : blockedError(origin);
    };
    const watch = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(() => stop(interruptedError()), STALL_LIMIT_MS);
    };

    xhr.upload.addEventListener('progress', (event) => {
      watch();
      hasSent ||= event.loaded > 0;
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    });
    xhr.addEventListener('load', () => {
      if (isStored(xhr.status)) settle(resolve);
      else settle(() => void inPageLanguage(refusal(xhr.status, xhr.responseText)).then(reject));
    });
    xhr.addEventListener('error', () => settle(() => reject(requestError())));
    globalThis.addEventListener?.('offline', () => stop(interruptedError()), { signal: listeners.signal });
    signal?.addEventListener('abort', () => stop(signal.reason as Error), { signal: listeners.signal });

    watch();
    xhr.open('POST', target.url);
    // Omitted for a bucket on another origin, where this header would require a preflight request.
    const traceparent = isOurs(target.url) ? createTraceparent(signal) : null;
    if (traceparent !== null) xhr.setRequestHeader('traceparent', traceparent);
    xhr.send(form);
  });
}

const isOurs = (url: string): boolean => {
  const here = globalThis.location?.origin;
  return here !== undefined && URL.parse(url, here)?.origin === here;
};

/** Origin of an absolute URL of another site; null for our own site. */
const originElsewhere = (url: string): string | null =>
  isOurs(url) ? null : (URL.parse(url)?.origin ?? null);

const blockedError = (origin: string): ApiError =>
  new ApiError(
    'NETWORK',
    0,
    t('Your photo couldn’t be sent to {origin}. If that is this studio’s address, open it there.', {
      origin,
    }),
  );

const isStored = (status: number): boolean =>
  status >= UPLOAD_SUCCESS_STATUS_MIN && status <= UPLOAD_SUCCESS_STATUS_MAX;

/** Error for a refused upload. S3 reports an expired policy in an XML message, our own store by an error code. */
function refusal(status: number, bodyText: string): ApiError {
  const error = errorFromAnswer(status, bodyText, MESSAGES.removeBackgroundFailed);
  if (status === FORBIDDEN && error.code === 'BAD_ANSWER' && /expired/i.test(bodyText)) {
    return new ApiError('UPLOAD_EXPIRED', status, OWN_MESSAGES.uploadExpired);
  }
  // Our own answer has a code, so this one is from a proxy with a smaller limit.
  if (status === CONTENT_TOO_LARGE && error.code === 'BAD_ANSWER')
    return new ApiError('UPLOAD_FAILED', status, OWN_MESSAGES.uploadTooLargeForProxy);
  return error.code === 'BAD_ANSWER' ? new ApiError('UPLOAD_FAILED', status, error.message) : error;
}
