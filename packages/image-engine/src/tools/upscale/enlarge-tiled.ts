import { UPSCALE_MAX_SIDE_PX } from '@packshot/contract';
import type { UpscaleFactor } from '@packshot/contract';
import { emptyRaster, raster } from '../../pixels/raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster, RgbRaster } from '../../pixels/raster/raster.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import { cropMirrored, splitIntoTiles } from '../../pixels/raster/tiles.ts';
import type { Tile } from '../../pixels/raster/tiles.ts';

/** Throws ImageRefusal if a photo of this size would become too large. */
export function assertUpscalable(widthPx: number, heightPx: number, factor: UpscaleFactor): void {
  if (Math.max(widthPx, heightPx) * factor > UPSCALE_MAX_SIDE_PX) throw new ImageRefusal('UPSCALE_TOO_LARGE');
}

/** Function pair that enlarges a part of a picture, color and alpha separately. */
export interface Enlarger {
  readonly factor: number;
  color(part: RgbRaster): Promise<RgbRaster> | RgbRaster;
  alpha(part: AlphaRaster): Promise<AlphaRaster> | AlphaRaster;
}

interface TilingOptions {
  /** Longest side of the part that the enlarger accepts. */
  readonly sidePx: number;
  /** Distance around a tile within which pixels influence the enlarger's result. */
  readonly overlapPx: number;
  /** Called after each tile with the finished share of the picture, 0 to 1. */
  readonly onTile: (fraction: number) => void;
  /** Called after each call of the enlarger: handles messages, and throws if the job was canceled. */
  readonly checkpoint: () => Promise<void>;
}

/**
 * Enlarges a picture tile by tile, so that memory grows only with the result. Beyond its edges the picture is
 * mirrored, because a network would draw a frame where empty space begins. In tiles with constant alpha, alpha is
 * filled instead of enlarged; in invisible tiles color isn't enlarged.
 */
export async function enlargeTiled(
  image: RgbaRaster,
  enlarger: Enlarger,
  { sidePx, overlapPx, onTile, checkpoint }: TilingOptions,
): Promise<RgbaRaster> {
  const { factor } = enlarger;
  const result = emptyRaster(image.widthPx * factor, image.heightPx * factor, 4);
  const tiles = splitIntoTiles(image.widthPx, image.heightPx, sidePx, overlapPx);
  for (const [i, tile] of tiles.entries()) {
    await enlargeTile(cropMirrored(image, tile.window), tile, enlarger, result, checkpoint);
    onTile((i + 1) / tiles.length);
  }
  return result;
}

async function enlargeTile(
  part: RgbaRaster,
  { core, window }: Tile,
  enlarger: Enlarger,
  result: RgbaRaster,
  checkpoint: () => Promise<void>,
): Promise<void> {
  const { color, alpha } = split(part);
  const everywhere = alpha.data.every((value) => value === alpha.data[0]) ? alpha.data[0] : undefined;
  if (everywhere === 0) return;
  const place = { core, window, factor: enlarger.factor };
  write(await enlarger.color(color), 0, place, result);
  await checkpoint();
  if (everywhere === undefined) {
    write(await enlarger.alpha(alpha), 3, place, result);
    await checkpoint();
  } else {
    fillAlpha(everywhere, scaleBox(core, enlarger.factor), result);
  }
}

function split({ data, widthPx, heightPx }: RgbaRaster): { color: RgbRaster; alpha: AlphaRaster } {
  const pixels = widthPx * heightPx;
  const color = new Uint8Array(pixels * 3);
  const alpha = new Uint8Array(pixels);
  for (let i = 0, from = 0, to = 0; i < pixels; i++, from += 4) {
    color[to++] = data[from];
    color[to++] = data[from + 1];
    color[to++] = data[from + 2];
    alpha[i] = data[from + 3];
  }
  return { color: raster(color, widthPx, heightPx, 3), alpha: raster(alpha, widthPx, heightPx, 1) };
}

/** Copies the tile's core out of its enlarged window into the result, beginning with the channel `channel`. */
function write(
  enlarged: RgbRaster | AlphaRaster,
  channel: number,
  { core, window, factor }: Tile & { factor: number },
  result: RgbaRaster,
): void {
  const { xPx, yPx, widthPx, heightPx } = scaleBox(core, factor);
  const left = (core.xPx - window.xPx) * factor;
  const top = (core.yPx - window.yPx) * factor;
  const { channels } = enlarged;
  for (let y = 0; y < heightPx; y++) {
    let from = ((top + y) * enlarged.widthPx + left) * channels;
    let to = ((yPx + y) * result.widthPx + xPx) * 4 + channel;
    for (let x = 0; x < widthPx; x++, from += channels, to += 4) {
      for (let c = 0; c < channels; c++) result.data[to + c] = enlarged.data[from + c];
    }
  }
}

function fillAlpha(alpha: number, { xPx, yPx, widthPx, heightPx }: Box, result: RgbaRaster): void {
  for (let y = yPx; y < yPx + heightPx; y++) {
    const row = y * result.widthPx * 4;
    for (let x = xPx; x < xPx + widthPx; x++) result.data[row + x * 4 + 3] = alpha;
  }
}

const scaleBox = (box: Box, factor: number): Box => ({
  xPx: box.xPx * factor,
  yPx: box.yPx * factor,
  widthPx: box.widthPx * factor,
  heightPx: box.heightPx * factor,
});
