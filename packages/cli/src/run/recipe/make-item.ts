/** Processes one photo by a recipe: makes, signs, checks and writes its files. */
import { createHash } from 'node:crypto';
import { outputFileName, PRODUCT_VERSION } from '@packshot/contract';
import type { QualityFlag, Provenance, Recipe, RecipeOutput } from '@packshot/contract';
import type { Finding } from '@packshot/contract/channels/findings';
import { findChannel, findingsOfOutput } from '@packshot/contract/channels/verdicts';
import type { ImageEngine, ToolResult } from '@packshot/image-engine';
import { probeImageHeader, stepsIn } from '@packshot/image-engine/pixels';
import { provenanceOfUpload } from '@packshot/image-engine/provenance';
import { isWhole } from '../../outputs/already.ts';
import type { OutputPlace } from '../../outputs/place.ts';
import { signedOrPlain } from '../finish.ts';
import type { Signing } from '../finish.ts';
import { withRetry } from '../outcome.ts';
import type { RecipeItem } from './recipe-items.ts';
import type { WorkOptions } from '../make-results.ts';

export interface RecipeSettings extends Signing {
  readonly recipe: Recipe;
  readonly recipeHash: string;
  readonly place: OutputPlace;
  readonly replaces: boolean;
  readonly isDryRun: boolean;
  readonly today: Date;
}

type SaidFinding = Pick<Finding, 'level' | 'sentence'>;

/** Output file of a photo, and whether it has been made. */
export interface RecipeFileMade {
  readonly outputId: string;
  readonly name: string;
  /**
   * `same`: existing file made from this photo by this recipe; `exists`: any other existing file, which isn't
   * replaced; `planned`: not made in a dry run.
   */
  readonly status: 'done' | 'same' | 'exists' | 'planned';
  readonly widthPx: number;
  readonly heightPx: number;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Hash of the file before signing; null if this run didn't make the file. */
  readonly unsignedSha256: string | null;
  /** Scale of the product relative to its photo, or null if unknown. */
  readonly scale: number | null;
  /** Findings of the channel's check; null if the file wasn't checked. */
  readonly findings: readonly SaidFinding[] | null;
  readonly signed: boolean;
}

export interface ItemMade {
  readonly files: readonly RecipeFileMade[];
  /** Facts about the cut-out; null if this run didn't make one, or the photo was a cut-out already. */
  readonly cutOut: ToolResult<'recipe'>['cutOut'];
  readonly doubts: readonly QualityFlag[];
  /** Probability that the cut-out needs no correction, 0 to 1, or null if unknown. */
  readonly score: number | null;
  readonly credits: number;
}

/** Facts recorded for photos whose files exist already, so that no cut-out was made. */
export const NOT_MADE = { cutOut: null, doubts: [], score: null, credits: 0 } as const;

/** @throws the photo's fault, or the reason of the abort signal */
export async function makeItem(
  item: RecipeItem,
  engine: ImageEngine,
  settings: RecipeSettings,
  options: WorkOptions,
): Promise<ItemMade> {
  const { recipe, isDryRun } = settings;
  const photo = await item.read();
  // Runs before the check for existing files, because it rejects invalid pictures even if all files exist.
  const provenance = provenanceOfUpload(photo);
  const there = await Promise.all(
    recipe.outputs.map((output) => whatIsThere(outputFileName(output, item), output, provenance, settings)),
  );
  const placed = recipe.outputs.map((output, place) => ({ output, there: there[place] ?? null }));
  if (isDryRun || placed.every((each) => each.there !== null))
    return { files: placed.map((each) => each.there ?? planFile(each.output, item)), ...NOT_MADE };
  const itemResult = await withRetry(
    () => engine.run('recipe', { photo, recipe, provenance }, options),
    options.signal,
  );
  const files: RecipeFileMade[] = [];
  for (const each of placed) {
    const file = itemResult.outputs.find(({ id }) => id === each.output.id);
    if (file === undefined) throw new Error(`The recipe made no ${each.output.id}`);
    files.push(
      each.there ??
        (await storeOutput(file, item, itemResult, { engine, settings, output: each.output, options })),
    );
  }
  const review = itemResult.cutOut?.review;
  return {
    files,
    cutOut: itemResult.cutOut,
    doubts: itemResult.doubts,
    score: review === undefined ? null : Math.round((1 - review.score) * 1000) / 1000,
    credits: 0,
  };
}

