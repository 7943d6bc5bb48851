import { findCutEdges, isCutOut, visibleBounds } from '@packshot/image-engine/pixels';
import { readPixels, surface } from '../../../lib/canvas/surface.ts';
import { mapBitmap, raiseToCoverage } from './map-bitmaps.ts';
import { decodeBitmap, readPictureFile } from './bitmap.ts';
import type { StagePicture } from '../model/picture.ts';
import type { VisibleBox } from '../model/composition.ts';

/**
 * Longest side at which the picture is measured, in pixels; in larger photos an edge is off by a few pixels at most.
 */
const PROBE_LONGEST_SIDE_PX = 1024;

/** Share of a product's height, from its lower edge, that touches the surface if seen from slightly above. */
const FOOT_SHARE = 0.05;

/**
 * Bounding box of the visible pixels.
 * @returns null if no pixel is visible
 */
export async function visibleBox(picture: StagePicture): Promise<VisibleBox | null> {
  const image = await decodeBitmap(picture);
  const scale = Math.min(1, PROBE_LONGEST_SIDE_PX / Math.max(picture.widthPx, picture.heightPx));
  const widthPx = Math.max(1, Math.round(picture.widthPx * scale));
  const heightPx = Math.max(1, Math.round(picture.heightPx * scale));
  const drawing = surface(widthPx, heightPx, { isRead: true });
  drawing.context.drawImage(image, 0, 0, widthPx, heightPx);
  image.close();
  const { data } = readPixels(drawing);
  const covered = await mapBitmap(await readPictureFile(picture), 'coverage');
  if (covered) raiseToCoverage(data, covered, { widthPx, heightPx }, 0);
  covered?.close();
  const visiblePixels = { data: new Uint8Array(data.buffer), widthPx, heightPx, channels: 4 } as const;
  const bounds = visibleBounds(visiblePixels);
  if (!bounds) return null;
  const footRows = Math.max(1, Math.round(bounds.heightPx * FOOT_SHARE));
  const foot = visibleBounds({
    data: new Uint8Array(
      data.buffer,
      (bounds.yPx + bounds.heightPx - footRows) * widthPx * 4,
      footRows * widthPx * 4,
    ),
    widthPx,
    heightPx: footRows,
    channels: 4,
  });
  const width = bounds.widthPx / widthPx;
  const height = bounds.heightPx / heightPx;
  return {
    x: bounds.xPx / widthPx,
    y: bounds.yPx / heightPx,
    width,
    height,
    foot: { x: (foot ?? bounds).xPx / widthPx, width: (foot ?? bounds).widthPx / widthPx },
    aspectRatio: (width * picture.widthPx) / (height * picture.heightPx),
    ...(!isCutOut(visiblePixels) && { isOpaque: true }),
    ...findCutEdges(visiblePixels, bounds),
  };
}
