/** Uploads photos to a run that hasn't started: several at once, in order, resumable after a lost connection. */
import { t } from '@packshot/contract/text/translation';
import type { NewRunItem } from '@packshot/contract/catalog/items';
import { namesOfPhotos } from '@packshot/contract/catalog/photo-names';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { ApiError, call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { wait } from '../../../lib/api/wait.ts';
import { uploadImage } from '../../../lib/files/upload.ts';
import { rememberUpload } from '../runs/uploaded-photos.ts';
import { TOO_LARGE } from './photo-files.ts';
import type { PhotoFile, RefusedFile } from './photo-files.ts';
import { ZipFault } from './read-zip.ts';

/** Number of concurrent uploads: more aren't faster on a usual connection, and each file may have 25 MB. */
const UPLOADS_AT_ONCE = 4;
/** Number of photos per call; few enough to upload them again if the call fails. */
export const PHOTOS_PER_CALL = 40;
/** Number of rows per call if no file has to be uploaded: the API's limit. */
const ROWS_PER_CALL = 500;
/** Number of characters of a file name with its folder that the API compares. */
const FILE_NAME_LENGTH = 255;

export interface PhotoUploadProgress {
  readonly done: number;
  readonly total: number;
}

export interface Added {
  readonly refused: readonly RefusedFile[];
  /** Files that systems or programs store next to photos, which were skipped. */
  readonly systemFiles: readonly string[];
  /** Files that no row refers to, if the run has rows that wait for files. */
  readonly unmatched: readonly string[];
  /** Photos that weren't added because of `failure`. */
  readonly left: readonly PhotoFile[];
  readonly failure: string | null;
  /** Set if a response was lost: the photos in `left` may already be the rows after this number. Otherwise null. */
  readonly mayBeAfter: number | null;
}

/** Pause in seconds if the server doesn't state how long to wait. */
const PAUSE_S = 5;

interface UploadOrder {
  readonly runId: string;
  /** Number of rows that the run has before the upload. */
  readonly items: number;
  /** Whether the files belong to existing rows that wait for them; they are matched by name. */
  readonly isForRows: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PhotoUploadProgress) => void;
}

interface UploadedPhoto {
  readonly at: number;
  readonly photo: PhotoFile;
  readonly key: string;
}

/** Uploads photos and adds them to the run. Unreadable photos are reported and skipped. */
export async function addPhotos(
  photos: readonly PhotoFile[],
  order: UploadOrder,
): Promise<Omit<Added, 'systemFiles'>> {
  const names = namesOfPhotos(photos);
  const refused: RefusedFile[] = [];
  const unmatched: string[] = [];
  let items = order.items;
  let isAdding = false;
  for (let from = 0; from < photos.length; from += PHOTOS_PER_CALL) {
    const part = photos.slice(from, from + PHOTOS_PER_CALL);
    try {
      const uploaded = await uploadAll(part, refused, order.signal, (completedCount) =>
        order.onProgress({ done: from + completedCount, total: photos.length }),
      );
      if (uploaded.length === 0) continue;
      isAdding = true;
      if (order.isForRows) {
        const files = uploaded.map(({ photo: { folder, name }, key }) => ({
          // Includes the folder, because a table may contain it.
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
      // Photos whose uploads have expired on the server are uploaded again.
      if (error instanceof ApiError && error.code === 'UPLOAD_NOT_FOUND')
        for (const photo of part) KEYS.delete(photo);
      const remainingPhotos = photos.slice(from);
      return {
        refused,
        unmatched,
        left: remainingPhotos,
        failure: getErrorMessage(error),
        mayBeAfter: isAdding ? items : null,
      };
    }
  }
  return { refused, unmatched, left: [], failure: null, mayBeAfter: null };
}

/**
 * Appends rows to the run, also after rows that another tab or program has added meanwhile.
 * @param items known number of rows; repeating a call after a lost response adds no duplicates
 * @returns the number of the last added row
 */
export async function addRows(runId: string, items: number, rows: readonly NewRunItem[]): Promise<number> {
  let last = items;
  for (let from = 0; from < rows.length; from += ROWS_PER_CALL) {
    let remainingRows = rows.slice(from, from + ROWS_PER_CALL);
    while (remainingRows.length > 0) {
      const first = last + 1;
      const body = { first_row: first, items: remainingRows };
      const { data } = await call('addRunItems', { params: { id: runId }, body });
      last += remainingRows.length;
      remainingRows = remainingRows.filter((_row, place) => data.taken.includes(first + place));
      if (remainingRows.length > 0) last = Math.max(last, data.items);
    }
  }
  return last;
}

/**
 * Storage keys of uploaded photos. A photo with a key isn't uploaded again, and repeating a call adds no duplicates.
 */
const KEYS = new WeakMap<PhotoFile, string>();

/**
 * Uploads the photos, several at once, and returns them in their order.
 * @throws ApiError if the server can't be reached, or accepts no more photos
 */
async function uploadAll(
  photos: readonly PhotoFile[],
  refused: RefusedFile[],
  signal: AbortSignal,
  onDone: (completedCount: number) => void,
): Promise<readonly UploadedPhoto[]> {
  const uploaded: UploadedPhoto[] = [];
  const queue = [...photos.entries()];
  let completedCount = 0;
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, photo] = next;
      const outcome = await uploadOne(photo, signal);
      if ('key' in outcome) uploaded.push({ at, photo, key: outcome.key });
      else refused.push({ name: photo.name, why: outcome.why });
      completedCount += 1;
      onDone(completedCount);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
  return uploaded.toSorted((a, b) => a.at - b.at);
}

/** Error codes that concern a single file. Any other error concerns all files and is thrown. */
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
  const cachedKey = KEYS.get(photo);
  if (cachedKey !== undefined) return { key: cachedKey };
  let file: File;
  try {
    file = await photo.open();
  } catch (error) {
    return { why: error instanceof ZipFault ? error.message : t('It could not be read.') };
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
      // An upload of thousands of photos exceeds the rate limit, which only slows it down.
      if (error.code !== 'TOO_MANY_REQUESTS') throw error;
      await wait((error.retryAfterS ?? PAUSE_S) * 1000, signal);
    }
  }
}
