import type { ImageRefusalCode } from '@packshot/contract';
import type { ToolInput, ToolName, ToolResult } from './tool-jobs.ts';

/** One job of one tool; for the union of all tools, tool and input belong together. */
export type JobMessage<Tool extends ToolName = ToolName> = {
  readonly [Name in Tool]: {
    readonly kind: 'job';
    readonly jobId: number;
    readonly tool: Name;
    readonly input: ToolInput<Name>;
  };
}[Tool];

/** What the engine tells its thread. */
export type ToThread =
  | JobMessage
  | { readonly kind: 'cancel'; readonly jobId: number }
  /** Leave: drop what runs at its next stage, then end. */
  | { readonly kind: 'end' };

/** What the thread tells the engine. Every job ends with exactly one of done, refused, failed or cancelled. */
export type FromThread =
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
