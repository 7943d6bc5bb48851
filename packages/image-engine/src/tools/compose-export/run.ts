import type { Provenance } from '@packshot/contract';
import { decodePhoto } from '../../codec/decode.ts';
import { encodeFile } from '../../codec/encode.ts';
import { resizePart } from '../../codec/resize-part.ts';
import sharp from '../../codec/sharp.ts';
import { visibleBounds } from '../../pixels/raster/alpha.ts';
import type {
  ComposedExport,
  ExportLayout,
  Length,
  Sides,
  TestedPicture,
} from '../../pixels/file/arrangement.ts';
import { xmpPacket } from '../../pixels/file/metadata/xmp.ts';
import { raster } from '../../pixels/raster/raster.ts';
import type { Box, RgbaRaster } from '../../pixels/raster/raster.ts';
import { liftWatermark, watermark } from '../../pixels/file/watermark.ts';
import { createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';
import type { Size } from '../../pixels/raster/box.ts';

export interface ComposeExportInput extends ExportLayout {
  /** Cut-out that this product made. */
  readonly picture: Uint8Array;
  readonly provenance: Provenance;
  /**
   * Set for a picture made with a test API key: its watermark is removed for measuring, and added again to the result.
   */
  readonly test?: TestedPicture | undefined;
}

export interface ComposeExportResult extends ComposedExport {
  stagesMs: Record<string, number>;
}

const STAGES = { decode: 0, composeExport: 0.3, encode: 0.6 } as const;
const QUALITY = 92;
/** Maximum alpha of a product's pixel that counts as invisible. */
const SEEN_ABOVE_ALPHA = 8;
/** Limits of a margin, as a share of the side and in pixels. */
const MARGIN_MAX_SHARE = 0.5;
const MARGIN_MAX_PX = 500;

export async function run(input: ComposeExportInput, context: ToolContext): Promise<ComposeExportResult> {
  const stages = createStages(STAGES, context);
  const { image } = await stages.run('decode', () => decodePhoto(input.picture, context.signal));
  await context.checkpoint();
  const { picture, foreground } = await stages.run('composeExport', async () => {
    if (input.test !== undefined) asBeforeItsWord(image, input.test);
    if (input.region !== undefined) keepOnly(image, toInnerBox(input.region, image));
    const box = visibleBounds(image, SEEN_ABOVE_ALPHA) ?? null;
    const placedPicture = await placeImage(image, box, input);
    const result = await addBackground(placedPicture, input, context.signal);
    if (input.test !== undefined) watermark(result);
    return { picture: result, foreground: box };
  });
  await context.checkpoint();
  const format = input.format === 'auto' ? (isOpaque(picture) ? 'jpeg' : 'png') : input.format;
  const file = await stages.run('encode', async () => {
    const xmp = xmpPacket({ altText: '', provenance: input.provenance });
    return encodeFile(picture, format, { quality: QUALITY, xmp });
  });
  const { widthPx, heightPx } = picture;
  return { file, format, widthPx, heightPx, foreground, stagesMs: stages.durationsMs };
}

const toPixels = (length: Length, sidePx: number): number =>
  'px' in length ? length.px : length.share * sidePx;

function toInnerBox({ top, right, bottom, left }: Sides, { widthPx, heightPx }: RgbaRaster): Box {
  const within = (length: Length, sidePx: number): number =>
    Math.round(Math.min(sidePx, Math.max(0, toPixels(length, sidePx))));
  const [xPx, yPx] = [within(left, widthPx), within(top, heightPx)];
  return {
    xPx,
    yPx,
    widthPx: Math.max(0, within(right, widthPx) - xPx),
    heightPx: Math.max(0, within(bottom, heightPx) - yPx),
  };
}

/**
 * Removes the watermark and everything outside the product's original box, because averaging under the letters has
 * enlarged the product.
 */
function asBeforeItsWord(image: RgbaRaster, { foreground }: TestedPicture): void {
  liftWatermark(image);
  if (foreground !== null) keepOnly(image, foreground);
}

/** Makes everything outside the box transparent, in place. */
function keepOnly({ data, widthPx, heightPx }: RgbaRaster, box: Box): void {
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx * 4;
    if (y < box.yPx || y >= box.yPx + box.heightPx) {
      data.fill(0, row, row + widthPx * 4);
    } else {
      data.fill(0, row, row + box.xPx * 4);
      data.fill(0, row + (box.xPx + box.widthPx) * 4, row + widthPx * 4);
    }
  }
}

