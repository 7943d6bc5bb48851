/** Writes the manifest.csv of a recipe's run next to its files, in the server's format. */
import { enlargedPercent, RECIPE_OUTPUTS_MAX, RUN_ITEMS_MAX } from '@packshot/contract';
import { readCsv } from '@packshot/contract/catalog/csv';
import {
  getAltText,
  manifestHead,
  manifestLine,
  sourceTypeForRecipe,
  withColumns,
} from '@packshot/contract/catalog/manifest';
import type { ManifestCells, ManifestColumn } from '@packshot/contract/catalog/manifest';
import { getVerdict } from '@packshot/contract/channels/verdicts';
import { needsLook } from '../outcome.ts';
import type { ItemMade, RecipeFileMade, RecipeSettings } from './make-item.ts';
import type { RecipeItem } from './recipe-items.ts';

export type RecipeRunManifest = ReturnType<typeof createManifest>;

/** @param previous manifest of an earlier run, from which the measurements of unchanged files are copied */
export function createManifest(
  { recipe, recipeHash }: Pick<RecipeSettings, 'recipe' | 'recipeHash'>,
  previous: Uint8Array | null,
) {
  const previousCells = previous === null ? new Map<string, ManifestCells>() : knownFiles(previous);
  const lines = new Map<string, { readonly item: RecipeItem; readonly files: readonly ManifestCells[] }>();
  const about = ({ row, sku, variant, slot, label }: RecipeItem): ManifestCells => ({
    row,
    sku,
    variant,
    slot,
    source: label,
    recipe: recipeHash,
    credits: 0,
  });
  const ofFile = (item: RecipeItem, file: RecipeFileMade, itemResult: ItemMade): ManifestCells => {
    const { score, doubts, credits } = itemResult;
    const before = file.status === 'same' ? previousCells.get(`${file.name} ${file.sha256}`) : undefined;
    return {
      ...about(item),
      credits,
      state: before?.state ?? (needsLook(score, doubts) ? 'needs_review' : 'done'),
      score: before?.score ?? score ?? '',
      output: file.outputId,
      file: file.name,
      width: file.widthPx,
      height: file.heightPx,
      enlarged_percent: before?.enlarged_percent ?? enlargedPercent(file.scale) ?? '',
      bytes: file.sizeBytes,
      sha256: file.sha256,
      unsigned_sha256: before?.unsigned_sha256 ?? file.unsignedSha256 ?? '',
      verdict: before?.verdict ?? getVerdict(file.findings),
      findings: before?.findings ?? file.findings?.map(({ sentence }) => sentence).join(' ') ?? '',
      alt_text: getAltText(item),
      digital_source_type: sourceTypeForRecipe(recipe),
      reused: file.status === 'same' ? 'yes' : 'no',
    };
  };
  return {
    addMade(item: RecipeItem, itemResult: ItemMade): void {
      const own = itemResult.files.filter(({ status }) => status === 'done' || status === 'same');
      const files = own.map((file) => ofFile(item, file, itemResult));
      if (files.length > 0) lines.set(toItemKey(item), { item, files });
    },
    addFailed(item: RecipeItem, code: string): void {
      const cells: ManifestCells = { ...about(item), state: 'failed', reason: code, reused: 'no' };
      lines.set(toItemKey(item), { item, files: [cells] });
    },
    file(): Uint8Array {
      const rows = [...lines.values()];
      let names: readonly string[] = [];
      for (const { item } of rows) names = withColumns(names, item.tableColumns ?? []);
      const text = rows.flatMap(({ item, files }) =>
        files.map((cells) => manifestLine(cells, names, item.columns)),
      );
      return Buffer.from(`${manifestHead(names)}${text.join('')}`);
    },
  };
}

/**
 * Key of a photo's line in the manifest, independent of the photo's position in the folder. Includes SKU, variant and
 * slot, because several rows of a table may name the same photo.
 */
const toItemKey = ({ path, sku, variant, slot }: RecipeItem): string =>
  JSON.stringify([path, sku, variant, slot]);

/** Checks whether a file is a manifest written by any release of this program. */
export function isManifest(bytes: Uint8Array): boolean {
  try {
    const [head = []] = readCsv(bytes, RUN_ITEMS_MAX * RECIPE_OUTPUTS_MAX);
    return OF_ALL_RELEASES.every((column) => head.includes(column));
  } catch {
    return false;
  }
}

const OF_ALL_RELEASES: readonly ManifestColumn[] = ['sku', 'source', 'file', 'sha256', 'digital_source_type'];

/** Manifest lines of existing files, by file name and hash; empty if the manifest is unreadable. */
function knownFiles(bytes: Uint8Array): Map<string, ManifestCells> {
  const cellsByFile = new Map<string, ManifestCells>();
  try {
    const [head = [], ...rows] = readCsv(bytes, RUN_ITEMS_MAX * RECIPE_OUTPUTS_MAX);
    for (const row of rows) {
      const cells = Object.fromEntries(head.map((name, place) => [name, row[place] ?? '']));
      cellsByFile.set(`${cells['file']} ${cells['sha256']}`, cells);
    }
  } catch {
    return new Map();
  }
  return cellsByFile;
}
