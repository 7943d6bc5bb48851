/** Row of products: placements for those that a request doesn't place. */
import { GROUP_FIRST } from '@packshot/contract';
import type { Placement } from '@packshot/contract';
import type { Size } from '../raster/box.ts';

/** Gap between products that stand side by side, relative to the first one's width. */
const GAP = 0.07;
/** Size of a further product relative to the first one, by area. */
const SIZE = 0.85;

interface PlacedProduct {
  readonly product: Size;
  /** If undefined, the product is in the middle of a square arrangement: see `GROUP_FIRST`. */
  readonly placement: Placement | undefined;
}

/**
 * Starts a row with the first product.
 * @param frame size of the picture in which the products are placed
 */
export function createRow({ product, placement }: PlacedProduct, frame: Size) {
  const first = placement ?? GROUP_FIRST;
  const shape = placement === undefined ? 1 : frame.widthPx / frame.heightPx;
  /** Height relative to the frame's. */
  const heightAt = (width: number, { widthPx, heightPx }: Size): number =>
    (width * heightPx * shape) / widthPx;
  const footY = first.centerY + heightAt(first.width, product) / 2;
  let [left, right] = [first.centerX - first.width / 2, first.centerX + first.width / 2];
  let isRight = false;
  const gap = GAP * first.width;
  const place = (own: Size): Placement => {
    isRight = !isRight;
    const area = (first.width ** 2 * product.heightPx) / product.widthPx;
    const width = SIZE * Math.sqrt((area * own.widthPx) / own.heightPx);
    return {
      centerX: limited(isRight ? right + gap + width / 2 : left - gap - width / 2),
      centerY: limited(footY - heightAt(width, own) / 2),
      width: Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)),
      rotationDeg: 0,
      isFlipped: false,
    };
  };
  return {
    /**
     * Adds a product, in turn right and left of the others, on the line on which the first one stands.
     * @param stated placement in the request, which is used instead of a place in the row
     */
    add(own: Size, stated: Placement | undefined): Placement {
      const placed = stated ?? place(own);
      left = Math.min(left, placed.centerX - placed.width / 2);
      right = Math.max(right, placed.centerX + placed.width / 2);
      return placed;
    },
  };
}

/** Limits of a placement, as in its schema. */
const LEAST_WIDTH = 0.01;
const MOST_WIDTH = 4;
const limited = (position: number): number => Math.min(2, Math.max(-1, position));
