import type { EngineTool } from '../tool.ts';
import type { SignInput, SignResult } from './run.ts';

/**
 * Number of bytes of a file that count as one pixel for memory limits: signing needs about eight copies of a file, and
 * a grainy pixel takes three bytes.
 */
export const BYTES_PER_PIXEL = 3;

/** Tool that writes Content Credentials into a picture's files: its provenance, signed together with every byte. */
export const sign: EngineTool<SignInput, SignResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 1_000, baseMiB: 70, mibPerMegapixel: 25 },
  // No file is checked as an upload, because our own results may be larger, and they aren't decoded.
  files: () => [],
  pixels: ({ files }) => Math.max(1, ...files.map(({ bytes }) => Math.ceil(bytes.length / BYTES_PER_PIXEL))),
  load: () => import('./run.ts'),
};
