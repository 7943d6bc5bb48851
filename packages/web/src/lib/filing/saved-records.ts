/** Saves a generation in the history: creates the record, uploads missing pictures, and makes it visible. */
import { POLL_INTERVAL_MS } from '@packshot/contract/tools/limits';
import { MAX_RETRIES } from '../api/authorized-fetch.ts';
import type { CreatedRecord, RecordSettings, RecordSlot } from '@packshot/contract/records/schemas';
import type { ToolId } from '@packshot/contract/tools/ids';
import { call } from '../api/api-client.ts';
import type { EndpointOptions } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { readCurrentUser } from '../session/current-user.ts';
import { imageFile } from '../files/image-file.ts';
import type { ImageSaveParameters } from '../files/image-file.ts';
import { postToTarget } from '../files/upload.ts';
import { wait } from '../api/wait.ts';

interface Filed {
  readonly toolType: ToolId;
  /** File name of the photo; empty if unknown. */
  readonly name: string;
  /** Thumbnail of the picture; null if the browser couldn't render it. */
  readonly thumbnail: Blob | null;
}

export interface FinishedResult extends Filed {
  readonly key: string;
}

export interface LocalPicture extends Filed {
  readonly settings: RecordSettings;
  /** Original: its storage key on the server, or the photo itself; null if it no longer exists. */
  readonly input: string | Blob | null;
  readonly output: Blob;
  /** Smaller rendition of the picture, which loads faster. */
  readonly standard: Blob | null;
}

type Pause = (durationMs: number) => Promise<void>;

/** Whether the user has a history; guests have none. */
export const keepsHistory = (): boolean => readCurrentUser()?.is_guest === false;

/**
 * Saves a result of the server in the history. Concurrent calls for the same result save it once.
 * @param pause waits between two attempts
 */
export function saveRecord(result: FinishedResult, pause: Pause = wait): Promise<void> {
  const { toolType, name, key, thumbnail } = result;
  const form = { tool_type: toolType, name, output_image_url_key: key };
  // Shares a save that is in progress, because a second upload into a full slot would fail. After a reload, the page
  // stores both the unfiled results and those of its own run, which may be the same.
  const saving =
    inFlight.get(key) ?? save(form, { thumb: thumbnail }, pause).finally(() => inFlight.delete(key));
  inFlight.set(key, saving);
  return saving;
}

const inFlight = new Map<string, Promise<void>>();

/** Saves a picture made in this browser. Two calls create two records, so the caller must avoid duplicates. */
export async function saveLocalPicture(picture: LocalPicture, pause: Pause = wait): Promise<void> {
  const { toolType, name, settings, input, output, standard, thumbnail } = picture;
  const form = {
    tool_type: toolType,
    name,
    settings: JSON.stringify(settings),
    ...(typeof input === 'string' ? { input_image_url_key: input } : {}),
  };
  const pictures = {
    output_image: output,
    input_image: typeof input === 'string' ? null : input,
    standard_output_image: standard,
    thumb: thumbnail,
  };
  await save(form, pictures, pause);
}

type RecordPictures = Readonly<Partial<Record<RecordSlot, Blob | null>>>;

async function save(
  form: NonNullable<EndpointOptions<'createRecord'>['form']>,
  pictures: RecordPictures,
  pause: Pause,
): Promise<void> {
  if (!keepsHistory()) return;
  // If the response is lost, a retry creates another record; the server deletes the invisible one later.
  const { data } = await withRetries(
    () => call('createRecord', { form: { ...form, is_visible: 'false' } }),
    pause,
  );
  for (const { id, upload } of data) {
    for (const [slot, picture] of Object.entries(pictures) as [RecordSlot, Blob | null][])
      if (picture) await saveImage(upload, { category_name: slot, blobFile: picture }, pause);
    await withRetries(() => call('updateRecord', { params: { id }, body: { is_visible: true } }), pause);
  }
}

/**
 * Uploads a picture into its slot of a record, unless the server already has it. The output is required; the
 * other pictures are optional.
 */
async function saveImage(
  targets: CreatedRecord['upload'],
  { category_name, ...picture }: ImageSaveParameters & { readonly category_name: RecordSlot },
  pause: Pause,
): Promise<void> {
  const target = targets[category_name];
  if (target === null) return;
  try {
    await withRetries(() => postToTarget(target, imageFile(picture)), pause);
  } catch (error) {
    if (category_name === 'output_image') throw error;
    console.warn(`The picture for ${category_name} was not stored.`, error);
  }
}

async function withRetries<Answer>(ask: () => Promise<Answer>, pause: Pause): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === MAX_RETRIES || !isTransient(error)) throw error;
      await pause(POLL_INTERVAL_MS);
    }
  }
}

const FIRST_SERVER_FAULT = 500;
const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= FIRST_SERVER_FAULT);
