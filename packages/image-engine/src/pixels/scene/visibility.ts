/** How much of the products in a scene can be seen. */
import type { Size } from '../raster/box.ts';
import { ImageRefusal } from '../raster/refusal.ts';
import type { PosedProduct } from '../stage/placement.ts';
import type { StandingProduct } from './stand-product.ts';

/** Visibility of a product, compared with its part inside the picture that nothing hides. */
export interface ProductVisibility {
  /** Index of the product in the request: 0 for the first product, then those beside it. */
  readonly index: number;
  /** Visible area in pixels. */
  readonly shownPx: number;
  /** Visible share, 0 to 1. */
  readonly share: number;
  /** True if the set hides more of the product than the products in front of it do. */
  readonly isBehindSet: boolean;
}

/**
 * Share of each pixel that products cover.
 * @param nearer products that hide parts of the products
 */
export function coveredBy(
  products: readonly PosedProduct[],
  nearer: readonly PosedProduct[],
  { widthPx, heightPx }: Size,
): Float32Array {
  const covered = new Float32Array(widthPx * heightPx);
  const change = (
    { raster: product, xPx, yPx }: PosedProduct,
    cover: (before: number, alpha: number) => number,
  ) => {
    for (let y = Math.max(0, -yPx); y < Math.min(product.heightPx, heightPx - yPx); y++) {
      for (let x = Math.max(0, -xPx); x < Math.min(product.widthPx, widthPx - xPx); x++) {
        const at = (yPx + y) * widthPx + xPx + x;
        covered[at] = cover(covered[at], product.data[(y * product.widthPx + x) * 4 + 3]);
      }
    }
  };
  for (const product of products) change(product, (before, alpha) => before + (1 - before) * alpha);
  for (const product of nearer) change(product, (before, alpha) => before * (1 - alpha));
  return covered;
}

/** Area of a product inside the picture in pixels, without what nearer products hide. */
export function visiblePx(posed: PosedProduct, nearer: readonly PosedProduct[], size: Size): number {
  if (nearer.length > 0) return coveredBy([posed], nearer, size).reduce((sum, share) => sum + share, 0);
  const { raster, xPx, yPx } = posed;
  let sum = 0;
  for (let y = Math.max(0, -yPx); y < Math.min(raster.heightPx, size.heightPx - yPx); y++)
    for (let x = Math.max(0, -xPx); x < Math.min(raster.widthPx, size.widthPx - xPx); x++)
      sum += raster.data[(y * raster.widthPx + x) * 4 + 3];
  return sum;
}

/**
 * Measures the products of a scene after the set has hidden parts of them.
 * @param standing products from the farthest to the nearest
 * @param wholePx areas of the products in pixels, before the set has hidden parts
 */
export function measureVisibility(
  standing: readonly StandingProduct[],
  wholePx: readonly number[],
  size: Size,
): ProductVisibility[] {
  const posed = standing.map((each) => each.placed.posed);
  return standing.map(({ placed: { index } }, n) => {
    const inSetPx = visiblePx(posed[n], [], size);
    const shownPx = visiblePx(posed[n], posed.slice(n + 1), size);
    const share = wholePx[n] === 0 ? 1 : shownPx / wholePx[n];
    return { index, shownPx, share, isBehindSet: wholePx[n] - inSetPx > inSetPx - shownPx };
  });
}

/**
 * Smallest share of the picture that each product must cover if all must be visible: less than half of what the web
 * app's smallest product covers in a square.
 */
const LEAST_SHOWN = 0.001;

/**
 * Refuses several products of which one is tiny, nearly outside the picture, or hidden behind others or the set.
 * Throws ImageRefusal PRODUCT_HIDDEN.
 */
export function assertAllShown(visibility: readonly ProductVisibility[], { widthPx, heightPx }: Size): void {
  if (visibility.length < 2) return;
  const hidden = visibility.find(({ shownPx }) => shownPx < LEAST_SHOWN * widthPx * heightPx);
  if (hidden) throw new ImageRefusal('PRODUCT_HIDDEN', { product: hidden.index + 1 });
}
