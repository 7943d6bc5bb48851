import type { PhotoGrid } from './seen-product-view.ts';

/** Number of edge directions that are distinguished. */
const DIRECTIONS = 8;
/** Width of the zone along the product's edge, in pixels of the grid. */
const RIM_PX = 3;
const OUTSIDE_FROM_PX = 4;

/** Regions of a photo in which edges are measured, in this order: true for regions inside the product. */
const PARTS = [true, false, true, true, false] as const;
const MEASURES_A_PART = 9;

/** True if the measurement at this index of `edgeMeasures` describes edges inside the product. */
export const isWithin = (measure: number): boolean => PARTS[Math.floor(measure / MEASURES_A_PART)] ?? false;

/**
 * Measures the directions of edges inside the product, along its outline, and on the background. At eye level vertical
 * edges are upright; from above they fan out and look shorter. Edges of the ground become more horizontal the lower
 * the camera is.
 */
export function edgeMeasures(photoGrid: PhotoGrid): number[] {
  const { widthPx, top, bottom, away, within } = photoGrid;
  const third = (bottom - top) / 3;
  const toRow = (i: number): number => Math.floor(i / widthPx);
  return [
    ...directions(photoGrid, (i) => within[i] > RIM_PX),
    ...directions(photoGrid, (i) => within[i] <= RIM_PX && away[i] <= RIM_PX),
    ...directions(photoGrid, (i) => within[i] > RIM_PX && toRow(i) < top + third),
    ...directions(photoGrid, (i) => within[i] > RIM_PX && toRow(i) >= bottom - third),
    ...directions(photoGrid, (i) => away[i] > OUTSIDE_FROM_PX),
  ];
}

/**
 * Share of each edge direction (the sum and the absolute difference of each pair of mirrored directions), and the
 * logarithm of the edges' mean strength.
 */
function directions({ acrossX, acrossY }: PhotoGrid, isMeant: (i: number) => boolean): number[] {
  const shares = new Float64Array(DIRECTIONS);
  let [sum, count] = [0, 1];
  for (let i = 0; i < acrossX.length; i++) {
    if (!isMeant(i)) continue;
    count++;
    const strength = Math.hypot(acrossX[i], acrossY[i]);
    if (strength < 1e-6) continue;
    sum += strength;
    const angle = Math.atan2(acrossY[i], acrossX[i]);
    const place = (((angle < 0 ? angle + Math.PI : angle) / Math.PI) * DIRECTIONS) % DIRECTIONS;
    const lower = Math.floor(place);
    shares[lower] += strength * (lower + 1 - place);
    shares[(lower + 1) % DIRECTIONS] += strength * (place - lower);
  }
  const share = [...shares].map((value) => value / (sum + 1e-6));
  const mirrored = [1, 2, 3].flatMap((k) => {
    const [one, other] = [share[k], share[DIRECTIONS - k]];
    return [one + other, Math.abs(one - other)];
  });
  return [share[0], share[DIRECTIONS / 2], ...mirrored, Math.log(sum / count + 1e-4)];
}
