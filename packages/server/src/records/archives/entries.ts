import { historyFileName } from '@packshot/contract';
import type { Logger } from '../../platform/logging/logger.ts';
import { ObjectNotFoundError } from '../../platform/objects/object-store.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import type { ZipEntry } from '../../platform/zip.ts';
import type { ListedRecord } from '../record-store.ts';

/** One object to be archived. */
export interface ArchivedObject {
  readonly key: string;
  /** Names that occur more than once get a number before the extension. */
  readonly name: string;
  /** Readable description for the list of missing files. */
  readonly words: string;
  readonly modifiedAt: Date;
}

const MISSING_FILE = 'missing.txt';
/** Signature bytes of each format with their offset. */
const SIGNATURES: readonly (readonly [extension: string, at: number, text: string])[] = [
  ['png', 1, 'PNG'],
  ['jpg', 0, '\xff\xd8\xff'],
  ['webp', 8, 'WEBP'],
  ['avif', 4, 'ftypavif'],
  ['heic', 4, 'ftyp'],
];
const SIGNATURE_BYTES = 12;

/** Makes the names in an archive unique: the second file with a name gets the number 2. */
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
 * Reads the objects as files. Logs and skips missing objects and lists them in a text file at the end.
 * @param gone descriptions of pictures that are already known to be missing
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

/** Sets the extension by the file's bytes, ignoring its name and content type. */
function withExtension(name: string, head: Uint8Array): string {
  const text = Buffer.from(head).toString('latin1');
  const extension = SIGNATURES.find(([, at, signature]) => text.startsWith(signature, at))?.[0];
  return extension === undefined ? name : `${name.replace(/\.\w+$/, '')}.${extension}`;
}

const missingText = (missing: readonly string[]): string =>
  `These pictures are no longer stored, and were left out. Nothing was charged for those that were missing when you asked.\n\n${missing.join('\n')}\n`;

/** A record's full-size picture, named like a single download. */
export const outputObject = (record: ListedRecord): ArchivedObject => ({
  key: record.keys.output_image ?? '',
  name: historyFileName(record.toolType),
  words: describeRecord(record),
  modifiedAt: record.createdAt,
});

/** Describes a record in text, for use if its picture is missing. */
export const describeRecord = ({ name, prompt, createdAt }: ListedRecord): string =>
  [createdAt.toISOString(), name, prompt].filter((part) => part !== '').join(', ');
