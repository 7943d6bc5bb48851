import { windowExtremes } from '../raster/box-filter.ts';
import { linearRamp } from '../raster/smooth.ts';
import type { AlphaRaster } from '../raster/raster.ts';

/**
 * Width of an object's edge, as a share of the mask's longer side: cells closer to the background may be soft, as of
 * fur or a blurred rim.
 */
const EDGE_SHARE = 0.008;
/** Mask values, 0 to 255, of all cells around an inner cell, between which the cell becomes solid. */
const AROUND = { from: 60, to: 100 } as const;
/** Mask values of an inner cell, between which it becomes solid; lower ones may be background seen through the object. */
const OWN = { from: 70, to: 120 } as const;

/** Minimum share of the inner cells that the network shows as solid; with less, it is unsure of the whole object. */
const SURE_SHARE = 0.5;
const SURE_FROM = 200;

/**
 * Makes the inside of an object opaque, in place. The network is unsure about reflections, white surfaces and deep
 * shadows, and returns values in between, through which a new background would be seen. Clear parts are measured by
 * their colors (`find-glass.ts`), not by this mask.
 */
export function solidifyInside({ data, widthPx, heightPx }: AlphaRaster): void {
  const reach = Math.max(1, Math.round(EDGE_SHARE * Math.max(widthPx, heightPx)));
  const { min } = windowExtremes(data, widthPx, heightPx, reach);
  let [inner, sure] = [0, 0];
  for (let i = 0; i < data.length; i++) {
    if (min[i] <= AROUND.from) continue;
    inner++;
    if (data[i] >= SURE_FROM) sure++;
  }
  if (sure < SURE_SHARE * inner) return;
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 255 || min[i] <= AROUND.from || data[i] <= OWN.from) continue;
    const share = linearRamp(min[i], AROUND.from, AROUND.to) * linearRamp(data[i], OWN.from, OWN.to);
    data[i] = Math.round(data[i] + (255 - data[i]) * share);
  }
}
