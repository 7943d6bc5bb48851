/** The messages between the benchmark and a contestant's process. */
export interface Request {
  readonly photo: string;
}

export interface Answer {
  readonly durationMs: number;
  /** The longest that the process' event loop stood still meanwhile. */
  readonly blockedMs: number;
  readonly peakRssMiB: number;
  readonly sizeBytes: number;
}
