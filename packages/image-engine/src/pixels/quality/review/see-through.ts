import { windowExtremes } from '../../raster/box-filter.ts';
import { regionsOf } from '../../raster/regions.ts';
import { boxAround } from '../../raster/box.ts';
import type { Finding, Judged } from './finding.ts';

/** Alpha between these is neither the object nor the background. */
const CLEAR_ABOVE = 24;
const CLEAR_BELOW = 225;
/** Soft edges and fur are narrower than twice this, in cells. */
const CORE_RADIUS_CELLS = 3;
/** Below this share of the object it is a crack. */
const MIN_SHARE = 0.01;
const WEIGHT = { least: 0.15, perShare: 0.6, most: 0.5 } as const;

/** Where much of the object is half transparent: glass, or a part that the network was not sure of. */
export function seeThroughDoubt({ alpha, objectCells }: Judged): Finding | undefined {
  const { data, widthPx, heightPx } = alpha;
  const marks = data.map((value) => (value > CLEAR_ABOVE && value < CLEAR_BELOW ? 1 : 0));
  const { min } = windowExtremes(marks, widthPx, heightPx, CORE_RADIUS_CELLS);
  const parts = regionsOf(min, widthPx);
  const cells = parts.reduce((sum, part) => sum + part.cells.length, 0);
  const share = cells / (objectCells + cells);
  if (share < MIN_SHARE) return undefined;
  const largest = Math.max(...parts.map((part) => part.cells.length));
  const large = parts.filter((part) => part.cells.length >= largest / 2);
  const box = large.map((part) => part.box).reduce(boxAround);
  return {
    reason: 'see-through',
    box,
    weight: Math.min(WEIGHT.most, WEIGHT.least + WEIGHT.perShare * share),
  };
}
