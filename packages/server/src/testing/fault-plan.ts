/** Faults to inject into a process. */
export interface FaultPlan {
  /** Kills the process like `kill -9`, when a step is reached for the nth time. */
  readonly kill?: {
    /** Regular expression for the step: the text of a statement, or `file` and a path. */
    readonly step: string;
    readonly when: 'before' | 'after';
    /** Counts from the first such step; from the start if omitted. */
    readonly from?: string;
    /** Starts at 1, the default. */
    readonly nth?: number;
    /** Kills this process instead, such as the database's. */
    readonly pid?: number;
  };
  /**
   * Prevents new files below the folder while the file `while` exists; its content is the error code
   * (`ENOSPC`).
   */
  readonly brokenDisk?: { readonly folder: string; readonly while: string };
  /** Offset by which the process's clock is ahead. */
  readonly clockOffsetMs?: number;
  /** The clock is correct until this file exists. */
  readonly clockJumpsWith?: string;
  /** Writes each step to standard error, to find the names of new ones. */
  readonly trace?: boolean;
}
