/** Makes what is laid under and over a product of the planes in its file, for the screen and for files. */
import { encodeSurface, readPixels, surface, writePixels } from '../../../lib/canvas/surface.ts';
import type { Bitmap, DrawingContext, Surface } from '../../../lib/canvas/surface.ts';
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
  const drawn = surface(image.width, image.height);
  drawn.context.drawImage(image, 0, 0);
  image.close();
  const pixels = readPixels(drawn);
  blackOf(pixels.data);
  writePixels(drawn, pixels);
  return encodeSurface(drawn, 'image/png');
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
    encodeSurface(glass, 'image/png'),
    encodeSurface(product, 'image/png'),
  ]);
  return { ...planes, glass: glassPng, product: productPng };
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
export type DrawPlane = (context: DrawingContext, plane: Bitmap) => void;

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
  const samples = (plane: Bitmap, y: number, rows: number): Uint8ClampedArray => {
    band.context.resetTransform();
    band.context.clearRect(0, 0, width, rows);
    band.context.translate(0, -y);
    draw(band.context, plane);
    return readPixels(band, 0, 0, width, rows).data;
  };
  for (let y = 0; y < height; y += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, height - y);
    const pixels = readPixels(product, 0, y, width, rows);
    const covered = coverage && samples(coverage, y, rows);
    const made = separateClear(pixels.data, samples(through, y, rows), covered);
    writePixels(product, pixels, 0, y);
    writePixels(glass, new ImageData(made, width, rows), 0, y);
  }
  through.close();
  coverage?.close();
  return glass;
}
