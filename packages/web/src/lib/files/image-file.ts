import { DEFAULT_IMAGE_NAME } from '@packshot/contract/records/file-names';

const SAVE_CHUNK_SIZE = 800_000;

/** Picture to save: its bytes, or a PNG in base64. */
export interface ImageSaveParameters {
  readonly blobFile?: Blob;
  /** PNG in base64, without the data URL prefix. */
  readonly base64Image?: string;
  readonly file_name?: string;
  /** Number of base64 characters decoded at once, to limit the memory in use. */
  readonly chunkSize?: number;
}

/**
 * File with the picture and its name, in which the extension of a WebP becomes `.webp`.
 * @throws {DOMException} InvalidCharacterError for invalid base64
 */
export function imageFile({
  blobFile,
  base64Image = '',
  file_name = DEFAULT_IMAGE_NAME,
  chunkSize = SAVE_CHUNK_SIZE,
}: ImageSaveParameters): File {
  const bytes = blobFile ?? new Blob(decodedChunks(base64Image, chunkSize), { type: 'image/png' });
  const name = bytes.type === 'image/webp' ? file_name.replace(/\.\w+$/, '.webp') : file_name;
  return new File([bytes], name, { type: bytes.type });
}

/** Decodes base64 in chunks. Four characters encode three bytes, so chunks end between groups of four. */
function decodedChunks(base64: string, chunkSize: number): Uint8Array<ArrayBuffer>[] {
  const step = Math.max(4, chunkSize - (chunkSize % 4));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < base64.length; at += step) {
    chunks.push(Uint8Array.from(atob(base64.slice(at, at + step)), (char) => char.charCodeAt(0)));
  }
  return chunks;
}
