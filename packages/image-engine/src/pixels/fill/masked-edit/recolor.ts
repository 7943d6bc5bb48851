import { oklabOfSrgb } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import type { Work } from '../../raster/work.ts';
import { appearance, changeOklab, softLimit } from './pixelwise.ts';
import type { Selection } from './selection.ts';

/** Limits of the median lightness after recoloring: an object painted white or black must still show its form. */
const DARKEST_BODY = 0.17;
const LIGHTEST_BODY = 0.94;
/** Limits of the contrast factor: shading is a ratio of lightness, and a lower contrast would flatten it. */
const MIN_CONTRAST = 0.45;
const MAX_CONTRAST = 1.25;
/**
 * Reduced contrast for a dark object that becomes light, because its variation in lightness is mostly gloss and noise.
 */
const FAR_LIGHTER = { from: 1.6, to: 3, contrast: 0.7 };
/** Share of the selected pixels' own color variation that remains after recoloring. */
const OWN_COLOR_SHARE = 0.2;
/** Strength by which chroma falls toward highlights and shadows. */
const HIGHLIGHT_FALL = 0.7;
const SHADOW_FALL = 0.8;

/**
 * Recolors the selected area. Its median lightness becomes the lightness of the color. Shading, texture and gloss keep
 * their order and roughly their ratios; highlights stay white, shadows dark. `amount` below 1 blends with the
 * original.
 */
export function recolor(
  image: RgbaRaster,
  selection: Selection,
  [red, green, blue]: readonly [number, number, number],
  amount: number,
): Work {
  const target: Triple = [0, 0, 0];
  oklabOfSrgb(red, green, blue, target);
  const { medianLightness: middle, meanA, meanB } = appearance(image, selection);
  const body = Math.max(DARKEST_BODY, Math.min(LIGHTEST_BODY, target[0]));
  const contrast = contrastFor(body / Math.max(0.05, middle));
  return changeOklab(image, selection, (color) => {
    const lightness = softLimit(body + contrast * (color[0] - middle), body);
    const chroma =
      lightness > body
        ? ((1 - lightness) / (1 - body)) ** HIGHLIGHT_FALL
        : (Math.max(0, lightness) / body) ** SHADOW_FALL;
    color[0] += amount * (lightness - color[0]);
    color[1] += amount * (chroma * target[1] + OWN_COLOR_SHARE * (color[1] - meanA) - color[1]);
    color[2] += amount * (chroma * target[2] + OWN_COLOR_SHARE * (color[2] - meanB) - color[2]);
  });
}

/** Factor by which lightness is stretched around the median if the median is scaled by `ratio`. */
function contrastFor(ratio: number): number {
  const usual = Math.max(MIN_CONTRAST, Math.min(MAX_CONTRAST, ratio));
  const far = Math.max(0, Math.min(1, (ratio - FAR_LIGHTER.from) / (FAR_LIGHTER.to - FAR_LIGHTER.from)));
  return usual + far * (FAR_LIGHTER.contrast - usual);
}
