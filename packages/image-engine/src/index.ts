export type { Renditions } from './codec/encode.ts';
export { createImageEngine } from './engine.ts';
export type { ImageEngine, JobOptions } from './image-engine.ts';
export type { ModerationScores } from './models/moderation-session.ts';
export type { OperatorModel } from './models/operator-model.ts';
export { ImageRefusal } from './pixels/refusal.ts';
export { JobLimitError } from './process/job-limits.ts';
export type { ProductProof } from './tools/product-proof.ts';
export type { ToolInput, ToolName, ToolResult } from './tools/index.ts';
