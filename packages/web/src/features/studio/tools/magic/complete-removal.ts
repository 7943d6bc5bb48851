/** Extends an area drawn for removal by gaps and shadows. Uses no API of pages, so a worker can run it. */
import { decodeImage, readPixels, surface } from '../../../../lib/canvas/surface.ts';
import { gapsIn, raster, shadowBeside } from '@packshot/image-engine/pixels';
import type { PixelSize } from '../../model/size.ts';
import { standingStrokes } from '../../model/strokes.ts';
import type { Stroke } from '../../model/strokes.ts';
import { toRaster } from './rasterize.ts';
import type { MaskPart } from './services.ts';

/** Longest side for finding gaps between strokes, which can be narrow. */
const GAPS_LONGEST_SIDE_PX = 1024;
/** Longest side for finding shadows, which are smooth. */
const SHADOW_LONGEST_SIDE_PX = 384;

/**
 * Finds the gaps that the strokes enclose and, if requested, the shadow beside the covered object.
 * @param image size of the picture in the strokes' pixels
 * @returns null if there are none, or the mask is inverted
 */
export async function completeRemoval(
  image: PixelSize,
  picture: Blob,
  strokes: readonly Stroke[],
  takesShadow: boolean,
): Promise<MaskPart | null> {
  const standing = standingStrokes(strokes);
  if (standing.length === 0 || standing.some(({ tool }) => tool === 'invert')) return null;
  const gaps = findGaps(standing, image);
  const shadow = takesShadow ? await findShadow(image, picture, standing, gaps) : null;
  if (!gaps || !shadow) return gaps ?? shadow;
  const alpha = gaps.alpha.slice();
  for (let y = 0, i = 0; y < gaps.heightPx; y++) {
    const row = nearest(y, gaps.heightPx, shadow.heightPx) * shadow.widthPx;
    for (let x = 0; x < gaps.widthPx; x++, i++) {
      const value = shadow.alpha[row + nearest(x, gaps.widthPx, shadow.widthPx)] ?? 0;
      alpha[i] = Math.max(alpha[i] ?? 0, value);
    }
  }
  return { ...gaps, alpha };
}

/** Maps an index on one grid to the nearest index on another grid. */
const nearest = (at: number, from: number, to: number): number => Math.floor(((at + 0.5) * to) / from);

function findGaps(strokes: readonly Stroke[], image: PixelSize): MaskPart | null {
  const strokeRaster = toRaster(strokes, image, GAPS_LONGEST_SIDE_PX);
  const erasing = strokes.filter(({ tool }) => tool === 'eraser');
  const erased = toRaster(
    erasing.map((stroke) => ({ ...stroke, tool: 'brush' as const })),
    image,
    GAPS_LONGEST_SIDE_PX,
  );
  const { widthPx, heightPx } = strokeRaster;
  const gaps = gapsIn(
    raster(strokeRaster.alpha, widthPx, heightPx, 1),
    raster(erased.alpha, widthPx, heightPx, 1),
  );
  return gaps ? { widthPx, heightPx, alpha: gaps.data } : null;
}

async function findShadow(
  image: PixelSize,
  picture: Blob,
  strokes: readonly Stroke[],
  gaps: MaskPart | null,
): Promise<MaskPart | null> {
  const { widthPx, heightPx, alpha } = toRaster(strokes, image, SHADOW_LONGEST_SIDE_PX);
  if (gaps) {
    for (let y = 0, i = 0; y < heightPx; y++) {
      const row = nearest(y, heightPx, gaps.heightPx) * gaps.widthPx;
      for (let x = 0; x < widthPx; x++, i++) {
        if (gaps.alpha[row + nearest(x, widthPx, gaps.widthPx)] === 255) alpha[i] = 255;
      }
    }
  }
  const pixels = await pixelsAt(picture, widthPx, heightPx);
  const photo = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, k) => {
    return pixels[Math.floor(k / 3) * 4 + (k % 3)] ?? 0;
  });
  const shadow = shadowBeside(raster(photo, widthPx, heightPx, 3), raster(alpha, widthPx, heightPx, 1));
  if (!shadow) return null;
  // Doesn't add areas that the user erased beside the object.
  const erasing = strokes.filter(({ tool }) => tool === 'eraser');
  const erasedAlpha = toRaster(
    erasing.map((stroke) => ({ ...stroke, tool: 'brush' as const })),
    image,
    SHADOW_LONGEST_SIDE_PX,
  ).alpha;
  for (const [i, value] of erasedAlpha.entries()) if (value > 0) shadow.data[i] = 0;
  return { widthPx, heightPx, alpha: shadow.data };
}

async function pixelsAt(picture: Blob, widthPx: number, heightPx: number): Promise<Uint8ClampedArray> {
  const drawing = surface(widthPx, heightPx, { isRead: true });
  const bitmap = await decodeImage(picture);
  drawing.context.drawImage(bitmap, 0, 0, widthPx, heightPx);
  bitmap.close();
  return readPixels(drawing).data;
}
