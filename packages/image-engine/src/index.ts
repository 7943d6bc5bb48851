export type { Renditions } from './codec/encode.ts';
export { createImageEngine } from './engine.ts';
export type {
  DescribeOptions,
  EngineLogger,
  EngineOptions,
  EngineStatus,
  GenerateOptions,
  HarmonizeOptions,
  ImageEngine,
  MagicOptions,
  ModerateOptions,
  PreparedTool,
  RefineOptions,
  RemoveBackgroundOptions,
  UpscaleOptions,
} from './image-engine.ts';
export type { EnginePreparation } from './models/shared-preparation.ts';
export type { OperatorModel } from './models/operator-model.ts';
export { probeImageHeader } from './pixels/header/probe.ts';
export type { ImageFormat, ImageProbe } from './pixels/header/probe.ts';
export { ImageRefusal } from './pixels/refusal.ts';
export { JobLimitError } from './process/job-limits.ts';
export { EngineCrashError } from './process/process-host.ts';
export { readMagicPrompt } from './pixels/magic-prompt/read-magic-prompt.ts';
export type { MagicInstruction, MagicPromptReading } from './pixels/magic-prompt/read-magic-prompt.ts';
export type { DescribeResult } from './tools/describe.ts';
export type { GenerateResult, GenerateRequest } from './tools/generate-scene.ts';
export type { HarmonizeResult } from './tools/harmonize.ts';
export type { MagicResult } from './tools/magic.ts';
export type { ModerationScores } from './models/moderation-session.ts';
export type { ModerateResult } from './tools/moderate.ts';
export type { EncodeAvifResult } from './tools/encode-avif.ts';
export type { RefineResult } from './tools/refine.ts';
export type { RemoveBackgroundResult } from './tools/remove-background.ts';
export type { UpscaleResult } from './tools/upscale.ts';
export type { FinishInput, FinishResult } from './tools/provided/finish.ts';
export type { PreparationInput, PreparationResult } from './tools/provided/prepare.ts';
