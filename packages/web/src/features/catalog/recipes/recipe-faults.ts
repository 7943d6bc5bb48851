/** Validates a recipe and assigns each fault to a field. */
import {
  OUTPUT_MAX_SIDE_PX,
  OUTPUT_MIN_SIDE_PX,
  RECIPE_OUTPUTS_MAX,
} from '@packshot/contract/catalog/limits';
import { CATALOG_MESSAGES } from '@packshot/contract/catalog/messages';
import type { recipeSchema } from '@packshot/contract/catalog/recipe';

/** Messages by field path: 'outputs.0.width'. */
export type Faults = Readonly<Record<string, string>>;

const SIDE = `From ${OUTPUT_MIN_SIDE_PX} to ${OUTPUT_MAX_SIDE_PX} px.`;
/** Replaces messages of the contract that aren't user-facing. */
const WORDS: Readonly<Record<string, string>> = {
  width: SIDE,
  height: SIDE,
  quality: 'From 1 to 100.',
  id: 'Lowercase letters, digits and hyphens, at most 32.',
};
const OURS: ReadonlySet<string> = new Set(Object.values(CATALOG_MESSAGES));

export function listFaults(parsed: ReturnType<typeof recipeSchema.safeParse>): Faults {
  const faults: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const words = OURS.has(message) ? message : WORDS[String(path.at(-1))];
    const isMany = path.length === 1 && path[0] === 'outputs';
    faults[path.join('.')] ??=
      words ?? (isMany ? `From 1 to ${RECIPE_OUTPUTS_MAX} outputs.` : 'This is not valid.');
  }
  return faults;
}
