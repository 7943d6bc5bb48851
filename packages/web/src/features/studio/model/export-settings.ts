/** What a file is to be like. Plain data, parsed when it comes back: a batch keeps it in the browser. */
import { UPSCALE_MAX_SIDE_PX } from '@packshot/contract/tools/limits';
import { EXPORT_FORMATS } from '@packshot/contract/tools/export';
import type { ExportFormat } from '@packshot/contract/tools/export';
import { z } from 'zod';
import { MARKETPLACE_IDS } from './marketplace-sizes.ts';

/** Longest side that one may ask for: what the product's own enlarging makes at most. */
export const EXPORT_MAX_SIDE_PX = UPSCALE_MAX_SIDE_PX;
/** More air than this leaves no product. */
export const MAX_PADDING = 0.3;

const sidePx = z.number().int().min(1).max(EXPORT_MAX_SIDE_PX);

export const exportSettingsSchema = z.object({
  format: z.enum(EXPORT_FORMATS),
  size: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('original') }),
    z.object({ kind: z.literal('custom'), widthPx: sidePx, heightPx: sidePx }),
    z.object({ kind: z.literal('preset'), id: z.enum(MARKETPLACE_IDS) }),
  ]),
  /** `fit` shows all of the picture, `fill` leaves no bars. */
  fit: z.enum(['fit', 'fill']),
  /** Air on each side, as a share of the file's shorter side; with `fit` alone. */
  padding: z.number().min(0).max(MAX_PADDING),
  /** Only the product's own box of a picture without a background. */
  isTrimmed: z.boolean(),
  /** Null: transparent, where the format can be. */
  background: z
    .string()
    .regex(/^#[\da-f]{6}$/)
    .nullable(),
  /** 1 to 100, of JPEG, WebP and AVIF. */
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
  /** When one takes it. */
  readonly note: string;
}

export const FORMATS: Readonly<Record<ExportFormat, FormatFacts>> = {
  png: {
    name: 'PNG',
    extension: 'png',
    mimeType: 'image/png',
    isTransparent: true,
    hasQuality: false,
    note: 'Lossless, keeps transparency.',
  },
  jpeg: {
    name: 'JPEG',
    extension: 'jpg',
    mimeType: 'image/jpeg',
    isTransparent: false,
    hasQuality: true,
    note: 'Small files, accepted by every marketplace. No transparency.',
  },
  webp: {
    name: 'WebP',
    extension: 'webp',
    mimeType: 'image/webp',
    isTransparent: true,
    hasQuality: true,
    note: 'For the web: a third smaller than JPEG, with transparency.',
  },
  avif: {
    name: 'AVIF',
    extension: 'avif',
    mimeType: 'image/avif',
    isTransparent: true,
    hasQuality: true,
    note: 'The smallest, with transparency. Made on the server: takes some seconds.',
  },
  psd: {
    name: 'PSD',
    extension: 'psd',
    mimeType: 'image/vnd.adobe.photoshop',
    isTransparent: true,
    hasQuality: false,
    note: 'Layers for Photoshop, Affinity, Krita or GIMP. Photoshop files cannot carry Content Credentials: how the picture was made is in their XMP, unsigned.',
  },
};

/** The ground that is really drawn: a format without transparency has white where nothing was chosen. */
export const groundOf = ({ format, background }: ExportSettings): string | null =>
  background ?? (FORMATS[format].isTransparent ? null : '#ffffff');

/** Letters that some file system refuses. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}]/gu;

/** 'Red mug' and a format become 'Red mug.webp'; nothing typed becomes `fallback`. */
export function exportFileName(stem: string, format: ExportFormat, fallback: string): string {
  const clean = stem.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim().slice(0, 120);
  return `${clean === '' ? fallback : clean}.${FORMATS[format].extension}`;
}
