/** Blurring by box filters: not every browser can blur a canvas. */
import { boxMean } from '../box-filter.ts';

/** Three box means are a Gaussian to the eye (Wells 1986, "Efficient synthesis of Gaussian filters"). */
const PASSES = 3;

/** In place. @param sigmaPx standard deviation; below half a pixel nothing changes */
export function blur(values: Float32Array, widthPx: number, heightPx: number, sigmaPx: number): void {
  // Three boxes of radius r have together the variance of a Gaussian with sigma² = r · (r + 1).
  const radiusPx = Math.round(Math.sqrt(sigmaPx ** 2 + 0.25) - 0.5);
  if (radiusPx <= 0) return;
  const scratch = new Float32Array(values.length);
  for (let pass = 0; pass < PASSES; pass += 1) boxMean(values, values, widthPx, heightPx, radiusPx, scratch);
}
