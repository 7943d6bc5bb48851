/** Measures the pixel facts that channels' rules refer to, identically in browsers, servers and the command line. */
import type { PixelFacts } from '@packshot/contract/channels/picture-facts';
import type { Side } from '@packshot/contract/channels/rules';
import { boxAround } from '../../raster/box.ts';
import type { Box } from '../../raster/raster.ts';
import { describeBorder } from './border.ts';
import { cellGrid, toCells } from './cells.ts';
import type { CellGrid, Cells } from './cells.ts';
import { readEdge, measureWhiteness } from './picture-edge.ts';
import { detectBackground } from './even-background.ts';
import type { DetectedBackground } from './even-background.ts';
import { boxStillThere } from './known-product.ts';
import type { KnownProduct } from './known-product.ts';
import type { Matte, PixelSource } from './pixel-source.ts';
import { matteCells, productCells, listThings } from './product-cells.ts';
import { measureSharpness } from './sharpness.ts';

interface PixelsKnown {
  /** Alpha matte of the product on a grid of any size; if null, the product is detected on a uniform background. */
  readonly matte: Matte | null;
  /**
   * Position of the product as stated in the file; used without a matte, if the background is uniform and the picture
   * confirms it.
   */
  readonly product?: KnownProduct | null;
  /** Number of text lines beside the product, or null if text wasn't recognized. */
  readonly linesBeside: number | null;
}

const NOTHING_KNOWN: PixelsKnown = { matte: null, linesBeside: null };

/**
 * Measures a picture's facts. Reads the picture once from top to bottom, and parts of it again. Besides these parts,
 * it needs 10 MB of memory for a picture of any size.
 */
export function measurePixels(
  source: PixelSource,
  { matte, linesBeside, product: knownProduct = null }: PixelsKnown = NOTHING_KNOWN,
): PixelFacts {
  const edge = readEdge(source);
  const background = detectBackground(edge);
  const cells = toCells(source);
  const marks = productCells(cells, background, matte);
  const visibleProduct =
    marks === null ? null : measureProduct(source, cells, marks, matte === null ? 'ground' : 'matte');
  const product =
    matte === null && knownProduct !== null
      ? withKnown(visibleProduct, knownProduct, { source, cells, ground: background })
      : visibleProduct;
  return {
    edge: measureWhiteness(edge),
    transparentShare: cells.transparentPixels / (source.widthPx * source.heightPx),
    ground: background.kind === 'plain' ? { kind: 'plain', color: background.color } : background,
    product: product === null ? null : product.facts,
    sharpness: measureSharpness(
      source,
      cells,
      visibleProduct?.productMarks ?? new Uint8Array(cells.alpha.length).fill(1),
    ),
    border: describeBorder(source),
    linesBeside,
  };
}

type SourceSize = Pick<PixelSource, 'widthPx' | 'heightPx'>;

interface VisibleProduct {
  readonly facts: NonNullable<PixelFacts['product']>;
  readonly productMarks: Uint8Array;
}

/** Uses the product's position from the file if the picture confirms it, otherwise the visible one. */
function withKnown(
  visibleProduct: VisibleProduct | null,
  knownProduct: KnownProduct,
  {
    source,
    cells,
    ground: background,
  }: { readonly source: PixelSource; readonly cells: Cells; readonly ground: DetectedBackground },
): VisibleProduct | null {
  const productMarks = visibleProduct?.productMarks ?? new Uint8Array(cells.alpha.length);
  const box = boxStillThere(knownProduct, source, { cells, ground: background, marks: productMarks });
  if (box === null) return visibleProduct;
  return {
    facts: { by: 'file', box, cutOffAt: visibleProduct?.facts.cutOffAt ?? [], things: knownProduct.things },
    productMarks,
  };
}

/**
 * Minimum share of a side that a product covers for counting as cut off; if it covers less, only a tip touches the
 * side.
 */
const CUT_OFF_SHARE = 0.02;

function measureProduct(
  source: SourceSize,
  cells: CellGrid,
  marks: Uint8Array,
  by: 'matte' | 'ground',
): VisibleProduct | null {
  const { widthCells, heightCells } = cells;
  const things = listThings(marks, widthCells);
  if (things.length === 0) return null;
  const box = things.map((thing) => thing.box).reduce(boxAround);
  const productMarks = new Uint8Array(marks.length);
  for (const thing of things) for (const cell of thing.cells) productMarks[cell] = 1;
  return {
    facts: {
      by,
      box: inPixels(box, cells, source),
      cutOffAt: cutOffAt(productMarks, widthCells, heightCells),
      things: things.length,
    },
    productMarks,
  };
}

function inPixels(
  { xPx, yPx, widthPx, heightPx }: Box,
  { widthCells, heightCells }: CellGrid,
  source: SourceSize,
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
export function knownBy(matte: Matte, picture: SourceSize): KnownProduct | null {
  const grid = cellGrid(picture);
  const product = measureProduct(picture, grid, matteCells(grid, matte), 'matte');
  if (product === null) return null;
  const { box, things } = product.facts;
  return { box, things, widthPx: picture.widthPx, heightPx: picture.heightPx };
}
