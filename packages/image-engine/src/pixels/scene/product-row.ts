/** Row of products: placements for those that a request doesn't place. */
import { GROUP_FIRST } from '@packshot/contract';
import type { Placement } from '@packshot/contract';
import type { Size } from '../raster/box.ts';

/** Gap between products that stand side by side, relative to the first one's width. */
const GAP = 0.07;
/** Ratio of a further product's width to the width at which it would have the first one's area. */
const SIZE = 0.85;

interface PlacedProduct {
  readonly product: Size;
  /** Position of the product; by default the middle of a square arrangement, `GROUP_FIRST`. */
  readonly placement: Placement | undefined;
}

/** Smallest size to which a product is reduced to fit into the picture, relative to its usual size. */
const LEAST_REDUCTION = 0.4;

/**
 * Starts a row with the first product.
 * @param frame size of the picture in which the products are placed
 * @param stated placements that the request states for products outside the row
 */
export function createRow(
  { product, placement }: PlacedProduct,
  frame: Size,
  stated: readonly Placement[] = [],
) {
  const first = placement ?? GROUP_FIRST;
  const shape = placement === undefined ? 1 : frame.widthPx / frame.heightPx;
  /** Height of a product at this width, relative to the frame's height. */
  const heightAt = (width: number, { widthPx, heightPx }: Size): number =>
    (width * heightPx * shape) / widthPx;
  const footY = first.centerY + heightAt(first.width, product) / 2;
  const ends = [first, ...stated];
  let left = Math.min(...ends.map(({ centerX, width }) => centerX - width / 2));
  let right = Math.max(...ends.map(({ centerX, width }) => centerX + width / 2));
  let isRight = false;
  const gap = GAP * first.width;
  /** True to add the next product on the right: sides alternate, unless only the other side has more room. */
  const goesRight = (width: number): boolean => {
    const [roomRight, roomLeft] = [1 - right - gap, left - gap];
    const isTurn = !isRight;
    if (placement === undefined || (isTurn ? roomRight : roomLeft) >= width) return isTurn;
    return roomRight >= roomLeft;
  };
  return {
    /**
     * Adds a product at the next side, on the first product's baseline. In a picture, reduces it to the room at that
     * side.
     * @returns undefined if the picture has no room for it
     */
    add(own: Size): Placement | undefined {
      const area = (first.width ** 2 * product.heightPx) / product.widthPx;
      const usualWidth = SIZE * Math.sqrt((area * own.widthPx) / own.heightPx);
      isRight = goesRight(usualWidth);
      const room = placement === undefined ? Infinity : isRight ? 1 - right - gap : left - gap;
      if (room < LEAST_REDUCTION * usualWidth) return undefined;
      const width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, Math.min(usualWidth, room)));
      const centerX = limitPosition(isRight ? right + gap + width / 2 : left - gap - width / 2);
      left = Math.min(left, centerX - width / 2);
      right = Math.max(right, centerX + width / 2);
      const centerY = limitPosition(footY - heightAt(width, own) / 2);
      return { centerX, centerY, width, rotationDeg: 0, isFlipped: false };
    },
  };
}

/** Limits of a placement, as in its schema. */
const LEAST_WIDTH = 0.01;
const MOST_WIDTH = 4;
const limitPosition = (position: number): number => Math.min(2, Math.max(-1, position));
