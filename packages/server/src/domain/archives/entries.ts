import { historyFileName } from '@packshot/contract';
import type { Logger } from '../ports/logger.ts';
import { ObjectNotFoundError } from '../ports/object-store.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { ListedRecord } from '../ports/record-store.ts';
import type { ZipEntry } from '../ports/zip.ts';

/** One object on its way into an archive. */
export interface ArchivedObject {
  readonly key: string;
  /** With a place for the number of a second one of the same name before its extension. */
  readonly name: string;
  /** What people know it by, when it cannot be had. */
  readonly words: string;
  readonly modifiedAt: Date;
}

const MISSING_FILE = 'missing.txt';
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/heic': 'heic',
};

/** Gives every file of an archive a name of its own: the second of a kind is number 2. */
export function uniqueNames(): (name: string) => string {
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
 * The objects as files. One that is not there is skipped and logged, and named in a text file at the end.
 * @param gone what is known to be missing beforehand, in words
 */
export async function* objectEntries(
  { objects, logger }: { readonly objects: ObjectStore; readonly logger: Logger },
  items: readonly ArchivedObject[],
  gone: readonly string[] = [],
): AsyncGenerator<ZipEntry> {
  const nameOf = uniqueNames();
  const missing = [...gone];
  const leaving = new AbortController();
  try {
    for (const { key, name, words, modifiedAt } of items) {
      try {
        const { head, body } = await objects.readStream(key, { signal: leaving.signal });
        yield { name: nameOf(withTypeOf(name, head.contentType)), modifiedAt, body };
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

/** What the object is, whatever it is called. */
function withTypeOf(name: string, contentType: string): string {
  const extension = EXTENSIONS[contentType];
  return extension === undefined ? name : `${name.replace(/\.\w+$/, '')}.${extension}`;
}

const missingText = (missing: readonly string[]): string =>
  `These pictures are no longer stored, and were left out. Nothing was charged for those that were missing when you asked.\n\n${missing.join('\n')}\n`;

/** A record's full-size picture under the name that a single download has. */
export const outputOf = (record: ListedRecord): ArchivedObject => ({
  key: record.keys.output_image ?? '',
  name: historyFileName(record.toolType),
  words: wordsOf(record),
  modifiedAt: record.createdAt,
});

/** What a record is called where its picture cannot be shown. */
export const wordsOf = ({ name, prompt, createdAt }: ListedRecord): string =>
  [createdAt.toISOString(), name, prompt].filter((part) => part !== '').join(', ');
