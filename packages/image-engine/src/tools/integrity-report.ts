import type { ComparedWith, DeclaredLight } from '@packshot/contract';
import { encodeStandardWebp } from '../codec/encode.ts';
import { decodeWithSharp } from '../codec/sharp-decode.ts';
import type { ExpectedProduct } from '../pixels/quality/expected-product.ts';
import { productDifference } from '../pixels/quality/product-difference.ts';

/** Integrity report on a product in a picture: how many of its pixels changed. */
export interface IntegrityReport {
  /** Number of pixels that the product covers completely. */
  readonly total: number;
  /** Number of these pixels that differ from the expected color. */
  readonly changed: number;
  /** Largest CIEDE2000 difference of a changed pixel; 0 if none changed. */
  readonly worstDeltaE: number;
  /** WebP that shows the positions and sizes of the changes. */
  readonly heatMap: Uint8Array;
  readonly comparedWith: ComparedWith;
  /** Light that was declared for the product, or null without one. */
  readonly light: DeclaredLight | null;
}

/** Facts that are declared about a product's picture besides its pixels. */
interface Declared {
  readonly comparedWith: ComparedWith;
  /** Requested strength of matching the product's light to the scene, 0 to 1. */
  readonly strength?: number;
}

/**
 * Compares the product in the stored file, rather than in the pixels from which the file was encoded, with the
 * expected product.
 */
export async function measureIntegrity(
  expected: ExpectedProduct,
  file: Uint8Array,
  { comparedWith, strength = 1 }: Declared,
): Promise<IntegrityReport> {
  // Decoded without the limits for uploads, because this product made the file.
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
