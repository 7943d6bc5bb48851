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
  /**
   * The width in pixels over which an edit fades in from the mask's rim, inward. Default: about a pixel, up
   * to 4 on large photos.
   */
  readonly featherPx?: number;
}

/** The share of the work spent on computing the pixels' weights. */
const SELECTING_SHARE = 0.2;

/**
 * Applies edits one after the other to the masked part of a photo, in place. Each is weighted by the mask,
 * which is feathered inward: where the mask is 0 no byte changes. Alpha never changes.
 * @throws ImageRefusal (EMPTY_MASK); RangeError when the sizes differ
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
