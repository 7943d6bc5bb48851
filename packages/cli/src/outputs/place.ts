/** Destination of a recipe's files: a folder, or a prefix in a bucket. */
import { lstat, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { getDeliveredType } from '@packshot/contract';
import type { S3Bucket } from '../buckets/bucket.ts';
import { getFileId } from '../photos/file-id.ts';
import { FileFault } from '../run/outcome.ts';
import { writeWhole } from './write.ts';

export interface OutputPlace {
  /**
   * Reads the file with this name; null if it doesn't exist.
   * @throws FileFault if the name belongs to something other than a file, the file is unreadable, or it is one of the
   * inputs
   */
  read(name: string): Promise<Uint8Array | null>;
  /**
   * Writes a file atomically, replacing an existing file with this name.
   * @throws FileFault if the file can't be written
   */
  write(name: string, bytes: Uint8Array): Promise<void>;
  displayPath(name: string): string;
}

/**
 * @param folder absolute path of the output folder
 * @param inputIds IDs of the input files, which mustn't be overwritten
 */
export const folderPlace = (folder: string, inputIds: ReadonlySet<string>): OutputPlace => {
  const displayPath = (name: string): string => relative('.', join(folder, name));
  const assertNotGiven = (name: string): void => {
    const id = getFileId(join(folder, name));
    if (id !== null && inputIds.has(id))
      throw new FileFault(
        `Its result would be written over ${displayPath(name)}: what was given stays as it is.`,
      );
  };
  return {
    async read(name) {
      const path = join(folder, name);
      assertNotGiven(name);
      const there = await lstat(path).catch(() => null);
      if (there === null) return null;
      if (!there.isFile()) throw new FileFault(`${displayPath(name)} is there, and is no file.`);
      return readFile(path).catch((error: unknown) => {
        throw new FileFault(`${displayPath(name)} is there, and cannot be read.`, { cause: error });
      });
    },
    async write(name, bytes) {
      assertNotGiven(name);
      await writeWhole(join(folder, name), bytes, true);
    },
    displayPath: displayPath,
  };
};

/** Size limit for reading an existing output file from a bucket, in bytes. */
const FILE_MAX_BYTES = 200_000_000;

export const bucketPlace = (bucket: S3Bucket): OutputPlace => ({
  read: (name) => bucket.read(bucket.prefix + name, FILE_MAX_BYTES),
  write: (name, bytes) => bucket.write(bucket.prefix + name, bytes, getDeliveredType(name)),
  displayPath: (name) => bucket.name + name,
});
