import { MESSAGES } from '@packshot/contract/messages';
import { DEFAULT_DOWNLOAD_NAME } from '@packshot/contract/records/file-names';
import { downloadFileName } from '@packshot/contract/validation';
import { imageFile } from './image-file.ts';
import { CanvasLimitError } from '../canvas/canvas-errors.ts';
import { isReadBackTrue } from '../canvas/trust.ts';
import { asPng, isJpegOrWebp } from './renditions.ts';

const BLOB_URL_PREFIX = 'blob:';
const DATA_URL_PREFIX = 'data:image/png;base64,';
/** Time in ms until the blob is freed: some browsers read it only after the click handler has returned. */
const REVOKE_AFTER_MS = 60_000;

/**
 * Saves a picture to the user's disk.
 * @param url a base64 PNG data URL, a blob URL or an ordinary address
 * @throws {Error} 'Missing file URL.' or 'Download failed'
 */
export async function downloadFile(
  url: string | null | undefined,
  fileName: string = DEFAULT_DOWNLOAD_NAME,
): Promise<void> {
  if (!url) throw new Error(MESSAGES.missingFileUrl);
  const blob = await fetchBlob(url);
  const png = await convertToPng(blob);
  if (png) saveBlob(png, downloadFileName(fileName));
  else saveBlob(blob, withOwnExtension(downloadFileName(fileName), blob.type));
}

/** Converts a picture to PNG, because downloads are named .png; null if the browser's canvas can't. */
async function convertToPng(blob: Blob): Promise<Blob | null> {
  try {
    if ((await isJpegOrWebp(blob)) && !(await isReadBackTrue())) return null;
    const png = await asPng(blob);
    if (png === blob) return png;
    const { copyMetadata: withWordsOf } = await import('./keep-words.ts');
    return await withWordsOf(blob, png);
  } catch (cause) {
    if (cause instanceof CanvasLimitError) return null;
    throw new Error(MESSAGES.downloadFailed, { cause });
  }
}

const withOwnExtension = (name: string, mimeType: string): string =>
  name.replace(/\.png$/, mimeType === 'image/webp' ? '.webp' : '.jpg');

/**
 * Loads the bytes behind a data, blob or ordinary URL.
 * @param onBytes receives the bytes loaded from an ordinary URL, and the total (null if the server doesn't send it)
 * @throws {Error} 'Download failed', caused by 'Network response was not ok', 'Unable to fetch the blob', or fetch's
 * own error
 */
export async function fetchBlob(
  url: string,
  onBytes?: (receivedBytes: number, totalBytes: number | null) => void,
): Promise<Blob> {
  try {
    if (url.startsWith('data:')) return pngFromDataUrl(url);
    if (url.startsWith(BLOB_URL_PREFIX)) return await blobInBrowser(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(MESSAGES.networkNotOk);
    return await (onBytes && response.body ? countBytes(response, response.body, onBytes) : response.blob());
  } catch (cause) {
    throw new Error(MESSAGES.downloadFailed, { cause });
  }
}

async function countBytes(
  { headers }: Response,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: (receivedBytes: number, totalBytes: number | null) => void,
): Promise<Blob> {
  // Size of the file, if known. For a compressed response, `content-length` is the compressed size.
  const length = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let receivedBytes = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    receivedBytes += value.byteLength;
    onBytes(receivedBytes, length > 0 ? length : null);
  }
  return new Blob(parts, { type: headers.get('content-type') ?? '' });
}

/** Bytes behind a blob URL, which is valid until it is revoked, and only in the page that created it. */
async function blobInBrowser(url: string): Promise<Blob> {
  try {
    return await (await fetch(url)).blob();
  } catch (cause) {
    throw new Error(MESSAGES.blobFetchFailed, { cause });
  }
}

/** Decodes a data: URL manually, because a strict content security policy doesn't let fetch read it. */
function pngFromDataUrl(url: string): Blob {
  if (!url.startsWith(DATA_URL_PREFIX)) throw new Error(MESSAGES.blobFetchFailed);
  return imageFile({ base64Image: url.slice(DATA_URL_PREFIX.length) });
}

export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
