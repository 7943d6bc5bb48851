import type { EngineTool } from '../tool.ts';
import type { CheckChannelInput, CheckChannelResult } from './run.ts';

/** Tool that checks a finished picture against a channel's rules, and fixes it. */
export const checkChannel: EngineTool<CheckChannelInput, CheckChannelResult> = {
  allowance: { baseMs: 60_000, msPerMegapixel: 15_000, baseMiB: 390, mibPerMegapixel: 70 },
  files: ({ picture, cutOut }) => (cutOut === undefined ? [picture] : [picture, cutOut]),
  load: () => import('./run.ts'),
};
