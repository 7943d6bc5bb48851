/** Reads chosen files once and keeps their bytes, because other programs may change or delete them on disk. */
import { OWN_MESSAGES } from '@packshot/contract/messages';

/** Thrown if the file on disk is no longer the chosen one. `message` is user-facing. */
export class ChangedFileError extends Error {
  constructor(cause: unknown) {
    super(OWN_MESSAGES.fileChanged, { cause });
    this.name = 'ChangedFileError';
  }
}

/**
 * File with its bytes in memory, so that it stays readable whatever happens on disk.
 * @throws ChangedFileError
 */
export async function keepBytes(file: File): Promise<File> {
  const { name, type, lastModified } = file;
  try {
    return new File([await file.arrayBuffer()], name, { type, lastModified });
  } catch (cause) {
    throw new ChangedFileError(cause);
  }
}
