/** The messages between the benchmark and a contestant's process. */
export interface ContestantRequest {
  readonly photo: string;
}

export interface ContestantAnswer {
  readonly durationMs: number;
  /** Longest time for which the process' event loop was blocked. */
  readonly blockedMs: number;
  readonly peakRssMiB: number;
  readonly sizeBytes: number;
}
