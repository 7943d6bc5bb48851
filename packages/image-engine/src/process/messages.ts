import type { ImageRefusalCode } from '@packshot/contract';
import type { ModelName } from '../models/builds.ts';
import type { ReadyModel } from '../models/prepare-model.ts';
import type { ToolJobInput, EngineToolName } from '../tools/index.ts';

/**
 * Role of an engine's process. `usual`: the priority of the program that starts it. `yielding`: a lower priority, so that
 * the API, the worker and the database run first. `spare`: the lowest priority, one thread per network, and an end after
 * some idle time.
 */
export const PROCESS_ROLES = ['usual', 'yielding', 'spare'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];
/** Niceness by role. At 5, a process gets a quarter of a core that others need too, at 10 a tenth, otherwise all of it. */
export const NICENESS: Readonly<Record<ProcessRole, number>> = { usual: 0, yielding: 5, spare: 10 };

/** Job of one tool, as a message. The mapped type ensures that tool and input belong together. */
export type JobMessage<Tool extends EngineToolName = EngineToolName> = {
  readonly [Name in Tool]: {
    readonly kind: 'job';
    readonly jobId: number;
    readonly tool: Name;
    readonly input: ToolJobInput<Name>;
    /** Memory that the job may use in addition to the usage when it begins. */
    readonly memoryBytes: number;
    /** Memory that the tool needs, as measured. */
    readonly neededBytes: number;
    /** Part of the need that is already in use after an earlier job of the same tool. */
    readonly startBytes: number;
    /** Total memory of the process to stay below. */
    readonly roomBytes: number;
  };
}[Tool];

/** Messages from the engine to its worker process. */
export type ToProcess =
  | JobMessage
  | { readonly kind: 'model'; readonly name: ModelName; readonly model: ReadyModel }
  | { readonly kind: 'signature'; readonly jobId: number; readonly signature: Uint8Array }
  | { readonly kind: 'cancel'; readonly jobId: number };

/**
 * Messages from the worker process to the engine. The process requests a model when a job first needs it, and
 * signatures. Every job ends with exactly one of done, refused, failed or canceled. `atMs` is the time of the event in
 * milliseconds since 1970.
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
      readonly product?: number | undefined;
    }
  | { readonly kind: 'failed'; readonly jobId: number; readonly message: string }
  | { readonly kind: 'canceled'; readonly jobId: number };
