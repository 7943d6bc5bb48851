/** Suggests scene prompts for a product, from its description. */
import { ENGINE_FIELDS } from './engines.ts';
import { trimmedText } from '../bounded-text.ts';
import { z } from 'zod';
import { DESCRIPTION_MAX_LENGTH } from './limits.ts';
export const descriptionToPromptRequestSchema = z.object({
  description: trimmedText(DESCRIPTION_MAX_LENGTH).min(1),
  ...ENGINE_FIELDS,
});

export type DescriptionToPromptRequest = z.infer<typeof descriptionToPromptRequestSchema>;

export const descriptionToPromptResponseSchema = z.object({
  prompt: z.string(),
  /** Prompts of further scenes, clearly different from the first one and from each other. */
  suggestions: z.array(z.string()),
});

export type DescriptionToPromptResponse = z.infer<typeof descriptionToPromptResponseSchema>;
