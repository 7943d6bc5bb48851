import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StorageFullError, StorageUnavailableError } from './object-store.ts';

/** Age from which a temporary file counts as left by a dead process. */
const STALE_TEMPORARY_MS = 24 * 60 * 60 * 1000;

/**
 * Size of the chunks in which files are read. Reading a chunk takes a round trip to Node's thread pool; a picture of
 * 12 megapixels takes a dozen.
 */
const CHUNK_BYTES = 256 * 1024;

interface DiskFile {
  path: string;
}

export interface TemporaryFile extends DiskFile {
  sizeBytes: number;
  sha256: string;
}

/**
 * Writes all chunks to a new file in `folder` and syncs it to disk. Removes the file if a chunk, the disk or `onSize`
 * (called with the running total) fails.
 */
export async function writeTemporary(
  folder: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onSize?: (sizeBytes: number) => void,
): Promise<TemporaryFile> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const file = await open(path, 'wx', 0o600).catch(rethrowStorageFault);
  try {
    for await (const chunk of chunks) {
      sizeBytes += chunk.byteLength;
      onSize?.(sizeBytes);
      hash.update(chunk);
      await file.writeFile(chunk).catch(rethrowStorageFault);
    }
    await file.sync().catch(rethrowStorageFault);
    // Some network file systems only report a full disk on close.
    await file.close().catch(rethrowStorageFault);
  } catch (error) {
    await closeQuietly(file);
    await discardTemporary(path);
    throw error;
  }
  return { path, sizeBytes, sha256: hash.digest('hex') };
}

/** Writes bytes that are already in memory to a new file in `folder`, without hashing them. */
export async function writeWhole(folder: string, bytes: Uint8Array): Promise<DiskFile> {
  const path = join(folder, randomUUID());
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    await discardTemporary(path);
    return rethrowStorageFault(error);
  }
  return { path };
}

/** Removes a temporary file if it still exists. If that fails, a later start of the server removes it. */
export const discardTemporary = (path: string): Promise<void> =>
  rm(path, { force: true }).catch(() => undefined);

export const closeQuietly = (file: FileHandle): Promise<void> => file.close().catch(() => undefined);

/** Atomically replaces `target` with a temporary file. The change survives a power failure. */
export async function publishReplacing(temporary: DiskFile, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await rename(temporary.path, target);
  await syncFolder(dirname(target));
}

/**
 * Renames a temporary file unless a file with the target's name exists.
 * @returns false if it exists
 */
export async function publishExclusively(temporary: TemporaryFile, target: string): Promise<boolean> {
  try {
    await mkdir(dirname(target), { recursive: true });
    await linkOrClaim(temporary.path, target);
    await syncFolder(dirname(target));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Gives a file its final name with a hard link. On file systems without hard links (FAT, many network shares), first
 * claims the name with an empty file and then replaces it atomically. A process killed in between leaves an empty file,
 * not a partial one.
 */
async function linkOrClaim(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    return;
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error;
  }
  await closeQuietly(await open(to, 'wx', 0o600));
  try {
    await rename(from, to);
  } catch (error) {
    await discardTemporary(to);
    throw error;
  }
}

/**
 * Syncs a folder to disk, because a file's name is durable only after that. Windows can't sync folders and doesn't
 * need to.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await closeQuietly(handle);
  }
}

/**
 * Reads the bytes from `startByte` to `lastByte`, both included, and closes the file at the end or when the reader
 * stops. Yields exactly that many bytes or throws, so that a truncated file isn't mistaken for a shorter object.
 */
export async function readPart(
  file: FileHandle,
  startByte: number,
  lastByte: number,
  signal?: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  if (lastByte < startByte) {
    await closeQuietly(file);
    return exactly(0, []);
  }
  const chunks = file.createReadStream({
    start: startByte,
    end: lastByte,
    highWaterMark: CHUNK_BYTES,
    ...(signal && { signal }),
  });
  const reading = exactly(lastByte - startByte + 1, chunks);
  // A generator that was never started runs no cleanup, so a reader that stops before the first byte closes the file
  // here.
  const leave = () => chunks.destroy();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => reading.next(),
      return: () => (leave(), reading.return(undefined)),
      throw: (error: unknown) => (leave(), reading.throw(error)),
    }),
  };
}

async function* exactly(
  sizeBytes: number,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let missingBytes = sizeBytes;
  try {
    for await (const chunk of chunks) {
      missingBytes -= chunk.byteLength;
      yield chunk;
    }
  } catch (error) {
    rethrowStorageFault(error);
  }
  if (missingBytes > 0) {
    const cause = new Error(`A file ends ${missingBytes} bytes before it should`);
    throw new StorageUnavailableError({ cause });
  }
}

export async function removeStaleTemporaries(folder: string, nowMs = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const fileStats = await stat(path).catch(ignoreMissing);
    if (fileStats && nowMs - fileStats.mtimeMs > STALE_TEMPORARY_MS) await rm(path, { force: true });
  }
}

/** Handler for `.catch` that turns a missing file into null and rethrows other errors. */
export function ignoreMissing(error: unknown): null {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw error;
}

/** Handler for `.catch` that turns file system errors into errors of the object store and rethrows others. */
export function rethrowStorageFault(error: unknown): never {
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFullError({ cause: error });
  if (code !== undefined && error instanceof Error && 'syscall' in error) {
    throw new StorageUnavailableError({ cause: error });
  }
  throw error;
}

function errorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}
