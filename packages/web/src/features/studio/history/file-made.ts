import { RECORD_NAME_MAX_LENGTH } from '@packshot/contract/records/limits';
import type { ToolId } from '@packshot/contract/tools/ids';
import type { CompleteResult } from '../documents/show-result.ts';
import type { StudioServices } from '../state/services.ts';

/**
 * Files a result that is not on the stage, as those of a batch. Never rejects: who works is not disturbed.
 * @param taskIds the tasks of its request: of several variants the batch shows one, and that one is filed
 */
export async function fileMade(
  services: StudioServices,
  toolType: ToolId,
  photoName: string,
  { key, stdUrl, imageUrl }: CompleteResult,
  taskIds: readonly string[],
): Promise<void> {
  try {
    const name = photoName.slice(0, RECORD_NAME_MAX_LENGTH);
    const thumbnail = await thumbnailOf(services, stdUrl ?? imageUrl);
    await services.keepInHistory({ toolType, name, key, thumbnail });
    services.forgetUnfiled(taskIds);
  } catch (error) {
    console.warn('A result was not filed in history.', error);
  }
}

/** Null when it cannot be made: the record does without. */
async function thumbnailOf(services: StudioServices, url: string): Promise<Blob | null> {
  try {
    const picture = await services.decodePicture(await services.fetchBlob(url));
    try {
      return await services.makeThumbnail(picture);
    } finally {
      services.release(picture);
    }
  } catch (error) {
    console.warn('No thumbnail for history.', error);
    return null;
  }
}
