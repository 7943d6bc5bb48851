/** Brings photos from the browser to a draft: a few at once, in their order, and again where the connection broke. */
import type { NewRunItem } from '@packshot/contract/catalog/items';
import { namesOfPhotos } from '@packshot/contract/catalog/photo-names';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { ApiError, call, messageOf } from '../../../lib/api/api-client.ts';
import { wait } from '../../../lib/api/wait.ts';
import { uploadImage } from '../../../lib/files/upload.ts';
import { rememberUpload } from '../runs/uploaded-photos.ts';
import { TOO_LARGE } from './photo-files.ts';
import type { PhotoFile, Refused } from './photo-files.ts';
import { ZipFault } from './read-zip.ts';

/** More at once gain nothing on an ordinary line, and each may be 25 MB. */
const UPLOADS_AT_ONCE = 4;
/** Photos that are added by one call: as many as may be uploaded again when it fails. */
export const PHOTOS_PER_CALL = 40;
/** Rows without a file to upload go by the most that one call takes. */
const ROWS_PER_CALL = 500;
/** More of a name and its folder is not compared. */
const FILE_NAME_LENGTH = 255;

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface Added {
  readonly refused: readonly Refused[];
  /** Files that a system or program keeps beside photos. */
  readonly systemFiles: readonly string[];
  /** Files that no row waits for; of a draft with rows that wait. */
  readonly unmatched: readonly string[];
  /** What is not added because the connection broke, and the sentence about it. */
  readonly left: readonly PhotoFile[];
  readonly failure: string | null;
  /** After so many rows the first of those may be already: an answer was lost. Null: they are not. */
  readonly mayBeAfter: number | null;
}

/** Where the server does not say how long to wait. */
const PAUSE_S = 5;

interface Order {
  readonly runId: string;
  /** How many rows the draft has. */
  readonly items: number;
  /** Rows wait for files: these are theirs, by their names. */
  readonly isForRows: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

interface Uploaded {
  readonly at: number;
  readonly photo: PhotoFile;
  readonly key: string;
}

/** Uploads the photos and adds them to the draft. What cannot be read is refused, and stops nothing. */
export async function addPhotos(
  photos: readonly PhotoFile[],
  order: Order,
): Promise<Omit<Added, 'systemFiles'>> {
  const names = namesOfPhotos(photos);
  const refused: Refused[] = [];
  const unmatched: string[] = [];
  let items = order.items;
  let isAdding = false;
  for (let from = 0; from < photos.length; from += PHOTOS_PER_CALL) {
    const part = photos.slice(from, from + PHOTOS_PER_CALL);
    try {
      const uploaded = await uploadAll(part, refused, order.signal, (done) =>
        order.onProgress({ done: from + done, total: photos.length }),
      );
      if (uploaded.length === 0) continue;
      isAdding = true;
      if (order.isForRows) {
        const files = uploaded.map(({ photo: { folder, name }, key }) => ({
          // A table may say in which folder a file is.
          file_name: folder === '' ? name : `${folder}/${name}`.slice(-FILE_NAME_LENGTH),
          key,
        }));
        const { data } = await call('attachRunFiles', { params: { id: order.runId }, body: { files } });
        unmatched.push(...data.unmatched);
      } else {
        const rows = uploaded.map(({ at, photo, key }): NewRunItem => {
          const { sku = '', slot = '' } = names[from + at] ?? {};
          const source = { kind: 'upload', key, file_name: photo.name } as const;
          return { sku, variant: '', slot, columns: {}, source };
        });
        items = await addRows(order.runId, items, rows);
      }
      isAdding = false;
    } catch (error) {
      order.signal.throwIfAborted();
      // What was uploaded long ago is uploaded again.
      if (error instanceof ApiError && error.code === 'UPLOAD_NOT_FOUND')
        for (const photo of part) KEYS.delete(photo);
      const left = photos.slice(from);
      return { refused, unmatched, left, failure: messageOf(error), mayBeAfter: isAdding ? items : null };
    }
  }
  return { refused, unmatched, left: [], failure: null, mayBeAfter: null };
}

/**
 * Adds rows after those that the draft has; also after those that another tab or program has added meanwhile.
 * @param items how many it had as far as is known: the same call again, after an answer was lost, adds nothing twice
 * @returns the number of the last of them
 */
export async function addRows(runId: string, items: number, rows: readonly NewRunItem[]): Promise<number> {
  let last = items;
  for (let from = 0; from < rows.length; from += ROWS_PER_CALL) {
    let left = rows.slice(from, from + ROWS_PER_CALL);
    while (left.length > 0) {
      const first = last + 1;
      const body = { first_row: first, items: left };
      const { data } = await call('addRunItems', { params: { id: runId }, body });
      last += left.length;
      left = left.filter((_row, place) => data.taken.includes(first + place));
      if (left.length > 0) last = Math.max(last, data.items);
    }
  }
  return last;
}

/** Of those that were uploaded: they are not again, and the same call with them adds nothing twice. */
const KEYS = new WeakMap<PhotoFile, string>();

/** In the photos' order. @throws ApiError when the server cannot be reached, or takes nothing more */
async function uploadAll(
  photos: readonly PhotoFile[],
  refused: Refused[],
  signal: AbortSignal,
  onDone: (done: number) => void,
): Promise<readonly Uploaded[]> {
  const uploaded: Uploaded[] = [];
  const queue = [...photos.entries()];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, photo] = next;
      const outcome = await uploadOne(photo, signal);
      if ('key' in outcome) uploaded.push({ at, photo, key: outcome.key });
      else refused.push({ name: photo.name, why: outcome.why });
      done += 1;
      onDone(done);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
  return uploaded.toSorted((a, b) => a.at - b.at);
}

/** Refusals of this one file. Everything else concerns all of them, and is thrown. */
const OF_THE_FILE: readonly string[] = [
  'UPLOAD_FAILED',
  'FILE_CHANGED',
  'EMPTY_FILE',
  'UNSUPPORTED_TYPE',
  'TOO_LARGE_BYTES',
];

async function uploadOne(
  photo: PhotoFile,
  signal: AbortSignal,
): Promise<{ readonly key: string } | { readonly why: string }> {
  const known = KEYS.get(photo);
  if (known !== undefined) return { key: known };
  let file: File;
  try {
    file = await photo.open();
  } catch (error) {
    return { why: error instanceof ZipFault ? error.message : 'It could not be read.' };
  }
  if (file.size > UPLOAD_MAX_BYTES) return { why: TOO_LARGE };
  for (;;) {
    try {
      const key = await uploadImage(file, { signal });
      KEYS.set(photo, key);
      rememberUpload(key, photo);
      return { key };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (OF_THE_FILE.includes(error.code)) return { why: error.message };
      // Thousands of photos are more calls than one minute allows: that is no failure, only slower.
      if (error.code !== 'TOO_MANY_REQUESTS') throw error;
      await wait((error.retryAfterS ?? PAUSE_S) * 1000, signal);
    }
  }
}
