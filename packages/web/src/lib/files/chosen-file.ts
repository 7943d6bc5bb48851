/** Reads chosen files once into memory, because other programs may change or delete the files on disk. */
import { OWN_MESSAGES } from '@packshot/contract/messages';

/** Thrown if the file on disk isn't the one that the user chose anymore. `message` is user-facing. */
export class ChangedFileError extends Error {
  constructor(cause: unknown) {
    super(OWN_MESSAGES.fileChanged, { cause });
    this.name = 'ChangedFileError';
  }
}

/**
 * File whose bytes are in memory, so that it stays readable if the file on disk changes.
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
