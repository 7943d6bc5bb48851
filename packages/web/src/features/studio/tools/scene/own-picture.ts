import { fileNotSupported, MESSAGES } from '@packshot/contract/messages';
import { hasSupportedExtension } from '@packshot/contract/validation';
import type { LocalPicture } from '../../model/scene-settings.ts';
import { readPhoto } from '../../documents/choose-photo.ts';
import type { StudioContext } from '../../state/studio-context.ts';

/**
 * Checks, shows and keeps a picture of one's own for the open document.
 * @param keptFor a background is part of the result and keeps its pixels; of a reference colors and light are read, for
 *   which a small picture is enough to send
 * @returns null after a toast that says why not
 */
export async function takeOwnPicture(
  context: StudioContext,
  chosen: File,
  keptFor: 'background' | 'reference',
): Promise<LocalPicture | null> {
  const { services, store } = context;
  const { document } = store.getState();
  if (!document) return null;
  if (!hasSupportedExtension(chosen.name)) {
    services.notify('warning', fileNotSupported(chosen.name));
    return null;
  }
  const id = services.newId();
  try {
    const { file, mimeType } = await readPhoto(chosen);
    const { picture, converted } = await services.decodePhoto(file, mimeType === 'image/heic');
    // Where the browser cannot make it smaller, the picture itself does as well.
    const small = keptFor === 'reference' ? await services.resizePicture(picture).catch(() => null) : null;
    await services.documents.saveBlob(document.id, `${id}/full`, small ?? converted ?? file);
    context.setPicture(document.id, id, 'full', picture);
    return { id, name: file.name };
  } catch (error) {
    console.warn('The picture could not be taken.', error);
    services.notify(
      'error',
      error instanceof Error && error.message ? error.message : MESSAGES.imageLoadFailed,
    );
    return null;
  }
}
