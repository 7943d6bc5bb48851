import { t } from '@packshot/contract/text/translation';
import { DEFAULT_NAME_PATTERN } from '@packshot/contract/catalog/file-names';
import type { Recipe } from '@packshot/contract/catalog/recipe';

export const DEFAULT_RECIPE_NAME = t('White, square');

/** Default recipe that suits most shops: the product on pure white, in a square. */
export const DEFAULT_RECIPE: Recipe = {
  steps: {
    cut_out: {},
    ground: { kind: 'color', color: '#ffffff' },
    shadow: { kind: 'none', strength: 1 },
    framing: {
      fill_percent: 85,
      margin_percent: 5,
      baseline_percent: null,
      align_x: 'center',
      align_y: 'center',
    },
  },
  outputs: [
    {
      id: 'shop',
      width: 2000,
      height: 2000,
      format: 'jpeg',
      quality: 90,
      name_pattern: DEFAULT_NAME_PATTERN,
    },
  ],
};
