import { z } from 'zod';
import type { ToolName } from './names.ts';
import { numberText } from '../bounded-text.ts';

/** Numeric tool ids, sent as `feature_type`. Ids 3 and above 10 are reserved. */
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

/** The ids by which records name a tool's pictures, the one that they are filed by first. What is not here is not filed. */
export const RECORD_TYPES: Readonly<Partial<Record<ToolName, readonly [ToolId, ...ToolId[]]>>> = {
  'cut-out': [TOOL_IDS.bgRemove],
  crop: [TOOL_IDS.default],
  // With a reference the server files them by the second.
  scene: [TOOL_IDS.product, TOOL_IDS.ipProduct],
  inspire: [TOOL_IDS.text, TOOL_IDS.ipText],
  magic: [TOOL_IDS.magicTool],
  harmonize: [TOOL_IDS.harmonize],
  upscale: [TOOL_IDS.upscale],
};

const TOOL_ID_VALUES: readonly number[] = Object.values(TOOL_IDS);
/** A tool id as it arrives in forms and queries: a number or its digits. */
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
