import type { Endpoint } from '../endpoint.ts';
import { GENERATIONS_PATH } from '../endpoint-paths.ts';
import { GENERATION_ERRORS, STARTS_TASKS } from './starts-tasks.ts';
import { z } from 'zod';
import { boundedText, numberText } from '../bounded-text.ts';
import { TOOL_IDS, toolIdSchema } from './ids.ts';
import { DIGITAL_SOURCE_TYPES } from '../provenance/source-types.ts';
import type { DigitalSourceType } from '../provenance/source-types.ts';
import { inJson } from './options.ts';
import { hexColorSchema } from './scene.ts';
import { defineForm } from './tool-form.ts';
import { storageKeySchema } from './upload.ts';

/** File formats of an export. `psd` has layers. */
export const EXPORT_FORMATS = ['png', 'jpeg', 'webp', 'avif', 'psd'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const ALT_TEXT_MAX_LENGTH = 500;

export interface StatedMetadata {
  readonly altText: string;
  readonly digitalSourceType: DigitalSourceType;
}

/**
 * Maximum pixels of a picture saved as AVIF. The encoder uses 54 MB per megapixel (65 MB for noise), and a job may use
 * 1.2 GB (`npm run bench -- memory`).
 */
export const AVIF_MAX_PIXELS = 16_000_000;

export const AVIF_DEFAULT_QUALITY = 70;

/** Limit for coefficients of a drawing matrix: pixels and shears are far smaller. */
const number = z.number().min(-1e6).max(1e6);

const drawnPictureSchema = z.strictObject({
  key: storageKeySchema,
  /** Transform from the picture's pixels to the file's, both upright: `a b c d e f` of a canvas's `setTransform`. */
  matrix: z.tuple([number, number, number, number, number, number]),
});
export interface DrawnPicture {
  readonly key: string;
  readonly matrix: DrawingMatrix;
}
export type DrawingMatrix = readonly [number, number, number, number, number, number];

/** Pictures from which a browser claims to have drawn a file; the server verifies the claim. */
export interface DrawnFrom {
  /** Pictures from top to bottom: a product, and the picture below it. */
  readonly pictures: readonly DrawnPicture[];
  /** Background color below all pictures. */
  readonly ground?: string;
}

export const exportFormSchema = z.object({
  image_s3: storageKeySchema.describe('An upload, or a result that was downloaded'),
  quality: numberText(z.coerce.number().int().min(1).max(100)).default(AVIF_DEFAULT_QUALITY),
  alt_text: boundedText(ALT_TEXT_MAX_LENGTH).default('').describe('Written into the file'),
  digital_source_type: z
    .enum(DIGITAL_SOURCE_TYPES)
    .describe(
      'How the picture was made (IPTC NewsCodes); written into the file, unless more is known about the picture',
    ),
  format: z
    .enum(['avif', 'as-sent'])
    .default('avif')
    .describe(
      '`as-sent`: the PNG, JPEG or WebP itself, with Content Credentials; it is compared with its source pictures, and stored for an hour',
    ),
  drawn_from: inJson(z.array(drawnPictureSchema).min(1).max(2))
    .optional()
    .describe(
      'JSON: the uploads and results from which a browser rendered the file, topmost first, each with the matrix from its pixels to the file’s (`a b c d e f`)',
    ),
  ground: hexColorSchema.optional().describe('The color below them; only with `drawn_from`'),
  feature_type: toolIdSchema,
});

export interface ExportInput {
  readonly imageKey: string;
  /** Encoding quality, from 1 to 100. */
  readonly quality: number;
  readonly metadata: StatedMetadata;
  /** Format: `as-sent` signs the file as the browser encoded it; omitted for AVIF, which the server encodes. */
  readonly format?: 'as-sent';
  /** Omitted if the file is a stored picture itself, or if the pictures are unknown. */
  readonly drawnFrom?: DrawnFrom;
}

const EXPORT_FORM = defineForm({
  schema: exportFormSchema,
  decode({ image_s3, quality, alt_text, digital_source_type, format, drawn_from, ground }): ExportInput {
    return {
      imageKey: image_s3,
      quality,
      metadata: { altText: alt_text, digitalSourceType: digital_source_type },
      ...(format === 'as-sent' && { format }),
      ...(drawn_from && { drawnFrom: { pictures: drawn_from, ...(ground !== undefined && { ground }) } }),
    };
  },
  encode: ({ imageKey, quality, metadata, format, drawnFrom }) => ({
    image_s3: imageKey,
    quality,
    alt_text: metadata.altText,
    digital_source_type: metadata.digitalSourceType,
    ...(format && { format }),
    ...(drawnFrom && { drawn_from: JSON.stringify(drawnFrom.pictures) }),
    ...(drawnFrom?.ground !== undefined && { ground: drawnFrom.ground }),
    feature_type: TOOL_IDS.default,
  }),
});

export const EXPORT_ENDPOINT = {
  ...STARTS_TASKS,
  ...EXPORT_FORM,
  operationId: 'exportPicture',
  path: `${GENERATIONS_PATH}/export-vs/`,
  summary:
    'Export a downloaded picture as AVIF, or add Content Credentials to a file rendered from one; returns a stream of task events',
  cost: 'costs nothing',
  errors: [...GENERATION_ERRORS, 'DOWNLOAD_NEEDED', 'AVIF_TOO_LARGE', 'FILE_NOT_RECOGNIZED'],
} as const satisfies Endpoint;
