import type { AlphaRaster, RgbaRaster } from './raster.ts';

/**
 * From here on (0 to 255) a pixel is solid. Measured on 240 pictures: in cut-outs of landscapes, walls, ponds and tables hardly anything reaches
 * 200, however much of them is half there; of chains a pixel wide, rings, needles and glass at least a thousandth of the picture does.
 */
const SOLID_FROM = 200;
/** The largest group of solid pixels is at least this part of the picture: a square of 50 px in a photo of 12 megapixels. */
const MIN_SOLID_SHARE = 0.0002;
/** And so many pixels, of which small pictures have few. */
const MIN_SOLID_PIXELS = 16;

/** Glass and veils that are solid nowhere: from here on a pixel is plainly seen. */
const SEEN_FROM = 96;
/** Where nothing is solid, the largest group that is plainly seen has to be large. */
const MIN_SEEN_SHARE = 0.05;

/** Gaps of less than a cell do not part a group: links of a chain, letters, the spokes of a wheel. */
const CELLS_ACROSS = 256;

/**
 * True when a cut-out shows something: what is left of a picture is judged, not what a network thought of it. A thing counts by its largest
 * connected part, so that specks all over a picture are none, and a small product in a large picture is one.
 */
export function showsSubject(image: RgbaRaster | AlphaRaster): boolean {
  const pixels = image.widthPx * image.heightPx;
  return (
    largestGroup(image, SOLID_FROM) >= Math.max(MIN_SOLID_PIXELS, MIN_SOLID_SHARE * pixels) ||
    largestGroup(image, SEEN_FROM) >= Math.max(MIN_SOLID_PIXELS, MIN_SEEN_SHARE * pixels)
  );
}

/** How many pixels of at least this alpha are in the largest group of neighboring cells (8 neighbors) that have any. */
function largestGroup(image: RgbaRaster | AlphaRaster, fromAlpha: number): number {
  const { counts, columns, rows } = cellCounts(image, fromAlpha);
  const queue = new Int32Array(counts.length);
  let largest = 0;
  for (let start = 0; start < counts.length; start++) {
    let end = 0;
    let pixels = 0;
    const take = (cell: number): void => {
      if (counts[cell] === 0) return;
      pixels += counts[cell];
      counts[cell] = 0;
      queue[end++] = cell;
    };
    take(start);
    for (let at = 0; at < end; at++) {
      const x = queue[at] % columns;
      const y = (queue[at] - x) / columns;
      for (let ny = Math.max(0, y - 1); ny <= Math.min(rows - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(columns - 1, x + 1); nx++) take(ny * columns + nx);
      }
    }
    largest = Math.max(largest, pixels);
  }
  return largest;
}

/** The picture in square cells, with how many pixels of at least this alpha each has. */
function cellCounts(
  { data, widthPx, heightPx, channels }: RgbaRaster | AlphaRaster,
  fromAlpha: number,
): { counts: Uint32Array; columns: number; rows: number } {
  const sidePx = Math.ceil(Math.max(widthPx, heightPx) / CELLS_ACROSS);
  const columns = Math.ceil(widthPx / sidePx);
  const rows = Math.ceil(heightPx / sidePx);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0, i = channels - 1; y < heightPx; y++) {
    const row = Math.floor(y / sidePx) * columns;
    for (let x = 0; x < widthPx; x++, i += channels) {
      if (data[i] >= fromAlpha) counts[row + Math.floor(x / sidePx)]++;
    }
  }
  return { counts, columns, rows };
}
