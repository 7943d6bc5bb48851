import type { AlphaRaster } from '../raster/raster.ts';

/** Mask value, 0 to 255, from which a cell certainly belongs to an object. */
const SURE_FROM = 128;
/** Distance from an object, in cells of the mask, within which its soft edge, fur or mesh may extend. */
const EDGE_REACH_CELLS = 8;
/** Mask value, 0 to 255, below which a cell counts as faint, unless it is within EDGE_REACH_CELLS of an object. */
const FAINT_BELOW = 40;
/**
 * Minimum share of cells in a patch that aren't faint; patches below it are treated as noise. Measured shares: at most
 * 2 % in the haze around a black garment and between the temples of glasses, 15 % in a jar of clear glass, which must
 * not be cleared.
 */
const MIN_SUBSTANTIAL_SHARE = 0.05;

/**
 * Removes faint patches that aren't connected to an object, in place. They come from the network's uncertainty about
 * shadows, folds and flat backgrounds, and would leave stains on a new background.
 *
 * Cells connected to an object within the reach of its edge aren't changed. Each remaining connected component (4
 * neighbors) is either kept or cleared as a whole, so no hard borders appear.
 */
export function clearHaze({ data, widthPx, heightPx }: AlphaRaster): void {
  const isKept = new Uint8Array(data.length);
  const queue = new Int32Array(data.length);
  keepEdges(data, widthPx, heightPx, isKept, queue);
  for (let start = 0; start < data.length; start++) {
    if (data[start] === 0 || isKept[start] === 1) continue;
    isKept[start] = 1;
    queue[0] = start;
    let substantial = 0;
    const end = spread(data, widthPx, heightPx, isKept, queue, 0, 1, (cell) => {
      if (data[cell] >= FAINT_BELOW) substantial++;
    });
    if (substantial < end * MIN_SUBSTANTIAL_SHARE) for (let i = 0; i < end; i++) data[queue[i]] = 0;
  }
}

/** Marks the cells of objects, and all cells connected to them within the reach of their edges. */
function keepEdges(
  data: Uint8Array,
  widthPx: number,
  heightPx: number,
  isKept: Uint8Array,
  queue: Int32Array,
): void {
  let end = 0;
  for (let i = 0; i < data.length; i++) {
    if (data[i] < SURE_FROM) continue;
    isKept[i] = 1;
    // Only border cells of an object need to spread. For cells at the picture's sides, this test reads values of an
    // adjacent row or undefined; the error is harmless, because such cells can't spread across the side.
    const isInner =
      data[i - 1] >= SURE_FROM &&
      data[i + 1] >= SURE_FROM &&
      data[i - widthPx] >= SURE_FROM &&
      data[i + widthPx] >= SURE_FROM;
    if (!isInner) queue[end++] = i;
  }
  for (let step = 0, start = 0; step < EDGE_REACH_CELLS; step++) {
    const stepEnd = end;
    end = spread(data, widthPx, heightPx, isKept, queue, start, stepEnd, undefined, stepEnd);
    start = stepEnd;
  }
}

/**
 * Visits the queue's cells from `start` on, in order, and appends their unmarked nonzero neighbors to the queue.
 * @param end end of the queue
 * @param visitBefore position at which the visit ends; by default cells appended during the visit are visited as well
 * @returns the new end of the queue
 */
function spread(
  data: Uint8Array,
  widthPx: number,
  heightPx: number,
  isMarked: Uint8Array,
  queue: Int32Array,
  start: number,
  end: number,
  onVisit?: (cell: number) => void,
  visitBefore = Infinity,
): number {
  const lastRow = (heightPx - 1) * widthPx;
  const append = (cell: number): void => {
    if (isMarked[cell] === 1 || data[cell] === 0) return;
    isMarked[cell] = 1;
    queue[end++] = cell;
  };
  for (let at = start; at < end && at < visitBefore; at++) {
    const cell = queue[at];
    onVisit?.(cell);
    const x = cell % widthPx;
    if (x > 0) append(cell - 1);
    if (x < widthPx - 1) append(cell + 1);
    if (cell >= widthPx) append(cell - widthPx);
    if (cell < lastRow) append(cell + widthPx);
  }
  return end;
}
