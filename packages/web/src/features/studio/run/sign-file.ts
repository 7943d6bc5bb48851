/** Has the server add Content Credentials to a file that this browser has written. */
import { AVIF_DEFAULT_QUALITY } from '@packshot/contract/tools/export';
import type { DrawnFrom, StatedMetadata } from '@packshot/contract/tools/export';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { isSigned } from '@packshot/image-engine/pixels';
import { ApiError } from '../../../lib/api/api-error.ts';
import { readPictureFile } from '../documents/bitmap.ts';
import { completeResult } from '../documents/show-result.ts';
import type { StudioServices } from '../state/services.ts';
import type { DrawnHere } from './drawn-from.ts';

type SigningServices = Pick<StudioServices, 'upload' | 'startTask' | 'fetchBlob' | 'newId'>;

export interface ExportToSign {
  readonly file: Blob;
  /** Server's pictures that the file shows; null if it shows none, so that it can't be signed. */
  readonly drawn: DrawnHere | null;
  /** Storage key of an identical file on the server, if there is one. */
  readonly storedKey?: string | null;
  readonly metadata: StatedMetadata;
  /** Longest wait for signing in milliseconds; after it, the user gets the unsigned file. */
  readonly patienceMs?: number;
}

export interface SignedFile {
  readonly file: Blob;
  /** True if the file should have been signed but signing failed. */
  readonly isMissed: boolean;
  /** Set if the server signs the file only after payment. */
  readonly needsPayment?: boolean;
}

/** Usual wait for signing, for a user who waits for the file. */
const PATIENCE_MS = 20_000;

/** Thrown if a file doesn't match the server's pictures in it, because the browser drew it wrongly. */
export class WronglyDrawnError extends Error {}

/**
 * Signs a finished file; returns it unsigned if the server can't sign it now.
 * @throws WronglyDrawnError
 */
export async function signFile(services: SigningServices, fileToSign: ExportToSign): Promise<SignedFile> {
  const { file, drawn } = fileToSign;
  try {
    if (drawn === null || isSigned(new Uint8Array(await file.arrayBuffer())))
      return { file, isMissed: false };
    return { file: await signedByServer(services, fileToSign, drawn), isMissed: false };
  } catch (error) {
    if (isUnrecognized(error)) throw new WronglyDrawnError(OWN_MESSAGES.wronglyDrawn, { cause: error });
    console.warn('A file was not given Content Credentials.', error);
    const needsPayment = error instanceof ApiError && error.code === 'DOWNLOAD_NEEDED';
    return { file, isMissed: true, ...(needsPayment && { needsPayment }) };
  }
}

/**
 * Signs a file, then charges for it, so that a wrongly drawn file costs nothing.
 * @param pay charges the download, once
 * @throws WronglyDrawnError, before the charge unless the server signs only after payment; as `pay`
 */
export async function signAndPay(
  services: SigningServices,
  fileToSign: ExportToSign,
  pay: () => Promise<void>,
): Promise<SignedFile> {
  const signed = await signBeforePayment(services, fileToSign);
  await pay();
  return signAfterPayment(services, fileToSign, signed);
}

/** Signs several files and then charges for them together, like `signAndPay` for one file. */
export async function signAllAndPay(
  services: SigningServices,
  filesToSign: readonly ExportToSign[],
  pay: () => Promise<void>,
): Promise<readonly SignedFile[]> {
  const filesBefore: { readonly fileToSign: ExportToSign; readonly signed: SignedFile | null }[] = [];
  for (const fileToSign of filesToSign)
    filesBefore.push({ fileToSign, signed: await signBeforePayment(services, fileToSign) });
  await pay();
  const signedFiles: SignedFile[] = [];
  for (const { fileToSign, signed } of filesBefore)
    signedFiles.push(await signAfterPayment(services, fileToSign, signed));
  return signedFiles;
}

/** Returns null for a file that the server stores: it signs its own pictures unseen, but only after payment. */
const signBeforePayment = async (
  services: SigningServices,
  fileToSign: ExportToSign,
): Promise<SignedFile | null> => (fileToSign.storedKey ? null : signFile(services, fileToSign));

const signAfterPayment = async (
  services: SigningServices,
  fileToSign: ExportToSign,
  signed: SignedFile | null,
): Promise<SignedFile> =>
  signed === null || signed.needsPayment === true ? signFile(services, fileToSign) : signed;

const isUnrecognized = (error: unknown): boolean =>
  (error instanceof ApiError || error instanceof SigningRefusal) && error.code === 'FILE_NOT_RECOGNIZED';

/** Thrown if the server's signing task ended without a file. */
class SigningRefusal extends Error {
  readonly code: string | null;
  constructor(error: { readonly code: string; readonly message: string } | undefined) {
    super(error?.message ?? 'The server signed nothing.');
    this.code = error?.code ?? null;
  }
}

async function signedByServer(
  services: SigningServices,
  { file, storedKey, metadata, patienceMs = PATIENCE_MS }: ExportToSign,
  drawing: DrawnHere,
): Promise<Blob> {
  const signal = AbortSignal.timeout(patienceMs);
  const [imageKey, drawnFields] = await Promise.all([
    storedKey ?? services.upload(file, { signal, onProgress: () => undefined }),
    drawnAs(services, drawing, signal),
  ]);
  const [task] = await services.startTask(
    {
      tool: 'export',
      input: { imageKey, quality: AVIF_DEFAULT_QUALITY, metadata, format: 'as-sent', ...drawnFields },
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

/** Describes a drawing for the server; uploads pictures that the server doesn't have. */
export async function drawnAs(
  services: Pick<StudioServices, 'upload'>,
  { pictures, ground }: DrawnHere,
  signal: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
): Promise<{ readonly drawnFrom: DrawnFrom }> {
  const drawnPictures = await Promise.all(
    pictures.map(async ({ source, matrix }) => {
      if (typeof source === 'string') return { key: source, matrix };
      const key = await services.upload(await readPictureFile(source), {
        signal,
        onProgress: () => undefined,
      });
      return { key, matrix };
    }),
  );
  return { drawnFrom: { pictures: drawnPictures, ...(ground !== undefined && { ground }) } };
}
