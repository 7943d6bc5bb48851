/** Behaviors of `unruly-process.ts`, selected by the first byte of a job's input. */
export const BEHAVIOR = {
  succeed: 1,
  throwError: 2,
  exit: 3,
  hang: 4,
  spin: 5,
  grow: 6,
  needModel: 7,
} as const;
