import { fileNotSupported, MESSAGES } from '@packshot/contract/messages';
import { hasSupportedExtension } from '@packshot/contract/validation';
import { readPhoto } from '../../documents/choose-photo.ts';
import type { StagePicture } from '../../model/picture.ts';
import type { OwnReference } from '../../model/scene-settings.ts';
import type { StudioContext } from '../../state/studio-context.ts';

/**
 * Checks, shows and stores one of the user's own pictures for the open document.
 * @param purpose use of the picture. A background or product becomes part of the result and stays unchanged. A
 * reference is stored as a small copy, because only its colors and light are used
 * @returns null after a toast with the reason
 */
export async function takeOwnPicture(
  context: StudioContext,
  selectedFile: File,
  purpose: 'background' | 'product' | 'reference',
): Promise<{ readonly own: OwnReference; readonly picture: StagePicture } | null> {
  const { services, store } = context;
  const { document } = store.getState();
  if (!document) return null;
  if (!hasSupportedExtension(selectedFile.name)) {
    services.notify('warning', fileNotSupported(selectedFile.name));
    return null;
  }
  const id = services.newId();
  try {
    const { file, mimeType } = await readPhoto(selectedFile);
    const { picture, converted } = await services.decodePhoto(file, mimeType === 'image/heic');
    // If the browser can't make a small copy, the original is used.
    const small = purpose === 'reference' ? await services.resizePicture(picture).catch(() => null) : null;
    await services.documents.saveBlob(document.id, `${id}/full`, small ?? converted ?? file);
    context.setPicture(document.id, id, 'full', picture);
    return { own: { id, name: file.name }, picture };
  } catch (error) {
    console.warn('The picture could not be taken.', error);
    services.notify(
      'error',
      error instanceof Error && error.message ? error.message : MESSAGES.imageLoadFailed,
    );
    return null;
  }
}
