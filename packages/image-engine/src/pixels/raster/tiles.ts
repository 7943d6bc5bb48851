import { raster } from './raster.ts';
import type { Box, Raster } from './raster.ts';

/** Tile of a picture that is processed separately. */
export interface Tile {
  /** Area that this tile computes; the cores of all tiles cover the picture exactly once. */
  readonly core: Box;
  /**
   * Area that the tile reads: the core plus an overlap. It extends beyond the picture at its edges, see
   * `cropMirrored`.
   */
  readonly window: Box;
}

/**
 * Splits a picture row by row into tiles whose windows have sides of at most `sidePx`, with an overlap of `overlapPx`
 * around each core. Cores have nearly equal sizes, which avoids narrow tiles.
 */
export function splitIntoTiles(widthPx: number, heightPx: number, sidePx: number, overlapPx: number): Tile[] {
  if (sidePx <= 2 * overlapPx) throw new RangeError('A tile must be larger than its overlaps');
  const columns = cut(widthPx, sidePx, overlapPx);
  return cut(heightPx, sidePx, overlapPx).flatMap((row) =>
    columns.map((column) => ({
      core: box(column.core, row.core),
      window: box(column.window, row.window),
    })),
  );
}

interface TileSpan {
  readonly from: number;
  readonly to: number;
}

function cut(lengthPx: number, sidePx: number, overlapPx: number): { core: TileSpan; window: TileSpan }[] {
  const count = Math.ceil(lengthPx / (sidePx - 2 * overlapPx));
  return Array.from({ length: count }, (_, i) => {
    const core = {
      from: Math.floor((i * lengthPx) / count),
      to: Math.floor(((i + 1) * lengthPx) / count),
    };
    return { core, window: { from: core.from - overlapPx, to: core.to + overlapPx } };
  });
}

const box = (across: TileSpan, down: TileSpan): Box => ({
  xPx: across.from,
  yPx: down.from,
  widthPx: across.to - across.from,
  heightPx: down.to - down.from,
});

/** Copies a part of a picture; beyond the picture's edges its content is mirrored, as often as needed. */
export function cropMirrored<Channels extends 1 | 3 | 4>(
  source: Raster<Channels>,
  { xPx, yPx, widthPx, heightPx }: Box,
): Raster<Channels> {
  const { data, channels } = source;
  const part = new Uint8Array(widthPx * heightPx * channels);
  const columns = Int32Array.from({ length: widthPx }, (_, x) => mirrorPosition(xPx + x, source.widthPx));
  for (let y = 0, to = 0; y < heightPx; y++) {
    const row = mirrorPosition(yPx + y, source.heightPx) * source.widthPx;
    for (const column of columns) {
      const from = (row + column) * channels;
      for (let c = 0; c < channels; c++) part[to++] = data[from + c];
    }
  }
  return raster(part, widthPx, heightPx, channels);
}

function mirrorPosition(position: number, length: number): number {
  const period = 2 * length;
  const within = ((position % period) + period) % period;
  return within < length ? within : period - 1 - within;
}
