export interface FaultPlan {
  /** Kills the process like `kill -9` at a step of its work, when the step is reached for the nth time. */
  readonly kill?: {
    /** Regular expression that matches the step: the text of a SQL statement, or `file` and a path. */
    readonly step: string;
    readonly when: 'before' | 'after';
    /** Regular expression of a step after which counting begins; if omitted, counting begins at the start. */
    readonly from?: string;
    /** Occurrence of the step at which the process is killed, counted from 1, the default. */
    readonly nth?: number;
    /** Id of another process to kill instead, such as the database's. */
    readonly pid?: number;
  };
  /**
   * Makes creating files below the folder fail while the file `while` exists; that file contains the error code
   * (`ENOSPC`).
   */
  readonly brokenDisk?: { readonly folder: string; readonly while: string };
  /** Offset by which the process's clock is ahead, in milliseconds. */
  readonly clockOffsetMs?: number;
  /** Path of a file. The clock is correct until this file exists. */
  readonly clockJumpsWith?: string;
  /** Writes each step to standard error, to find the texts of new steps. */
  readonly trace?: boolean;
}
