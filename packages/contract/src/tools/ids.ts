import { z } from 'zod';
import { numberText } from '../bounded-text.ts';

/** Numeric tool IDs, sent as `feature_type`. IDs 3 and above 10 are reserved. */
export const TOOL_IDS = {
  default: 1,
  product: 2,
  text: 4,
  ipProduct: 5,
  ipText: 6,
  upscale: 7,
  bgRemove: 8,
  magicTool: 9,
  harmonize: 10,
} as const;
export type ToolId = (typeof TOOL_IDS)[keyof typeof TOOL_IDS];

const TOOL_ID_VALUES: readonly number[] = Object.values(TOOL_IDS);
export const toolIdSchema = numberText(
  z.coerce
    .number()
    .int()
    .refine((id): id is ToolId => TOOL_ID_VALUES.includes(id), 'Unknown feature_type.'),
);

export const GENERATION_TYPES = [
  'bg_removal',
  'inspiration_generation',
  'product_background_generation',
  'magic_tool',
] as const;
export const generationTypeSchema = z.enum(GENERATION_TYPES);
export type GenerationType = z.infer<typeof generationTypeSchema>;
