import { glob, readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, parse, relative, resolve } from 'node:path';
import { emptyFilesSaid, isSystemFile, systemFilesSaid } from '@packshot/contract/catalog/system-files';
import { UsageError } from '../usage-error.ts';

const STDIN = '-';

export type Say = (sentence: string) => void;

export interface Photo {
  /** Absolute path of the photo; null for standard input. */
  readonly path: string | null;
  readonly label: string;
  /**
   * Folder of the photo, relative to the folder that the user named, or to the text before a pattern's first star;
   * empty for that folder itself.
   */
  readonly dir: string;
  readonly name: string;
}

/**
 * File extensions that the engine reads. Folders and patterns skip other files; a file that the user names is judged
 * by its bytes instead.
 */
const EXTENSIONS: readonly string[] = ['.png', '.jpg', '.jpeg', '.webp', '.avif', '.heic', '.heif'];
const MAGIC = /[*?[\]{}]/;

export const isPicture = (name: string): boolean =>
  !name.startsWith('.') && EXTENSIONS.includes(extname(name).toLowerCase());

/**
 * Photos named by operands: files, folders, and unexpanded patterns, in the given order and sorted by name within each.
 * Symbolic links are followed if named, but not inside folders.
 * @throws UsageError if an operand matches nothing
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
  // Removes duplicates: a pattern expanded by the shell and a folder may name the same file.
  return [...new Map(foundPhotos.map((photo) => [photo.path ?? STDIN, photo])).values()];
}

async function ofOperand(operand: string, isRecursive: boolean, say: Say): Promise<readonly Photo[]> {
  if (operand.startsWith('s3://')) throw new UsageError('photos in a bucket are for "packshot run"');
  if (operand === STDIN) return [{ path: null, label: 'standard input', dir: '', name: 'stdin' }];
  const there = await stat(operand).catch(() => null);
  if (there?.isDirectory() === true) return inFolder(operand, isRecursive, say);
  if (there !== null || !MAGIC.test(operand)) return [photoAt(operand, dirname(operand))];
  return findMatching(operand, say);
}

/** Photo at a path. A missing file isn't reported here but when it is read, like any other fault of a photo. */
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

/** Filters out empty files and system files, and tells the user how many files were skipped. */
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

async function findMatching(pattern: string, say: Say): Promise<readonly Photo[]> {
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

/** Folder of a pattern: the path segments before its first wildcard. */
function literalFolder(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => MAGIC.test(part));
  return parts.slice(0, first).join('/') || (pattern.startsWith('/') ? '/' : '.');
}

/** Compares numbers in names by their value: cup-2 before cup-10. */
const byName = new Intl.Collator('en', { numeric: true });
const inOrder = (photos: readonly Photo[]): readonly Photo[] =>
  photos.toSorted(
    (a, b) => byName.compare(a.dir, b.dir) || byName.compare(basename(a.label), basename(b.label)),
  );
