import { meanOf } from './numbers.ts';
import type { Seen } from './seen-product-view.ts';

/** The widths of an outline are taken in so many rows. */
const ROWS = 40;
/** How much a shirt covers its own mirror image. */
const SYMMETRIC = 0.85;
/** Height by width. */
const SHAPE = { least: 0.78, most: 1.35 } as const;
/** Widths of the outline, as shares of the widest: at the neck, of the body below the sleeves, and by how much the sleeves stand out. */
const NECK = { least: 0.18, most: 0.7 } as const;
const BODY = { least: 0.5, most: 0.83, deviation: 0.03 } as const;
const SLEEVES = 0.085;
/** From one row to the next an outline widens by at most so much below the neck: shoulders slope, arms of robots and handles of pots stand out at once. */
const SLOPES = 0.2;
/** In rows: where the sleeves are widest, how far below that they end, and which rows are body. */
const WIDEST = { from: 5, to: 15, over: 10 } as const;
const BODY_ROWS = { from: 24, to: 38 } as const;
const NECK_ROW = 1;

/** Sleeves that hang beside a body: so many rows of the lower half show three pieces, of at least these shares of the width. */
const BESIDE = { from: 20, rows: 4, sleeve: 0.07, body: 0.35 } as const;
/** One sleeve is at most so many times as wide as the other. */
const UNEVEN = 2;
/** A hood or a neck is narrower than this, and the middle of the outline wider than that. */
const TOP_BELOW = 0.48;
const CHEST = { rows: [20, 22], least: 0.78 } as const;
/** Down to its hem a body covers its middle, so far to both sides, where other things have legs. */
const HEM = { rows: [33, 35, 37, 38], half: 0.12 } as const;
/** Narrower pieces are specks, as a share of the width. */
const SPECK = 0.02;
const LONG = { symmetric: 0.82, least: 0.75, most: 1.45 } as const;

/**
 * Whether it is a T-shirt or another top with short sleeves that was spread out, by its outline: a neck, sleeves that stand out in the upper third, and below them a body
 * as wide everywhere. It cannot stand, and whoever photographs one from the front has laid it on something, or hung it where nobody sees how.
 */
export function isSpreadShirt(seen: Seen): boolean {
  const [width, height] = [seen.right - seen.left, seen.bottom - seen.top];
  if (height < SHAPE.least * width || height > SHAPE.most * width) return false;
  const widths = rowsOf(seen).map(widthOf);
  const neck = widths[NECK_ROW];
  const widest = widths.indexOf(Math.max(...widths));
  if (neck < NECK.least || neck > NECK.most || widest < WIDEST.from || widest > WIDEST.to) return false;
  const body = widths.slice(BODY_ROWS.from, BODY_ROWS.to);
  const usual = meanOf(body);
  const deviation = Math.sqrt(meanOf(body.map((value) => (value - usual) ** 2)));
  if (usual < BODY.least || usual > BODY.most || deviation > BODY.deviation) return false;
  const below = Math.min(...widths.slice(widest, widest + WIDEST.over));
  return widths[widest] - below >= SLEEVES && hasShoulders(widths) && symmetry(seen) >= SYMMETRIC;
}

/**
 * Whether it is a top with long sleeves that hang beside its body, as hoodies and sweaters are shown. Jackets on a figure that was taken out of the photo look the same, and do
 * stand there: their ground tells.
 */
export function isSpreadSweater(seen: Seen): boolean {
  const [width, height] = [seen.right - seen.left, seen.bottom - seen.top];
  if (height < LONG.least * width || height > LONG.most * width) return false;
  const pieces = rowsOf(seen);
  const widths = pieces.map(widthOf);
  if (widths[NECK_ROW] > TOP_BELOW || Math.max(...CHEST.rows.map((k) => widths[k])) < CHEST.least)
    return false;
  const hasHem = HEM.rows.every((k) =>
    pieces[k].some(([from, to]) => from < 0.5 - HEM.half && to > 0.5 + HEM.half),
  );
  if (!hasHem) return false;
  const withSleeves = pieces.slice(BESIDE.from).filter(showsSleeves);
  return withSleeves.length >= BESIDE.rows && hasShoulders(widths) && symmetry(seen) >= LONG.symmetric;
}

function hasShoulders(widths: readonly number[]): boolean {
  const widest = widths.indexOf(Math.max(...widths));
  return widths.every((width, k) => k <= NECK_ROW || k > widest || width - widths[k - 1] <= SLOPES);
}

function showsSleeves(pieces: readonly Piece[]): boolean {
  if (pieces.length !== 3) return false;
  const [left, body, right] = pieces.map(([from, to]) => to - from);
  const [narrow, wide] = [Math.min(left, right), Math.max(left, right)];
  return body >= BESIDE.body && narrow >= BESIDE.sleeve && wide < body && wide <= UNEVEN * narrow;
}

/** From and to, as shares of the outline's width. */
type Piece = readonly [from: number, to: number];

/** What a row shows of the outline, from left to right, without specks. */
function piecesOf({ product, widthPx, left, right, top, bottom }: Seen, k: number): Piece[] {
  const width = right - left;
  const start = (top + Math.floor(((k + 0.5) * (bottom - top)) / ROWS)) * widthPx + left;
  const pieces: Piece[] = [];
  for (let x = 0; x < width; x++) {
    if (product[start + x] === 0) continue;
    const from = x;
    while (x < width && product[start + x] !== 0) x++;
    if (x - from >= Math.max(2, SPECK * width)) pieces.push([from / width, x / width]);
  }
  return pieces;
}

const rowsOf = (seen: Seen): Piece[][] => Array.from({ length: ROWS }, (_, k) => piecesOf(seen, k));

const widthOf = (pieces: readonly Piece[]): number =>
  pieces.length === 0 ? 0 : pieces[pieces.length - 1][1] - pieces[0][0];

/** The share of an outline that its mirror image has in common with it. */
function symmetry({ product, widthPx, left, right, top, bottom }: Seen): number {
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
