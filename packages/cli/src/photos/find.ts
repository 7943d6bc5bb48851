import { glob, readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, parse, relative, resolve } from 'node:path';
import { emptyFilesSaid, isSystemFile, systemFilesSaid } from '@packshot/contract/catalog/system-files';
import { UsageError } from '../usage-error.ts';

const STDIN = '-';

/** Tells the user a sentence. */
export type Say = (sentence: string) => void;

/** A photo to work on, as the command line found it. */
export interface Photo {
  /** Absolute; null: standard input. */
  readonly path: string | null;
  /** As people named it. */
  readonly label: string;
  /** Its folder below the one that was named, or below what stands before a pattern's first star; empty: there. */
  readonly dir: string;
  /** Without its extension. */
  readonly name: string;
}

/** What the engine reads. In folders and patterns others are passed over; of a file that is named its bytes decide. */
const EXTENSIONS: readonly string[] = ['.png', '.jpg', '.jpeg', '.webp', '.avif', '.heic', '.heif'];
const MAGIC = /[*?[\]{}]/;

export const isPicture = (name: string): boolean =>
  !name.startsWith('.') && EXTENSIONS.includes(extname(name).toLowerCase());

/**
 * The photos that operands name: files, folders, and patterns that no shell has expanded, in the order given and within each by name. Symbolic
 * links are followed where they are named, never where they are come upon. Throws UsageError when an operand names nothing.
 */
export async function findPhotos(
  operands: readonly string[],
  isRecursive: boolean,
  say: Say,
): Promise<Photo[]> {
  if (operands.length === 0)
    throw new UsageError('no photos: name files, folders or patterns, or - for standard input');
  if (operands.includes(STDIN) && operands.length > 1)
    throw new UsageError('- is standard input, which holds one photo: nothing else can be named beside it');
  const foundPhotos: Photo[] = [];
  for (const operand of operands) foundPhotos.push(...(await ofOperand(operand, isRecursive, say)));
  // A shell's pattern and a folder may name the same file.
  return [...new Map(foundPhotos.map((photo) => [photo.path ?? STDIN, photo])).values()];
}

async function ofOperand(operand: string, isRecursive: boolean, say: Say): Promise<readonly Photo[]> {
  if (operand.startsWith('s3://')) throw new UsageError('photos in a bucket are for "packshot run"');
  if (operand === STDIN) return [{ path: null, label: 'standard input', dir: '', name: 'stdin' }];
  const there = await stat(operand).catch(() => null);
  if (there?.isDirectory() === true) return inFolder(operand, isRecursive, say);
  if (there !== null || !MAGIC.test(operand)) return [photoAt(operand, dirname(operand))];
  return matching(operand, say);
}

/** One that is not there is found out when it is read, like any other fault of a photo. */
function photoAt(file: string, base: string): Photo {
  return {
    path: resolve(file),
    label: file,
    dir: relative(base, dirname(file)),
    name: parse(file).name,
  };
}

async function inFolder(folder: string, isRecursive: boolean, say: Say): Promise<readonly Photo[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: isRecursive });
  const filePaths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = await usable(filePaths, folder, say);
  if (files.length === 0) {
    const advice = isRecursive ? '' : ' (--recursive looks into folders inside of it too)';
    throw new UsageError(`there are no photos in ${folder}${advice}`);
  }
  return inOrder(files.map((file) => photoAt(file, folder)));
}

/** Pictures that have content and belong to the user. Says how many others are left out. */
async function usable(filePaths: readonly string[], base: string, say: Say): Promise<readonly string[]> {
  const isSystems = (file: string): boolean => isSystemFile(relative(base, file));
  const looksLikePicture = (file: string): boolean =>
    /\.(?:png|jpe?g|webp|avif|hei[cf])(?:\.icloud)?$/i.test(file);
  const [files, systemFiles, empty]: [string[], string[], string[]] = [[], [], []];
  for (const file of filePaths.filter(looksLikePicture)) {
    if (isSystems(file)) systemFiles.push(file);
    else if ((await stat(file)).size === 0) empty.push(file);
    else files.push(file);
  }
  const [firstSystemFile] = systemFiles;
  const [firstEmpty] = empty;
  if (firstSystemFile !== undefined)
    say(systemFilesSaid(systemFiles.length, relative(base, firstSystemFile)));
  if (firstEmpty !== undefined) say(emptyFilesSaid(empty.length, relative(base, firstEmpty)));
  return files;
}

async function matching(pattern: string, say: Say): Promise<readonly Photo[]> {
  const slashed = process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern;
  const base = literalFolder(slashed);
  const filePaths: string[] = [];
  for await (const entry of glob(slashed, { withFileTypes: true }))
    if (entry.isFile()) filePaths.push(join(entry.parentPath, entry.name));
  const files = await usable(filePaths, base, say);
  if (files.length === 0) throw new UsageError(`no photo matches ${pattern}`);
  const isAbsolute = resolve(base) === base;
  return inOrder(files.map((file) => photoAt(isAbsolute ? file : relative('.', file), base)));
}

/** What stands before the first part of a pattern that is one. */
function literalFolder(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => MAGIC.test(part));
  return parts.slice(0, first).join('/') || (pattern.startsWith('/') ? '/' : '.');
}

/** cup-2 comes before cup-10. */
const byName = new Intl.Collator('en', { numeric: true });
const inOrder = (photos: readonly Photo[]): readonly Photo[] =>
  photos.toSorted(
    (a, b) => byName.compare(a.dir, b.dir) || byName.compare(basename(a.label), basename(b.label)),
  );
