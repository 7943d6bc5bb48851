import type { LiveFrame } from '../pixels/scene/live-scene.ts';
import { raster } from '../pixels/raster/raster.ts';
import type { RgbaRaster } from '../pixels/raster/raster.ts';

/** Draws a part of a frame at its position, on a copy of the ground or on a transparent picture of the same size. */
export function wholeFrame({ ground, xPx, yPx, ...parts }: LiveFrame, part: 'patch' | 'product'): RgbaRaster {
  const data = part === 'patch' ? ground.data.slice() : new Uint8Array(ground.data.length);
  const { widthPx, heightPx, data: samples } = parts[part];
  for (let y = 0; y < heightPx; y++) {
    const row = samples.subarray(y * widthPx * 4, (y + 1) * widthPx * 4);
    data.set(row, ((yPx + y) * ground.widthPx + xPx) * 4);
  }
  return raster(data, ground.widthPx, ground.heightPx, 4);
}
