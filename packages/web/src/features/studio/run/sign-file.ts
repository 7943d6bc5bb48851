/** Has the server add Content Credentials to a file that this browser has written. */
import { AVIF_DEFAULT_QUALITY } from '@packshot/contract/tools/export';
import type { DrawnFrom, StatedMetadata } from '@packshot/contract/tools/export';
import { isSigned } from '@packshot/image-engine/pixels';
import { blobOf } from '../documents/bitmap.ts';
import { completeResult } from '../documents/show-result.ts';
import type { StudioServices } from '../state/services.ts';
import type { DrawnHere } from './drawn-from.ts';

type SigningServices = Pick<StudioServices, 'upload' | 'startTask' | 'fetchBlob' | 'newId'>;

export interface FileToSign {
  readonly file: Blob;
  /** Null: nothing of it is on the server, which so has nothing to say. */
  readonly drawn: DrawnHere | null;
  /** Where the server has these very pixels as such a file; absent: nowhere. */
  readonly storedKey?: string | null;
  readonly metadata: StatedMetadata;
}

export interface SignedFile {
  readonly file: Blob;
  /** It should have been signed, and is not. */
  readonly isMissed: boolean;
}

/** People wait for their file: after this they have it as it is. */
const PATIENCE_MS = 20_000;

/** The file is there already: whatever fails here, it is had as it is. */
export async function signFile(services: SigningServices, asked: FileToSign): Promise<SignedFile> {
  const { file, drawn } = asked;
  try {
    if (drawn === null || isSigned(new Uint8Array(await file.arrayBuffer())))
      return { file, isMissed: false };
    return { file: await signedByServer(services, asked, drawn), isMissed: false };
  } catch (error) {
    console.warn('A file is saved without Content Credentials.', error);
    return { file, isMissed: true };
  }
}

async function signedByServer(
  services: SigningServices,
  { file, storedKey, metadata }: FileToSign,
  drawn: DrawnHere,
): Promise<Blob> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const [imageKey, named] = await Promise.all([
    storedKey ?? services.upload(file, { signal, onProgress: () => undefined }),
    drawnAs(services, drawn, signal),
  ]);
  const [task] = await services.startTask(
    {
      tool: 'export',
      input: { imageKey, quality: AVIF_DEFAULT_QUALITY, metadata, format: 'as-sent', ...named },
    },
    {
      idempotencyKey: services.newId(),
      signal,
      onTaskIds: () => undefined,
      onTask: () => undefined,
    },
  );
  const complete = completeResult(task?.result);
  if (!complete) throw new Error(task?.error?.message ?? 'The server signed nothing.');
  const signed = await services.fetchBlob(complete.imageUrl);
  return signed.type === file.type ? signed : signed.slice(0, signed.size, file.type);
}

/** What was drawn, in the server's words: pictures that it has not got are uploaded. */
export async function drawnAs(
  services: Pick<StudioServices, 'upload'>,
  { pictures, ground }: DrawnHere,
  signal: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
): Promise<{ readonly drawnFrom: DrawnFrom }> {
  const named = await Promise.all(
    pictures.map(async ({ source, matrix }) => {
      if (typeof source === 'string') return { key: source, matrix };
      const key = await services.upload(await blobOf(source), { signal, onProgress: () => undefined });
      return { key, matrix };
    }),
  );
  return { drawnFrom: { pictures: named, ...(ground !== undefined && { ground }) } };
}
