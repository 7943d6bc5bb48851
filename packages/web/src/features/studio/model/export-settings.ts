/** Export settings. Plain data, validated when read, because a batch stores them in the browser. */
import { t } from '@packshot/contract/text/translation';
import { UPSCALE_MAX_SIDE_PX } from '@packshot/contract/tools/limits';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { EXPORT_FORMATS } from '@packshot/contract/tools/export';
import type { ExportFormat } from '@packshot/contract/tools/export';
import { z } from 'zod';
import { MARKETPLACE_IDS } from './marketplace-sizes.ts';

/** Longest side of a file that the user can request, in pixels: the longest that Upscale produces. */
export const EXPORT_MAX_SIDE_PX = UPSCALE_MAX_SIDE_PX;
/** Largest padding on each side, as a share of the shorter side; more would leave too little of the product. */
export const MAX_PADDING = 0.3;

const sidePx = z.number().int().min(1).max(EXPORT_MAX_SIDE_PX);

export const exportSettingsSchema = z.object({
  format: z.enum(EXPORT_FORMATS),
  size: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('original') }),
    z.object({ kind: z.literal('custom'), widthPx: sidePx, heightPx: sidePx }),
    z.object({ kind: z.literal('preset'), id: z.enum(MARKETPLACE_IDS) }),
  ]),
  /** `fit` shows the whole picture; `fill` crops it to leave no bars. */
  fit: z.enum(['fit', 'fill']),
  /** Padding on each side, as a share of the file's shorter side; only with `fit`. */
  padding: z.number().min(0).max(MAX_PADDING),
  /** Whether the transparent space around a product without a background is cut off. */
  isTrimmed: z.boolean(),
  background: z
    .string()
    .regex(/^#[\da-f]{6}$/)
    .nullable(),
  /** Encoding quality for JPEG, WebP and AVIF, from 1 to 100. */
  quality: z.number().int().min(1).max(100),
});
export type ExportSettings = Readonly<z.infer<typeof exportSettingsSchema>>;

/** Export of a file for each shop. */
export interface ShopExport {
  /** Whether the user exports a file for each shop instead of a single file. */
  readonly isOn: boolean;
  readonly shops: readonly ChannelId[];
}

export const DEFAULT_EXPORT: ExportSettings = {
  format: 'png',
  size: { kind: 'original' },
  fit: 'fit',
  padding: 0,
  isTrimmed: false,
  background: null,
  quality: 88,
};

export interface FormatFacts {
  readonly name: string;
  readonly extension: string;
  readonly mimeType: string;
  readonly isTransparent: boolean;
  readonly hasQuality: boolean;
  /** Sentence about when to use the format. */
  readonly note: string;
}

export const FORMATS: Readonly<Record<ExportFormat, FormatFacts>> = {
  png: {
    name: 'PNG',
    extension: 'png',
    mimeType: 'image/png',
    isTransparent: true,
    hasQuality: false,
    note: t('Lossless, keeps transparency.'),
  },
  jpeg: {
    name: 'JPEG',
    extension: 'jpg',
    mimeType: 'image/jpeg',
    isTransparent: false,
    hasQuality: true,
    note: t('Small files, accepted by every marketplace. No transparency.'),
  },
  webp: {
    name: 'WebP',
    extension: 'webp',
    mimeType: 'image/webp',
    isTransparent: true,
    hasQuality: true,
    note: t('For the web: a third smaller than JPEG, with transparency.'),
  },
  avif: {
    name: 'AVIF',
    extension: 'avif',
    mimeType: 'image/avif',
    isTransparent: true,
    hasQuality: true,
    note: t('The smallest files, with transparency. Created on the server in a few seconds.'),
  },
  psd: {
    name: 'PSD',
    extension: 'psd',
    mimeType: 'image/vnd.adobe.photoshop',
    isTransparent: true,
    hasQuality: false,
    note: t(
      'Layers for Photoshop, Affinity, Krita or GIMP. Photoshop files can’t carry Content Credentials: how the picture was made is stored in their XMP, unsigned.',
    ),
  },
};

/** Background color of the file: white by default if the format has no transparency; null for transparent. */
export const getBackground = ({ format, background }: ExportSettings): string | null =>
  background ?? (FORMATS[format].isTransparent ? null : '#ffffff');

/** Characters that some file systems reject in names. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/gu;

/** Makes a file name from a stem and a format, such as 'Red mug.webp'; an empty stem becomes `fallback`. */
export function exportFileName(stem: string, format: ExportFormat, fallback: string): string {
  const clean = stem.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim().slice(0, 120);
  return `${clean === '' ? fallback : clean}.${FORMATS[format].extension}`;
}
