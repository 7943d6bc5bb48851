import type { ModelName } from '../models/builds.ts';
import type { ReadyModel } from '../models/prepare-model.ts';
import type { Evictable } from './cached.ts';
import type { SignBytes } from './sign/cose.ts';
import type { ToolContext } from './stages.ts';

/**
 * Description of a tool for the engine's host, which may be the process that serves requests. It therefore imports no
 * decoder or network code; only the engine's own process loads the tool's code.
 */
export interface EngineTool<Input, Result> {
  readonly allowance: Allowance;
  /** Network that the tool requires; it is prepared before a job is queued. */
  readonly model?: ModelName;
  /** Returns whether a job needs the network; by default all jobs do. */
  readonly needsModel?: (input: Input) => boolean;
  /** Files from users in the input; files with invalid headers are refused before the job is queued. */
  readonly files: (input: Input) => readonly Uint8Array[];
  /**
   * Number of pixels of the largest picture that the job reads or writes, given the number of the largest file, which
   * is the default.
   */
  readonly pixels?: (input: Input, ofFiles: number) => number;
  /** Checks the input; throws if it can be refused before the job is queued. */
  readonly check?: (input: Input) => void;
  readonly load: () => Promise<ToolCode<Input, Result>>;
}

/** Code of a tool, which only the engine's process loads. */
interface ToolCode<Input, Result> {
  run(input: Input, context: JobContext): Promise<Result>;
  /**
   * Resources that the tool caches between jobs, in general or for a job with this input; other tools may share them.
   */
  readonly keeps?: readonly Evictable[] | ((input: Input) => readonly Evictable[]);
}

/** Context of each job in the engine's process, besides its input. */
export interface JobContext extends ToolContext {
  /** Returns a model's file; the host prepares the model first if necessary. */
  readonly model: (name: ModelName) => Promise<ReadyModel>;
  /** Has the host process sign, because the process that reads untrusted files doesn't have the private key. */
  readonly sign: SignBytes;
}

/** Time and memory that a job may use, depending on the picture's size. */
export interface Allowance {
  /**
   * Time limit for start-up, the network and small pictures. Together with `msPerMegapixel` it is at least eight times
   * a job's time on two idle cores: this allows for slow and busy machines and single precision, but stops hanging
   * jobs.
   */
  readonly baseMs: number;
  readonly msPerMegapixel: number;
  /** Memory that a job adds to a fresh process, as measured; see docs/benchmarks.md. */
  readonly baseMiB: number;
  readonly mibPerMegapixel: number;
  /** Part of `baseMiB` that libraries allocate in the tool's first job and reuse in later ones. */
  readonly startMiB?: number;
  /**
   * True if the job uses the segmentation network. It may be an operator's own, or ours in single precision; both need
   * more memory than measured.
   */
  readonly segments?: boolean;
}
