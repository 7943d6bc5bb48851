import type { ModelName } from '../models/builds.ts';
import type { ReadyModel } from '../models/prepare-model.ts';
import type { Forgettable } from './kept.ts';
import type { SignBytes } from './sign/cose.ts';
import type { ToolContext } from './stages.ts';

/**
 * A tool as the engine's host knows it. The host may be the process that serves requests, so a row imports nothing that decodes or runs
 * networks: the code is loaded by the engine's own process.
 */
export interface Tool<Input, Result> {
  readonly allowance: Allowance;
  /** The network without which no job of it can work: made ready before the job waits behind others. */
  readonly model?: ModelName;
  /** For a tool with a model: whether this job needs it. Absent: every job does. */
  readonly needsModel?: (input: Input) => boolean;
  /** The user's files: what their headers give away is refused before the job waits. */
  readonly files: (input: Input) => readonly Uint8Array[];
  /** Of the largest picture that is read or made, from those of the largest file. Absent: nothing larger is made. */
  readonly pixels?: (input: Input, ofFiles: number) => number;
  /** Throws for what can be refused before the job waits. */
  readonly check?: (input: Input) => void;
  readonly load: () => Promise<ToolCode<Input, Result>>;
}

/** A tool as the engine's process knows it. */
interface ToolCode<Input, Result> {
  run(input: Input, context: JobContext): Promise<Result>;
  /** What it keeps from one job to the next, or from a job of this kind; other tools may share it. */
  readonly keeps?: readonly Forgettable[] | ((input: Input) => readonly Forgettable[]);
}

/** What the engine's process gives to each job besides its input. */
export interface JobContext extends ToolContext {
  /** A model's file; the host makes it ready first where that has not been done yet. */
  readonly model: (name: ModelName) => Promise<ReadyModel>;
  /** Signed by the host: its key is not in the process that reads strangers' files. */
  readonly sign: SignBytes;
}

/** What a job may take, by the picture's size. */
export interface Allowance {
  /**
   * For start-up, the network and small pictures. Together with `msPerMegapixel` eight times and more what a job takes on two idle cores:
   * room for slow and busy machines and for single precision, an end for what hangs.
   */
  readonly baseMs: number;
  readonly msPerMegapixel: number;
  /** As measured: see docs/benchmarks.md. What a job adds to a process that has just started. */
  readonly baseMiB: number;
  readonly mibPerMegapixel: number;
  /** Of `baseMiB`, what libraries take with the first job of the tool and keep: a further one finds it there. */
  readonly startMiB?: number;
  /** Its network may be the operator's own, or ours in single precision, either of which takes more than was measured. */
  readonly segments?: boolean;
}
