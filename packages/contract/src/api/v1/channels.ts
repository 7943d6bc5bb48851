import { z } from 'zod';
import { FILE_FORMATS } from '../../channels/rules.ts';

const sourceSchema = z.object({
  title: z.string(),
  url: z.string().nullable().describe('Null: several pages that agree were read'),
  checked_on: z.iso.date(),
  confidence: z.enum(['stated', 'reported']).describe('By the channel itself, or by others'),
});

/** One rule, with the values of its kind. */
export const v1ChannelRuleSchema = z.object({
  rule: z.string().describe('Its kind: bytes, format, side, white, fill …'),
  level: z.enum(['refused', 'advice']).describe('What becomes of a picture that breaks it'),
  judged: z.boolean().describe('It takes judgment to check; all others are exact'),
  sentence: z.string().describe('What it asks, in a few words'),
  from: z.iso.date().optional().describe('The first day on which it holds'),
  until: z.iso.date().optional().describe('The last day on which it holds'),
  min: z.number().optional(),
  max: z.number().optional().describe('Bytes, pixels, or a share from 0 to 1, as the rule is'),
  min_px: z.number().int().optional(),
  max_px: z.number().int().optional(),
  min_level: z.number().int().optional().describe('Of the ground, 0 to 255'),
  max_bits: z.number().int().optional().describe('Of a color channel'),
  of: z.enum(['longer', 'shorter', 'width', 'height']).optional().describe('The side that is measured'),
  purpose: z.string().optional().describe('What it is needed for'),
  formats: z.array(z.enum(FILE_FORMATS)).optional(),
  ratios: z.array(z.array(z.number().int())).optional().describe('Width to height, any of these'),
  asks: z.enum(['rgb', 'srgb']).optional(),
  like: z.enum(['gtin-14', 'plain-letters']).optional().describe('How the file is named'),
  source: sourceSchema,
});
export type V1ChannelRule = z.infer<typeof v1ChannelRuleSchema>;

export const v1ChannelSchema = z.object({
  id: z.string(),
  name: z.string(),
  checked_on: z.iso.date().describe('The day on which the oldest of its rules was read'),
  preferred: z
    .object({
      width: z.number().int(),
      height: z.number().int(),
      format: z.enum(['jpeg', 'png', 'webp']),
      on_white: z.boolean(),
      fill: z.number().describe('How much of the frame the product is to fill, 0 to 1'),
    })
    .describe('What to make when nothing else is asked for'),
  rules: z.array(v1ChannelRuleSchema),
  unchecked: z
    .array(z.object({ sentence: z.string(), source: sourceSchema }))
    .describe('What no program sees in one picture'),
  unknown: z.array(z.string()).describe('What nobody was found to say'),
  file_names: z
    .object({ pattern: z.string(), slots: z.array(z.string()) })
    .nullable()
    .describe('Of files that are sent by the folder; null: as one likes'),
});
export type V1Channel = z.infer<typeof v1ChannelSchema>;

export const v1ChannelsSchema = z.object({ data: z.array(v1ChannelSchema) });
