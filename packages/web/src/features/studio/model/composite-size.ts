/** How large the picture is that is composed in the browser. */
import { outputCanvasSize } from '@packshot/contract/tools/aspect-ratios';
import { clamp } from './clamp.ts';
import type { Size } from './size.ts';
import type { FramedProduct } from './composition.ts';

/** A composite is a file of at most 25 MB, and phones refuse larger canvases. */
const COMPOSITE_LONGEST_SIDE_PX = 3600;

/**
 * Size of a composite of the usual size: the image container decides.
 * @param container in device pixels; null while it is not known
 */
export const usualSize = (frame: Size, container: Size | null): Size =>
  container === null ? frame : asLargeAs(frame, container);

/**
 * Size of a larger composite: it keeps the product's own pixels, so that nothing of the photo is lost.
 * @param picture the product's picture at its own size
 */
export function nativeSize({ placement, box, frame }: FramedProduct, picture: Size): Size {
  const longestPx = Math.max(frame.widthPx, frame.heightPx);
  const native = (box.width * picture.widthPx) / (placement.width * frame.widthPx);
  const factor = clamp(native, 1, COMPOSITE_LONGEST_SIDE_PX / longestPx);
  return {
    widthPx: Math.round(frame.widthPx * factor),
    heightPx: Math.round(frame.heightPx * factor),
  };
}

/**
 * The picture's place on the screen decides the size of the composite. A small window is no reason for a small picture: it is
 * never smaller than the format's own size.
 */
function asLargeAs(frame: Size, container: Size): Size {
  const canvas = outputCanvasSize(container, frame.widthPx / frame.heightPx, false);
  return canvas.widthPx > frame.widthPx && canvas.heightPx > frame.heightPx ? canvas : frame;
}
