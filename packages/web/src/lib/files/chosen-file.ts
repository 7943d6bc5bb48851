/** Files that a user chose stay on disk, where other programs write and delete them: their bytes are read once and kept. */
import { OWN_MESSAGES } from '@packshot/contract/messages';

/** The file on disk is no longer the one that was chosen. `message` is a sentence for the user. */
export class ChangedFileError extends Error {
  constructor(cause: unknown) {
    super(OWN_MESSAGES.fileChanged, { cause });
    this.name = 'ChangedFileError';
  }
}

/**
 * The file with its bytes in memory: whatever happens on disk, it can be read again.
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
