import type { ProductScale } from '@packshot/contract/tools/product-scale';
import { scaleInName } from '@packshot/image-engine/pixels';
import { productIn } from '../../composite/composing.ts';
import type { StudioDocument } from '../../model/document.ts';
import { viewOf } from '../../model/results.ts';

/** How large the product is in life, as its name tells, or else its photo; null where neither does. */
export function readScale(document: StudioDocument): ProductScale | null {
  return scaleInName(document.edits.productName) ?? scaleInPhoto(document);
}

/** As its photo shows it, where it was recognized when it was cut out. */
export function scaleInPhoto(document: StudioDocument): ProductScale | null {
  const product = productIn(document);
  return (product && viewOf(document, product.id)?.scale) ?? null;
}
