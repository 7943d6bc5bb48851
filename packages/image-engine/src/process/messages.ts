import type { ImageRefusalCode } from '@packshot/contract';
import type { ToolInput, ToolName, ToolResult } from './tool-jobs.ts';

/** One job of one tool; for the union of all tools, tool and input belong together. */
export type JobMessage<Tool extends ToolName = ToolName> = {
  readonly [Name in Tool]: {
    readonly kind: 'job';
    readonly jobId: number;
    readonly tool: Name;
    readonly input: ToolInput<Name>;
    /** Memory that the job may take beyond what the process holds when it begins. */
    readonly memoryBytes: number;
    /** What it is known to take. */
    readonly neededBytes: number;
  };
}[Tool];

/** What the engine tells its process. */
export type ToProcess = JobMessage | { readonly kind: 'cancel'; readonly jobId: number };

/** What the process tells the engine. Every job ends with exactly one of done, refused, failed or cancelled. */
export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly jobId: number; readonly fraction: number; readonly stage: string }
  | { readonly kind: 'done'; readonly jobId: number; readonly result: ToolResult<ToolName> }
  | {
      readonly kind: 'refused';
      readonly jobId: number;
      readonly code: ImageRefusalCode;
      readonly cause: string | undefined;
    }
  | { readonly kind: 'failed'; readonly jobId: number; readonly message: string }
  | { readonly kind: 'cancelled'; readonly jobId: number };
