import type { TaskTool } from '@packshot/contract';

/** What 0.1.0 calls a cut-out. While a release is rolled out, its APIs write this name and its workers take no other. */
export const EARLIER_CUT_OUT = 'remove-background';

/** The tool by today's name, whichever release has stored it. */
export const toolNow = (name: string): TaskTool =>
  name === EARLIER_CUT_OUT ? 'cut-out' : (name as TaskTool);

/** What the release before calls a tool that has another name now. */
export const earlierNameOf = (tool: TaskTool): string | null =>
  tool === toolNow(EARLIER_CUT_OUT) ? EARLIER_CUT_OUT : null;