const hashHex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const planFile = (output: RecipeOutput, item: RecipeItem): RecipeFileMade => ({
  outputId: output.id,
  name: outputFileName(output, item),
  status: 'planned',
  widthPx: output.width,
  heightPx: output.height,
  sizeBytes: 0,
  sha256: '',
  unsignedSha256: null,
  scale: null,
  findings: null,
  signed: false,
});

/**
 * Existing file of this name, or null if the file has to be made: it is missing or may be replaced, or it was made by
 * an earlier recipe or from another photo.
 */
export async function whatIsThere(
  name: string,
  output: RecipeOutput,
  { original }: Provenance,
  { recipeHash, replaces, place }: Pick<RecipeSettings, 'recipeHash' | 'replaces' | 'place'>,
): Promise<RecipeFileMade | null> {
  const bytes = await place.read(name);
  if (bytes === null || replaces) return null;
  const embeddedProvenance = isWhole(bytes) ? stepsIn(bytes) : null;
  const last = embeddedProvenance?.steps.at(-1);
  const embeddedRecipeHash = last?.parameters?.['recipe'];
  const isOurs = typeof embeddedRecipeHash === 'string' && /^[0-9a-f]{64}$/.test(embeddedRecipeHash);
  const isSame =
    isOurs &&
    embeddedRecipeHash === recipeHash &&
    last?.engine.version === PRODUCT_VERSION &&
    embeddedProvenance?.original?.sha256 === original?.sha256 &&
    isOfSize(bytes, output);
  if (isOurs && !isSame) return null;
  return {
    outputId: output.id,
    name,
    status: isSame ? 'same' : 'exists',
    widthPx: output.width,
    heightPx: output.height,
    sizeBytes: bytes.length,
    sha256: hashHex(bytes),
    unsignedSha256: null,
    scale: null,
    findings: null,
    signed: false,
  };
}

/**
 * Checks the size and format of an existing file, because two outputs of a recipe may have exchanged their file names.
 */
function isOfSize(bytes: Uint8Array, { width, height, format }: RecipeOutput): boolean {
  const header = probeImageHeader(bytes, bytes.length);
  return header.format === format && header.widthPx === width && header.heightPx === height;
}

interface Keeping {
  readonly engine: ImageEngine;
  readonly settings: RecipeSettings;
  readonly output: RecipeOutput;
  readonly options: WorkOptions;
}

async function storeOutput(
  { id, file, widthPx, heightPx, scale }: ToolResult<'recipe'>['outputs'][number],
  item: RecipeItem,
  { provenance }: ToolResult<'recipe'>,
  { engine, settings, output, options: { signal } }: Keeping,
): Promise<RecipeFileMade> {
  const { today, place } = settings;
  const name = outputFileName(output, item);
  const channel = findChannel(id);
  const day = today.toISOString().slice(0, 10);
  const measured =
    channel === null
      ? null
      : (await engine.run('check-channel', { picture: file, name, channel, today: day }, { signal })).facts;
  const { bytes, isSigned } = await signedOrPlain(
    engine,
    { bytes: file },
    provenance,
    settings,
    signal,
    name,
  );
  // An existing file is replaced only if this program made it, or the user allowed it.
  await place.write(name, bytes);
  return {
    outputId: id,
    name,
    status: 'done',
    widthPx,
    heightPx,
    sizeBytes: bytes.length,
    sha256: hashHex(bytes),
    unsignedSha256: hashHex(file),
    scale,
    findings: findingsOfOutput({ outputId: id, name, sizeBytes: bytes.length, measured }, today),
    signed: isSigned,
  };
}
