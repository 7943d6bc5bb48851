/** Reads files that a user dropped or chose: photos, folders, ZIPs and tables. */
import { t } from '@packshot/contract/text/translation';
import type { NewRunItem } from '@packshot/contract/catalog/items';
import { photoPath, skuOfFile } from '@packshot/contract/catalog/photo-names';
import { isSystemFile } from '@packshot/contract/catalog/system-files';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { hasSupportedExtension } from '@packshot/contract/validation';
import { zipEntries, ZipFault } from './read-zip.ts';
import type { NameClues } from './read-zip.ts';

/** Photo whose bytes are read only when it is uploaded. */
export interface PhotoFile {
  readonly name: string;
  /** Path of the photo's folder; empty if it has none. */
  readonly folder: string;
  /** @throws if the photo can't be read */
  open(): Promise<File>;
}

export interface RefusedFile {
  readonly name: string;
  readonly why: string;
}

export interface SortedFiles {
  readonly photos: readonly PhotoFile[];
  readonly tables: readonly File[];
  readonly refused: readonly RefusedFile[];
  /** Paths of files that systems or programs store next to photos, which are skipped. */
  readonly systemFiles: readonly string[];
}

/** File that the user dropped or chose, with its path. */
export interface FoundFile {
  /** The file; null for an empty folder. */
  readonly file: File | null;
  readonly path: string;
}

const isZip = (name: string): boolean => /\.zip$/i.test(name);
const isTable = (name: string): boolean => /\.(?:csv|tsv|xlsx)$/i.test(name);
export const TOO_LARGE = t('It is larger than 25 MB.');
const EMPTY = t('It is empty. If it’s stored in the cloud, download it and try again.');
const NO_PHOTO = t('It isn’t a PNG, JPEG or HEIC.');
const HIDDEN = t('It looks like a hidden file.');
const NO_PHOTO_IN_IT = t('It contains no PNG, JPEG or HEIC.');
const BROKEN_ZIP = t('It could not be opened.');

/** Sorts files by type and opens ZIPs; photos are ordered by path. Every file is either used or reported. */
export async function sortFiles(
  foundFiles: readonly FoundFile[],
  clues: NameClues = {},
): Promise<SortedFiles> {
  const photos: { readonly path: string; readonly photo: PhotoFile }[] = [];
  const tables: File[] = [];
  const refused: RefusedFile[] = [];
  const systemFiles: string[] = [];
  const take = (path: string, sizeBytes: number, open: () => Promise<File>): void => {
    if (isSystemFile(path)) {
      systemFiles.push(path);
      return;
    }
    const { name, folder } = photoPath(path);
    if (!hasSupportedExtension(name)) refused.push({ name: path, why: NO_PHOTO });
    else if (sizeBytes === 0) refused.push({ name: path, why: EMPTY });
    else if (sizeBytes > UPLOAD_MAX_BYTES) refused.push({ name: path, why: TOO_LARGE });
    else photos.push({ path, photo: { name, folder, open } });
  };
  const countSorted = (): number => photos.length + tables.length + refused.length;
  const takeZip = async (zip: File): Promise<void> => {
    const before = countSorted();
    try {
      for (const { path, sizeBytes, read } of await zipEntries(zip, clues))
        take(path, sizeBytes, async () => new File([await read()], photoPath(path).name));
      if (countSorted() === before) refused.push({ name: zip.name, why: NO_PHOTO_IN_IT });
    } catch (error) {
      refused.push({ name: zip.name, why: error instanceof ZipFault ? error.message : BROKEN_ZIP });
    }
  };
  /** Names of top-level folders and files, and whether each was used or reported. */
  const usedByName = new Map<string, boolean>();
  for (const { file, path } of foundFiles) {
    const before = countSorted();
    if (file !== null && isTable(file.name)) tables.push(file);
    else if (file !== null && isZip(file.name)) await takeZip(file);
    else if (file !== null) take(path, file.size, () => Promise.resolve(file));
    const top = path.split('/', 1)[0] ?? path;
    usedByName.set(top, countSorted() > before || usedByName.get(top) === true);
  }
  const isFile = (name: string): boolean =>
    foundFiles.some(({ file, path }) => file !== null && path === name);
  // Doesn't report folders of system files, such as Finder's, if there are other files.
  const isSystems = (name: string): boolean =>
    !isFile(name) && isSystemFile(`${name}/file`) && countSorted() > 0;
  for (const [name, isSaid] of usedByName)
    if (!isSaid && !isSystems(name)) refused.push({ name, why: isFile(name) ? HIDDEN : NO_PHOTO_IN_IT });
  const refusedNames = new Set(refused.map(({ name }) => name));
  const byPath = new Intl.Collator('en', { numeric: true });
  photos.sort((a, b) => byPath.compare(a.path, b.path));
  return {
    photos: photos.map(({ photo }) => photo),
    tables,
    refused,
    systemFiles: systemFiles.filter((path) => !refusedNames.has(path)),
  };
}

/** Lists the dropped files. Reads folders recursively; browsers return a hundred entries at a time. */
export async function foundInDrop(transfer: DataTransfer): Promise<readonly FoundFile[]> {
  // Copies both lists, because the browser empties them after the event.
  const plainFiles = [...transfer.files];
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const isComplete = entries.some((entry) => entry?.isDirectory === true);
  if (!isComplete) return plainFiles.map((file) => ({ file, path: file.name }));
  const foundFiles: FoundFile[] = [];
  for (const entry of entries) if (entry !== null) await readEntry(entry, foundFiles);
  return foundFiles;
}

async function readEntry(entry: FileSystemEntry, foundFiles: FoundFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    foundFiles.push({ file, path: entry.fullPath.replace(/^\//, '') });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const before = foundFiles.length;
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) break;
    for (const each of some) await readEntry(each, foundFiles);
  }
  if (foundFiles.length === before) foundFiles.push({ file: null, path: entry.fullPath.replace(/^\//, '') });
}

/** Files chosen in a file dialog; if a folder was chosen, the browser provides their paths. */
export const foundInPicker = (files: readonly File[]): readonly FoundFile[] =>
  files.map((file) => ({ file, path: file.webkitRelativePath || file.name }));

const ADDRESS = /^https?:\/\/[^\s\p{C}]+$/iu;

/** Parses a list of addresses, one per line; returns the rows and the invalid lines. */
export function rowsOfAddresses(text: string): {
  readonly rows: readonly NewRunItem[];
  readonly wrong: readonly string[];
} {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isGood = (line: string): boolean => ADDRESS.test(line) && line.length <= 2000 && URL.canParse(line);
  return {
    rows: lines.filter(isGood).map((url) => ({
      sku: skuOfFile(getLastSegment(url)),
      variant: '',
      slot: '',
      columns: {},
      source: { kind: 'url', url },
    })),
    wrong: lines.filter((line) => !isGood(line)),
  };
}

/** Last segment of an address's path, decoded. */
function getLastSegment(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
