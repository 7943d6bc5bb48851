import { detectImageFormat, ImageRefusal, probeImageHeader } from '@packshot/image-engine/pixels';
import { DomainError } from '../platform/domain-error.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';

export interface PictureHeader {
  /**
   * Width and height as stored in the file, before its orientation is applied. Both are 0 if the given bytes end
   * before the size.
   */
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Number of bytes read from the start of a file: usually enough for its headers, including color profile and EXIF
 * thumbnail.
 */
const HEAD_BYTES = 256 * 1024;

/**
 * Reads a stored file's first bytes, for `readPictureHeader`.
 * @throws DomainError EMPTY_FILE
 * @throws ObjectNotFoundError
 */
export async function readHead(objects: ObjectStore, key: string, sizeBytes: number): Promise<Uint8Array> {
  if (sizeBytes === 0) throw new DomainError('EMPTY_FILE');
  return objects.readRange(key, 0, Math.min(sizeBytes, HEAD_BYTES) - 1);
}

/** Reads the header and media type of a whole file. Throws DomainError with the code of an image refusal. */
export function readPictureFacts(bytes: Uint8Array): PictureHeader & { readonly mediaType: string } {
  if (bytes.byteLength === 0) throw new DomainError('EMPTY_FILE');
  const { widthPx, heightPx } = readPictureHeader(bytes, bytes.byteLength);
  return { widthPx, heightPx, mediaType: `image/${detectImageFormat(bytes) ?? 'png'}` };
}

/**
 * Reads a picture's header without decoding the picture. Uses only the file's bytes, never the content type that the
 * client sent.
 * @param maxBytes defaults to the limit of uploads; `MADE_PICTURE_MAX_BYTES` for pictures that the server made
 * @throws DomainError with the code of an image refusal
 */
export function readPictureHeader(
  head: Uint8Array,
  totalSizeBytes: number,
  maxBytes?: number,
): PictureHeader {
  try {
    return probeImageHeader(head, totalSizeBytes, maxBytes);
  } catch (error) {
    if (error instanceof ImageRefusal) throw new DomainError(error.code, { cause: error });
    throw error;
  }
}
