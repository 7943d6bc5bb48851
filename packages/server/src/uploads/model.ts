/** Moderation result for the bytes of an upload. */
export interface Judgment {
  readonly sha256: string;
  /** Indecency score, 0 to 1. */
  readonly indecency: number;
}
