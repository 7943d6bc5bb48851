import { createHash } from 'node:crypto';
import { RECORD_NAME_MAX_LENGTH, UPLOAD_MAX_BYTES } from '@packshot/contract';
import type { KeyCaller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { PublicFetchError } from '../../platform/public-fetch/public-fetch-error.ts';
import type { PublicFetch } from '../../platform/public-fetch/public-fetch-error.ts';
import type { StoredUpload, UploadService } from '../../uploads/service.ts';

/** A picture for a call: bytes in the request, a URL to be fetched, or the key of a stored picture. */
export type SentPicture =
  | { readonly bytes: Uint8Array; readonly fileName: string }
  | { readonly url: string }
  | { readonly key: string };

export interface PictureDependencies {
  readonly uploads: Pick<UploadService, 'store' | 'find' | 'discard'>;
  readonly publicFetch: PublicFetch;
}

/** Time limit for fetching a picture, enough for a photo of maximum size from a slow shop. */
const FETCH_TIMEOUT_MS = 20_000;
/**
 * Time limit for fetching all pictures of a call one after another, because the call occupies its place in memory
 * meanwhile. A scene has up to seven pictures.
 */
const FETCH_ALL_TIMEOUT_MS = 40_000;
const MAX_REDIRECTS = 3;

/** Text that identifies a picture: equal for equal pictures in different calls. */
export function getIdentity(picture: SentPicture): string {
  if ('bytes' in picture) return `sha256:${createHash('sha256').update(picture.bytes).digest('hex')}`;
  return 'url' in picture ? `url:${picture.url}` : `key:${picture.key}`;
}

/**
 * Name of the picture for display, in any script; empty without one. Removes characters that file systems refuse or
 * that are invisible.
 */
export function getDisplayName(picture: SentPicture | undefined): string {
  if (picture === undefined || 'key' in picture) return '';
  const name =
    'bytes' in picture
      ? picture.fileName
      : decodePart(URL.parse(picture.url)?.pathname.split('/').at(-1) ?? '');
  return name
    .normalize('NFC')
    .replaceAll(/[\p{C}/\\:*?"<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, RECORD_NAME_MAX_LENGTH)
    .replaceAll(/\p{Cs}/gu, '');
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Time that a call has left for fetching its pictures, in milliseconds. Fetching decreases it. */
export interface FetchTime {
  leftMs: number;
}

export const createFetchTime = (): FetchTime => ({ leftMs: FETCH_ALL_TIMEOUT_MS });

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Called before a picture is fetched into memory; throws DomainError SERVERS_BUSY if too many are in memory already.
   */
  readonly takePlace?: (() => void) | undefined;
  /** Shared by all pictures of the call. Without it, only the time limit of each picture applies. */
  readonly fetchTime?: FetchTime | undefined;
}

/**
 * Stores a picture of a call. Throws DomainError URL_REFUSED, URL_UNREACHABLE, TOO_LARGE_BYTES, STORAGE_QUOTA, or the
 * refusal of a file.
 */
export async function storePicture(
  deps: PictureDependencies,
  caller: KeyCaller,
  picture: Exclude<SentPicture, { key: string }>,
  options: FetchOptions,
): Promise<StoredUpload> {
  const bytes = await readBytes(deps, picture, options);
  return deps.uploads.store(caller, bytes, getDisplayName(picture) || 'picture');
}

async function readBytes(
  { publicFetch }: PictureDependencies,
  picture: Exclude<SentPicture, { key: string }>,
  { signal, takePlace, fetchTime = createFetchTime() }: FetchOptions,
): Promise<Uint8Array> {
  if ('bytes' in picture) return picture.bytes;
  takePlace?.();
  const startedMs = performance.now();
  try {
    const timeoutMs = Math.max(0, Math.min(FETCH_TIMEOUT_MS, fetchTime.leftMs));
    return await fetchPicture(publicFetch, picture.url, signal, timeoutMs);
  } finally {
    fetchTime.leftMs -= performance.now() - startedMs;
  }
}

export interface StoredImage extends StoredUpload {
  /** True if the same picture was stored before with this idempotency key; none was stored now. */
  readonly isReplay: boolean;
}

/**
 * Stores a picture for further calls. Repeating the call with the same idempotency key returns the same object. Throws
 * IDEMPOTENCY_CONFLICT for the same key with another picture, besides the errors of storing.
 */
export async function storeImage(
  deps: PictureDependencies,
  caller: KeyCaller,
  { picture, idempotencyKey, ...options }: ImageOrder,
): Promise<StoredImage> {
  if (idempotencyKey === undefined)
    return { ...(await storePicture(deps, caller, picture, options)), isReplay: false };
  const id = computeDigest(`${caller.key.id}:${idempotencyKey}`);
  const identity = computeDigest(getIdentity(picture));
  const findEarlier = async (): Promise<StoredImage | null> => {
    const earlier = await deps.uploads.find(caller, id);
    if (earlier !== null && earlier.label !== identity) throw new DomainError('IDEMPOTENCY_CONFLICT');
    return earlier && { ...earlier, isReplay: true };
  };
  const earlier = await findEarlier();
  if (earlier !== null) return earlier;
  const bytes = await readBytes(deps, picture, options);
  try {
    return { ...(await deps.uploads.store(caller, bytes, identity, id)), isReplay: false };
  } catch (error) {
    // On an error, looks for the object of an identical concurrent call, which may have been faster.
    const quicker = error instanceof DomainError ? null : await findEarlier();
    if (quicker === null) throw error;
    return quicker;
  }
}

export interface ImageOrder extends FetchOptions {
  readonly picture: Exclude<SentPicture, { key: string }>;
  readonly idempotencyKey?: string | undefined;
}

const computeDigest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Fetches a picture through the guard that refuses private addresses. Throws DomainError URL_REFUSED, URL_UNREACHABLE,
 * TOO_LARGE_BYTES.
 */
export async function fetchPicture(
  publicFetch: PublicFetch,
  url: string,
  signal?: AbortSignal,
  timeoutMs = FETCH_TIMEOUT_MS,
): Promise<Uint8Array> {
  try {
    const { status, bytes } = await publicFetch({
      url,
      headers: { accept: 'image/*' },
      maxBytes: UPLOAD_MAX_BYTES,
      timeoutMs,
      maxRedirects: MAX_REDIRECTS,
      signal,
    });
    if (status !== 200)
      throw new DomainError('URL_UNREACHABLE', { detail: { reason: `It answered ${status}.` } });
    return bytes;
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error;
    if (error.fault === 'too-large') throw new DomainError('TOO_LARGE_BYTES', { cause: error });
    const code = error.fault === 'refused' ? 'URL_REFUSED' : 'URL_UNREACHABLE';
    throw new DomainError(code, { detail: { reason: `${error.message}.` }, cause: error });
  }
}
