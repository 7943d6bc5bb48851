import type { ImageRefusalCode } from '@packshot/contract';
import type { ModelName } from '../models/builds.ts';
import type { ReadyModel } from '../models/prepare-model.ts';
import type { ToolInput, ToolName } from '../tools/index.ts';

/** The argument of a process that works in the time which the first one leaves. */
export const SPARE_PROCESS = 'spare';
/** A tenth of a core's time where somebody else wants it too, all of it where nobody does. */
export const SPARE_NICENESS = 10;

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
    /** The part of it that is there already where a job of the same tool has been done. */
    readonly startBytes: number;
    /** What the process should stay below. */
    readonly roomBytes: number;
  };
}[Tool];

/** What the engine tells its process. */
export type ToProcess =
  | JobMessage
  | { readonly kind: 'model'; readonly name: ModelName; readonly model: ReadyModel }
  | { readonly kind: 'signature'; readonly jobId: number; readonly signature: Uint8Array }
  | { readonly kind: 'cancel'; readonly jobId: number };

/**
 * What the process tells the engine. It asks for a model when a job first needs it, and for signatures. Every job ends with exactly one of done, refused,
 * failed or canceled. `atMs` is when that was, since 1970.
 */
export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'model-needed'; readonly jobId: number; readonly name: ModelName }
  | { readonly kind: 'signature-needed'; readonly jobId: number; readonly bytes: Uint8Array }
  | {
      readonly kind: 'progress';
      readonly jobId: number;
      readonly fraction: number;
      readonly stage: string;
      readonly atMs?: number;
    }
  | { readonly kind: 'done'; readonly jobId: number; readonly result: unknown; readonly atMs?: number }
  | {
      readonly kind: 'refused';
      readonly jobId: number;
      readonly code: ImageRefusalCode;
      readonly cause: string | undefined;
    }
  | { readonly kind: 'failed'; readonly jobId: number; readonly message: string }
  | { readonly kind: 'canceled'; readonly jobId: number };
