/** Measures the pixel facts that channels' rules refer to, identically in browsers, servers and the command line. */
import type { PixelFacts } from '@packshot/contract/channels/picture-facts';
import type { Side } from '@packshot/contract/channels/rules';
import { boxAround } from '../../raster/box.ts';
import type { Box } from '../../raster/raster.ts';
import { borderOf } from './border.ts';
import { cellGrid, cellsOf } from './cells.ts';
import type { CellGrid, Cells } from './cells.ts';
import { edgeOf, whitenessOf } from './picture-edge.ts';
import { groundOf } from './even-background.ts';
import type { Ground } from './even-background.ts';
import { boxStillThere } from './known-product.ts';
import type { KnownProduct } from './known-product.ts';
import type { Matte, PixelSource } from './pixel-source.ts';
import { matteCells, productCells, thingsOf } from './product-cells.ts';
import { sharpnessOf } from './sharpness.ts';

interface PixelsKnown {
  /** Alpha matte of the product on a grid of any size; null to detect the product on a uniform background. */
  readonly matte: Matte | null;
  /** Position of the product according to the file; verified against a uniform background. */
  readonly product?: KnownProduct | null;
  /** Number of text lines beside the product, or null if text wasn't recognized. */
  readonly linesBeside: number | null;
}

const NOTHING_KNOWN: PixelsKnown = { matte: null, linesBeside: null };

/** Reads the picture once from top to bottom, and parts of it again. Needs 10 MB besides these parts, for any size of picture. */
export function measurePixels(
  source: PixelSource,
  { matte, linesBeside, product: known = null }: PixelsKnown = NOTHING_KNOWN,
): PixelFacts {
  const edge = edgeOf(source);
  const ground = groundOf(edge);
  const cells = cellsOf(source);
  const marks = productCells(cells, ground, matte);
  const seen = marks === null ? null : productOf(source, cells, marks, matte === null ? 'ground' : 'matte');
  const product = matte === null && known !== null ? withKnown(seen, known, { source, cells, ground }) : seen;
  return {
    edge: whitenessOf(edge),
    transparentShare: cells.transparentPixels / (source.widthPx * source.heightPx),
    ground: ground.kind === 'plain' ? { kind: 'plain', color: ground.color } : ground,
    product: product === null ? null : product.facts,
    sharpness: sharpnessOf(source, cells, seen?.kept ?? new Uint8Array(cells.alpha.length).fill(1)),
    border: borderOf(source),
    linesBeside,
  };
}

type Sides = Pick<PixelSource, 'widthPx' | 'heightPx'>;

interface Seen {
  readonly facts: NonNullable<PixelFacts['product']>;
  readonly kept: Uint8Array;
}

/** Uses the product's position from the file if the picture confirms it. */
function withKnown(
  seen: Seen | null,
  known: KnownProduct,
  { source, cells, ground }: { readonly source: PixelSource; readonly cells: Cells; readonly ground: Ground },
): Seen | null {
  const kept = seen?.kept ?? new Uint8Array(cells.alpha.length);
  const box = boxStillThere(known, source, { cells, ground, marks: kept });
  if (box === null) return seen;
  return { facts: { by: 'file', box, cutOffAt: seen?.facts.cutOffAt ?? [], things: known.things }, kept };
}

/** Share of a side along which a product touching it is cut off; less is a tip that touches. */
const CUT_OFF_SHARE = 0.02;

function productOf(source: Sides, cells: CellGrid, marks: Uint8Array, by: 'matte' | 'ground'): Seen | null {
  const { widthCells, heightCells } = cells;
  const things = thingsOf(marks, widthCells);
  if (things.length === 0) return null;
  const box = things.map((thing) => thing.box).reduce(boxAround);
  const kept = new Uint8Array(marks.length);
  for (const thing of things) for (const cell of thing.cells) kept[cell] = 1;
  return {
    facts: {
      by,
      box: inPixels(box, cells, source),
      cutOffAt: cutOffAt(kept, widthCells, heightCells),
      things: things.length,
    },
    kept,
  };
}

function inPixels(
  { xPx, yPx, widthPx, heightPx }: Box,
  { widthCells, heightCells }: CellGrid,
  source: Sides,
): Box {
  const [across, down] = [source.widthPx / widthCells, source.heightPx / heightCells];
  const [left, top] = [Math.floor(xPx * across), Math.floor(yPx * down)];
  return {
    xPx: left,
    yPx: top,
    widthPx: Math.ceil((xPx + widthPx) * across) - left,
    heightPx: Math.ceil((yPx + heightPx) * down) - top,
  };
}

function cutOffAt(marks: Uint8Array, widthCells: number, heightCells: number): readonly Side[] {
  const touching: Record<Side, number> = { left: 0, right: 0, top: 0, bottom: 0 };
  for (let x = 0; x < widthCells; x++) {
    touching.top += marks[x];
    touching.bottom += marks[(heightCells - 1) * widthCells + x];
  }
  for (let y = 0; y < heightCells; y++) {
    touching.left += marks[y * widthCells];
    touching.right += marks[(y + 1) * widthCells - 1];
  }
  const lengths: Readonly<Record<Side, number>> = {
    left: heightCells,
    right: heightCells,
    top: widthCells,
    bottom: widthCells,
  };
  return (Object.keys(touching) as Side[]).filter((side) => touching[side] > CUT_OFF_SHARE * lengths[side]);
}

/** Position of the product in an alpha matte over the whole picture, to be stored in the file; null if the matte is empty. */
export function knownBy(matte: Matte, picture: Sides): KnownProduct | null {
  const grid = cellGrid(picture);
  const product = productOf(picture, grid, matteCells(grid, matte), 'matte');
  if (product === null) return null;
  const { box, things } = product.facts;
  return { box, things, widthPx: picture.widthPx, heightPx: picture.heightPx };
}
