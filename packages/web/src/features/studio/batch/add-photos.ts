/** Adds photos to a batch: validates them, stores them in the browser and previews them. */
import { OWN_MESSAGES } from '@packshot/contract';
import { fileNotSupported } from '@packshot/contract/messages';
import { hasSupportedExtension } from '@packshot/contract/validation';
import { ImageRefusal } from '@packshot/image-engine/pixels';
import { ChangedFileError } from '../../../lib/files/chosen-file.ts';
import { readPhoto } from '../documents/choose-photo.ts';
import { newItem } from './batch.ts';
import type { BatchItem } from './batch.ts';
import type { BatchContext } from './batch-context.ts';

export interface PickedItem {
  readonly item: BatchItem;
  readonly photo: File;
}

/** Filters by file extension and shows a toast for each unsupported file. */
export function supportedPhotos({ services }: BatchContext, picked: readonly File[]): File[] {
  for (const { name } of picked)
    if (!hasSupportedExtension(name)) services.notify('warning', fileNotSupported(name));
  return picked.filter(({ name }) => hasSupportedExtension(name));
}

/**
 * Creates batch items for photos and stores the photos in the browser. An unusable photo becomes an item with the
 * reason.
 * @returns fewer items than photos, after a toast, if the browser's storage is full
 */
export async function keepPhotos(
  { services, files }: BatchContext,
  batchId: string,
  photos: readonly File[],
): Promise<PickedItem[]> {
  const pickedItems: PickedItem[] = [];
  for (const pickedFile of photos) {
    const { photo, refusal, isHeic } = await readBatchPhoto(pickedFile);
    const item = newItem(services.newId(), photo, isHeic, refusal);
    if (refusal === null) {
      try {
        await files.write(batchId, item.id, 'photo', photo);
      } catch (error) {
        console.warn('A photo was not kept in the browser.', error);
        services.notify('warning', OWN_MESSAGES.autosaveFailed);
        break;
      }
    }
    pickedItems.push({ item, photo });
  }
  return pickedItems;
}

/** Reads a photo into memory and detects whether it is HEIC, or why it can't be used. */
async function readBatchPhoto(
  photo: File,
): Promise<{ photo: File; refusal: string | null; isHeic: boolean }> {
  try {
    const { file, mimeType } = await readPhoto(photo);
    return { photo: file, refusal: null, isHeic: mimeType === 'image/heic' };
  } catch (error) {
    const isSaid = error instanceof ImageRefusal || error instanceof ChangedFileError;
    return { photo, refusal: isSaid ? error.message : OWN_MESSAGES.corruptImage, isHeic: false };
  }
}

/** Shows the picked photos as thumbnails until there are thumbnails of their results. */
export async function previewPhotos(
  context: BatchContext,
  batchId: string,
  picked: readonly PickedItem[],
): Promise<void> {
  // Decodes one photo at a time: fifty 12-megapixel photos at once would fill a phone's memory.
  for (const { item, photo } of picked)
    if (item.state === 'waiting') await previewPhoto(context, batchId, item, photo);
}

async function previewPhoto(
  context: BatchContext,
  batchId: string,
  item: BatchItem,
  photo: Blob,
): Promise<void> {
  const { services, files } = context;
  try {
    const { picture } = await services.decodePhoto(photo, item.isHeic);
    const thumbnail = await services.makeThumbnail(picture);
    services.release(picture);
    if (!thumbnail || context.findItem(item.id)?.file !== null) return;
    await files.write(batchId, item.id, 'thumbnail', thumbnail);
    await context.showThumbnail(item.id, thumbnail);
  } catch (error) {
    console.warn('This browser shows no preview of the photo.', error);
  }
}
