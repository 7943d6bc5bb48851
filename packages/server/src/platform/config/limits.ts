export interface GenerationLimits {
  /** Maximum number of requests accepted from one user per minute. */
  readonly generationsPerMinute: number;
  /** Maximum number of tasks of one user that wait or run at the same time. */
  readonly simultaneousTasksPerUser: number;
  /** Number of waiting tasks of all users above which further requests are refused with SERVERS_BUSY. */
  readonly queuedTasks: number;
  /** Maximum number of waiting tasks of all guests together, so that signed-in users can still add theirs. */
  readonly guestQueuedTasks: number;
  /** Maximum number of waiting tasks of all guests from one network address. */
  readonly guestQueuedTasksPerAddress: number;
  /** Time limit of a task from its start to its end. A task may wait equally long before its start. */
  readonly taskTimeoutMs: number;
  /** Number of free requests that a subscriber may make within 24 hours (fair use). */
  readonly subscriberGenerationsPerDay: number;
}

/** Storage limits in bytes, for uploaded photos, results and pictures in History. */
export interface StorageQuotas {
  readonly guestBytes: number;
  /** Limit shared by all guests from one network address. */
  readonly guestBytesPerAddress: number;
  readonly accountBytes: number;
  readonly subscriberBytes: number;
}
