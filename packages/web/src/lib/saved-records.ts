/** Saving a finished generation: created, what the server lacks uploaded into its slots, made visible. */
import { MAX_RETRIES, POLL_INTERVAL_MS } from '@packshot/contract/limits';
import type { CreatedRecord, RecordSlot } from '@packshot/contract/records';
import type { ToolId } from '@packshot/contract/tools';
import { call } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { readCurrentUser } from './current-user.ts';
import { imageFile } from './image-file.ts';
import type { ImageSaveParameters } from './image-file.ts';
import { postToTarget } from './upload.ts';
import { wait } from './wait.ts';

export interface FinishedResult {
  readonly toolType: ToolId;
  /** What people know it by: the photo's file name, or nothing. */
  readonly name: string;
  /** Storage key of the full-size picture. */
  readonly key: string;
  /** `THUMBNAIL_WIDTH_PX` wide; null when the browser could make none. */
  readonly thumbnail: Blob | null;
}

/** @param pause waits between two tries */
export async function saveRecord(
  result: FinishedResult,
  pause: (durationMs: number) => Promise<void> = wait,
): Promise<void> {
  if (readCurrentUser()?.is_guest !== false) return;
  for (let tries = 0; ; tries += 1) {
    try {
      await save(result);
      return;
    } catch (error) {
      // The same result is saved once, however often it is asked for.
      if (tries === MAX_RETRIES || !isPassing(error)) throw error;
      await pause(POLL_INTERVAL_MS);
    }
  }
}

const FIRST_SERVER_FAULT = 500;
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= FIRST_SERVER_FAULT);

async function save({ toolType, name, key, thumbnail }: FinishedResult): Promise<void> {
  const { data } = await call('createRecord', {
    form: {
      tool_type: toolType,
      name,
      output_image_url_key: key,
      is_visible: 'false',
    },
  });
  for (const { id, upload } of data) {
    if (thumbnail) await saveImage(upload, { category_name: 'thumb', blobFile: thumbnail });
    await call('updateRecord', { params: { id }, body: { is_visible: true } });
  }
}

/** Uploads a picture into its slot of a record, unless the server has it. A record without a thumbnail shows the standard rendition. */
async function saveImage(
  targets: CreatedRecord['upload'],
  { category_name, ...picture }: ImageSaveParameters & { readonly category_name: RecordSlot },
): Promise<void> {
  const target = targets[category_name];
  if (target === null) return;
  try {
    await postToTarget(target, imageFile(picture));
  } catch (error) {
    console.warn(`The picture for ${category_name} was not stored.`, error);
  }
}
