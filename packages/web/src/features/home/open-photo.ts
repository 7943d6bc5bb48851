import { onlyFirstPhotoUsed } from '@packshot/contract/shell-messages';
import { ROUTES } from '@packshot/contract/tabs';
import { offerPhoto } from '../../lib/incoming-photo.ts';
import { navigateTo } from '../../lib/navigation.ts';
import { showToast } from '../../lib/toast.ts';
import { sampleFile } from '../../lib/samples.ts';
import type { Sample } from '../../lib/samples.ts';

/** Takes the first of the chosen files to the Create page; the others are named as left out. */
export async function openPhotos(files: readonly File[]): Promise<void> {
  const [file] = files;
  if (!file || !(await offerPhoto(file))) return;
  if (files.length > 1) showToast('warning', onlyFirstPhotoUsed(file.name));
  navigateTo(ROUTES.studio);
}

export async function openSample(sample: Sample): Promise<void> {
  let file: File;
  try {
    file = await sampleFile(sample);
  } catch {
    const { MESSAGES } = await import('@packshot/contract/messages');
    showToast('error', MESSAGES.imageLoadFailed);
    return;
  }
  await openPhotos([file]);
}
