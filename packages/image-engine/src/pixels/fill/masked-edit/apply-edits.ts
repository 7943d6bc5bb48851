import type { AlphaRaster, RgbaRaster } from '../../raster/raster.ts';
import { ImageRefusal } from '../../raster/refusal.ts';
import { portion } from '../../raster/work.ts';
import type { Work } from '../../raster/work.ts';
import { blurSelection, sharpenSelection } from './blur-masked.ts';
import type { MaskedEdit } from './edit.ts';
import { cleanWhite, neutralize, warm } from './balance.ts';
import { recolor } from './recolor.ts';
import { defaultFeatherPx, createSelection } from './selection.ts';
import type { Selection } from './selection.ts';
import { appearance, changeOklab, softLimit } from './pixelwise.ts';

/** Strength of the tone curve at an amount of 1, chosen so that an amount of 0.2 makes a mid-gray 20 % brighter. */
const BRIGHTNESS_BEND = 1.5;
/** Maximum gain in chroma of brightened colors; a higher gain would look painted. */
const MAX_CHROMA_GAIN = 1.3;

/** Brightens or darkens along a tone curve that leaves black and white unchanged, so nothing is clipped. */
function changeBrightness(image: RgbaRaster, selection: Selection, amount: number): Work {
  const exponent = 1 + BRIGHTNESS_BEND * Math.abs(amount);
  return changeOklab(image, selection, (color) => {
    const was = color[0];
    color[0] = amount >= 0 ? 1 - (1 - Math.min(1, was)) ** exponent : was ** exponent;
    const chroma = was > 0 ? Math.min(MAX_CHROMA_GAIN, color[0] / was) : 1;
    color[1] *= chroma;
    color[2] *= chroma;
  });
}

/**
 * Moves lightness away from or toward the median of the selected pixels. Higher contrast is compressed near black and
 * white.
 */
function changeContrast(image: RgbaRaster, selection: Selection, amount: number): Work {
  const { medianLightness: middle } = appearance(image, selection);
  return changeOklab(image, selection, (color) => {
    const moved = middle + (color[0] - middle) * (1 + amount);
    color[0] = amount > 0 ? softLimit(moved, middle) : moved;
  });
}

function changeSaturation(image: RgbaRaster, selection: Selection, amount: number): Work {
  return changeOklab(image, selection, (color) => {
    color[1] *= 1 + amount;
    color[2] *= 1 + amount;
  });
}

interface MaskedEditOptions {
  /** Width in pixels over which an edit fades in from the mask's edge inward. Default: about a pixel, up to 4 on large photos. */
  readonly featherPx?: number;
}

/** Share of the reported progress for computing the pixels' weights. */
const SELECTING_SHARE = 0.2;

/**
 * Applies edits one after another to the masked area of a photo, in place. Each edit is weighted by the mask,
 * feathered inward, so that no byte changes where the mask is 0. Alpha never changes.
 * @throws ImageRefusal (EMPTY_MASK); RangeError if the sizes differ
 */
export function* applyMaskedEdits(
  image: RgbaRaster,
  mask: AlphaRaster,
  edits: readonly MaskedEdit[],
  { featherPx = defaultFeatherPx(image) }: MaskedEditOptions = {},
): Work {
  if (mask.widthPx !== image.widthPx || mask.heightPx !== image.heightPx)
    throw new RangeError('A mask needs the size of its image');
  const selection = yield* portion(createSelection(mask, featherPx), 0, SELECTING_SHARE);
  if (selection === undefined) throw new ImageRefusal('EMPTY_MASK');
  const share = (1 - SELECTING_SHARE) / edits.length;
  for (const [i, edit] of edits.entries()) {
    const from = SELECTING_SHARE + i * share;
    yield* portion(applyEdit(image, selection, edit), from, from + share);
  }
}

function applyEdit(image: RgbaRaster, selection: Selection, edit: MaskedEdit): Work {
  switch (edit.kind) {
    case 'color':
      return recolor(image, selection, edit.color, edit.amount);
    case 'brightness':
      return changeBrightness(image, selection, edit.amount);
    case 'contrast':
      return changeContrast(image, selection, edit.amount);
    case 'saturation':
      return changeSaturation(image, selection, edit.amount);
    case 'temperature':
      return warm(image, selection, edit.amount);
    case 'neutral':
      return neutralize(image, selection, edit.amount);
    case 'clean-white':
      return cleanWhite(image, selection, edit.amount);
    case 'blur':
      return blurSelection(image, selection, edit.amount);
    case 'sharpen':
      return sharpenSelection(image, selection, edit.amount);
  }
}
