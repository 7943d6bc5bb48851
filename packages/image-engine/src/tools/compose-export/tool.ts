import type { EngineTool } from '../tool.ts';
import type { ComposeExportInput, ComposeExportResult } from './run.ts';

/** Tool that crops a cut-out, places it on a background, and encodes it in the requested format. */
export const composeExport: EngineTool<ComposeExportInput, ComposeExportResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 6_000, baseMiB: 120, mibPerMegapixel: 80 },
  files: ({ picture, ground }) => [
    picture,
    ...(ground !== undefined && 'picture' in ground ? [ground.picture] : []),
  ],
  load: () => import('./run.ts'),
};
