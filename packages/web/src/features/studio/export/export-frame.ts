/** Where a picture lies in the file that is made of it: pure geometry, one for all formats. */
import { AVIF_MAX_PIXELS } from '@packshot/contract/tools/export';
import type { DrawingMatrix } from '@packshot/contract/tools/export';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import type { ExportSettings } from '../model/export-settings.ts';
import { marketplaceSize } from '../model/marketplace-sizes.ts';
import type { Area, Size } from '../model/size.ts';

/** A picture that is drawn larger than this loses its sharpness visibly. */
export { ENLARGED_ABOVE } from '@packshot/contract/catalog/limits';

export interface ExportFrame extends Size {
  /** The part of the picture that is drawn. */
  readonly area: Area;
  /** Where that part lies in the file; it may reach beyond the file's edges. */
  readonly drawn: Area;
  /** Pixels of the file for each pixel of the picture, along a side. */
  readonly scale: number;
}

/**
 * @param picture its size
 * @param product its visible box; null when the picture has none, or it is not known
 */
export function exportFrame(picture: Size, product: Area | null, settings: ExportSettings): ExportFrame {
  const area = settings.isTrimmed && product ? inside(product, picture) : { xPx: 0, yPx: 0, ...picture };
  const padding = settings.fit === 'fit' ? settings.padding : 0;
  const size = sizeOf(area, padding, settings);
  const airPx = padding * Math.min(size.widthPx, size.heightPx);
  const room = { widthPx: size.widthPx - 2 * airPx, heightPx: size.heightPx - 2 * airPx };
  const [across, down] = [room.widthPx / area.widthPx, room.heightPx / area.heightPx];
  const scale = settings.fit === 'fit' ? Math.min(across, down) : Math.max(across, down);
  // The air around a picture of its own size is whole pixels, and misses its share by a part of one.
  const isAsIs = settings.size.kind === 'original' || scale === 1;
  return { ...size, area, ...middleOf(size, area, isAsIs ? 1 : scale) };
}

/** A part of a picture in the middle of a file: at its own size pixel for pixel, so that none is mixed of several. */
function middleOf(size: Size, area: Area, scale: number): Pick<ExportFrame, 'scale' | 'drawn'> {
  const [widthPx, heightPx] = [area.widthPx * scale, area.heightPx * scale];
  const [xPx, yPx] = [(size.widthPx - widthPx) / 2, (size.heightPx - heightPx) / 2];
  const whole = (at: number): number => (scale === 1 ? Math.floor(at) : at);
  return { scale, drawn: { xPx: whole(xPx), yPx: whole(yPx), widthPx, heightPx } };
}

/** Whole pixels, not outside the picture. */
function inside(box: Area, picture: Size): Area {
  const xPx = Math.max(0, Math.floor(box.xPx));
  const yPx = Math.max(0, Math.floor(box.yPx));
  return {
    xPx,
    yPx,
    widthPx: Math.max(1, Math.min(picture.widthPx, Math.ceil(box.xPx + box.widthPx)) - xPx),
    heightPx: Math.max(1, Math.min(picture.heightPx, Math.ceil(box.yPx + box.heightPx)) - yPx),
  };
}

function sizeOf(area: Size, padding: number, { size }: ExportSettings): Size {
  switch (size.kind) {
    case 'custom':
      return { widthPx: size.widthPx, heightPx: size.heightPx };
    case 'preset': {
      const { widthPx, heightPx } = marketplaceSize(size.id);
      return { widthPx, heightPx };
    }
    case 'original': {
      // The picture keeps its own pixels; the air comes on top.
      const airPx = Math.round((Math.min(area.widthPx, area.heightPx) * padding) / (1 - 2 * padding));
      return { widthPx: area.widthPx + 2 * airPx, heightPx: area.heightPx + 2 * airPx };
    }
  }
}

/** From the picture's pixels to the file's. */
export function frameMatrix({ area, drawn }: Pick<ExportFrame, 'area' | 'drawn'>): DrawingMatrix {
  const [across, down] = [drawn.widthPx / area.widthPx, drawn.heightPx / area.heightPx];
  return [across, 0, 0, down, drawn.xPx - area.xPx * across, drawn.yPx - area.yPx * down];
}

/** The file is the picture, pixel for pixel. */
export const isUnchanged = ({ widthPx, heightPx, area, drawn }: ExportFrame, picture: Size): boolean =>
  widthPx === picture.widthPx &&
  heightPx === picture.heightPx &&
  area.widthPx === widthPx &&
  area.heightPx === heightPx &&
  drawn.xPx === 0 &&
  drawn.yPx === 0 &&
  drawn.widthPx === widthPx &&
  drawn.heightPx === heightPx;

/** The other side when one is typed and the picture's shape is kept. */
export const lockedSide = (typedPx: number, typed: number, other: number, maxPx: number): number =>
  Math.min(maxPx, Math.max(1, Math.round((typedPx * other) / typed)));

/** Why a file of this size cannot be written in its format, in words for people; null when it can. */
export const refusalOf = ({ widthPx, heightPx }: Size, { format }: ExportSettings): string | null =>
  format === 'avif' && widthPx * heightPx > AVIF_MAX_PIXELS ? OWN_MESSAGES.avifTooLarge : null;
