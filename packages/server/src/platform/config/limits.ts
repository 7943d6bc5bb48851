/** Limits on accepted work. */
export interface GenerationLimits {
  /** Requests of one user that are accepted per minute. */
  readonly generationsPerMinute: number;
  /** Tasks of one user that may wait or run at the same time. */
  readonly simultaneousTasksPerUser: number;
  /** Waiting tasks of all users, above which the servers are busy. */
  readonly queuedTasks: number;
  /** Waiting tasks of all guests together, so that places remain for signed-in users. */
  readonly guestQueuedTasks: number;
  /** Waiting tasks of guests from one address. */
  readonly guestQueuedTasksPerAddress: number;
  /** Time from the start of a task to its end. Waiting may take the same time again. */
  readonly taskTimeoutMs: number;
  /** Free requests of a subscriber within 24 hours: fair use. */
  readonly subscriberGenerationsPerDay: number;
}

/** Storage limits in bytes, for photos, results and history pictures. */
export interface StorageQuotas {
  readonly guestBytes: number;
  /** Shared by all guests from one address. */
  readonly guestBytesPerAddress: number;
  readonly accountBytes: number;
  readonly subscriberBytes: number;
}
