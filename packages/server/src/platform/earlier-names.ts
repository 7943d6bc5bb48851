import type { TaskTool } from '@packshot/contract';

/**
 * Name of the tool `cut-out` in 0.1.0. During a rolling upgrade, old API processes write this name and old workers
 * accept no other.
 */
export const EARLIER_CUT_OUT = 'remove-background';

/** Maps a stored tool name of any release to the current one. */
export const toolNow = (name: string): TaskTool =>
  name === EARLIER_CUT_OUT ? 'cut-out' : (name as TaskTool);

/** Name that the tool had in 0.1.0, or null if it wasn't renamed. */
export const getEarlierName = (tool: TaskTool): string | null =>
  tool === toolNow(EARLIER_CUT_OUT) ? EARLIER_CUT_OUT : null;
