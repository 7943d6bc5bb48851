import { t } from '@packshot/contract/text/translation';
import type { Recipe } from '@packshot/contract/catalog/recipe';

export const FORMAT_WORDS: Readonly<Record<Recipe['outputs'][number]['format'], string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  avif: 'AVIF',
};

function backgroundWords({ ground }: Recipe['steps']): string {
  if (ground.kind === 'transparent') return t('Cut out', { context: 'state' });
  if (ground.kind === 'set') return t('In a studio set');
  return ground.color.toLowerCase() === '#ffffff' ? t('On white') : t('On {color}', { color: ground.color });
}

/** Summary such as 'On white, product fills 85% of the frame; 2000 × 2000 JPEG'. */
export function recipeWords({ steps, outputs }: Recipe): string {
  const ground = backgroundWords(steps);
  const product =
    steps.ground.kind === 'set'
      ? ground
      : t('{background}, product fills {percent}% of the frame', {
          background: ground,
          percent: steps.framing.fill_percent,
        });
  const files = outputs.map(({ width, height, format }) => `${width} × ${height} ${FORMAT_WORDS[format]}`);
  return `${product}; ${files.join(', ')}`;
}
