import { estimateBackdrop, PLAIN_FROM } from '../backdrop/backdrop.ts';
import { emptyRaster } from '../raster.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../raster.ts';
import { resample } from '../resample.ts';
import type { Planes } from './lay.ts';
import { ownShadowOf } from './own-shadow.ts';

/** A shadow is smooth: a small picture of it is enough. */
const SHADOW_LONGEST_SIDE_PX = 512;

/**
 * What a cut-out's pixels cannot say, measured beside the product in the photo that it was cut from.
 * @param cutOut at full size
 * @param photo the whole photo at any smaller size, also stretched
 */
export function planesOf(cutOut: RgbaRaster, photo: RgbRaster): Planes {
  const shrink = Math.min(1, SHADOW_LONGEST_SIDE_PX / Math.max(cutOut.widthPx, cutOut.heightPx));
  const widthPx = Math.max(1, Math.round(cutOut.widthPx * shrink));
  const heightPx = Math.max(1, Math.round(cutOut.heightPx * shrink));
  const small = resample(photo, widthPx, heightPx, 'linear');
  const alpha = alphaOnGrid(cutOut, widthPx, heightPx);
  const backdrop = estimateBackdrop(small, alpha);
  if (backdrop.plainness < PLAIN_FROM) return {};
  const ownShadow = ownShadowOf(small, alpha, backdrop);
  return ownShadow === undefined ? {} : { ownShadow };
}

/** The most opaque of a few pixels of each cell, so that nothing thin is lost. */
function alphaOnGrid(
  { data, widthPx: w, heightPx: h }: RgbaRaster,
  widthPx: number,
  heightPx: number,
): AlphaRaster {
  const grid = emptyRaster(widthPx, heightPx, 1);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i++) {
      let most = 0;
      for (const dy of PLACES) {
        const row = Math.floor(((y + dy) * h) / heightPx) * w;
        for (const dx of PLACES)
          most = Math.max(most, data[(row + Math.floor(((x + dx) * w) / widthPx)) * 4 + 3]);
      }
      grid.data[i] = most;
    }
  }
  return grid;
}

const PLACES = [0.2, 0.5, 0.8] as const;
