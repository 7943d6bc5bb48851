/** Tasks of one tool in one state. */
interface CountedTasks {
  readonly tool: string;
  /** State in lower case. */
  readonly state: string;
  readonly tasks: number;
}

/** Queue metrics, also used for alarms. */
export interface QueueFigures {
  /** Tasks that haven't ended. */
  readonly open: readonly CountedTasks[];
  /** Age of the oldest task that no worker has started; 0 without one. */
  readonly oldestPendingSeconds: number;
  /** Worker processes that are connected to the database. */
  readonly workers: number;
  /** Tasks that ended within the last five minutes, by final state. */
  readonly ended: readonly CountedTasks[];
  /** Mean time from acceptance to start, and from start to end, of those tasks that a worker had started, by tool. */
  readonly pace: readonly {
    readonly tool: string;
    readonly waitedSeconds: number;
    readonly workedSeconds: number;
  }[];
}
