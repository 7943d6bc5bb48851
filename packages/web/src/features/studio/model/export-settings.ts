/** Export settings. Plain data, parsed when read back, because a batch stores them in the browser. */
import { t } from '@packshot/contract/text/translation';
import { UPSCALE_MAX_SIDE_PX } from '@packshot/contract/tools/limits';
import { EXPORT_FORMATS } from '@packshot/contract/tools/export';
import type { ExportFormat } from '@packshot/contract/tools/export';
import { z } from 'zod';
import { MARKETPLACE_IDS } from './marketplace-sizes.ts';

/** Longest side that the user can request: the most that Upscale produces. */
export const EXPORT_MAX_SIDE_PX = UPSCALE_MAX_SIDE_PX;
/** Largest padding that leaves the product visible. */
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
  /** Whether a picture without a background is trimmed to the product's box. */
  isTrimmed: z.boolean(),
  /** Null for transparent, if the format supports it. */
  background: z
    .string()
    .regex(/^#[\da-f]{6}$/)
    .nullable(),
  /** From 1 to 100, for JPEG, WebP and AVIF. */
  quality: z.number().int().min(1).max(100),
});
export type ExportSettings = Readonly<z.infer<typeof exportSettingsSchema>>;

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
  /** Hint about when to use the format. */
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

/** Background color that is drawn: white by default for a format without transparency. */
export const getBackground = ({ format, background }: ExportSettings): string | null =>
  background ?? (FORMATS[format].isTransparent ? null : '#ffffff');

/** Characters that some file systems reject. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/gu;

/** File name from a stem and a format, such as 'Red mug.webp'; an empty stem becomes `fallback`. */
export function exportFileName(stem: string, format: ExportFormat, fallback: string): string {
  const clean = stem.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim().slice(0, 120);
  return `${clean === '' ? fallback : clean}.${FORMATS[format].extension}`;
}
