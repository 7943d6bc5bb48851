/** Computes where the export file shows the picture; used for all formats. */
import { AVIF_MAX_PIXELS } from '@packshot/contract/tools/export';
import type { DrawingMatrix } from '@packshot/contract/tools/export';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import type { ExportSettings } from '../model/export-settings.ts';
import { marketplaceSize } from '../model/marketplace-sizes.ts';
import type { Area, PixelSize } from '../model/size.ts';

/** Scale above which the enlarged picture looks visibly soft. */
export { ENLARGED_ABOVE } from '@packshot/contract/catalog/limits';

/** Share of a side up to which a bar or a crop counts as rounding. */
export const ROUNDED_SHARE = 0.01;

export interface ExportFrame extends PixelSize {
  readonly area: Area;
  /** Box in the file into which the area is drawn; may extend beyond the file's edges. */
  readonly drawn: Area;
  /** Number of file pixels per picture pixel, along a side. */
  readonly scale: number;
}

interface Point {
  readonly xPx: number;
  readonly yPx: number;
}

export interface PictureToFrame {
  readonly picture: PixelSize;
  /** Visible box of a product without a background; null for other pictures, or if it is unknown. */
  readonly product: Area | null;
  /** Box of the product in a picture with a background, or null if unknown. */
  readonly subject: Area | null;
}

/** Computes the export frame. A crop is centered on the product, as far as the picture reaches. */
export function exportFrame(
  { picture, product, subject }: PictureToFrame,
  settings: ExportSettings,
): ExportFrame {
  const area = settings.isTrimmed && product ? inside(product, picture) : { xPx: 0, yPx: 0, ...picture };
  const padding = settings.fit === 'fit' ? settings.padding : 0;
  const size = computeSize(area, padding, settings);
  const airPx = padding * Math.min(size.widthPx, size.heightPx);
  const room = { widthPx: size.widthPx - 2 * airPx, heightPx: size.heightPx - 2 * airPx };
  const [across, down] = [room.widthPx / area.widthPx, room.heightPx / area.heightPx];
  const scale = settings.fit === 'fit' ? Math.min(across, down) : Math.max(across, down);
  // Draws at scale 1 for the original size, although rounding the padding to whole pixels would change the scale
  // slightly.
  const isAsIs = settings.size.kind === 'original' || scale === 1;
  const focus = middle(subject ? inside(subject, picture) : area);
  return { ...size, area, ...placeArea(size, area, { scale: isAsIs ? 1 : scale, focus }) };
}

const middle = ({ xPx, yPx, widthPx, heightPx }: Area): Point => ({
  xPx: xPx + widthPx / 2,
  yPx: yPx + heightPx / 2,
});

/**
 * Places an area of the picture in the file. Along a side that the file crops, the focus is as near to the center as
 * possible; otherwise the area is centered. At scale 1 the area starts at whole pixels, so that nothing is resampled.
 */
function placeArea(
  size: PixelSize,
  area: Area,
  { scale, focus }: { readonly scale: number; readonly focus: Point },
): Pick<ExportFrame, 'scale' | 'drawn'> {
  const [widthPx, heightPx] = [area.widthPx * scale, area.heightPx * scale];
  const start = (roomPx: number, lengthPx: number, focusPx: number): number =>
    lengthPx <= roomPx
      ? (roomPx - lengthPx) / 2
      : Math.min(0, Math.max(roomPx - lengthPx, roomPx / 2 - focusPx * scale));
  const xPx = start(size.widthPx, widthPx, focus.xPx - area.xPx);
  const yPx = start(size.heightPx, heightPx, focus.yPx - area.yPx);
  const whole = (at: number): number => (scale === 1 ? Math.floor(at) : at);
  return { scale, drawn: { xPx: whole(xPx), yPx: whole(yPx), widthPx, heightPx } };
}

function inside(box: Area, picture: PixelSize): Area {
  const xPx = Math.max(0, Math.floor(box.xPx));
  const yPx = Math.max(0, Math.floor(box.yPx));
  return {
    xPx,
    yPx,
    widthPx: Math.max(1, Math.min(picture.widthPx, Math.ceil(box.xPx + box.widthPx)) - xPx),
    heightPx: Math.max(1, Math.min(picture.heightPx, Math.ceil(box.yPx + box.heightPx)) - yPx),
  };
}

function computeSize(area: PixelSize, padding: number, { size }: ExportSettings): PixelSize {
  switch (size.kind) {
    case 'custom':
      return { widthPx: size.widthPx, heightPx: size.heightPx };
    case 'preset': {
      const { widthPx, heightPx } = marketplaceSize(size.id);
      return { widthPx, heightPx };
    }
    case 'original': {
      // The picture isn't scaled; padding is added around it.
      const airPx = Math.round((Math.min(area.widthPx, area.heightPx) * padding) / (1 - 2 * padding));
      return { widthPx: area.widthPx + 2 * airPx, heightPx: area.heightPx + 2 * airPx };
    }
  }
}

/** Transform from picture pixels to file pixels. */
export function frameMatrix({ area, drawn }: Pick<ExportFrame, 'area' | 'drawn'>): DrawingMatrix {
  const [across, down] = [drawn.widthPx / area.widthPx, drawn.heightPx / area.heightPx];
  return [across, 0, 0, down, drawn.xPx - area.xPx * across, drawn.yPx - area.yPx * down];
}

/** Whether the file shows the picture pixel for pixel. */
export const isUnchanged = ({ widthPx, heightPx, area, drawn }: ExportFrame, picture: PixelSize): boolean =>
  widthPx === picture.widthPx &&
  heightPx === picture.heightPx &&
  area.widthPx === widthPx &&
  area.heightPx === heightPx &&
  drawn.xPx === 0 &&
  drawn.yPx === 0 &&
  drawn.widthPx === widthPx &&
  drawn.heightPx === heightPx;

/** Computes the other side from the side that the user typed, preserving the picture's shape. */
export const lockedSide = (typedPx: number, typed: number, other: number, maxPx: number): number =>
  Math.min(maxPx, Math.max(1, Math.round((typedPx * other) / typed)));

/** User-facing reason why the format can't hold a file of this size, or null. */
export const getRefusal = ({ widthPx, heightPx }: PixelSize, { format }: ExportSettings): string | null =>
  format === 'avif' && widthPx * heightPx > AVIF_MAX_PIXELS ? OWN_MESSAGES.avifTooLarge : null;
