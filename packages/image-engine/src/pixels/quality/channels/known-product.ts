/**
 * Position of a picture's product, known from the cut-out and stored in the file, so that later checks of the file
 * agree with the first check. Colors alone don't suffice to find faint glass or white products on white.
 */
import type { Box } from '../../raster/raster.ts';
import type { Cells } from './cells.ts';
import type { DetectedBackground } from './even-background.ts';

export interface KnownProduct {
  readonly box: Box;
  /** Number of connected components of the product. */
  readonly things: number;
  /** Width of the picture whose pixels the box refers to. */
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Maximum distance between a side of the box and the visible product, as a share of the longer side. A larger distance
 * means that another program cropped the picture or moved the product.
 */
const NEAR_SHARE = 0.015;
/** Tolerance for the aspect ratio of a reduced picture, whose sides were rounded to whole pixels. */
const SAME_RATIO = 0.01;
/** Minimum deviation of a cell's mean from the background color, in levels, for counting it as faint content. */
const FAINT_LEVELS = 1.5;

/** Stored box, scaled to the picture's pixels, or null if the picture contradicts it. */
export function boxStillThere(
  knownProduct: KnownProduct,
  picture: { readonly widthPx: number; readonly heightPx: number },
  {
    cells,
    ground: background,
    marks,
  }: { readonly cells: Cells; readonly ground: DetectedBackground; readonly marks: Uint8Array },
): Box | null {
  if (background.kind !== 'plain' || !isSameShape(knownProduct, picture)) return null;
  const scale = picture.widthPx / knownProduct.widthPx;
  const left = Math.round(knownProduct.box.xPx * scale);
  const top = Math.round(knownProduct.box.yPx * scale);
  const box = {
    xPx: left,
    yPx: top,
    widthPx: Math.round((knownProduct.box.xPx + knownProduct.box.widthPx) * scale) - left,
    heightPx: Math.round((knownProduct.box.yPx + knownProduct.box.heightPx) * scale) - top,
  };
  return isWhole(box, picture, cells, marks) && isMet(box, picture, cells, background) ? box : null;
}

function isSameShape(
  knownProduct: KnownProduct,
  picture: { readonly widthPx: number; readonly heightPx: number },
) {
  const ratio = (knownProduct.widthPx * picture.heightPx) / (knownProduct.heightPx * picture.widthPx);
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

/** True if no clearly visible part of the product is outside of the box. */
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

/** True if each side of the box touches visible content, however faint. */
function isMet(
  box: Box,
  picture: { readonly widthPx: number; readonly heightPx: number },
  cells: Cells,
  { color }: Extract<DetectedBackground, { kind: 'plain' }>,
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
