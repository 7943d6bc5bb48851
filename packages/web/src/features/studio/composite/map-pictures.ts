/** Turns the auxiliary maps in a product's file into layers below and above it, for display and export. */
import { encodeSurface, readPixels, surface, writePixels } from '../../../lib/canvas/surface.ts';
import type { Bitmap, DrawingContext, Surface } from '../../../lib/canvas/surface.ts';
import { decodeBitmap, readPictureFile } from '../documents/bitmap.ts';
import { bitmapFromMap, mapBlob, readMaps } from '../documents/map-bitmaps.ts';
import type { StagePicture } from '../model/picture.ts';
import type { MapPictures } from '../model/product-maps.ts';
import { convertToBlack, separateClear } from './clear-layers.ts';

/** Longest side of the layers for display, in pixels. */
const SHOWN_LONGEST_SIDE_PX = 2048;

/**
 * Layers made from a picture's auxiliary maps.
 * @returns null for a picture without auxiliary maps
 * @throws InvalidStateError if a map can't be decoded; TypeError if the picture was released; Error without a canvas
 */
export async function mapPictures(picture: StagePicture): Promise<MapPictures<Blob> | null> {
  const file = await readPictureFile(picture);
  const { photoShadow, through, coverage } = await readMaps(file);
  if (!photoShadow && !through) return null;
  return {
    shadow: photoShadow ? await createShadow(mapBlob(photoShadow)) : null,
    clear: through
      ? await createClearLayers(picture, {
          through: mapBlob(through),
          coverage: coverage ? mapBlob(coverage) : null,
        })
      : null,
  };
}

async function createShadow(plane: Blob): Promise<Blob> {
  const image = await bitmapFromMap(plane);
  const drawing = surface(image.width, image.height);
  drawing.context.drawImage(image, 0, 0);
  image.close();
  const pixels = readPixels(drawing);
  convertToBlack(pixels.data);
  writePixels(drawing, pixels);
  return encodeSurface(drawing, 'image/png');
}

async function createClearLayers(
  picture: StagePicture,
  maps: ClearMaps<Blob>,
): Promise<MapPictures<Blob>['clear']> {
  const scale = Math.min(1, SHOWN_LONGEST_SIDE_PX / Math.max(picture.widthPx, picture.heightPx));
  const widthPx = Math.max(1, Math.round(picture.widthPx * scale));
  const heightPx = Math.max(1, Math.round(picture.heightPx * scale));
  const draw: DrawMap = (context, image) => context.drawImage(image, 0, 0, widthPx, heightPx);
  const product = surface(widthPx, heightPx);
  const image = await decodeBitmap(picture);
  draw(product.context, image);
  image.close();
  const glass = await separate(product, maps, draw);
  const [glassPng, productPng] = await Promise.all([
    encodeSurface(glass, 'image/png'),
    encodeSurface(product, 'image/png'),
  ]);
  return { ...maps, glass: glassPng, product: productPng };
}

/** Number of rows processed at a time. Processing a whole photo would need three buffers of 50 MB. */
const BAND_ROWS = 512;

export interface ClearMaps<Kind> {
  readonly through: Kind;
  readonly coverage: Kind | null;
}

/** Draws an auxiliary map at the same position and scale as the product's picture. */
export type DrawMap = (context: DrawingContext, plane: Bitmap) => void;

/**
 * Separates a drawn product from its glass layer, in place; see `separateClear`.
 * @returns the glass layer
 * @throws InvalidStateError if a map can't be decoded; Error without a canvas
 */
export async function separate(product: Surface, maps: ClearMaps<Blob>, draw: DrawMap): Promise<Surface> {
  const { width, height } = product.canvas;
  const through = await bitmapFromMap(maps.through);
  const coverage = maps.coverage && (await bitmapFromMap(maps.coverage));
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
    const glassData = separateClear(pixels.data, samples(through, y, rows), covered);
    writePixels(product, pixels, 0, y);
    writePixels(glass, new ImageData(glassData, width, rows), 0, y);
  }
  through.close();
  coverage?.close();
  return glass;
}
