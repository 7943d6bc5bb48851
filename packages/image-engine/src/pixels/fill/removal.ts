import { estimateBackdrop, PLAIN_FROM } from '../matte/backdrop.ts';
import { windowExtremes } from '../raster/box-filter.ts';
import { measurePhotoShadow } from '../light/measure-photo-shadow.ts';
import { raster } from '../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../raster/raster.ts';

/** Relative light of the background: above `none` it is unshaded, below `all` fully in shadow. */
const LIGHT = { none: 0.975, all: 0.93 } as const;
/** Width in pixels by which the shadow's mask is enlarged, because its edge is too soft to be measured. */
const RIM_PX = 2;

/**
 * Maximum area of a shadow, relative to the mask. A larger dark area may be the rest of an object of which the user
 * masked only a part.
 */
const MOST_AREA = 1;
/** Maximum share of the mask's edge that a shadow can surround. */
const MOST_OF_RIM = 0.55;
const RIM_WIDTH_PX = 3;
const SHADED_FROM = 128;

/**
 * Mask of the shadow that the masked object casts beside it: the connected darkening of a plain background. Undefined
 * if no shadow is found or the background isn't plain. Both pictures have the same small size.
 */
export function shadowBeside(photo: RgbRaster, drawing: AlphaRaster): AlphaRaster | undefined {
  const { widthPx: w, heightPx: h } = drawing;
  const backdrop = estimateBackdrop(photo, drawing);
  if (backdrop.plainness < PLAIN_FROM) return undefined;
  const light = measurePhotoShadow(photo, drawing, backdrop);
  if (light === undefined) return undefined;
  const shadow = Uint8Array.from(light.data, (value) =>
    Math.round(255 * Math.max(0, Math.min(1, (LIGHT.none - value / 255) / (LIGHT.none - LIGHT.all)))),
  );
  if (!isShadowBeside(shadow, drawing)) return undefined;
  return raster(windowExtremes(shadow, w, h, RIM_PX).max, w, h, 1);
}

function isShadowBeside(shadow: Uint8Array, { data, widthPx: w, heightPx: h }: AlphaRaster): boolean {
  const { max: near } = windowExtremes(data, w, h, RIM_WIDTH_PX);
  let [area, shaded, rim, shadedRim] = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i++) {
    if (data[i] >= SHADED_FROM) {
      area++;
      continue;
    }
    const isShaded = shadow[i] >= SHADED_FROM;
    if (isShaded) shaded++;
    if (near[i] < SHADED_FROM) continue;
    rim++;
    if (isShaded) shadedRim++;
  }
  return shaded <= MOST_AREA * area && shadedRim <= MOST_OF_RIM * rim;
}

const DRAWN_FROM = 128;
/**
 * Maximum share of the picture that a gap inside an outline may have; a larger one is the inside of a frame, not a gap
 * in an object.
 */
const MOST_SHARE = 0.35;

/**
 * Mask of the gaps that the user's drawing encloses, or undefined if it encloses none. A gap that the user erased
 * isn't included, because the user wants to keep its contents.
 */
export function gapsIn(drawing: AlphaRaster, erased: AlphaRaster): AlphaRaster | undefined {
  const { data, widthPx: w, heightPx: h } = drawing;
  const visited = Uint8Array.from(data, (value) => (value >= DRAWN_FROM ? 1 : 0));
  const gaps = new Uint8Array(w * h);
  let isAny = false;
  for (let start = 0; start < visited.length; start++) {
    if (visited[start] === 1) continue;
    const area = [start];
    let isOpen = false;
    visited[start] = 1;
    for (const i of area) {
      const x = i % w;
      if (x === 0 || x === w - 1 || i < w || i >= w * (h - 1) || erased.data[i] >= DRAWN_FROM) isOpen = true;
      for (const next of [x > 0 ? i - 1 : i, x < w - 1 ? i + 1 : i, i - w, i + w]) {
        if (visited[next] !== 0) continue;
        visited[next] = 1;
        area.push(next);
      }
    }
    if (isOpen || area.length > MOST_SHARE * w * h) continue;
    isAny = true;
    for (const i of area) gaps[i] = 255;
  }
  return isAny ? raster(gaps, w, h, 1) : undefined;
}
