/** Camera view of the document's product: read from its photo, and corrected by its name. */
import type { ReadView } from '@packshot/contract/tools/view';
import { readInLife, seenInName } from '@packshot/image-engine/pixels';
import type { StudioDocument } from '../model/document.ts';
import { findView } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';

/** Camera view of a product, or null if it wasn't read. */
export const readView = (document: StudioDocument, id: PictureId): ReadView | null =>
  viewOfNamed(findView(document, id), document.edits.productName);

/** Corrects the view in a photo by the product's name. */
export function viewOfNamed(view: ReadView | null, name: string): ReadView | null {
  const seen = seenInName(name);
  return view && seen ? readInLife(view, seen) : view;
}
