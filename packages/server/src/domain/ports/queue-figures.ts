/** Tasks of one tool in one state. */
interface CountedTasks {
  readonly tool: string;
  /** In lower case. */
  readonly state: string;
  readonly tasks: number;
}

/** The queue, for metrics and alarms. */
export interface QueueFigures {
  /** Tasks that have not ended. */
  readonly open: readonly CountedTasks[];
  /** Age of the oldest task that no worker has begun; 0 when there is none. */
  readonly oldestPendingSeconds: number;
  /** Tasks that ended within the last five minutes, by how. */
  readonly ended: readonly CountedTasks[];
  /** Of those that a worker had begun, by tool: mean time from acceptance to the beginning, and from there to the end. */
  readonly pace: readonly {
    readonly tool: string;
    readonly waitedSeconds: number;
    readonly workedSeconds: number;
  }[];
}
