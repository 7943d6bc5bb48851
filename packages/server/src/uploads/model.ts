/** Moderation result for an upload's bytes. */
export interface Judgment {
  readonly sha256: string;
  /** Indecency, 0 to 1. */
  readonly indecency: number;
}
