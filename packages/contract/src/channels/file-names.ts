/** File name rules of channels, and the corrected names. */
import type { Channel, FileFormat } from './rules.ts';

/** Extensions of each format; the first one is used for new files. */
const EXTENSIONS: Readonly<Record<FileFormat, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg'],
  png: ['png'],
  webp: ['webp'],
  avif: ['avif'],
  heic: ['heic', 'heif'],
  gif: ['gif'],
  tiff: ['tif', 'tiff'],
  bmp: ['bmp'],
};

interface NameParts {
  readonly stem: string;
  /** Extension without the dot; empty if the name has none. */
  readonly extension: string;
}

export function partsOfName(name: string): NameParts {
  const dot = name.lastIndexOf('.');
  return dot <= 0
    ? { stem: name, extension: '' }
    : { stem: name.slice(0, dot), extension: name.slice(dot + 1) };
}

export const extensionFits = (name: string, format: FileFormat): boolean =>
  EXTENSIONS[format].includes(partsOfName(name).extension.toLowerCase());

export const nameWithExtension = (name: string, format: FileFormat): string =>
  extensionFits(name, format) ? name : `${partsOfName(name).stem}.${EXTENSIONS[format][0] ?? format}`;

const GTIN = /^(?:\d{8}|\d{12,14})$/;

/** Checks for a GTIN of 8, 12, 13 or 14 digits with a valid check digit. */
export function isGtin(text: string): boolean {
  if (!GTIN.test(text)) return false;
  // From the right, digits have the weights 1 and 3 alternately; their sum must be a multiple of ten.
  const sum = [...text]
    .toReversed()
    .reduce((all, digit, at) => all + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}

export const toGtin14 = (stem: string): string | null => (isGtin(stem) ? stem.padStart(14, '0') : null);

const SPELLED: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
};

/** Checks that a name has only printable ASCII characters. */
export const hasPlainLetters = (stem: string): boolean => /^[ -~]*$/.test(stem);

/** Converts to printable ASCII characters: `Größe é` to `Groesse e`, other characters to a hyphen. */
export const inPlainLetters = (stem: string): string =>
  stem
    .normalize('NFC')
    .replace(/[äöüÄÖÜß]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^ -~]/g, '-');

/** Corrected name that the channel accepts, as far as possible. */
export function fixedName(name: string, { rules }: Pick<Channel, 'rules'>): string {
  const { stem, extension } = partsOfName(name);
  const fixed = rules.reduce((text, rule) => {
    if (rule.kind !== 'name') return text;
    return rule.like === 'gtin-14' ? (toGtin14(text) ?? text) : inPlainLetters(text);
  }, stem);
  return extension === '' ? fixed : `${fixed}.${extension}`;
}
