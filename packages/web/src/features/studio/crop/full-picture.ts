/** A picture of the document at its own size, wherever it is. */
import type { StudioDocument } from '../document/document.ts';
import { PHOTO_ID, resultOf } from '../document/results.ts';
import type { PictureId } from '../document/results.ts';
import { fullFile } from '../export/export-source.ts';
import type { Picture } from '../photo/decode.ts';
import type { StudioContext } from '../studio-state.ts';

/** @throws when it is not to be had any more */
export async function fullPicture(
  context: StudioContext,
  document: StudioDocument,
  id: PictureId,
): Promise<Picture> {
  const shown = context.store.getState().pictures[id]?.full;
  if (shown) return shown;
  const result = resultOf(document, id);
  if (id === PHOTO_ID || !result) throw new Error('The photo cannot be shown by this browser.');
  const picture = await context.services.decodePicture(await fullFile(context, document.id, result));
  context.setPicture(document.id, id, 'full', picture);
  return picture;
}
