/** Saving a finished generation: created, what the server lacks uploaded into its slots, made visible. */
import { POLL_INTERVAL_MS } from '@packshot/contract/tools/limits';
import { MAX_RETRIES } from './authorized-fetch.ts';
import type { CreatedRecord, RecordSettings, RecordSlot } from '@packshot/contract/records/schemas';
import type { ToolId } from '@packshot/contract/tools/ids';
import { call } from './api-client.ts';
import type { CallOptions } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { readCurrentUser } from './current-user.ts';
import { imageFile } from './image-file.ts';
import type { ImageSaveParameters } from './image-file.ts';
import { postToTarget } from './upload.ts';
import { wait } from './wait.ts';

interface Filed {
  readonly toolType: ToolId;
  /** What people know it by: the photo's file name, or nothing. */
  readonly name: string;
  /** `THUMBNAIL_WIDTH_PX` wide; null when the browser could make none. */
  readonly thumbnail: Blob | null;
}

/** What the server has made. */
export interface FinishedResult extends Filed {
  /** Storage key of the full-size picture. */
  readonly key: string;
}

/** What this browser has made. */
export interface OwnPicture extends Filed {
  readonly settings: RecordSettings;
  /** Original: where the server has it, or the photo itself; null when it is not here any more. */
  readonly input: string | Blob | null;
  readonly output: Blob;
  /** At a size that is quick to show. */
  readonly standard: Blob | null;
}

type Pause = (durationMs: number) => Promise<void>;

/** Of guests nothing is kept. */
export const keepsHistory = (): boolean => readCurrentUser()?.is_guest === false;

/**
 * Saves a result of the server's. The same result is saved once, however often it is asked for.
 * @param pause waits between two tries
 */
export function saveRecord(result: FinishedResult, pause: Pause = wait): Promise<void> {
  const { toolType, name, key, thumbnail } = result;
  const form = { tool_type: toolType, name, output_image_url_key: key };
  // After a reload the page files what it finds and what its own run brings: the second of them would upload into a slot that is
  // full by then.
  const saving =
    inFlight.get(key) ?? save(form, { thumb: thumbnail }, pause).finally(() => inFlight.delete(key));
  inFlight.set(key, saving);
  return saving;
}

const inFlight = new Map<string, Promise<void>>();

/** Saves a picture that was made here. Twice is two records: who calls knows what is saved. */
export async function saveOwnPicture(picture: OwnPicture, pause: Pause = wait): Promise<void> {
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

type Pictures = Readonly<Partial<Record<RecordSlot, Blob | null>>>;

async function save(
  form: NonNullable<CallOptions<'createRecord'>['form']>,
  pictures: Pictures,
  pause: Pause,
): Promise<void> {
  if (!keepsHistory()) return;
  // A lost answer leaves a record that nobody sees, and that is swept.
  const { data } = await retried(
    () => call('createRecord', { form: { ...form, is_visible: 'false' } }),
    pause,
  );
  for (const { id, upload } of data) {
    for (const [slot, picture] of Object.entries(pictures) as [RecordSlot, Blob | null][])
      if (picture) await saveImage(upload, { category_name: slot, blobFile: picture }, pause);
    await retried(() => call('updateRecord', { params: { id }, body: { is_visible: true } }), pause);
  }
}

/**
 * Uploads a picture into its slot of a record, unless the server has it. Without its output a record is none; a record without
 * the others shows what it has.
 */
async function saveImage(
  targets: CreatedRecord['upload'],
  { category_name, ...picture }: ImageSaveParameters & { readonly category_name: RecordSlot },
  pause: Pause,
): Promise<void> {
  const target = targets[category_name];
  if (target === null) return;
  try {
    await retried(() => postToTarget(target, imageFile(picture)), pause);
  } catch (error) {
    if (category_name === 'output_image') throw error;
    console.warn(`The picture for ${category_name} was not stored.`, error);
  }
}

async function retried<Answer>(ask: () => Promise<Answer>, pause: Pause): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === MAX_RETRIES || !isPassing(error)) throw error;
      await pause(POLL_INTERVAL_MS);
    }
  }
}

const FIRST_SERVER_FAULT = 500;
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= FIRST_SERVER_FAULT);
