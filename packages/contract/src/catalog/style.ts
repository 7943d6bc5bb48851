/** How alike the pictures of a run are: what is measured on each, and what a report says of all. */
import { z } from 'zod';
import { shareBoxSchema } from '../tools/doubts.ts';
import { ITEM_STATES } from './items.ts';

const sampleSchema = z.number().int().min(0).max(255);

/** Measured on a picture’s pixels when it is made. */
export const styleFactsSchema = z.object({
  /** Of the product, without specks beside it, in shares of the picture. */
  box: shareBoxSchema,
  /** What lies at the picture’s edge, in sRGB; null: nothing does. */
  ground: z.tuple([sampleSchema, sampleSchema, sampleSchema]).nullable(),
  /** Where the shadow falls, in degrees: 0 is to the right, 90 toward the viewer. Null: there is none, or none with a direction. */
  shadow_deg: z.number().min(0).max(360).nullable(),
});
export type StyleFacts = z.infer<typeof styleFactsSchema>;

/** What a range has to have in common. */
export const STYLE_MEASURES = ['fill', 'line', 'ground', 'shadow'] as const;
export type StyleMeasure = (typeof STYLE_MEASURES)[number];

/** Spread that nobody sees between two pictures side by side. A picture stands out from `outlier` on, or from four times the spread of all. */
export const STYLE_LIMITS: Readonly<
  Record<StyleMeasure, { readonly spread: number; readonly outlier: number }>
> = {
  /** Percent of the frame. */
  fill: { spread: 1, outlier: 3 },
  /** Pixels of the picture. */
  line: { spread: 2, outlier: 6 },
  /** CIEDE2000. */
  ground: { spread: 0.5, outlier: 1 },
  /** Degrees. */
  shadow: { spread: 5, outlier: 15 },
};

/** Where products are aligned: their lower or upper edge, or their middle. */
export const STYLE_LINES = ['bottom', 'middle', 'top'] as const;

const measuredSchema = z.object({
  measure: z.enum(STYLE_MEASURES),
  /** Pictures of which it could be measured. */
  pictures: z.number().int(),
  /** The median; of the ground a color in hexadecimal. */
  usual: z.union([z.number(), z.string()]),
  /** Standard deviation of those that do not stand out. */
  spread: z.number(),
  /** How many stand out. */
  outliers: z.number().int(),
});

/** A picture that stands out, and by how much in which respect. */
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

/** Of the recipe’s first output; pictures that were rejected do not count. */
export const styleReportSchema = z.object({
  /** Pictures that were measured. */
  pictures: z.number().int(),
  /** Pictures of an earlier release, of which nothing is known. */
  unmeasured: z.number().int(),
  output: z.object({ id: z.string(), width: z.number().int(), height: z.number().int() }),
  line: z.enum(STYLE_LINES),
  measures: z.array(measuredSchema),
  /** Those that stand out most come first; at most `STYLE_OUTLIERS_MAX`. */
  outliers: z.array(styleOutlierSchema),
  /** How many there are in all. */
  outliers_in_all: z.number().int(),
});
export type StyleReport = z.infer<typeof styleReportSchema>;
export type StyleOutlier = z.infer<typeof styleOutlierSchema>;
export const STYLE_OUTLIERS_MAX = 200;

export const styleReportAnswerSchema = z.object({ data: styleReportSchema });