/** Places the product on its canvas, in the requested size. */
async function placeImage(
  image: RgbaRaster,
  product: Box | null,
  input: ComposeExportInput,
): Promise<RgbaRaster> {
  const { margins, scale, position } = input;
  const isMoved = scale !== undefined || position !== undefined;
  if (product === null || (margins === undefined && !isMoved)) {
    const shrink = computeShrink(image, input);
    if (shrink === 1) return image;
    return resizePart(image, null, {
      widthPx: roundSide(image.widthPx * shrink),
      heightPx: roundSide(image.heightPx * shrink),
    });
  }
  const canvas = margins === undefined ? { ...image, xPx: 0, yPx: 0 } : around(product, margins);
  const shrink = computeShrink(canvas, input);
  const [widthPx, heightPx] = [roundSide(canvas.widthPx * shrink), roundSide(canvas.heightPx * shrink)];
  const factor =
    scale === undefined
      ? shrink
      : Math.min((widthPx * scale) / product.widthPx, (heightPx * scale) / product.heightPx);
  const size = {
    widthPx: Math.min(widthPx, roundSide(product.widthPx * factor)),
    heightPx: Math.min(heightPx, roundSide(product.heightPx * factor)),
  };
  const share = position ?? (scale === undefined ? null : { x: 0.5, y: 0.5 });
  const free = { x: widthPx - size.widthPx, y: heightPx - size.heightPx };
  const at =
    share === null
      ? { x: (product.xPx - canvas.xPx) * shrink, y: (product.yPx - canvas.yPx) * shrink }
      : { x: free.x * share.x, y: free.y * share.y };
  return pastePart(
    await resizePart(image, product, size),
    { widthPx, heightPx },
    {
      x: Math.round(Math.min(free.x, Math.max(0, at.x))),
      y: Math.round(Math.min(free.y, Math.max(0, at.y))),
    },
  );
}

const roundSide = (px: number): number => Math.max(1, Math.round(px));

/** Scale of the result, at most 1. For pictures that may become a PNG, the limit for PNGs applies. */
function computeShrink(
  { widthPx, heightPx }: Size,
  { format, maxPixels, maxPixelsOfPng, longestSidePx = Infinity, ...input }: ComposeExportInput,
) {
  const mayBePng = format === 'png' || (format === 'auto' && input.ground === undefined);
  const most = mayBePng ? Math.min(maxPixels, maxPixelsOfPng) : maxPixels;
  return Math.min(1, Math.sqrt(most / (widthPx * heightPx)), longestSidePx / Math.max(widthPx, heightPx));
}

/** Box of the canvas: the product with its margins. It may extend beyond the picture, where the canvas is empty. */
function around(product: Box, margins: Sides): Box {
  const margin = (length: Length, sidePx: number): number =>
    Math.round(
      'px' in length ? Math.min(MARGIN_MAX_PX, length.px) : Math.min(MARGIN_MAX_SHARE, length.share) * sidePx,
    );
  const left = margin(margins.left, product.widthPx);
  const top = margin(margins.top, product.heightPx);
  return {
    xPx: product.xPx - left,
    yPx: product.yPx - top,
    widthPx: product.widthPx + left + margin(margins.right, product.widthPx),
    heightPx: product.heightPx + top + margin(margins.bottom, product.heightPx),
  };
}

