import type { ReadView } from '@packshot/contract';
import { findConnectedRegions } from '../../raster/regions.ts';
import type { Region } from '../../raster/regions.ts';
import type { PhotoGrid } from './seen-product-view.ts';

type FootLine = ReadView['footLines'][number];

/** Minimum size of a connected component relative to the largest; smaller ones are specks. */
const PART_SHARE = 0.02;
const MOST_PARTS = 6;
/**
 * Height above a component's lowest point, as a share of its height, up to which its outline touches the ground even
 * at eye level.
 */
const NEAR_SHARE = 0.03;

/**
 * Lines along which each component of the product touches the ground: the part of its lower outline that is the front
 * edge of its base. Seen from above, this part reaches farther up.
 */
export function findFootLines({ product, widthPx, heightPx }: PhotoGrid, elevationDeg: number): FootLine[] {
  const parts = findConnectedRegions(product, widthPx).toSorted((a, b) => b.cells.length - a.cells.length);
  const least = PART_SHARE * (parts[0]?.cells.length ?? 0);
  return parts
    .filter(({ cells }) => cells.length >= least)
    .slice(0, MOST_PARTS)
    .map((part) => {
      const { left, right, y } = findFootLine(part, widthPx, elevationDeg);
      return { left: share(left, widthPx), right: share(right, widthPx), y: share(y, heightPx) };
    });
}

const share = (px: number, sizePx: number): number => Math.round((px / sizePx) * 1000) / 1000;

function findFootLine({ cells, box }: Region, widthPx: number, elevationDeg: number): FootLine {
  const lowest = new Int32Array(box.widthPx).fill(-1);
  for (const cell of cells) {
    const x = cell % widthPx;
    lowest[x - box.xPx] = Math.max(lowest[x - box.xPx], (cell - x) / widthPx);
  }
  const bottom = box.yPx + box.heightPx;
  const deep = (Math.sin((elevationDeg * Math.PI) / 180) * box.widthPx) / 2;
  const from = bottom - 1 - Math.min(box.heightPx / 2, NEAR_SHARE * box.heightPx + deep);
  const columns = [...lowest.keys()].filter((x) => lowest[x] >= from);
  return {
    left: box.xPx + (columns[0] ?? 0),
    right: box.xPx + (columns.at(-1) ?? box.widthPx - 1) + 1,
    y: bottom,
  };
}
