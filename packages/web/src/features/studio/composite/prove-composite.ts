/** Integrity report of a composite: decodes its file and compares the product's pixels in it with the cut-out. */
import { expectedAsIs, productDifference, raster } from '@packshot/image-engine/pixels';
import { decodeBitmap } from '../documents/bitmap.ts';
import { placedBounds } from '../model/composition.ts';
import { drawProduct } from './compose.ts';
import type { CompositionOrder } from './compose.ts';
import { decodeImage, encodeSurface, readPixels, surface, writePixels } from '../../../lib/canvas/surface.ts';
import type { Surface } from '../../../lib/canvas/surface.ts';

export interface CompositeReport {
  readonly total: number;
  readonly changed: number;
  readonly worstDeltaE: number;
  readonly heatMap: Blob;
}

/**
 * Compares the product in a composite's file with the cut-out.
 * @param file file made from the order
 * @throws as `compose`; RangeError if the product lies outside the picture
 */
export async function measureCompositeIntegrity(
  order: CompositionOrder,
  file: Blob,
): Promise<CompositeReport> {
  const { widthPx, heightPx } = order.size;
  const alone = surface(widthPx, heightPx);
  const cutOut = await decodeBitmap(order.product);
  drawProduct(alone.context, cutOut, order);
  cutOut.close();
  const composite = surface(widthPx, heightPx);
  const picture = await decodeImage(file, { statedSize: order.size });
  composite.context.drawImage(picture, 0, 0);
  picture.close();
  const box = boxAround(order);
  const expected = expectedAsIs(readSamples(alone, box));
  const { heatMap, ...counted } = productDifference(expected, readSamples(composite, box));
  const map = surface(heatMap.widthPx, heatMap.heightPx);
  const pixels = new ImageData(new Uint8ClampedArray(heatMap.data), heatMap.widthPx, heatMap.heightPx);
  writePixels(map, pixels);
  return { ...counted, heatMap: await encodeSurface(map, 'image/png') };
}

interface CompositeArea {
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Margin in pixels for edge pixels partly outside the bounds, and for rounding the placement. */
const AROUND_PX = 4;

/** Area of the picture that contains the rotated product. */
function boxAround({ placement, box, size }: CompositionOrder): CompositeArea {
  const { xPx, yPx, widthPx, heightPx } = placedBounds(placement, box, size);
  const [left, top] = [Math.max(0, Math.floor(xPx - AROUND_PX)), Math.max(0, Math.floor(yPx - AROUND_PX))];
  return {
    left,
    top,
    widthPx: Math.min(size.widthPx, Math.ceil(xPx + widthPx + AROUND_PX)) - left,
    heightPx: Math.min(size.heightPx, Math.ceil(yPx + heightPx + AROUND_PX)) - top,
  };
}

function readSamples(drawing: Surface, { left, top, widthPx, heightPx }: CompositeArea) {
  const { data } = readPixels(drawing, left, top, Math.max(1, widthPx), Math.max(1, heightPx));
  return raster(new Uint8Array(data.buffer), Math.max(1, widthPx), Math.max(1, heightPx), 4);
}
