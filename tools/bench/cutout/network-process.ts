/** One pass of the network alone: the photo is decoded and reduced, and the mask is written as a PNG. */
import sharp from 'sharp';
import { prepareModel } from '../../../packages/image-engine/src/models/prepare-model.ts';
import { openSession } from '../../../packages/image-engine/src/models/segmentation-session.ts';
import type { SegmentationSession } from '../../../packages/image-engine/src/models/segmentation-session.ts';
import { raster } from '../../../packages/image-engine/src/pixels/raster/raster.ts';
import { serve } from './contestant.ts';

const [cacheDir = ''] = process.argv.slice(2);

async function open(): Promise<SegmentationSession> {
  const options = { cacheDir, onProgress: () => {}, signal: new AbortController().signal };
  return openSession((await prepareModel({ name: 'isnet', ...options })).modelFile);
}
let session: Promise<SegmentationSession> | undefined;
serve(async (jpeg) => {
  const { sidePx, run } = await (session ??= open());
  const input = await sharp(jpeg).resize(sidePx, sidePx, { fit: 'fill' }).raw().toBuffer();
  const { data } = await run(raster(new Uint8Array(input), sidePx, sidePx, 3));
  return sharp(data, { raw: { width: sidePx, height: sidePx, channels: 1 } })
    .png()
    .toBuffer();
});
