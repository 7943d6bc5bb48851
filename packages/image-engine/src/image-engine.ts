import type { ModelInfo } from '@packshot/contract';
import type { Precision } from './models/model-build.ts';
import type { OperatorModel } from './models/operator-model.ts';
import type { EnginePreparation, PreparationListener } from './models/shared-preparation.ts';
import type { ToolJobInput, EngineToolName, ToolResult } from './tools/index.ts';
import type { SignBytes } from './tools/sign/cose.ts';

interface EngineLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface EngineOptions {
  /** Folder of prepared models; created if missing. Several processes may share it. */
  cacheDir: string;
  onProgress?: PreparationListener;
  logger?: EngineLogger;
  /** File with activation ranges for quantization, used instead of the packaged file (see the package's README). */
  calibrationFile?: string;
  operatorModel?: OperatorModel;
  /**
   * Number of cached segmentation masks. A cached mask saves the network's pass when a photo that was just cut out is
   * described or put into a scene. 0 disables the cache, for measuring the network.
   */
  cachedMasks?: number;
  /**
   * Number of extra processes for jobs with background priority. Each takes 0.5 GB while such jobs run. 0 by default.
   */
  spareProcesses?: number;
  /** Whether the first process has a lower priority than the program, as beside an API. False by default. */
  yields?: boolean;
}

export interface EngineStatus {
  /** True once the cut-out model is prepared, so that a job can start at once. The fields below describe this model. */
  ready: boolean;
  precision: Precision | null;
  /** Reason why the model runs in slower single precision, or null. */
  fallbackReason: string | null;
  preparation: EnginePreparation | null;
  /** Number of running and waiting jobs. */
  queueLength: number;
}

export interface PrepareOptions {
  readonly onProgress?: PreparationListener | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface JobOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with `fraction` from 0 to 1, which never decreases, and the current `stage`: one of the tool's stages, or
   * `prepare` while its network is prepared.
   */
  readonly onProgress?: ((fraction: number, stage: string) => void) | undefined;
  /**
   * Called for timing when a stage begins, and with null when the job has succeeded. `atMs` is in milliseconds since
   * 1970. A repeated stage name continues that stage.
   */
  readonly onStage?: ((stage: string | null, atMs: number) => void) | undefined;
  /** Background priority: other jobs go first, and a spare process may run it. */
  readonly isBackground?: boolean | undefined;
  /** Signs the result with the caller's own key, which never leaves the caller's process. */
  readonly sign?: SignBytes | undefined;
}

/**
 * Runs every image tool. Takes and returns files as bytes, without blocking the caller's event loop. Jobs run one after
 * another in a separate process, in order of arrival. Jobs with background priority start only while no other job waits
 * or runs; spare processes may run them.
 */
export interface ImageEngine {
  /**
   * Prepares the model of a tool, by default of the cut-out. The first preparation on a machine takes seconds; later
   * ones only check the cache. Concurrent callers share one preparation, which is aborted only if all of them abort.
   */
  prepare(tool?: EngineToolName, options?: PrepareOptions): Promise<void>;
  /**
   * Runs a tool on PNG, JPEG, WebP, AVIF or HEIC files. Equal input gives equal bytes, apart from signatures.
   * @throws ImageRefusal for a picture, mask or text that the tool can't use
   * @throws RangeError for a number out of range
   * @throws JobLimitError if the job exceeds its time or memory
   * @throws EngineCrashError if the engine's process stopped; the job may be retried
   * @throws the signal's reason when aborted
   */
  run<Name extends EngineToolName>(
    tool: Name,
    input: ToolJobInput<Name>,
    options?: JobOptions,
  ): Promise<ToolResult<Name>>;
  status(): EngineStatus;
  /** Lists every model with its file, hash, size, license and terms. Rejects if an operator's file can't be read. */
  models(): Promise<ModelInfo[]>;
  /** Ends the engine's processes and rejects all waiting and running jobs. */
  close(): Promise<void>;
}
