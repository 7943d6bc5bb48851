/** Validates a recipe and assigns each fault to a field. */
import { t } from '@packshot/contract/text/translation';
import {
  OUTPUT_MAX_SIDE_PX,
  OUTPUT_MIN_SIDE_PX,
  RECIPE_OUTPUTS_MAX,
} from '@packshot/contract/catalog/limits';
import { CATALOG_MESSAGES } from '@packshot/contract/catalog/messages';
import type { recipeSchema } from '@packshot/contract/catalog/recipe';

/** Messages by the path of the form field: 'outputs.0.width'. */
export type Faults = Readonly<Record<string, string>>;

const SIDE = t('From {min} to {max} px.', { min: OUTPUT_MIN_SIDE_PX, max: OUTPUT_MAX_SIDE_PX });
/** User-facing messages that replace those of the contract for some fields. */
const WORDS: Readonly<Record<string, string>> = {
  width: SIDE,
  height: SIDE,
  quality: t('From 1 to 100.'),
  id: t('Lowercase letters, digits and hyphens, at most 32.'),
};
const OURS: ReadonlySet<string> = new Set(Object.values(CATALOG_MESSAGES));

export function listFaults(parsed: ReturnType<typeof recipeSchema.safeParse>): Faults {
  const faults: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const words = OURS.has(message) ? message : WORDS[String(path.at(-1))];
    const isMany = path.length === 1 && path[0] === 'outputs';
    faults[path.join('.')] ??=
      words ??
      (isMany ? t('From 1 to {max} outputs.', { max: RECIPE_OUTPUTS_MAX }) : t('This is not valid.'));
  }
  return faults;
}
