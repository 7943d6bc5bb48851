/** Messages between the benchmark and the process of a measured program. */
export interface ContestantRequest {
  readonly photo: string;
}

export interface ContestantAnswer {
  readonly durationMs: number;
  /** Longest time in milliseconds for which the process's event loop was blocked. */
  readonly blockedMs: number;
  readonly peakRssMiB: number;
  readonly sizeBytes: number;
}
