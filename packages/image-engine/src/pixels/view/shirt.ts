import { meanOf } from './numbers.ts';
import type { Seen } from './seen.ts';

/** The widths of an outline are taken in so many rows. */
const ROWS = 40;
/** How much a shirt covers its own mirror image. */
const SYMMETRIC = 0.85;
/** Height by width. */
const SHAPE = { least: 0.78, most: 1.35 } as const;
/** Widths of the outline, as shares of the widest: at the neck, of the body below the sleeves, and by how much the sleeves stand out. */
const NECK = { least: 0.35, most: 0.7 } as const;
const BODY = { least: 0.5, most: 0.83, deviation: 0.03 } as const;
const SLEEVES = 0.085;
/** In rows: where the sleeves are widest, how far below that they end, and which rows are body. */
const WIDEST = { from: 5, to: 15, over: 10 } as const;
const BODY_ROWS = { from: 24, to: 38 } as const;
const NECK_ROW = 1;

/**
 * Whether it is a T-shirt or another top with short sleeves that was spread out, by its outline: a neck, sleeves that stand out in the upper third, and below them a body
 * as wide everywhere. It cannot stand, and whoever photographs one from the front has laid it on something, or hung it where nobody sees how.
 */
export function isSpreadShirt({ product, widthPx, left, right, top, bottom }: Seen): boolean {
  const [width, height] = [right - left, bottom - top];
  if (height < SHAPE.least * width || height > SHAPE.most * width) return false;
  const widths = Array.from({ length: ROWS }, (_, k) => {
    const row = product.subarray(
      (top + Math.floor(((k + 0.5) * height) / ROWS)) * widthPx + left,
      (top + Math.floor(((k + 0.5) * height) / ROWS)) * widthPx + right,
    );
    const first = row.indexOf(1);
    return first < 0 ? 0 : (row.lastIndexOf(1) - first + 1) / width;
  });
  const neck = widths[NECK_ROW];
  const widest = widths.indexOf(Math.max(...widths));
  if (neck < NECK.least || neck > NECK.most || widest < WIDEST.from || widest > WIDEST.to) return false;
  const body = widths.slice(BODY_ROWS.from, BODY_ROWS.to);
  const usual = meanOf(body);
  const deviation = Math.sqrt(meanOf(body.map((value) => (value - usual) ** 2)));
  if (usual < BODY.least || usual > BODY.most || deviation > BODY.deviation) return false;
  const below = Math.min(...widths.slice(widest, widest + WIDEST.over));
  return (
    widths[widest] - below >= SLEEVES && symmetry(product, widthPx, { left, right, top, bottom }) >= SYMMETRIC
  );
}

/** The share of an outline that its mirror image has in common with it. */
function symmetry(
  product: Uint8Array,
  widthPx: number,
  { left, right, top, bottom }: Pick<Seen, 'left' | 'right' | 'top' | 'bottom'>,
): number {
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
