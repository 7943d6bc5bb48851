import type { AlphaRaster, RgbaRaster } from '../raster.ts';
import { ImageRefusal } from '../refusal.ts';
import { portion } from '../work.ts';
import type { Work } from '../work.ts';
import { blurSelection, sharpenSelection } from './blur.ts';
import type { MaskedEdit } from './edit.ts';
import { cleanWhite, neutralize, warm } from './balance.ts';
import { recolor } from './recolor.ts';
import { defaultFeatherPx, selectionOf } from './selection.ts';
import type { Selection } from './selection.ts';
import { changeBrightness, changeContrast, changeSaturation } from './tone.ts';

export interface MaskedEditOptions {
  /** Over how many pixels an edit fades in from the mask's rim, inwards. Default: about a pixel, up to 4 on large photos. */
  readonly featherPx?: number;
}

/** The share of the work that goes into finding each pixel's weight. */
const SELECTING_SHARE = 0.2;

/**
 * Applies edits one after the other to the masked part of a photo, in place. Each takes effect in proportion to the mask,
 * which is feathered inwards: pixels where the mask is 0 keep every byte. Alpha never changes. Throws ImageRefusal
 * (EMPTY_MASK) and RangeError when the sizes differ.
 */
export function* applyMaskedEdits(
  image: RgbaRaster,
  mask: AlphaRaster,
  edits: readonly MaskedEdit[],
  { featherPx = defaultFeatherPx(image) }: MaskedEditOptions = {},
): Work {
  if (mask.widthPx !== image.widthPx || mask.heightPx !== image.heightPx)
    throw new RangeError('A mask needs the size of its image');
  const selection = yield* portion(selectionOf(mask, featherPx), 0, SELECTING_SHARE);
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
