import type { Seen } from './seen-product-view.ts';
import { shadeAround } from './view-surroundings.ts';

/** The product's rim, where light and shade are strongest, in pixels. */
const RIM_PX = 6;
const OUTSIDE_FROM_PX = 4;

/** Differences between the right and the left of a photo; mirrored, all of them change their sign. */
export function lightMeasures(seen: Seen): number[] {
  const { near, far } = shadeAround(seen);
  const shades = [near, far].flatMap(([west, northWest, , northEast, east, southEast, , southWest]) => [
    east - west,
    southEast - southWest,
    northEast - northWest,
  ]);
  return [
    ...shades,
    rightMinusLeft(seen, (i) => seen.within[i] > RIM_PX),
    rightMinusLeft(seen, (i) => seen.within[i] > 1 && seen.within[i] <= RIM_PX),
    rightMinusLeft(seen, (i) => seen.away[i] > OUTSIDE_FROM_PX),
  ];
}

/** By how much the half to the right of the product's middle is brighter. */
function rightMinusLeft({ widthPx, left, right, brightness }: Seen, isMeant: (i: number) => boolean): number {
  const middle = (left + right - 1) / 2;
  const sides = { left: 0, right: 0, leftCount: 0, rightCount: 0 };
  for (let i = 0; i < brightness.length; i++) {
    if (!isMeant(i)) continue;
    if (i % widthPx < middle) {
      sides.left += brightness[i];
      sides.leftCount++;
    } else {
      sides.right += brightness[i];
      sides.rightCount++;
    }
  }
  if (sides.leftCount === 0 || sides.rightCount === 0) return 0;
  return sides.right / sides.rightCount - sides.left / sides.leftCount;
}
