import { probeImageHeader } from '../../pixels/file/header/probe.ts';
import type { Tool } from '../tool.ts';
import type { ExportJobInput, ExportResult } from './run.ts';

/** Converts a picture to another format: AVIF, which browsers can't write, and the others for clients without a browser. */
export const exportPicture: Tool<ExportJobInput, ExportResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 10_000, baseMiB: 60, mibPerMegapixel: 50 },
  files: ({ photo, isResult }) => (isResult === true ? [] : [photo]),
  pixels: ({ photo, isResult }, ofFiles) => (isResult === true ? countPixels(photo) : ofFiles),
  load: () => import('./run.ts'),
};

/** Pixel count by the header, for a file of any length. */
function countPixels(png: Uint8Array): number {
  const head = png.subarray(0, HEAD_BYTES);
  const { widthPx, heightPx } = probeImageHeader(head, head.length);
  return widthPx * heightPx;
}

const HEAD_BYTES = 4096;
