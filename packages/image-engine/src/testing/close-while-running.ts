/**
 * Script that closes an engine while its network runs; the test starts it as a separate process and checks how that
 * process ends.
 */
import { createImageEngine } from '../engine.ts';
import { checkPicture } from '../models/self-check.ts';
import { encodePng } from '../codec/encode.ts';
import { emptyRaster } from '../pixels/raster/raster.ts';

const [cacheDir] = process.argv.slice(2);
if (cacheDir === undefined) throw new Error('Usage: close-while-running.ts CACHE_DIR');

const engine = createImageEngine({ cacheDir });
await engine.prepare();
const picture = checkPicture();
const image = emptyRaster(picture.widthPx, picture.heightPx, 4);
for (let i = 0; i < image.data.length / 4; i++) {
  image.data.set([...picture.data.subarray(i * 3, i * 3 + 3), 255], i * 4);
}
const photo = await encodePng(image);
await new Promise<void>((resolve) => {
  const job = engine.run(
    'cut-out',
    { photo },
    {
      onProgress: (_, stage) => {
        // The network has started 100 ms after this stage begins.
        if (stage === 'segment') setTimeout(resolve, 100);
      },
    },
  );
  job.catch(() => process.stdout.write('rejected '));
});
await engine.close();
process.stdout.write('closed');
