/** Has the server add Content Credentials to a file that this browser has written. */
import { AVIF_DEFAULT_QUALITY } from '@packshot/contract/tools/export';
import type { DrawnFrom, StatedMetadata } from '@packshot/contract/tools/export';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { isSigned } from '@packshot/image-engine/pixels';
import { ApiError } from '../../../lib/api/api-error.ts';
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
  /** The server signs it once it is paid for. */
  readonly needsPayment?: boolean;
}

/** People wait for their file: after this they have it as it is. */
const PATIENCE_MS = 20_000;

/** The server compared the file with what it is made of, and found another picture: the browser drew it wrongly. */
export class WronglyDrawnError extends Error {}

/**
 * The file is there already: when the server can't sign it now, it is had as it is.
 * @throws WronglyDrawnError
 */
export async function signFile(services: SigningServices, asked: FileToSign): Promise<SignedFile> {
  const { file, drawn } = asked;
  try {
    if (drawn === null || isSigned(new Uint8Array(await file.arrayBuffer())))
      return { file, isMissed: false };
    return { file: await signedByServer(services, asked, drawn), isMissed: false };
  } catch (error) {
    if (isUnrecognized(error)) throw new WronglyDrawnError(OWN_MESSAGES.wronglyDrawn, { cause: error });
    console.warn('A file was not given Content Credentials.', error);
    const needsPayment = error instanceof ApiError && error.code === 'DOWNLOAD_NEEDED';
    return { file, isMissed: true, ...(needsPayment && { needsPayment }) };
  }
}

/**
 * Signs a file, then pays for it: nothing is spent on one that was drawn wrongly.
 * @param pay debits the download, once
 * @throws WronglyDrawnError before anything is paid; as `pay`
 */
export async function signAndPay(
  services: SigningServices,
  asked: FileToSign,
  pay: () => Promise<void>,
): Promise<SignedFile> {
  // Pictures of its own the server knows, and signs once they are paid for.
  if (asked.storedKey) {
    await pay();
    return signFile(services, asked);
  }
  const signed = await signFile(services, asked);
  await pay();
  return signed.needsPayment === true ? signFile(services, asked) : signed;
}

const isUnrecognized = (error: unknown): boolean =>
  (error instanceof ApiError || error instanceof SigningRefusal) && error.code === 'FILE_NOT_RECOGNIZED';

/** The server's task ended without a file. */
class SigningRefusal extends Error {
  readonly code: string | null;
  constructor(error: { readonly code: string; readonly message: string } | undefined) {
    super(error?.message ?? 'The server signed nothing.');
    this.code = error?.code ?? null;
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
  if (!complete) throw new SigningRefusal(task?.error);
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
