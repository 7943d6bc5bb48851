import type { TaskState } from '@packshot/contract/tools/tasks';
import type { DescriptionToPromptResponse } from '@packshot/contract/tools/auto-prompt';
import type { EngineFields, ToolCall } from '../../state/tool-calls.ts';
import type { SceneForm } from './scene-form.ts';

export interface GenerateCall extends ToolCall {
  readonly form: SceneForm;
}

/** What scenes ask for. */
export interface SceneServices {
  /** Scenes: one task a variant. */
  generate(options: GenerateCall): Promise<TaskState[]>;
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
