import { probeImageHeader } from '../../pixels/file/header/probe.ts';
import type { EngineTool } from '../tool.ts';
import type { ExportJobInput, ExportResult } from './run.ts';

/**
 * Tool that converts a picture to another format: to AVIF for browsers, which can't write it, and to the others for
 * clients without a browser.
 */
export const exportPicture: EngineTool<ExportJobInput, ExportResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 10_000, baseMiB: 60, mibPerMegapixel: 50 },
  files: ({ photo, isResult }) => (isResult === true ? [] : [photo]),
  pixels: ({ photo, isResult }, ofFiles) => (isResult === true ? countPixels(photo) : ofFiles),
  load: () => import('./run.ts'),
};

/** Number of pixels according to the header of a PNG; only the start of the file is read. */
function countPixels(png: Uint8Array): number {
  const head = png.subarray(0, HEAD_BYTES);
  const { widthPx, heightPx } = probeImageHeader(head, head.length);
  return widthPx * heightPx;
}

const HEAD_BYTES = 4096;
