interface CountedTasks {
  readonly tool: string;
  /** State of the tasks, in lower case. */
  readonly state: string;
  readonly tasks: number;
}

export interface QueueFigures {
  /** Numbers of tasks that haven't ended, by tool and state. */
  readonly open: readonly CountedTasks[];
  /** Age in seconds of the oldest task that waits for its first start; 0 if no task waits. */
  readonly oldestPendingSeconds: number;
  /** Number of worker processes that are connected to the database. */
  readonly workers: number;
  /** Numbers of tasks that ended within the last five minutes, by tool and final state. */
  readonly ended: readonly CountedTasks[];
  /**
   * Mean waiting time (from acceptance to start) and working time (from start to end), by tool. Counts ended tasks that
   * a worker had started.
   */
  readonly pace: readonly {
    readonly tool: string;
    readonly waitedSeconds: number;
    readonly workedSeconds: number;
  }[];
}
