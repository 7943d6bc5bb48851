import type { ComparedWith, DeclaredLight } from '@packshot/contract';
import { encodeStandardWebp } from '../codec/encode.ts';
import { decodeWithSharp } from '../codec/sharp-decode.ts';
import type { ExpectedProduct } from '../pixels/quality/expected-product.ts';
import { productDifference } from '../pixels/quality/product-difference.ts';

/** What became of a product's pixels in a picture. */
export interface ProductProof {
  /** Pixels that the product covers whole. */
  readonly total: number;
  /** Those that are not what they should be. */
  readonly changed: number;
  /** The largest CIEDE2000 difference of a changed pixel; 0 when none has changed. */
  readonly worstDeltaE: number;
  /** WebP: where, and by how much. */
  readonly heatMap: Uint8Array;
  readonly comparedWith: ComparedWith;
  /** The light that was declared to lie on it; null: none. */
  readonly light: DeclaredLight | null;
}

/** What is known of a product's picture beside its pixels. */
interface Declared {
  readonly comparedWith: ComparedWith;
  /** How far its light was asked to match the scene, 0 to 1. */
  readonly strength?: number;
}

/** Compares the file that is stored, not the pixels that it was made from, with the product that it should show. */
export async function proveProduct(
  expected: ExpectedProduct,
  file: Uint8Array,
  { comparedWith, strength = 1 }: Declared,
): Promise<ProductProof> {
  // It was made here: what uploads may weigh is no limit to it.
  const image = await decodeWithSharp(file);
  const { total, changed, worstDeltaE, heatMap } = productDifference(expected, image);
  const { gains } = expected;
  return {
    total,
    changed,
    worstDeltaE,
    heatMap: await encodeStandardWebp(heatMap),
    comparedWith,
    light: gains && { kind: 'smooth-field', strength, ...gains },
  };
}
