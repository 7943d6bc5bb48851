import type { Tool } from '../tool.ts';
import type { SignInput, SignResult } from './run.ts';

/** Bytes of a file are held some eight times, and a pixel of grain takes three. */
export const BYTES_PER_PIXEL = 3;

/** Writes Content Credentials into a picture's files: how it came to be, signed together with every byte. */
export const sign: Tool<SignInput, SignResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 1_000, baseMiB: 70, mibPerMegapixel: 25 },
  // Our own: results may be larger than uploads, and are not decoded.
  files: () => [],
  pixels: ({ files }) => Math.max(1, ...files.map(({ bytes }) => Math.ceil(bytes.length / BYTES_PER_PIXEL))),
  load: () => import('./run.ts'),
};
