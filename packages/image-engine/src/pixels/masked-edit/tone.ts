import type { RgbaRaster } from '../raster.ts';
import type { Work } from '../work.ts';
import { appearance, changeOklab, softLimit } from './pixelwise.ts';
import type { Selection } from './selection.ts';

/** How strongly an amount of 1 bends the tone curve, chosen so that 0.2 makes a mid-gray a fifth brighter. */
const BRIGHTNESS_BEND = 1.5;
/** Brightened colors gain at most this much chroma; more looks painted. */
const MAX_CHROMA_GAIN = 1.3;

/** Brightens or darkens along a tone curve that keeps black and white, so nothing is clipped. */
export function changeBrightness(image: RgbaRaster, selection: Selection, amount: number): Work {
  const exponent = 1 + BRIGHTNESS_BEND * Math.abs(amount);
  return changeOklab(image, selection, (color) => {
    const was = color[0];
    color[0] = amount >= 0 ? 1 - (1 - Math.min(1, was)) ** exponent : was ** exponent;
    const chroma = was > 0 ? Math.min(MAX_CHROMA_GAIN, color[0] / was) : 1;
    color[1] *= chroma;
    color[2] *= chroma;
  });
}

/** Moves lightness away from (or toward) the selection's median, compressed at both ends. */
export function changeContrast(image: RgbaRaster, selection: Selection, amount: number): Work {
  const { medianLightness: middle } = appearance(image, selection);
  return changeOklab(image, selection, (color) => {
    const moved = middle + (color[0] - middle) * (1 + amount);
    color[0] = amount > 0 ? softLimit(moved, middle) : moved;
  });
}

/** Scales chroma; lightness stays. */
export function changeSaturation(image: RgbaRaster, selection: Selection, amount: number): Work {
  return changeOklab(image, selection, (color) => {
    color[1] *= 1 + amount;
    color[2] *= 1 + amount;
  });
}
