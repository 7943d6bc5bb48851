import { z } from 'zod';
import { FILE_FORMATS } from '../../channels/rules.ts';

const sourceSchema = z.object({
  title: z.string(),
  url: z.string().nullable().describe('Null if the rule comes from several pages that agree'),
  checked_on: z.iso.date(),
  confidence: z.enum(['stated', 'reported']).describe('Stated by the channel itself, or reported by others'),
});

export const v1ChannelRuleSchema = z.object({
  rule: z.string().describe('Kind of rule: bytes, format, side, white, fill …'),
  level: z.enum(['refused', 'advice']).describe('Consequence for a picture that breaks the rule'),
  judged: z.boolean().describe('Checking the rule takes judgment; all others are exact'),
  sentence: z.string().describe('The requirement in a few words'),
  from: z.iso.date().optional().describe('First day on which the rule applies'),
  until: z.iso.date().optional().describe('Last day on which the rule applies'),
  min: z.number().optional(),
  max: z.number().optional().describe('In bytes, in pixels, or a share from 0 to 1, depending on the rule'),
  min_px: z.number().int().optional(),
  max_px: z.number().int().optional(),
  min_level: z.number().int().optional().describe('Smallest background value, 0 to 255'),
  max_bits: z.number().int().optional().describe('Per color channel'),
  of: z.enum(['longer', 'shorter', 'width', 'height']).optional().describe('The side that is measured'),
  purpose: z.string().optional().describe('Purpose of the requirement'),
  formats: z.array(z.enum(FILE_FORMATS)).optional(),
  ratios: z.array(z.array(z.number().int())).optional().describe('Allowed ratios of width to height'),
  asks: z.enum(['rgb', 'srgb']).optional(),
  like: z.enum(['gtin-14', 'plain-letters']).optional().describe('How the file must be named'),
  source: sourceSchema,
});
export type V1ChannelRule = z.infer<typeof v1ChannelRuleSchema>;

export const v1ChannelSchema = z.object({
  id: z.string(),
  name: z.string(),
  checked_on: z.iso.date().describe('Date on which the oldest of its rules was checked'),
  preferred: z
    .object({
      width: z.number().int(),
      height: z.number().int(),
      format: z.enum(['jpeg', 'png', 'webp']),
      on_white: z.boolean(),
      fill: z.number().describe('Share of the frame that the product should fill, 0 to 1'),
    })
    .describe('Recommended output unless other values are requested'),
  rules: z.array(v1ChannelRuleSchema),
  unchecked: z
    .array(z.object({ sentence: z.string(), source: sourceSchema }))
    .describe('Requirements that can’t be checked from one picture'),
  unknown: z.array(z.string()).describe('Requirements for which no source was found'),
  file_names: z
    .object({ pattern: z.string(), slots: z.array(z.string()) })
    .nullable()
    .describe('For uploads by folder; null if any name works'),
});
export type V1Channel = z.infer<typeof v1ChannelSchema>;

export const v1ChannelsSchema = z.object({ data: z.array(v1ChannelSchema) });
