import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { writingFault } from '../run/outcome.ts';

/** Paths of partially written files, which are removed if the program is told to end immediately. */
const unfinished = new Set<string>();

export function removeUnfinished(): void {
  for (const path of unfinished) rmSync(path, { force: true });
}

/** File for a text result: plain text, or all facts of the result if the file is JSON. */
export const textFile = (
  { text, facts }: { readonly text: string; readonly facts: object },
  path: string | null,
): Uint8Array =>
  Buffer.from(
    path !== null && extname(path) === '.json' ? `${JSON.stringify(facts, null, 2)}\n` : `${text}\n`,
  );

const PARTIAL = /^\..{1,255}\.(\d{1,10})-[0-9a-f]{8}\.packshot-part$/;
const sweptFolders = new Set<string>();

/**
 * Writes a file atomically: under a temporary name in the same folder, which is then renamed.
 * @param replaces false to throw EEXIST instead of replacing a file that appeared meanwhile
 * @throws FileFault if the file can't be written
 */
export async function writeWhole(path: string, bytes: Uint8Array, replaces: boolean): Promise<void> {
  try {
    await write(path, bytes, replaces);
  } catch (error) {
    throw writingFault(relative('.', path), error);
  }
}

async function write(path: string, bytes: Uint8Array, replaces: boolean): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  sweep(folder);
  const partial = join(
    folder,
    `.${shortenName(basename(path))}.${process.pid}-${randomBytes(4).toString('hex')}.packshot-part`,
  );
  unfinished.add(partial);
  try {
    const file = await open(partial, 'wx', 0o666);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    if (replaces) await rename(partial, path);
    else await linkFile(partial, path);
  } finally {
    await rm(partial, { force: true });
    unfinished.delete(partial);
  }
}

const SHORTENED_MAX_BYTES = 200;

/**
 * Shortens a file name at a character boundary. File systems limit names to 255 bytes; the rest is reserved for the
 * prefix and suffix of the temporary name.
 */
const shortenName = (name: string): string =>
  name.slice(0, new TextEncoder().encodeInto(name, new Uint8Array(SHORTENED_MAX_BYTES)).read);

/**
 * Moves the partial file to its path by a hard link, which fails if the path exists. File systems without hard links
 * use a rename; an earlier check has made sure that the path was free.
 */
async function linkFile(partial: string, path: string): Promise<void> {
  try {
    await link(partial, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw error;
    await rename(partial, path);
  }
}

/** Removes the partial files that killed processes left in a folder; each folder is swept once. */
function sweep(folder: string): void {
  if (sweptFolders.has(folder)) return;
  sweptFolders.add(folder);
  for (const name of readdirSync(folder)) {
    const pid = Number(PARTIAL.exec(name)?.[1] ?? Number.NaN);
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
