interface PlaceInLine {
  /** 1 for the next. */
  readonly place: number;
  /** Expected seconds until the work begins; null while nothing was measured. */
  readonly waitS: number | null;
}

/** The tools' tasks that wait for a worker. */
export interface WaitingLine {
  /** Seconds between two tasks that leave the line; null while nothing was measured. */
  secondsPerTask(): Promise<number | null>;
  /** Place of a task; null when it doesn't wait, or in another line. */
  placeOf(taskId: string): Promise<PlaceInLine | null>;
}
