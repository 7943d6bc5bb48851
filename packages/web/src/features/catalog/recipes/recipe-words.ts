/** Formats recipes as text. */
import type { Recipe } from '@packshot/contract/catalog/recipe';

export const FORMAT_WORDS: Readonly<Record<Recipe['outputs'][number]['format'], string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  avif: 'AVIF',
};

function groundWords({ ground }: Recipe['steps']): string {
  if (ground.kind === 'transparent') return 'Cut out';
  if (ground.kind === 'set') return `In the set “${ground.reference_id}”`;
  return ground.color.toLowerCase() === '#ffffff' ? 'On white' : `On ${ground.color}`;
}

/** Summary such as 'On white, 85 % of the frame; 2000 × 2000 JPEG'. */
export function recipeWords({ steps, outputs }: Recipe): string {
  const framing = steps.ground.kind === 'set' ? '' : `, ${steps.framing.fill_percent}% of the frame`;
  const files = outputs.map(({ width, height, format }) => `${width} × ${height} ${FORMAT_WORDS[format]}`);
  return `${groundWords(steps)}${framing}; ${files.join(', ')}`;
}
