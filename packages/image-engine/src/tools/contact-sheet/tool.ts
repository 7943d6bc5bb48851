import type { EngineTool } from '../tool.ts';
import type { ContactSheetInput, ContactSheetResult } from './run.ts';

/** Tool that makes contact sheets: small JPEGs of several pictures, or a page of them as a PNG. */
export const contactSheet: EngineTool<ContactSheetInput, ContactSheetResult> = {
  allowance: { baseMs: 60_000, msPerMegapixel: 3_000, baseMiB: 160, mibPerMegapixel: 40 },
  files: () => [],
  pixels: ({ page }, ofFiles) => Math.max(ofFiles, page === null ? 0 : page.widthPx * page.heightPx),
  load: () => import('./run.ts'),
};
