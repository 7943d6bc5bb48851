import type { DescriptionToPromptResponse } from '@packshot/contract/tools/auto-prompt';
import type { EngineChoice } from '@packshot/contract/tools/engines';

/** What scenes ask for. */
export interface SceneServices {
  /** A description as scenes that would suit it. */
  suggestScenes(
    description: string,
    engine: EngineChoice | null,
    signal: AbortSignal,
  ): Promise<DescriptionToPromptResponse>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends SceneServices {}
}
