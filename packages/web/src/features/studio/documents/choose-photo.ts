/** Which of the files that were picked, dropped or pasted becomes the photo, and what is known of it at once. */
import { fileNotSupported, onlyFirstPhotoUsed } from '@packshot/contract/messages';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { hasSupportedExtension } from '@packshot/contract/validation';
import { probeImageHeader } from '@packshot/image-engine/pixels';
import { keepBytes } from '../../../lib/files/chosen-file.ts';

export interface FileChoice<SomeFile> {
  readonly file: SomeFile | null;
  /** Sentences for warning toasts. */
  readonly warnings: readonly string[];
}

/** The first file whose extension the product takes; the others are named in warnings. */
export function chooseFile<SomeFile extends { readonly name: string }>(
  files: readonly SomeFile[],
): FileChoice<SomeFile> {
  const supported = files.filter((file) => hasSupportedExtension(file.name));
  const warnings = files
    .filter((file) => !hasSupportedExtension(file.name))
    .map((file) => fileNotSupported(file.name));
  const [first] = supported;
  if (!first) return { file: null, warnings };
  return {
    file: first,
    warnings: supported.length > 1 ? [...warnings, onlyFirstPhotoUsed(first.name)] : warnings,
  };
}

export interface PhotoFacts {
  readonly mimeType: string;
  /** Upright size; null when the first bytes did not tell. */
  readonly widthPx: number | null;
  readonly heightPx: number | null;
}

export interface ReadPhoto extends PhotoFacts {
  /** The photo with its bytes in memory. */
  readonly file: File;
}

/**
 * Reads a photo once and for all, and what it is.
 * @throws ImageRefusal for what the product does not take; ChangedFileError
 */
export async function readPhoto(chosen: File): Promise<ReadPhoto> {
  // Larger files are refused by their size, before they fill the memory.
  const file = chosen.size > UPLOAD_MAX_BYTES ? chosen : await keepBytes(chosen);
  return { file, ...(await inspectPhoto(file)) };
}

/** A JPEG's metadata (thumbnails, color profiles, depth maps) in front of its size is rarely longer. */
const HEAD_BYTES = 1024 * 1024;

/**
 * Reads what a photo is from its first bytes, with the engine's own rules: the server decides again, by the same.
 * @throws ImageRefusal for what the product does not take, before a byte is sent
 */
export async function inspectPhoto(photo: Blob): Promise<PhotoFacts> {
  const head = new Uint8Array(await photo.slice(0, HEAD_BYTES).arrayBuffer());
  const { format, widthPx, heightPx, isTurned } = probeImageHeader(head, photo.size);
  const mimeType = `image/${format}`;
  if (widthPx === 0) return { mimeType, widthPx: null, heightPx: null };
  return isTurned ? { mimeType, widthPx: heightPx, heightPx: widthPx } : { mimeType, widthPx, heightPx };
}
