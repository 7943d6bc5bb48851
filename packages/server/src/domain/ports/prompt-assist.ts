import type { DescriptionToPromptResponse } from '@packshot/contract';

/** Finds scenes for products. */
export interface PromptAssist {
  /** The same description gives the same answer. */
  fromDescription(description: string): Promise<DescriptionToPromptResponse>;
}
