/** Measures properties of finished pictures by which the pictures of a product range are compared for consistency. */
import type { ShareBox, StyleFacts } from '@packshot/contract';
import { boxAround } from '../raster/box.ts';
import { listThings } from './channels/product-cells.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../raster/raster.ts';
import type { ProductMatte } from './shadow-direction.ts';
import { shadowDirection } from './shadow-direction.ts';

interface StyleOrder {
  readonly picture: RgbaRaster;
  readonly product: ProductMatte;
  /**
   * Source of the shadow's direction: `measured` to measure it on a flat background, otherwise the direction in degrees
   * in the studio set, or null without a clear shadow.
   */
  readonly shadow: 'measured' | number | null;
}

/** Minimum alpha of a product pixel: half covered by the product. */
const SOLID_FROM = 128;
/** Minimum alpha for glass and veils, which have no solid pixels. */
const SEEN_FROM = 24;

export function measureStyle({ picture, product, shadow }: StyleOrder): StyleFacts {
  const part = findProductBox(product.matte);
  const ground = edgeColor(picture);
  const box: ShareBox = {
    x: (product.at.xPx + part.xPx) / picture.widthPx,
    y: (product.at.yPx + part.yPx) / picture.heightPx,
    width: part.widthPx / picture.widthPx,
    height: part.heightPx / picture.heightPx,
  };
  const shadow_deg = shadow === 'measured' ? shadowDirection(picture, product, ground) : shadow;
  return { box: within(box), ground, shadow_deg };
}

/** Clips the box of a product that extends beyond the picture's edge. */
function within({ x, y, width, height }: ShareBox): ShareBox {
  const [left, top] = [clampShare(x), clampShare(y)];
  return { x: left, y: top, width: clampShare(x + width) - left, height: clampShare(y + height) - top };
}
const clampShare = (share: number): number => Math.min(1, Math.max(0, share));

/**
 * Bounding box of the product in an alpha matte, exact to the pixel, ignoring specks and threads beside the product;
 * the whole matte if it shows no product.
 */
function findProductBox(matte: AlphaRaster): Box {
  return (
    boundsFrom(matte, SOLID_FROM) ??
    boundsFrom(matte, SEEN_FROM) ?? { xPx: 0, yPx: 0, widthPx: matte.widthPx, heightPx: matte.heightPx }
  );
}

/** Number of cells along the longer side; components less than one cell apart count as connected. */
const CELLS = 320;

function boundsFrom({ data, widthPx, heightPx }: AlphaRaster, from: number): Box | null {
  const sidePx = Math.max(1, Math.ceil(Math.max(widthPx, heightPx) / CELLS));
  const [across, down] = [Math.ceil(widthPx / sidePx), Math.ceil(heightPx / sidePx)];
  const marks = new Uint8Array(across * down);
  const columns = Int32Array.from({ length: widthPx }, (_, x) => Math.floor(x / sidePx));
  for (let y = 0, at = 0; y < heightPx; y++) {
    const row = Math.floor(y / sidePx) * across;
    for (let x = 0; x < widthPx; x++, at++) if (data[at] >= from) marks[row + columns[x]] = 1;
  }
  const things = listThings(marks, across);
  if (things.length === 0) return null;
  const isProduct = new Uint8Array(marks.length);
  for (const thing of things) for (const cell of thing.cells) isProduct[cell] = 1;
  const rough = things.map(({ box }) => box).reduce(boxAround);
  let [left, top, right, bottom] = [widthPx, heightPx, -1, -1];
  const lastY = Math.min(heightPx, (rough.yPx + rough.heightPx) * sidePx);
  const lastX = Math.min(widthPx, (rough.xPx + rough.widthPx) * sidePx);
  for (let y = rough.yPx * sidePx; y < lastY; y++) {
    const row = Math.floor(y / sidePx) * across;
    const isKept = (x: number): boolean => data[y * widthPx + x] >= from && isProduct[row + columns[x]] === 1;
    let [first, last] = [rough.xPx * sidePx, lastX - 1];
    while (first <= last && !isKept(first)) first++;
    if (first > last) continue;
    while (!isKept(last)) last--;
    left = Math.min(left, first);
    right = Math.max(right, last);
    top = Math.min(top, y);
    bottom = y;
  }
  return { xPx: left, yPx: top, widthPx: right - left + 1, heightPx: bottom - top + 1 };
}

/** Alpha below which a pixel is transparent. */
const CLEAR_BELOW = 16;

/** Median color of the outermost pixels, or null if at least half of them are transparent. */
function edgeColor({ data, widthPx, heightPx }: RgbaRaster): StyleFacts['ground'] {
  const levels = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const;
  let [clear, opaque] = [0, 0];
  const take = (x: number, y: number): void => {
    const at = (y * widthPx + x) * 4;
    if (data[at + 3] < CLEAR_BELOW) clear++;
    else {
      opaque++;
      for (let c = 0; c < 3; c++) levels[c][data[at + c]]++;
    }
  };
  for (let x = 0; x < widthPx; x++) for (const y of [0, heightPx - 1]) take(x, y);
  for (let y = 0; y < heightPx; y++) for (const x of [0, widthPx - 1]) take(x, y);
  if (clear >= opaque) return null;
  const median = (of: Uint32Array): number => {
    let [level, below] = [0, of[0]];
    while (level < 255 && below < opaque / 2) below += of[++level];
    return level;
  };
  return [median(levels[0]), median(levels[1]), median(levels[2])];
}
