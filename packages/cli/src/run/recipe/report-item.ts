/** Reports the outcome of each photo in a recipe's run. */
import type { OutcomeFault, Outcome } from '../outcome.ts';
import type { RecipeMaking } from '../workshop.ts';
import type { RecipeFileMade, RecipeSettings } from './make-item.ts';
import type { RecipeItem } from './recipe-items.ts';

/**
 * Outcome of one output file.
 * @param credits credits charged for the whole photo, reported with its first file; omit if free
 */
export function toOutcome(
  item: RecipeItem,
  file: RecipeFileMade,
  { place }: RecipeSettings,
  credits = 0,
): Outcome {
  const paths = { input: item.label, output: place.displayPath(file.name) };
  if (file.status === 'planned') return { ...paths, status: 'planned', credits };
  const { sha256, sizeBytes: size, widthPx: width, heightPx: height, signed } = file;
  if (file.status !== 'done') return { ...paths, status: 'skipped', skipped: file.status, sha256, size };
  const facts = { output: file.outputId, unsigned_sha256: file.unsignedSha256, findings: file.findings };
  return { ...paths, status: 'done', sha256, size, width, height, signed, facts };
}

export function failItem(
  item: RecipeItem,
  fault: OutcomeFault,
  { settings, report, manifest }: RecipeMaking,
): void {
  for (const _ of settings.recipe.outputs)
    report.outcome({ input: item.label, status: 'failed', error: fault });
  manifest.addFailed(item, fault.code);
}
