/** Names of photos in a run, derived from their files and folders. */
import type { NewRunItem } from './items.ts';
import { SKU_MAX_LENGTH } from './limits.ts';

/** File name of a photo, and its folder, which is empty if there is none. */
export interface PhotoPath {
  readonly name: string;
  readonly folder: string;
}

/** Splits a path into segments, without empty ones, `.` and `..`. Some programs start each path in a ZIP with `./`. */
export const splitPath = (path: string): readonly string[] =>
  path.split(/[/\\]/).filter((part) => !['', '.', '..'].includes(part));

export function photoPath(path: string): PhotoPath {
  const parts = splitPath(path);
  return { name: parts.at(-1) ?? '', folder: parts.at(-2) ?? '' };
}

const getStem = (name: string): string => name.replace(/\.[^.]+$/, '');

const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{C}/gu, ' ')
    .trim()
    .slice(0, SKU_MAX_LENGTH)
    .replace(/\p{Cs}/gu, '')
    .trim();

export const skuOfFile = (name: string): string => plain(getStem(name));

type Named = Pick<NewRunItem, 'sku' | 'slot'>;

/**
 * SKUs of a run's photos: their file names. If file names repeat and every photo is in a folder, each folder is a
 * product: the folder names are the SKUs, and the file names are the slots.
 */
export function namesOfPhotos(photos: readonly PhotoPath[]): readonly Named[] {
  const stems = new Set(photos.map(({ name }) => getStem(name).toLowerCase()));
  const areFolders = stems.size < photos.length && photos.every(({ folder }) => folder !== '');
  return photos.map(({ name, folder }) =>
    areFolders ? { sku: plain(folder), slot: skuOfFile(name) } : { sku: skuOfFile(name), slot: '' },
  );
}
