import type { ModelInfo } from '@packshot/contract';
import type { Precision } from './models/model-build.ts';
import type { OperatorModel } from './models/operator-model.ts';
import type { EnginePreparation, PreparationListener } from './models/shared-preparation.ts';
import type { ToolInput, ToolName, ToolResult } from './tools/index.ts';
import type { SignBytes } from './tools/sign/cose.ts';

interface EngineLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface EngineOptions {
  /** Where prepared models are kept; created when absent, may be shared by processes. */
  cacheDir: string;
  /** Hears of every preparation, whoever asked for it. */
  onProgress?: PreparationListener;
  logger?: EngineLogger;
  /** Activation ranges to quantize with instead of the ones that ship (see the package's README). */
  calibrationFile?: string;
  /** Cut out with this model instead of the one that ships. */
  operatorModel?: OperatorModel;
  /**
   * How many masks of the cut-out's network are kept for pictures that come again: a scene or a description of a photo that was just cut out
   * takes half the time. 0 measures the network itself.
   */
  keptMasks?: number;
  /**
   * Processes beside the first one, for patient jobs alone: one after another they leave a third of two cores idle. Each takes half a
   * gigabyte while there are such jobs. 0 by default.
   */
  spareProcesses?: number;
}

export interface EngineStatus {
  /** The cut-out's model is prepared; a job can start at once. So for precision, fallback and preparation below. */
  ready: boolean;
  precision: Precision | null;
  /** Why the slower single precision runs; null when it does not. */
  fallbackReason: string | null;
  /** Under way, or null. */
  preparation: EnginePreparation | null;
  /** Jobs that run or wait. */
  queueLength: number;
}

export interface PrepareOptions {
  readonly onProgress?: PreparationListener | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What every job may be given besides its input. */
export interface JobOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * `fraction` from 0 to 1, never falling; `stage` is the name of what begins or goes on: one of the tool's own, or `prepare` while its
   * network is made ready.
   */
  readonly onProgress?: ((fraction: number, stage: string) => void) | undefined;
  /**
   * For timing: called as a stage begins, and with null as the work ends, with the time of that in milliseconds since 1970, by the clock
   * of the process that works. A stage that is told again goes on.
   */
  readonly onStage?: ((stage: string | null, atMs: number) => void) | undefined;
  /** Nobody waits for it: others go first, and it may be done in a process for spare time. */
  readonly isPatient?: boolean | undefined;
  /** For jobs that sign: by the caller's own key, which never leaves its process. */
  readonly sign?: SignBytes | undefined;
}

/**
 * Every tool by one call: files' bytes go in, files' bytes come out, and the event loop of the caller stays free. Jobs run one after another, in
 * the order of arrival, patient ones last, in a process of the engine's own.
 */
export interface ImageEngine {
  /**
   * Makes a tool's model ready, the cut-out's by default: the first time on a machine that takes seconds, later a check of the cache. Callers
   * at the same time share one preparation; aborting one caller's signal ends it only when nobody else waits.
   */
  prepare(tool?: ToolName, options?: PrepareOptions): Promise<void>;
  /**
   * Runs a tool on PNG, JPEG, WebP, AVIF or HEIC files. The same input gives the same bytes, apart from
   * signatures. Throws ImageRefusal when a picture or what was
   * drawn or written is at fault, RangeError for a number that is out of range, JobLimitError when the job took more time or memory than it
   * may, the signal's reason when aborted, EngineCrashError when the engine's process stopped (the job may be tried again).
   */
  run<Name extends ToolName>(
    tool: Name,
    input: ToolInput<Name>,
    options?: JobOptions,
  ): Promise<ToolResult<Name>>;
  /** What the engine is ready for, and how much waits. */
  status(): EngineStatus;
  /** Every model with its file, hash, size, license and terms. Rejects when an operator's file cannot be read. */
  models(): Promise<ModelInfo[]>;
  /** Ends the engine's process; whatever waits or runs is rejected. */
  close(): Promise<void>;
}
