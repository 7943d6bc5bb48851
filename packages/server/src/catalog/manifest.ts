import { enlargedPercent } from '@packshot/contract';
import { getAltText, manifestLine, sourceTypeForRecipe } from '@packshot/contract/catalog/manifest';
import type { StoredItem, ItemOutput, StoredRun } from './model.ts';
import { findingsOfOutput, getVerdict } from '@packshot/contract/channels/verdicts';

/** Reason that the manifest gives for a missing file: the picture isn't reviewed yet. */
const HELD_BACK = 'HELD_BACK';

/**
 * Builds an item's lines of the manifest: one per file, or a single line if the item has no files. Only an item's
 * first line has credits, so that the column adds up.
 */
export function manifestLines(
  { recipe, recipeHash }: StoredRun,
  item: StoredItem,
  outputs: readonly ItemOutput[],
  {
    own,
    today,
    isHeldBack = false,
  }: { readonly own: readonly string[]; readonly today: Date; readonly isHeldBack?: boolean },
): string[] {
  const { row, sku, variant, slot, sourceName: source, state, reason, score } = item;
  const about = {
    row,
    sku,
    variant,
    slot,
    source,
    state,
    reason: isHeldBack ? HELD_BACK : (reason ?? ''),
    score: score ?? '',
    recipe: recipeHash,
    reused: item.isReused ? 'yes' : 'no',
  };
  if (outputs.length === 0) return [manifestLine({ ...about, credits: item.credits }, own, item.columns)];
  return outputs.map((output, place) => {
    const findings = findingsOfOutput(output, today);
    const cells = {
      ...about,
      output: output.outputId,
      file: output.name,
      width: output.widthPx,
      height: output.heightPx,
      enlarged_percent: enlargedPercent(output.scale) ?? '',
      bytes: output.sizeBytes,
      sha256: output.sha256,
      unsigned_sha256: output.unsignedSha256,
      verdict: getVerdict(findings),
      findings: findings?.map(({ sentence }) => sentence).join(' ') ?? '',
      alt_text: getAltText(item),
      digital_source_type: sourceTypeForRecipe(recipe),
      credits: place === 0 ? item.credits : 0,
    };
    return manifestLine(cells, own, item.columns);
  });
}
