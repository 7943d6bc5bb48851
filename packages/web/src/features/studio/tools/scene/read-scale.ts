import type { ProductScale } from '@packshot/contract/tools/product-scale';
import { productIn } from '../../composite/composing.ts';
import { scaleOfNamed } from '../../composite/product-view.ts';
import { typedName } from '../../model/document.ts';
import type { StudioDocument } from '../../model/document.ts';
import { findView } from '../../model/results.ts';

/** Real-world size of the product according to its typed name, or else its photo; null if both leave it open. */
export function readScale(document: StudioDocument): ProductScale | null {
  return scaleOfNamed(typedName(document)) ?? scaleInPhoto(document);
}

/** Real-world size estimated from the photo, if the engine recognized the product. */
export function scaleInPhoto(document: StudioDocument): ProductScale | null {
  const product = productIn(document);
  return (product && findView(document, product.id)?.scale) ?? null;
}
