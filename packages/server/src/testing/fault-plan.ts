/** What happens to a process that is started with it. */
export interface FaultPlan {
  /** Ends the process as `kill -9` does, when a step is reached for the nth time. */
  readonly kill?: {
    /** A regular expression for what the step does: the text of a statement, or `file` and a path. */
    readonly step: string;
    readonly when: 'before' | 'after';
    /** Counts from the first such step on; absent: from the start. */
    readonly from?: string;
    /** From 1, the default. */
    readonly nth?: number;
    /** Ends this process instead: the database's. */
    readonly pid?: number;
  };
  /** No new file can be written below the folder as long as the file `while` is there; what is in it says why (`ENOSPC`). */
  readonly brokenDisk?: { readonly folder: string; readonly while: string };
  /** How far the process's clock is ahead. */
  readonly clockOffsetMs?: number;
  /** It goes right until this file is there. */
  readonly clockJumpsWith?: string;
  /** Writes each step to standard error, to name new ones by. */
  readonly trace?: boolean;
}
