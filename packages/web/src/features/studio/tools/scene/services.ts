import type { DescriptionToPromptResponse } from '@packshot/contract/tools/auto-prompt';
import type { EngineChoice } from '@packshot/contract/tools/engines';

export interface SceneServices {
  suggestScenes(
    description: string,
    engine: EngineChoice | null,
    signal: AbortSignal,
  ): Promise<DescriptionToPromptResponse>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends SceneServices {}
}
