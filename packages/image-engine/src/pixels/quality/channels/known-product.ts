/**
 * Where the product of a picture is, as whoever made it knew by the cut-out: it goes with the file, so that a later look at the file judges as the
 * first one did. Of faint glass and white things on white the colors alone tell too little.
 */
import type { Box } from '../../raster/raster.ts';
import type { Cells } from './cells.ts';
import type { Ground } from './even-background.ts';

export interface KnownProduct {
  readonly box: Box;
  /** How many things it consists of that do not touch. */
  readonly things: number;
  /** Of the picture that the box is in. */
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Another program may have cropped it or moved what it shows: how far sides may be from what is seen, in shares of the longer side. */
const NEAR_SHARE = 0.015;
/** Sides of a picture that was made smaller are in the same ratio, but for whole pixels. */
const SAME_RATIO = 0.01;
/** The mean of a cell of a plain ground is nearer to its color. */
const FAINT_LEVELS = 1.5;

/** The box in the picture’s pixels; null where the picture does not show that it is still true. */
export function boxStillThere(
  known: KnownProduct,
  picture: { readonly widthPx: number; readonly heightPx: number },
  { cells, ground, marks }: { readonly cells: Cells; readonly ground: Ground; readonly marks: Uint8Array },
): Box | null {
  if (ground.kind !== 'plain' || !isSameShape(known, picture)) return null;
  const scale = picture.widthPx / known.widthPx;
  const left = Math.round(known.box.xPx * scale);
  const top = Math.round(known.box.yPx * scale);
  const box = {
    xPx: left,
    yPx: top,
    widthPx: Math.round((known.box.xPx + known.box.widthPx) * scale) - left,
    heightPx: Math.round((known.box.yPx + known.box.heightPx) * scale) - top,
  };
  return isWhole(box, picture, cells, marks) && isMet(box, picture, cells, ground) ? box : null;
}

function isSameShape(known: KnownProduct, picture: { readonly widthPx: number; readonly heightPx: number }) {
  const ratio = (known.widthPx * picture.heightPx) / (known.heightPx * picture.widthPx);
  return Math.abs(ratio - 1) <= SAME_RATIO;
}

interface InCells {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly near: number;
}

function inCells(
  { xPx, yPx, widthPx, heightPx }: Box,
  picture: { readonly widthPx: number; readonly heightPx: number },
  { widthCells, heightCells }: Cells,
): InCells {
  const [across, down] = [widthCells / picture.widthPx, heightCells / picture.heightPx];
  return {
    left: Math.floor(xPx * across),
    top: Math.floor(yPx * down),
    right: Math.ceil((xPx + widthPx) * across) - 1,
    bottom: Math.ceil((yPx + heightPx) * down) - 1,
    near: Math.ceil(NEAR_SHARE * Math.max(widthCells, heightCells)),
  };
}

/** Nothing that is surely the product’s lies beside the box. */
function isWhole(
  box: Box,
  picture: { readonly widthPx: number; readonly heightPx: number },
  cells: Cells,
  marks: Uint8Array,
): boolean {
  const { left, top, right, bottom, near } = inCells(box, picture, cells);
  return marks.every((mark, cell) => {
    if (mark === 0) return true;
    const x = cell % cells.widthCells;
    const y = (cell - x) / cells.widthCells;
    return x >= left - near && x <= right + near && y >= top - near && y <= bottom + near;
  });
}

/** Something, however faint, is at each side of it. */
function isMet(
  box: Box,
  picture: { readonly widthPx: number; readonly heightPx: number },
  cells: Cells,
  { color }: Extract<Ground, { kind: 'plain' }>,
): boolean {
  const { left, top, right, bottom, near } = inCells(box, picture, cells);
  const isSeen = (x: number, y: number): boolean => {
    const cell = y * cells.widthCells + x;
    const { red, green, blue } = cells;
    const away = Math.max(
      Math.abs(red[cell] - color[0]),
      Math.abs(green[cell] - color[1]),
      Math.abs(blue[cell] - color[2]),
    );
    return away > FAINT_LEVELS;
  };
  const inStrip = (fromX: number, toX: number, fromY: number, toY: number): boolean => {
    for (let y = Math.max(0, fromY); y <= Math.min(cells.heightCells - 1, toY); y++)
      for (let x = Math.max(0, fromX); x <= Math.min(cells.widthCells - 1, toX); x++)
        if (isSeen(x, y)) return true;
    return false;
  };
  return (
    inStrip(left, left + near, top, bottom) &&
    inStrip(right - near, right, top, bottom) &&
    inStrip(left, right, top, top + near) &&
    inStrip(left, right, bottom - near, bottom)
  );
}
