import type { ExportSettings } from '../model/export-settings.ts';
import { marketplaceSize } from '../model/marketplace-sizes.ts';
import type { MarketplaceId } from '../model/marketplace-sizes.ts';
import type { PixelSize } from '../model/size.ts';
import { exportFrame, ROUNDED_SHARE } from './export-frame.ts';
import type { ExportSource } from './export-source.ts';

/**
 * Properties of a picture that affect its placement in a shop's frame; `picture` is null if each file has its own
 * size.
 */
export type Framed = Pick<ExportSource, 'isTransparent' | 'subject' | 'edgeColor'> & {
  readonly picture: PixelSize | null;
};

type ExportFraming = Pick<ExportSettings, 'fit' | 'padding' | 'isTrimmed' | 'background'>;

/** Padding with which the product fills 85 % of the frame: Amazon requires this share, and it looks right elsewhere. */
const SHOP_PADDING = 0.075;
const WHITE = '#ffffff';

export const presetFraming = (id: MarketplaceId, source: Framed, settings: ExportSettings): ExportFraming =>
  shopFraming(
    { size: { kind: 'preset', id }, isOnWhite: marketplaceSize(id).isOnWhite === true },
    source,
    settings,
  );

interface ShopFrame {
  readonly size: ExportSettings['size'];
  /** Whether the shop asks for a white background. */
  readonly isOnWhite: boolean;
}

/** Placement of the picture in a shop's frame, and the color around it. */
export function shopFraming(
  { size, isOnWhite }: ShopFrame,
  source: Framed,
  settings: ExportSettings,
): ExportFraming {
  if (source.isTransparent) {
    const background = isOnWhite ? WHITE : (settings.background ?? WHITE);
    return { fit: 'fit', isTrimmed: true, padding: SHOP_PADDING, background };
  }
  const filled = opaqueFraming(source, { ...settings, size });
  return isOnWhite ? { ...filled, background: WHITE } : filled;
}

/** Settings adapted to this picture if a shop's size is chosen; settings with other sizes stay unchanged. */
export const reframe = (settings: ExportSettings, source: Framed): ExportSettings =>
  settings.size.kind === 'preset'
    ? { ...settings, ...presetFraming(settings.size.id, source, settings) }
    : settings;

/** Placeholder for a picture that doesn't exist yet. */
export const unknownPicture = (isTransparent: boolean): Framed => ({
  picture: null,
  subject: null,
  edgeColor: null,
  isTransparent,
});

/**
 * Frames a picture with a background: crops it to the frame if this doesn't cut off the product; otherwise extends it
 * with the color of its edge.
 */
export function opaqueFraming(source: Framed, settings: ExportSettings): ExportFraming {
  const { picture, subject, edgeColor } = source;
  const plain = { padding: 0, isTrimmed: false, background: edgeColor } as const;
  if (picture === null) return { ...plain, fit: 'fit', background: null };
  const isFilled = isWholeWhenFilled(picture, subject, settings);
  return { ...plain, fit: isFilled ? 'fill' : 'fit', background: edgeColor ?? WHITE };
}

function isWholeWhenFilled(
  picture: PixelSize,
  subject: ExportSource['subject'],
  settings: ExportSettings,
): boolean {
  const { widthPx, heightPx, drawn, scale } = exportFrame(
    { picture, product: null, subject },
    { ...settings, fit: 'fill', isTrimmed: false },
  );
  if (drawn.widthPx * (1 - ROUNDED_SHARE) <= widthPx && drawn.heightPx * (1 - ROUNDED_SHARE) <= heightPx)
    return true;
  if (subject === null) return false;
  const left = Math.max(0, subject.xPx) * scale + drawn.xPx;
  const top = Math.max(0, subject.yPx) * scale + drawn.yPx;
  const right = Math.min(picture.widthPx, subject.xPx + subject.widthPx) * scale + drawn.xPx;
  const bottom = Math.min(picture.heightPx, subject.yPx + subject.heightPx) * scale + drawn.yPx;
  return left >= 0 && top >= 0 && right <= widthPx && bottom <= heightPx;
}
