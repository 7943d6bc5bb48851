/** Camera view of the document's product: read from its photo, and corrected by the name that the user typed. */
import type { ProductScale } from '@packshot/contract/tools/product-scale';
import type { ReadView } from '@packshot/contract/tools/view';
import { typedName } from '../model/document.ts';
import type { StudioDocument } from '../model/document.ts';
import { findView } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';

/** Camera view of a product, or null if it wasn't read. */
export const readView = (document: StudioDocument, id: PictureId): ReadView | null =>
  viewOfNamed(findView(document, id), typedName(document));

let named: typeof import('./named-view.ts') | null = null;

/** Loads the nouns with which names are compared. Until then, names say nothing. */
export async function loadNouns(): Promise<void> {
  named ??= await import('./named-view.ts');
}

/** Real-world size of a product according to its name. */
export const scaleOfNamed = (name: string): ProductScale | null => named?.scaleInName(name) ?? null;

/** Corrects the view in a photo by the product's name. */
export const viewOfNamed = (view: ReadView | null, name: string): ReadView | null =>
  named === null ? view : named.viewOfNamed(view, name);
