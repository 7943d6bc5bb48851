/** Converts studio settings to parts of a recipe. */
import { DEFAULT_NAME_PATTERN } from '@packshot/contract/catalog/file-names';
import type { RecipeFraming, RecipeOutput } from '@packshot/contract/catalog/recipe';
import type { ExportSettings } from './export-settings.ts';
import { marketplaceSize } from './marketplace-sizes.ts';
import type { PixelSize } from './size.ts';

export const USUAL_FRAMING: RecipeFraming = {
  fill_percent: 85,
  margin_percent: 5,
  baseline_percent: null,
  align_x: 'center',
  align_y: 'center',
};

export const USUAL_SIDE_PX = 2000;
const USUAL_SIZE: PixelSize = { widthPx: USUAL_SIDE_PX, heightPx: USUAL_SIDE_PX };

/** @param original size to use if the settings preserve each picture's own size */
export function recipeOutput(
  { size, format, quality }: ExportSettings,
  original: PixelSize = USUAL_SIZE,
): RecipeOutput {
  const preset = size.kind === 'preset' ? marketplaceSize(size.id) : null;
  const { widthPx, heightPx } = preset ?? (size.kind === 'custom' ? size : original);
  return {
    id: preset?.id ?? 'shop',
    width: widthPx,
    height: heightPx,
    format: format === 'psd' ? 'png' : format,
    quality,
    name_pattern: DEFAULT_NAME_PATTERN,
  };
}
