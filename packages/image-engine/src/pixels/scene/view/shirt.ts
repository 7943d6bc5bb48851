import { computeMean } from './numbers.ts';
import type { PhotoGrid } from './seen-product-view.ts';

/** Number of rows in which the outline's width is measured. */
const ROWS = 40;
/** Minimum overlap of a shirt's outline with its mirror image. */
const SYMMETRIC = 0.85;
/** Range of a shirt's height divided by its width. */
const SHAPE = { least: 0.78, most: 1.35 } as const;
/**
 * Widths in a shirt's outline, relative to the widest row: the neck, the body below the sleeves, and the excess of the
 * sleeves over the body.
 */
const NECK = { least: 0.18, most: 0.7 } as const;
const BODY = { least: 0.5, most: 0.83, deviation: 0.03 } as const;
const SLEEVES = 0.085;
/**
 * Maximum widening of the outline per row below the neck: shoulders slope, but arms of robots or handles of pots begin
 * abruptly.
 */
const SLOPES = 0.2;
/** Range of rows in which the sleeves are widest, the maximum number of rows to their end, and the rows of the body. */
const WIDEST = { from: 5, to: 15, over: 10 } as const;
const BODY_ROWS = { from: 24, to: 38 } as const;
const NECK_ROW = 1;

/**
 * Limits for sleeves that hang beside a body: the minimum number of rows in the lower half that have three pieces, and
 * the minimum widths of the pieces.
 */
const BESIDE = { from: 20, rows: 4, sleeve: 0.07, body: 0.35 } as const;
/** Maximum ratio between the widths of both sleeves. */
const UNEVEN = 2;
/**
 * Maximum width of a hood or neck, and minimum width of the chest, which the wider of these two rows must have; both
 * relative to the widest row.
 */
const TOP_BELOW = 0.48;
const CHEST = { rows: [20, 22], least: 0.78 } as const;
/**
 * Rows near the hem in which the body must cover the outline's center, by this width to both sides; other products,
 * such as dolls, have legs in these rows.
 */
const HEM = { rows: [33, 35, 37, 38], half: 0.12 } as const;
/** Minimum width of a piece, as a share of the outline's width; narrower ones are specks. */
const SPECK = 0.02;
const LONG = { symmetric: 0.82, least: 0.75, most: 1.45 } as const;

/**
 * True if the outline is that of a spread-out T-shirt or other top with short sleeves: a neck, sleeves in the upper
 * third, and a body of constant width. Such a product can't stand, so a front view shows it lying, or hanging from
 * something invisible.
 */
export function isSpreadShirt(photoGrid: PhotoGrid): boolean {
  const [width, height] = [photoGrid.right - photoGrid.left, photoGrid.bottom - photoGrid.top];
  if (height < SHAPE.least * width || height > SHAPE.most * width) return false;
  const widths = listRows(photoGrid).map(measureWidth);
  const neck = widths[NECK_ROW];
  const widest = widths.indexOf(Math.max(...widths));
  if (neck < NECK.least || neck > NECK.most || widest < WIDEST.from || widest > WIDEST.to) return false;
  const body = widths.slice(BODY_ROWS.from, BODY_ROWS.to);
  const usual = computeMean(body);
  const deviation = Math.sqrt(computeMean(body.map((value) => (value - usual) ** 2)));
  if (usual < BODY.least || usual > BODY.most || deviation > BODY.deviation) return false;
  const below = Math.min(...widths.slice(widest, widest + WIDEST.over));
  return widths[widest] - below >= SLEEVES && hasShoulders(widths) && symmetry(photoGrid) >= SYMMETRIC;
}

/**
 * True if the outline is that of a top with long sleeves that hang beside its body, as hoodies and sweaters are shown.
 * Jackets photographed on a mannequin that was removed look the same, but stand; only their background reveals this.
 */
export function isSpreadSweater(photoGrid: PhotoGrid): boolean {
  const [width, height] = [photoGrid.right - photoGrid.left, photoGrid.bottom - photoGrid.top];
  if (height < LONG.least * width || height > LONG.most * width) return false;
  const pieces = listRows(photoGrid);
  const widths = pieces.map(measureWidth);
  if (widths[NECK_ROW] > TOP_BELOW || Math.max(...CHEST.rows.map((k) => widths[k])) < CHEST.least)
    return false;
  const hasHem = HEM.rows.every((k) =>
    pieces[k].some(([from, to]) => from < 0.5 - HEM.half && to > 0.5 + HEM.half),
  );
  if (!hasHem) return false;
  const withSleeves = pieces.slice(BESIDE.from).filter(showsSleeves);
  return withSleeves.length >= BESIDE.rows && hasShoulders(widths) && symmetry(photoGrid) >= LONG.symmetric;
}

function hasShoulders(widths: readonly number[]): boolean {
  const widest = widths.indexOf(Math.max(...widths));
  return widths.every((width, k) => k <= NECK_ROW || k > widest || width - widths[k - 1] <= SLOPES);
}

function showsSleeves(pieces: readonly RowPiece[]): boolean {
  if (pieces.length !== 3) return false;
  const [left, body, right] = pieces.map(([from, to]) => to - from);
  const [narrow, wide] = [Math.min(left, right), Math.max(left, right)];
  return body >= BESIDE.body && narrow >= BESIDE.sleeve && wide < body && wide <= UNEVEN * narrow;
}

/** Start and end of a piece in a row, as shares of the outline's width. */
type RowPiece = readonly [from: number, to: number];

/** Pieces of the outline in a row, from left to right, without specks. */
function listPieces({ product, widthPx, left, right, top, bottom }: PhotoGrid, k: number): RowPiece[] {
  const width = right - left;
  const start = (top + Math.floor(((k + 0.5) * (bottom - top)) / ROWS)) * widthPx + left;
  const pieces: RowPiece[] = [];
  for (let x = 0; x < width; x++) {
    if (product[start + x] === 0) continue;
    const from = x;
    while (x < width && product[start + x] !== 0) x++;
    if (x - from >= Math.max(2, SPECK * width)) pieces.push([from / width, x / width]);
  }
  return pieces;
}

const listRows = (photoGrid: PhotoGrid): RowPiece[][] =>
  Array.from({ length: ROWS }, (_, k) => listPieces(photoGrid, k));

const measureWidth = (pieces: readonly RowPiece[]): number =>
  pieces.length === 0 ? 0 : pieces[pieces.length - 1][1] - pieces[0][0];

/** Share of an outline that overlaps with its mirror image. */
function symmetry({ product, widthPx, left, right, top, bottom }: PhotoGrid): number {
  let [both, either] = [0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const one = product[y * widthPx + x];
      const other = product[y * widthPx + left + right - 1 - x];
      both += one & other;
      either += one | other;
    }
  }
  return both / either;
}
