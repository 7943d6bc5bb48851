import { probeImageHeader } from '../../pixels/file/header/probe.ts';
import type { EngineTool } from '../tool.ts';
import { assertUpscalable } from './enlarge-tiled.ts';
import type { UpscaleJobInput, UpscaleResult } from './run.ts';

/** Tool that enlarges a photo to two or four times its sides, color and alpha separately. */
export const upscale: EngineTool<UpscaleJobInput, UpscaleResult> = {
  allowance: { baseMs: 60_000, msPerMegapixel: 20_000, baseMiB: 250, mibPerMegapixel: 9 },
  model: 'esrgan',
  needsModel: ({ mode }) => mode !== 'faithful',
  files: ({ photo }) => [photo],
  pixels: ({ factor }, ofFiles) => ofFiles * factor ** 2,
  check({ photo, factor }) {
    const { widthPx, heightPx } = probeImageHeader(photo, photo.length);
    assertUpscalable(widthPx, heightPx, factor);
  },
  load: () => import('./run.ts'),
};
