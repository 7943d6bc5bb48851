import { historyFileName } from '@packshot/contract';
import type { Logger } from '../../platform/logging/logger.ts';
import { ObjectNotFoundError } from '../../platform/objects/object-store.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import type { ZipEntry } from '../../platform/zip.ts';
import type { ListedRecord } from '../record-store.ts';

export interface ArchivedObject {
  readonly key: string;
  /** File name in the archive. If several objects have the same name, a number is added before the extension. */
  readonly name: string;
  /** Description for users, shown in the list of missing files if the object is missing. */
  readonly words: string;
  readonly modifiedAt: Date;
}

const MISSING_FILE = 'missing.txt';
/** File signature bytes of each picture format, with their offset. */
const SIGNATURES: readonly (readonly [extension: string, at: number, text: string])[] = [
  ['png', 1, 'PNG'],
  ['jpg', 0, '\xff\xd8\xff'],
  ['webp', 8, 'WEBP'],
  ['avif', 4, 'ftypavif'],
  ['heic', 4, 'ftyp'],
];
const SIGNATURE_BYTES = 12;

/** Creates a function that makes the names in an archive unique: the second file with a name gets the number 2. */
function uniqueNames(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count === 1) return name;
    const dot = name.lastIndexOf('.');
    return dot === -1 ? `${name} (${count})` : `${name.slice(0, dot)} (${count})${name.slice(dot)}`;
  };
}

/**
 * Reads stored objects as files of an archive. If an object is missing, logs it, skips it and lists it in a text file
 * at the end of the archive.
 * @param knownMissing descriptions of pictures that are already known to be missing
 */
export async function* objectEntries(
  { objects, logger }: { readonly objects: ObjectStore; readonly logger: Logger },
  items: readonly ArchivedObject[],
  knownMissing: readonly string[] = [],
): AsyncGenerator<ZipEntry> {
  const createUniqueName = uniqueNames();
  const missing = [...knownMissing];
  const leaving = new AbortController();
  try {
    for (const { key, name, words, modifiedAt } of items) {
      try {
        const head = await objects.readRange(key, 0, SIGNATURE_BYTES - 1);
        const { body } = await objects.readStream(key, { signal: leaving.signal });
        yield { name: createUniqueName(withExtension(name, head)), modifiedAt, body };
      } catch (error) {
        if (!(error instanceof ObjectNotFoundError)) throw error;
        logger.warn({ key }, 'a picture for an archive is missing');
        missing.push(words);
      }
    }
    if (missing.length > 0) yield { name: MISSING_FILE, modifiedAt: new Date(), body: missingText(missing) };
  } finally {
    leaving.abort();
  }
}

/** Sets the extension that matches the file's bytes, regardless of its name and content type. */
function withExtension(name: string, head: Uint8Array): string {
  const text = Buffer.from(head).toString('latin1');
  const extension = SIGNATURES.find(([, at, signature]) => text.startsWith(signature, at))?.[0];
  return extension === undefined ? name : `${name.replace(/\.\w+$/, '')}.${extension}`;
}

const missingText = (missing: readonly string[]): string =>
  `These pictures are no longer stored, and were left out. Nothing was charged for those that were missing when you asked.\n\n${missing.join('\n')}\n`;

/** The full-size picture of a History record, named as in a single download. */
export const outputObject = (record: ListedRecord): ArchivedObject => ({
  key: record.keys.output_image ?? '',
  name: historyFileName(record.toolType),
  words: describeRecord(record),
  modifiedAt: record.createdAt,
});

/** Describes a History record in text, for the list of missing files. */
export const describeRecord = ({ name, prompt, createdAt }: ListedRecord): string =>
  [createdAt.toISOString(), name, prompt].filter((part) => part !== '').join(', ');
