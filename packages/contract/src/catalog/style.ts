/** Consistency of a run's pictures: the measurements of each, and a report on all. */
import { z } from 'zod';
import { shareBoxSchema } from '../tools/doubts.ts';
import { ITEM_STATES } from './items.ts';

const sampleSchema = z.number().int().min(0).max(255);

/** Measured on a picture’s pixels when it is made. */
export const styleFactsSchema = z.object({
  /** Bounding box of the product without specks, in shares of the picture. */
  box: shareBoxSchema,
  /** Background color at the picture’s edge, in sRGB, or null for none. */
  ground: z.tuple([sampleSchema, sampleSchema, sampleSchema]).nullable(),
  /** Direction of the shadow in degrees: 0 is to the right, 90 toward the viewer. Null without a shadow, or without a direction. */
  shadow_deg: z.number().min(0).max(360).nullable(),
});
export type StyleFacts = z.infer<typeof styleFactsSchema>;

/** Properties that should be consistent across a range. */
export const STYLE_MEASURES = ['fill', 'line', 'ground', 'shadow'] as const;
export type StyleMeasure = (typeof STYLE_MEASURES)[number];

/**
 * Spread that is invisible between two pictures side by side, and the deviation from which a picture is an outlier,
 * unless four times the overall spread is larger.
 */
export const STYLE_LIMITS: Readonly<
  Record<StyleMeasure, { readonly spread: number; readonly outlier: number }>
> = {
  /** In percent of the frame. */
  fill: { spread: 1, outlier: 3 },
  /** In pixels of the picture. */
  line: { spread: 2, outlier: 6 },
  /** In CIEDE2000. */
  ground: { spread: 0.5, outlier: 1 },
  /** In degrees. */
  shadow: { spread: 5, outlier: 15 },
};

/** Alignment of the products: their lower edge, upper edge, or middle. */
export const STYLE_LINES = ['bottom', 'middle', 'top'] as const;

const measuredSchema = z.object({
  measure: z.enum(STYLE_MEASURES),
  /** Pictures for which it could be measured. */
  pictures: z.number().int(),
  /** Median; for the background, a color in hexadecimal. */
  usual: z.union([z.number(), z.string()]),
  /** Standard deviation without the outliers. */
  spread: z.number(),
  /** Number of outliers. */
  outliers: z.number().int(),
});

/** Picture that is an outlier, with its deviation in each measure. */
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

/** Report on the recipe’s first output; rejected pictures are excluded. */
export const styleReportSchema = z.object({
  /** Number of measured pictures. */
  pictures: z.number().int(),
  /** Pictures of an earlier release, without measurements. */
  unmeasured: z.number().int(),
  output: z.object({ id: z.string(), width: z.number().int(), height: z.number().int() }),
  line: z.enum(STYLE_LINES),
  measures: z.array(measuredSchema),
  /** Largest outliers first; at most `STYLE_OUTLIERS_MAX`. */
  outliers: z.array(styleOutlierSchema),
  /** Total number of outliers. */
  outliers_in_all: z.number().int(),
});
export type StyleReport = z.infer<typeof styleReportSchema>;
export type StyleOutlier = z.infer<typeof styleOutlierSchema>;
export const STYLE_OUTLIERS_MAX = 200;

export const styleReportAnswerSchema = z.object({ data: styleReportSchema });
