import { createFullFiles } from './full-files.ts';
import { completeResult } from './show-result.ts';
import type { StagePicture } from '../model/picture.ts';
import type { StudioContext } from '../state/studio-context.ts';
import type { StudioDocument } from '../model/document.ts';
import { PHOTO_ID, findResult } from '../model/results.ts';
import type { PictureId, Result } from '../model/results.ts';

export async function fullFile(context: StudioContext, documentId: string, result: Result): Promise<Blob> {
  const { services } = context;
  const storedFile = await services.documents.readBlob(documentId, `${result.id}/full`);
  if (storedFile) return storedFile;
  return context.get(createFullFiles).fetch(documentId, result.id, async () => {
    const complete = completeResult((await services.taskState(result.id)).result);
    if (!complete) throw new Error('The result has no address.');
    return complete.imageUrl;
  });
}

/**
 * Loads a picture of the document at full size.
 * @throws if the picture is no longer available
 */
export async function fullPicture(
  context: StudioContext,
  document: StudioDocument,
  id: PictureId,
): Promise<StagePicture> {
  const loadedPicture = context.store.getState().pictures[id]?.full;
  if (loadedPicture) return loadedPicture;
  const result = findResult(document, id);
  if (id === PHOTO_ID || !result) throw new Error('The photo cannot be shown by this browser.');
  const picture = await context.services.decodePicture(await fullFile(context, document.id, result));
  context.setPicture(document.id, id, 'full', picture);
  return picture;
}
