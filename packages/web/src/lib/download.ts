import { MESSAGES } from '@packshot/contract/messages';
import { downloadFileName } from '@packshot/contract/validation';

/** Names and addresses of the specification. */
export const DEFAULT_DOWNLOAD_NAME = 'AI Image.png';
const OTHER_FORMATS: readonly string[] = ['image/jpeg', 'image/webp'];
const DATA_URL_PREFIX = 'data:image/png;base64,';
/** Some browsers read the blob's address only after the click has returned. */
const REVOKE_AFTER_MS = 60_000;

/**
 * Saves a picture to the visitor's disk.
 * @param url a base64 PNG data URL, a blob URL or an ordinary address
 * @throws {Error} 'Missing file URL.' or 'Download failed'
 */
export async function downloadFile(
  url: string | null | undefined,
  fileName: string = DEFAULT_DOWNLOAD_NAME,
): Promise<void> {
  if (!url) throw new Error(MESSAGES.missingFileUrl);
  saveBlob(await asNamed(await fetchBlob(url)), downloadFileName(fileName));
}

/** A download is called a PNG: of a picture in another format it is made one. */
async function asNamed(blob: Blob): Promise<Blob> {
  if (!OTHER_FORMATS.includes(blob.type)) return blob;
  try {
    const { asPng } = await import('./renditions.ts');
    return await asPng(blob);
  } catch (cause) {
    throw new Error(MESSAGES.downloadFailed, { cause });
  }
}

async function fetchBlob(url: string): Promise<Blob> {
  try {
    if (url.startsWith('data:')) return pngFromDataUrl(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(MESSAGES.networkNotOk);
    return await response.blob();
  } catch (cause) {
    throw new Error(MESSAGES.downloadFailed, { cause });
  }
}

/** Decoded by hand: a strict content policy lets fetch reach no data: URL. */
function pngFromDataUrl(url: string): Blob {
  if (!url.startsWith(DATA_URL_PREFIX)) throw new Error(MESSAGES.blobFetchFailed);
  const binary = atob(url.slice(DATA_URL_PREFIX.length));
  return new Blob([Uint8Array.from(binary, (char) => char.charCodeAt(0))], { type: 'image/png' });
}

/** Saves bytes that are already here, under a name. */
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
