/** How much work is accepted. */
export interface GenerationLimits {
  /** Requests that one user may have accepted within a minute. */
  readonly generationsPerMinute: number;
  /** Tasks of one user that may wait or run at the same time. */
  readonly simultaneousTasksPerUser: number;
  /** Tasks of everybody that may wait; beyond it the servers are busy. */
  readonly queuedTasks: number;
  /** Places for all guests together: signed-in users always find one. */
  readonly guestQueuedTasks: number;
  /** Places for the guests of one address. */
  readonly guestQueuedTasksPerAddress: number;
  /** From the beginning of a task to its end. Until it begins it may wait for as long again. */
  readonly taskTimeoutMs: number;
  /** Requests of a subscriber, which cost nothing, within any 24 hours: fair use. */
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
