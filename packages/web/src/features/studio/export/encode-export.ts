/** Makes a file of a picture, in the browser: drawn once into its frame, encoded, and labeled with its metadata. */
import type { PictureMetadata } from '@packshot/contract/tools/export';
import { embedXmp, xmpPacket } from '@packshot/image-engine/pixels';
import { asPng } from '../../../lib/files/renditions.ts';
import { bitmapOf } from '../documents/bitmap.ts';
import type { Picture } from '../model/picture.ts';
import { isUnchanged } from './export-frame.ts';
import type { ExportFrame } from './export-frame.ts';
import { UnwritableFormatError } from './unwritable-format.ts';

export interface EncodeOrder {
  readonly picture: Picture;
  /** The picture's own file: taken as it is when nothing of it changes. */
  readonly file: Blob;
  readonly frame: ExportFrame;
  /** Null: transparent. */
  readonly ground: string | null;
  readonly mimeType: string;
  /** 1 to 100. */
  readonly quality: number;
  readonly metadata: PictureMetadata;
}

/**
 * @returns a PNG, JPEG or WebP with alternative text and source
 * @throws UnwritableFormatError; InvalidStateError for a picture that cannot be decoded; Error without a canvas
 */
export async function encodeExport(order: EncodeOrder): Promise<Blob> {
  const { picture, file, frame, ground, mimeType } = order;
  // A canvas would round the colors of half-transparent pixels.
  const isSame = file.type === mimeType && mimeType === 'image/png' && isUnchanged(frame, picture);
  const encoded = isSame && ground === null ? file : await drawn(order);
  return withWords(encoded, order.metadata);
}

/**
 * @param ground sRGB hex that shows through where the picture is transparent; null: it stays transparent
 * @throws InvalidStateError for a picture that cannot be decoded; Error without a canvas
 */
export async function pngOf(file: Blob, metadata: PictureMetadata, ground: string | null): Promise<Blob> {
  const png = ground === null ? await asPng(file) : await onGround(file, ground);
  return withWords(png.type === 'image/png' ? png : png.slice(0, png.size, 'image/png'), metadata);
}

async function onGround(file: Blob, ground: string): Promise<Blob> {
  const image = await createImageBitmap(file);
  try {
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('Canvas is not available.');
    context.fillStyle = ground;
    context.fillRect(0, 0, image.width, image.height);
    context.drawImage(image, 0, 0);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    image.close();
  }
}

/** The same file, that says what it is. */
async function withWords(file: Blob, metadata: PictureMetadata): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new Blob([...embedXmp(bytes, xmpPacket(metadata))], { type: file.type });
}

async function drawn({ picture, frame, ground, mimeType, quality }: EncodeOrder): Promise<Blob> {
  const image = await bitmapOf(picture);
  const { canvas } = drawnInFrame(image, frame, ground);
  image.close();
  const blob = await canvas.convertToBlob({ type: mimeType, quality: quality / 100 });
  // A browser without an encoder answers a PNG.
  if (blob.type !== mimeType) throw new UnwritableFormatError(mimeType);
  return blob;
}

export interface Drawn {
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
}

/** Lays a picture, or a layer of its size, into its frame. @throws Error without a canvas */
export function drawnInFrame(image: CanvasImageSource, frame: ExportFrame, ground: string | null): Drawn {
  const { widthPx, heightPx, area, drawn: place } = frame;
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Canvas is not available.');
  context.imageSmoothingQuality = 'high';
  if (ground !== null) {
    context.fillStyle = ground;
    context.fillRect(0, 0, widthPx, heightPx);
  }
  context.drawImage(
    image,
    area.xPx,
    area.yPx,
    area.widthPx,
    area.heightPx,
    place.xPx,
    place.yPx,
    place.widthPx,
    place.heightPx,
  );
  return { canvas, context };
}
