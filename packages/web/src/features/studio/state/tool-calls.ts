/** What the studio asks the server of its pictures: one call a tool, and what follows a call. */
import type { DescriptionToPromptResponse } from '@packshot/contract/tools/auto-prompt';
import type { RefineEdges, UpscaleFactor, UpscaleMode } from '@packshot/contract/tools/limits';
import type { PictureMetadata } from '@packshot/contract/tools/export';
import type { TaskState } from '@packshot/contract/tools/tasks';
import type { EngineFields } from '../run/engine-fields.ts';
import type { SceneForm } from '../run/scene-form.ts';

/** What every tool's call has. */
export interface ToolCall {
  /** Which engine is asked; absent: the built-in one. */
  readonly engine?: EngineFields;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** The server has accepted it. */
  onTaskIds(taskIds: readonly string[]): void;
  onTask(task: TaskState): void;
}

/** A tool that works on one picture. */
export interface PictureCall extends ToolCall {
  readonly imageKey: string;
}
export interface MagicCall extends PictureCall {
  readonly maskKey: string;
  /** Empty: take away what was drawn over. */
  readonly prompt: string;
}
export interface HarmonizeCall extends PictureCall {
  /** Where the product is. */
  readonly maskKey: string;
  /** 0 to 1. */
  readonly strength: number;
}
/** `imageKey` is the photo that was cut out. */
export interface RefineCall extends PictureCall {
  readonly cutOutKey: string;
  readonly strokesKey: string;
  readonly edges: RefineEdges;
}
export interface ExportCall extends PictureCall {
  /** 1 to 100. */
  readonly quality: number;
  readonly metadata: PictureMetadata;
}
export interface GenerateCall extends ToolCall {
  readonly form: SceneForm;
}
export interface UpscaleCall extends PictureCall {
  readonly factor: UpscaleFactor;
  readonly mode: UpscaleMode;
}

/** Each resolves with the last state of its tasks: a failed task is a state, a refused call an `ApiError`. */
export interface ToolCalls {
  removeBackground(options: PictureCall): Promise<TaskState>;
  /** Scenes: one task a variant. */
  generate(options: GenerateCall): Promise<TaskState[]>;
  harmonize(options: HarmonizeCall): Promise<TaskState>;
  magic(options: MagicCall): Promise<TaskState>;
  /** Corrects a cut-out where strokes were drawn; costs nothing. */
  refine(options: RefineCall): Promise<TaskState>;
  upscale(options: UpscaleCall): Promise<TaskState>;
  /** A picture as AVIF, which browsers do not write. */
  exportPicture(options: ExportCall): Promise<TaskState>;
  /** Background, shadow and product of a scene, in this order. */
  sceneLayers(options: PictureCall): Promise<TaskState[]>;
  /** Says what is in the picture. */
  describe(options: PictureCall): Promise<TaskState>;
  /** A description as scenes that would suit it. */
  suggestScenes(
    description: string,
    engine: EngineFields,
    signal: AbortSignal,
  ): Promise<DescriptionToPromptResponse>;
  /** Goes on with tasks that were accepted earlier. */
  followTasks(taskIds: readonly string[], options: Pick<ToolCall, 'signal' | 'onTask'>): Promise<TaskState[]>;
  taskState(taskId: string): Promise<TaskState>;
  /** @returns those that are cancelled; the others had already ended */
  cancelTasks(taskIds: readonly string[]): Promise<readonly string[]>;
}
