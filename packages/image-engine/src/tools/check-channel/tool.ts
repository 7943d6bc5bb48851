import type { Tool } from '../tool.ts';
import type { CheckChannelInput, CheckChannelResult } from './run.ts';

/** Holds a finished picture against what a channel asks for, and brings it there. */
export const checkChannel: Tool<CheckChannelInput, CheckChannelResult> = {
  allowance: { baseMs: 60_000, msPerMegapixel: 15_000, baseMiB: 390, mibPerMegapixel: 70 },
  files: ({ picture, cutOut }) => (cutOut === undefined ? [picture] : [picture, cutOut]),
  load: () => import('./run.ts'),
};
