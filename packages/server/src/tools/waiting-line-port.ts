interface PlaceInLine {
  /** 1 for the next. */
  readonly place: number;
  /** Expected seconds until the work begins. */
  readonly waitS: number;
}

/** The tools' tasks that wait for a worker. */
export interface WaitingLine {
  /** Expected seconds between two tasks that leave the line. */
  secondsPerTask(): Promise<number>;
  /** Place of a task; null when it doesn't wait, or in another line. */
  placeOf(taskId: string): Promise<PlaceInLine | null>;
}
