import type { EngineTool } from '../tool.ts';
import type { DescribeJobInput, DescribeResult } from './run.ts';

/** Tool that describes a photo's product in one or two sentences: colors, finish, form, readable text. */
export const describe: EngineTool<DescribeJobInput, DescribeResult> = {
  allowance: { baseMs: 60_000, msPerMegapixel: 1_000, baseMiB: 445, mibPerMegapixel: 6, segments: true },
  model: 'isnet',
  files: ({ photo }) => [photo],
  load: () => import('./run.ts'),
};
