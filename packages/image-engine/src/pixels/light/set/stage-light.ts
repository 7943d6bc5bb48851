import type { Box } from '../../raster/raster.ts';
import type { LitLayer } from './relight.ts';
import type { LinearRgb } from '../../stage/scene-plan.ts';

/** The mean light per albedo over a part of the layers as seen, all lights together. */
export function lightOver(lit: readonly LitLayer[], part: Box, isMirrored: boolean): LinearRgb {
  const sum = [0, 0, 0];
  const step = Math.max(1, Math.floor(Math.sqrt((part.widthPx * part.heightPx) / 4000)));
  let count = 0;
  for (let y = part.yPx; y < part.yPx + part.heightPx; y += step) {
    for (let x = part.xPx; x < part.xPx + part.widthPx; x += step, count++) {
      for (const { plane, weight } of lit) {
        const at = (y * plane.widthPx + (isMirrored ? plane.widthPx - 1 - x : x)) * 3;
        for (let c = 0; c < 3; c++) sum[c] += weight[c as 0 | 1 | 2] * plane.values[plane.samples[at + c]];
      }
    }
  }
  return count === 0 ? [0, 0, 0] : [sum[0] / count, sum[1] / count, sum[2] / count];
}
