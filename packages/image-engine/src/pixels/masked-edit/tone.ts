import type { RgbaRaster } from '../raster.ts';
import type { Work } from '../work.ts';
import { appearance, changeOklab, softly } from './pixelwise.ts';
import type { Selection } from './selection.ts';

/** How much of the curve an amount of 1 bends: chosen so that 0.2 makes a mid-grey a fifth brighter. */
const BRIGHTNESS_BEND = 1.5;
/** Brightened colours gain at most this much chroma; more looks painted. */
const MAX_CHROMA_GAIN = 1.3;

/** Brightens or darkens along a curve that keeps black black and white white, so nothing is cut off. */
export function changeBrightness(image: RgbaRaster, selection: Selection, amount: number): Work {
  const exponent = 1 + BRIGHTNESS_BEND * Math.abs(amount);
  return changeOklab(image, selection, (colour) => {
    const was = colour[0];
    colour[0] = amount >= 0 ? 1 - (1 - Math.min(1, was)) ** exponent : was ** exponent;
    const chroma = was > 0 ? Math.min(MAX_CHROMA_GAIN, colour[0] / was) : 1;
    colour[1] *= chroma;
    colour[2] *= chroma;
  });
}

/** Moves lightness away from the selected part's own middle (or towards it), softly at both ends. */
export function changeContrast(image: RgbaRaster, selection: Selection, amount: number): Work {
  const { medianLightness: middle } = appearance(image, selection);
  return changeOklab(image, selection, (colour) => {
    const moved = middle + (colour[0] - middle) * (1 + amount);
    colour[0] = amount > 0 ? softly(moved, middle) : moved;
  });
}

/** Scales chroma; lightness stays. */
export function changeSaturation(image: RgbaRaster, selection: Selection, amount: number): Work {
  return changeOklab(image, selection, (colour) => {
    colour[1] *= 1 + amount;
    colour[2] *= 1 + amount;
  });
}
