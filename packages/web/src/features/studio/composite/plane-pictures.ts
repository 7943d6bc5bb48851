/** Makes what is laid under and over a product of the planes in its file, for the screen and for files. */
import { bitmapOf, blobOf } from '../documents/bitmap.ts';
import { bitmapOfPlane, planeBlob, planesIn } from '../documents/plane-bitmaps.ts';
import type { Picture } from '../model/picture.ts';
import type { PlanePictures } from '../model/product-planes.ts';
import { blackOf, separateClear } from './clear-layers.ts';

/** A screen shows no more of a product's frame. */
const SHOWN_LONGEST_SIDE_PX = 2048;

/**
 * @returns null for a picture without planes
 * @throws InvalidStateError when something cannot be decoded; TypeError when the picture was given back; Error without
 *   a canvas
 */
export async function planePictures(picture: Picture): Promise<PlanePictures<Blob> | null> {
  const file = await blobOf(picture);
  const { ownShadow, through, coverage } = await planesIn(file);
  if (!ownShadow && !through) return null;
  return {
    shadow: ownShadow ? await shadowOf(planeBlob(ownShadow)) : null,
    clear: through
      ? await clearOf(picture, {
          through: planeBlob(through),
          coverage: coverage ? planeBlob(coverage) : null,
        })
      : null,
  };
}

async function shadowOf(plane: Blob): Promise<Blob> {
  const image = await bitmapOfPlane(plane);
  const { canvas, context } = surface(image.width, image.height);
  context.drawImage(image, 0, 0);
  image.close();
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  blackOf(pixels.data);
  context.putImageData(pixels, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}

async function clearOf(picture: Picture, planes: ClearPlanes<Blob>): Promise<PlanePictures<Blob>['clear']> {
  const scale = Math.min(1, SHOWN_LONGEST_SIDE_PX / Math.max(picture.widthPx, picture.heightPx));
  const widthPx = Math.max(1, Math.round(picture.widthPx * scale));
  const heightPx = Math.max(1, Math.round(picture.heightPx * scale));
  const draw: DrawPlane = (context, image) => context.drawImage(image, 0, 0, widthPx, heightPx);
  const product = surface(widthPx, heightPx);
  const image = await bitmapOf(picture);
  draw(product.context, image);
  image.close();
  const glass = await separate(product, planes, draw);
  const [glassPng, productPng] = await Promise.all([
    glass.canvas.convertToBlob({ type: 'image/png' }),
    product.canvas.convertToBlob({ type: 'image/png' }),
  ]);
  return { ...planes, glass: glassPng, product: productPng };
}

/** A canvas and its context. */
export interface Surface {
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
}

/** @throws Error without a canvas */
export function surface(widthPx: number, heightPx: number): Surface {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Canvas is not available.');
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

/** Rows that are worked on at a time: a photo's samples at once would be 50 MB, three times. */
const BAND_ROWS = 512;

/** The planes that say what is clear. */
export interface ClearPlanes<Kind> {
  readonly through: Kind;
  /** Null in a file that has none. */
  readonly coverage: Kind | null;
}

/** Draws a plane where the whole picture of the product is drawn. */
export type DrawPlane = (context: OffscreenCanvasRenderingContext2D, plane: ImageBitmap) => void;

/**
 * Turns a product that is drawn into the product over its glass; see `separateClear`.
 * @returns the glass
 * @throws InvalidStateError when a plane cannot be decoded; Error without a canvas
 */
export async function separate(
  product: Surface,
  planes: ClearPlanes<Blob>,
  draw: DrawPlane,
): Promise<Surface> {
  const { width, height } = product.canvas;
  const through = await bitmapOfPlane(planes.through);
  const coverage = planes.coverage && (await bitmapOfPlane(planes.coverage));
  const glass = surface(width, height);
  const band = surface(width, Math.min(BAND_ROWS, height));
  const samples = (plane: ImageBitmap, y: number, rows: number): Uint8ClampedArray => {
    band.context.resetTransform();
    band.context.clearRect(0, 0, width, rows);
    band.context.translate(0, -y);
    draw(band.context, plane);
    return band.context.getImageData(0, 0, width, rows).data;
  };
  for (let y = 0; y < height; y += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, height - y);
    const pixels = product.context.getImageData(0, y, width, rows);
    const covered = coverage && samples(coverage, y, rows);
    const made = separateClear(pixels.data, samples(through, y, rows), covered);
    product.context.putImageData(pixels, 0, y);
    glass.context.putImageData(new ImageData(made, width, rows), 0, y);
  }
  through.close();
  coverage?.close();
  return glass;
}
