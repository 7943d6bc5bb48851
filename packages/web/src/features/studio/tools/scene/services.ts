import type { DescriptionToPromptResponse } from '@packshot/contract/tools/auto-prompt';
import type { EngineFields } from '../../state/task-call.ts';

/** What scenes ask for. */
export interface SceneServices {
  /** A description as scenes that would suit it. */
  suggestScenes(
    description: string,
    engine: EngineFields,
    signal: AbortSignal,
  ): Promise<DescriptionToPromptResponse>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends SceneServices {}
}
