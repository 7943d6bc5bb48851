/** What photos are called in a run, by the files and folders that they come from. */
import type { NewRunItem } from './items.ts';
import { SKU_MAX_LENGTH } from './limits.ts';

/** The name of a file, and the folder that it is in; empty for none. */
export interface PhotoPath {
  readonly name: string;
  readonly folder: string;
}

/** Folders and name, without what names none: some programs begin each path of a ZIP with `./`. */
export const splitPath = (path: string): readonly string[] =>
  path.split(/[/\\]/).filter((part) => !['', '.', '..'].includes(part));

export function photoPath(path: string): PhotoPath {
  const parts = splitPath(path);
  return { name: parts.at(-1) ?? '', folder: parts.at(-2) ?? '' };
}

const getStem = (name: string): string => name.replace(/\.[^.]+$/, '');

/** One line of printable characters. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{C}/gu, ' ')
    .trim()
    .slice(0, SKU_MAX_LENGTH)
    .replace(/\p{Cs}/gu, '')
    .trim();

/** What a photo is called by its file alone. */
export const skuOfFile = (name: string): string => plain(getStem(name));

type Named = Pick<NewRunItem, 'sku' | 'slot'>;

/**
 * What photos are called in a run: each by its file, or, where folders hold files of the same names (one folder for
 * each product), by its folder, and the file says which picture of it.
 */
export function namesOfPhotos(photos: readonly PhotoPath[]): readonly Named[] {
  const stems = new Set(photos.map(({ name }) => getStem(name).toLowerCase()));
  const areFolders = stems.size < photos.length && photos.every(({ folder }) => folder !== '');
  return photos.map(({ name, folder }) =>
    areFolders ? { sku: plain(folder), slot: skuOfFile(name) } : { sku: skuOfFile(name), slot: '' },
  );
}
