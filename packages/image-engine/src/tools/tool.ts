import type { ModelName } from '../models/builds.ts';
import type { ReadyModel } from '../models/prepare-model.ts';
import type { Evictable } from './cached.ts';
import type { SignBytes } from './sign/cose.ts';
import type { ToolContext } from './stages.ts';

/**
 * A tool as seen by the engine's host. The host may be the process that serves requests, so a row imports no decoder or
 * network code; the engine's own process loads it.
 */
export interface Tool<Input, Result> {
  readonly allowance: Allowance;
  /** Network that the tool requires; prepared before the job is queued. */
  readonly model?: ModelName;
  /** True if this job needs the model; all jobs do by default. */
  readonly needsModel?: (input: Input) => boolean;
  /** The user's files; invalid headers are refused before the job is queued. */
  readonly files: (input: Input) => readonly Uint8Array[];
  /** Pixels of the largest picture that is read or written, given those of the largest file; the latter by default. */
  readonly pixels?: (input: Input, ofFiles: number) => number;
  /** Throws for input that can be refused before the job is queued. */
  readonly check?: (input: Input) => void;
  readonly load: () => Promise<ToolCode<Input, Result>>;
}

/** A tool as seen by the engine's process. */
interface ToolCode<Input, Result> {
  run(input: Input, context: JobContext): Promise<Result>;
  /** Resources that it caches between jobs, or for a job of this kind; other tools may share them. */
  readonly keeps?: readonly Evictable[] | ((input: Input) => readonly Evictable[]);
}

/** Context of each job in the engine's process, besides its input. */
export interface JobContext extends ToolContext {
  /** Returns a model's file; the host prepares it first if necessary. */
  readonly model: (name: ModelName) => Promise<ReadyModel>;
  /** Signs through the host, because the process that reads untrusted files doesn't have the key. */
  readonly sign: SignBytes;
}

/** Time and memory that a job may use, by the picture's size. */
export interface Allowance {
  /**
   * Time for start-up, the network and small pictures. Together with `msPerMegapixel` at least eight times a job's time
   * on two idle cores: allows for slow and busy machines and single precision, but stops hanging jobs.
   */
  readonly baseMs: number;
  readonly msPerMegapixel: number;
  /** Measured memory that a job adds to a fresh process; see docs/benchmarks.md. */
  readonly baseMiB: number;
  readonly mibPerMegapixel: number;
  /** Part of `baseMiB` that libraries allocate with the tool's first job and keep for later ones. */
  readonly startMiB?: number;
  /** True if its network may be an operator's own, or ours in single precision; both need more memory than measured. */
  readonly segments?: boolean;
}
