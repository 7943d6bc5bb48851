/** The messages between the benchmark and a contestant's process. */
export interface Request {
  readonly photo: string;
}

export interface Answer {
  readonly durationMs: number;
  /** Longest time for which the process' event loop was blocked. */
  readonly blockedMs: number;
  readonly peakRssMiB: number;
  readonly sizeBytes: number;
}
