import { estimateBackdrop, PLAIN_FROM } from '../backdrop/backdrop.ts';
import { windowExtremes } from '../box-filter.ts';
import { ownShadowOf } from '../planes/own-shadow.ts';
import { raster } from '../raster.ts';
import type { AlphaRaster, RgbRaster } from '../raster.ts';

/** From this share of the ground's light on nothing is missed when the object goes; from the second on it is its shadow. */
const LIGHT = { none: 0.975, all: 0.93 } as const;
/** A shadow's rim is softer than can be measured: a little more goes with it. */
const RIM_PX = 2;

/**
 * The shadow that what is drawn over throws beside it, as a mask: the darkening of a plain ground that hangs together with it. Undefined when
 * there is none, or the ground is no plain one. Both pictures have the same, small size.
 */
export function shadowBeside(photo: RgbRaster, drawn: AlphaRaster): AlphaRaster | undefined {
  const { widthPx: w, heightPx: h } = drawn;
  const backdrop = estimateBackdrop(photo, drawn);
  if (backdrop.plainness < PLAIN_FROM) return undefined;
  const light = ownShadowOf(photo, drawn, backdrop);
  if (light === undefined) return undefined;
  const shadow = Uint8Array.from(light.data, (value) =>
    Math.round(255 * Math.max(0, Math.min(1, (LIGHT.none - value / 255) / (LIGHT.none - LIGHT.all)))),
  );
  return raster(windowExtremes(shadow, w, h, RIM_PX).max, w, h, 1);
}