/** Pastes a picture on a transparent canvas into which it fits. */
function pastePart(part: RgbaRaster, { widthPx, heightPx }: Size, at: { x: number; y: number }): RgbaRaster {
  const canvas = new Uint8Array(widthPx * heightPx * 4);
  const rowBytes = part.widthPx * 4;
  for (let y = 0; y < part.heightPx; y++) {
    const row = part.data.subarray(y * rowBytes, (y + 1) * rowBytes);
    canvas.set(row, ((at.y + y) * widthPx + at.x) * 4);
  }
  return raster(canvas, widthPx, heightPx, 4);
}

/**
 * Composes the product on its background, and reduces the picture to the requested channels. The alpha matte is taken
 * without the background.
 */
async function addBackground(
  image: RgbaRaster,
  { channels, ground }: ComposeExportInput,
  signal: AbortSignal,
): Promise<RgbaRaster> {
  if (channels === 'alpha') return inGray(image);
  const composite = ground === undefined ? image : await layOnBackground(image, ground, signal);
  if (channels === 'opacity') return inGray(composite);
  return channels === 'color' ? inColor(composite) : composite;
}

/** Converts a picture to its opacity in gray, in place. */
function inGray(image: RgbaRaster): RgbaRaster {
  const { data } = image;
  for (let at = 0; at < data.length; at += 4) {
    data.fill(data[at + 3], at, at + 3);
    data[at + 3] = 255;
  }
  return image;
}

/** Width of JPEG's blocks with halved chroma; a pixel can't influence pixels farther away than this. */
const BLOCK_PX = 16;

/**
 * Keeps only the colors of a picture, in place. Transparent pixels beside the product get its color, so that JPEG
 * compression doesn't mix another color into its edge.
 */
function inColor(image: RgbaRaster): RgbaRaster {
  const { data, widthPx, heightPx } = image;
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx * 4;
    const fill = (from: number, to: number, step: number): void => {
      let [nearest, distance] = [-1, 0];
      for (let x = from; x !== to; x += step) {
        const at = row + x * 4;
        distance += 1;
        if (data[at + 3] > 0) [nearest, distance] = [at, 0];
        else if (nearest !== -1 && distance <= BLOCK_PX) data.copyWithin(at, nearest, nearest + 3);
      }
    };
    fill(0, widthPx, 1);
    fill(widthPx - 1, -1, -1);
  }
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return image;
}

async function layOnBackground(
  image: RgbaRaster,
  background: NonNullable<ExportLayout['ground']>,
  signal: AbortSignal,
): Promise<RgbaRaster> {
  const { data, widthPx, heightPx } = image;
  const under = 'color' in background ? null : await fillFrame(background.picture, image, signal);
  const color = 'color' in background ? parseRgba(background.color) : [0, 0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] / 255;
    const alphaUnder = (under === null ? color[3] : under.data[at + 3]) / 255;
    const seenUnder = alphaUnder * (1 - alpha);
    const total = alpha + seenUnder;
    for (let c = 0; c < 3 && total > 0; c++) {
      const colorUnder = under === null ? color[c] : under.data[at + c];
      data[at + c] = Math.round((data[at + c] * alpha + colorUnder * seenUnder) / total);
    }
    data[at + 3] = Math.round(total * 255);
  }
  return raster(data, widthPx, heightPx, 4);
}

const parseRgba = (color: string): readonly [number, number, number, number] => {
  const part = (place: number): number => Number.parseInt(color.slice(1 + place * 2, 3 + place * 2), 16);
  return [part(0), part(1), part(2), part(3)];
};

/** Scales and centers a background picture so that it fills the canvas. */
async function fillFrame(file: Uint8Array, { widthPx, heightPx }: Size, signal: AbortSignal) {
  const { image } = await decodePhoto(file, signal);
  const data = await sharp(image.data, {
    raw: { width: image.widthPx, height: image.heightPx, channels: 4 },
  })
    .resize(widthPx, heightPx, { fit: 'cover', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  return raster(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), widthPx, heightPx, 4);
}

function isOpaque({ data }: RgbaRaster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
