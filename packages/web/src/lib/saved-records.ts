/** Saving a finished generation: created, what the server lacks uploaded into its slots, made visible. */
import { MAX_RETRIES, POLL_INTERVAL_MS } from '@packshot/contract/limits';
import type { ToolId } from '@packshot/contract/tools';
import { call } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { readCurrentUser } from './current-user.ts';
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
    if (upload.thumb && thumbnail) await uploadThumbnail(upload.thumb, thumbnail);
    await call('updateRecord', { params: { id }, body: { is_visible: true } });
  }
}

/** A record without its thumbnail shows the standard rendition. */
async function uploadThumbnail(target: Parameters<typeof postToTarget>[0], thumbnail: Blob): Promise<void> {
  try {
    await postToTarget(target, thumbnail);
  } catch (error) {
    console.warn('The thumbnail was not stored.', error);
  }
}
