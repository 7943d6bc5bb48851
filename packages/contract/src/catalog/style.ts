/** Consistency of a run's pictures: measurements of each picture, and a report on all. */
import { z } from 'zod';
import { shareBoxSchema } from '../tools/quality-flags.ts';
import { ITEM_STATES } from './items.ts';

const sampleSchema = z.number().int().min(0).max(255);

export const styleFactsSchema = z.object({
  /** Bounding box of the product without specks, in shares of the picture. */
  box: shareBoxSchema,
  /** Background color at the picture’s edge, in sRGB, or null if the background has no single color. */
  ground: z.tuple([sampleSchema, sampleSchema, sampleSchema]).nullable(),
  /** Direction of the shadow in degrees: 0 is to the right, 90 toward the viewer. Null without a shadow, or without a direction. */
  shadow_deg: z.number().min(0).max(360).nullable(),
});
export type StyleFacts = z.infer<typeof styleFactsSchema>;

/** Properties that should be the same in all pictures of a product range. */
export const STYLE_MEASURES = ['fill', 'line', 'ground', 'shadow'] as const;
export type StyleMeasure = (typeof STYLE_MEASURES)[number];

/**
 * Limits for each measure. `spread`: invisible difference between two pictures side by side. `outlier`: smallest
 * deviation of an outlier, unless four times the spread of all pictures is larger.
 */
export const STYLE_LIMITS: Readonly<
  Record<StyleMeasure, { readonly spread: number; readonly outlier: number }>
> = {
  /** Size of the product, in percent of the frame. */
  fill: { spread: 1, outlier: 3 },
  /** Height of the common line of the products, in pixels of the picture. */
  line: { spread: 2, outlier: 6 },
  /** Background color, as a CIEDE2000 difference. */
  ground: { spread: 0.5, outlier: 1 },
  /** Direction of the shadow, in degrees. */
  shadow: { spread: 5, outlier: 15 },
};

/** Lines at which the products are aligned: their lower edges, middles, or upper edges. */
export const STYLE_LINES = ['bottom', 'middle', 'top'] as const;

const measuredSchema = z.object({
  measure: z.enum(STYLE_MEASURES),
  pictures: z.number().int(),
  /** Median of the property; for the background, a color in hexadecimal. */
  usual: z.union([z.number(), z.string()]),
  /** Standard deviation of the property without the outliers. */
  spread: z.number(),
  outliers: z.number().int(),
});

export const styleOutlierSchema = z.object({
  row: z.number().int(),
  sku: z.string(),
  variant: z.string(),
  slot: z.string(),
  source_name: z.string(),
  state: z.enum(ITEM_STATES),
  thumb_url: z.string().nullable(),
  off: z.array(
    z.object({ measure: z.enum(STYLE_MEASURES), value: z.union([z.number(), z.string()]), by: z.number() }),
  ),
});

/** Report on the consistency of the recipe’s first output; rejected pictures are excluded. */
export const styleReportSchema = z.object({
  pictures: z.number().int(),
  /** Number of pictures from an earlier release, which made no measurements. */
  unmeasured: z.number().int(),
  output: z.object({ id: z.string(), width: z.number().int(), height: z.number().int() }),
  line: z.enum(STYLE_LINES),
  measures: z.array(measuredSchema),
  /** Pictures with the largest deviations first; at most `STYLE_OUTLIERS_MAX`. */
  outliers: z.array(styleOutlierSchema),
  outliers_in_all: z.number().int(),
});
export type StyleReport = z.infer<typeof styleReportSchema>;
export type StyleOutlier = z.infer<typeof styleOutlierSchema>;
export const STYLE_OUTLIERS_MAX = 200;

export const styleReportAnswerSchema = z.object({ data: styleReportSchema });
