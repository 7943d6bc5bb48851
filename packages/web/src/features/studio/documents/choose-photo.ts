/** Chooses one photo among picked, dropped or pasted files, and reads its type and size. */
import { fileNotSupported, onlyFirstPhotoUsed } from '@packshot/contract/messages';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { hasSupportedExtension } from '@packshot/contract/validation';
import { probeImageHeader } from '@packshot/image-engine/pixels';
import { keepBytes } from '../../../lib/files/chosen-file.ts';

export interface FileChoice<SomeFile> {
  readonly file: SomeFile | null;
  readonly warnings: readonly string[];
}

/** First file with a supported extension, with warnings that name the other files. */
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
  /** Size after rotation by the orientation tag, or null if the first bytes don't contain it. */
  readonly widthPx: number | null;
  readonly heightPx: number | null;
}

export interface ReadPhoto extends PhotoFacts {
  readonly file: File;
}

/**
 * Reads a photo into memory once and inspects it.
 * @throws ImageRefusal for an unsupported photo; ChangedFileError
 */
export async function readPhoto(selectedFile: File): Promise<ReadPhoto> {
  // Rejects larger files by their size alone, without loading them into memory.
  const file = selectedFile.size > UPLOAD_MAX_BYTES ? selectedFile : await keepBytes(selectedFile);
  return { file, ...(await inspectPhoto(file)) };
}

/** Bytes to read from a photo; metadata before a JPEG's size (thumbnails, profiles, depth maps) is rarely longer. */
const HEAD_BYTES = 1024 * 1024;

/**
 * Detects a photo's type from its first bytes, by the same rules as the engine; the server checks the photo again.
 * @throws ImageRefusal for an unsupported photo, before any upload
 */
export async function inspectPhoto(photo: Blob): Promise<PhotoFacts> {
  const head = new Uint8Array(await photo.slice(0, HEAD_BYTES).arrayBuffer());
  const { format, widthPx, heightPx, isTurned } = probeImageHeader(head, photo.size);
  const mimeType = `image/${format}`;
  if (widthPx === 0) return { mimeType, widthPx: null, heightPx: null };
  return isTurned ? { mimeType, widthPx: heightPx, heightPx: widthPx } : { mimeType, widthPx, heightPx };
}
