/** Applies a recipe to every photo of a folder, a table or a bucket, on this machine or on a server. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PackshotError } from '@packshot/client';
import { RECIPE_FILE_MAX_BYTES, recipeFileSchema } from '@packshot/contract';
import type { RecipeFile } from '@packshot/contract';
import { TABLE_ENCODINGS } from '@packshot/contract/catalog/table-text';
import { hashRecipe } from '@packshot/image-engine/recipes';
import { bucketAt, isBucket } from '../../buckets/bucket.ts';
import { EXIT } from '../../exit-codes.ts';
import type { ExitCode } from '../../exit-codes.ts';
import type { Arguments } from '../../options/option.ts';
import { hasOption, getTextOption } from '../../options/parse.ts';
import { bucketPlace, folderPlace } from '../../outputs/place.ts';
import { getFileId } from '../../photos/file-id.ts';
import { serverIn } from '../../server/choice.ts';
import { sayFailure } from '../../server/connect.ts';
import { onServer } from '../../server/there.ts';
import { teller } from '../../terminal.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usage-error.ts';
import { openSigner } from '../engine.ts';
import { here } from '../here.ts';
import { FileFault } from '../outcome.ts';
import { finishReport } from '../prepare.ts';
import { createReport } from '../report.ts';
import type { RecipeMaking, RecipeWork } from '../workshop.ts';
import type { RecipeSettings } from './make-item.ts';
import { createManifest, isManifest } from './manifest.ts';
import { namesakes, recipeItems, withoutResults } from './recipe-items.ts';
import type { RecipeItem } from './recipe-items.ts';

const MANIFEST_NAME = 'manifest.csv';
/** Interval between checks of a watched folder for new files. */
const LOOKS_EVERY_MS = 2_000;

/** @throws UsageError for invalid arguments, before any photo is processed */
export async function runRecipe(args: Arguments, terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  try {
    return await runAll(args, terminal, signal);
  } catch (error) {
    // Reports a fault of the bucket, or a server error that affects all photos; other errors are bugs and are thrown.
    if (!(error instanceof FileFault) && !(error instanceof PackshotError)) throw error;
    sayFailure(error, terminal);
    return EXIT.someFailed;
  }
}

async function runAll(args: Arguments, terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  const { recipeFile, inputs, out } = placesIn(args);
  const { recipe, name } = await readRecipe(recipeFile);
  const server = serverIn(args);
  const workshop = server === null ? here() : onServer(server);
  workshop.assertForRecipe(args);
  const [isWatching, isRecursive] = [hasOption(args, 'watch'), hasOption(args, 'recursive')];
  if (isWatching && inputs.some(isBucket))
    throw new UsageError('--watch looks into folders, not into buckets');
  // IDs of the input files, which are never overwritten; grows with photos that arrive in a watched folder.
  const inputIds = new Set<string>();
  const keepAsItIs = (path: string): void => {
    const id = getFileId(path);
    if (id !== null) inputIds.add(id);
  };
  const place = isBucket(out) ? bucketPlace(bucketAt(out, signal)) : folderPlace(resolve(out), inputIds);
  for (const input of inputs) if (!isBucket(input) && (await isFile(input))) keepAsItIs(input);
  const encoding = TABLE_ENCODINGS.find((each) => each === getTextOption(args, 'encoding'));
  const sayAll = teller(terminal, hasOption(args, 'json') || hasOption(args, 'quiet'));
  const saidBefore = new Set<string>();
  // Shows each sentence only once, because a watched folder is scanned repeatedly.
  const say = (sentence: string): void => {
    if (!saidBefore.has(sentence)) sayAll(sentence);
    saidBefore.add(sentence);
  };
  const finding = { isRecursive, encoding, say };
  const find = async (): Promise<RecipeItem[]> => {
    const foundItems = await recipeItems(inputs, finding, signal);
    const items = isBucket(out) ? foundItems : withoutResults(recipe, foundItems, resolve(out));
    for (const { path } of items) keepAsItIs(path);
    return items;
  };
  const items = await find().catch((error: unknown) => {
    if (isWatching && isOfEmptyFolder(error)) return [];
    throw error;
  });
  for (const sentence of namesakes(recipe, items).values()) throw new UsageError(sentence);
  const report = createReport(terminal, {
    isJson: hasOption(args, 'json'),
    isQuiet: hasOption(args, 'quiet'),
    outputIsTaken: false,
    total: items.length * recipe.outputs.length,
    place: workshop.place,
  });
  const isDryRun = hasOption(args, 'dry-run');
  const settings: RecipeSettings = {
    recipe,
    recipeHash: hashRecipe(recipe),
    place,
    replaces: hasOption(args, 'force'),
    isDryRun,
    signer: isDryRun || server !== null || hasOption(args, 'unsigned') ? null : openSigner(report),
    today: new Date(),
    warn: report.warn,
  };
  const manifest = createManifest(settings, await previousManifest(settings));
  const making: RecipeMaking = { settings, report, manifest, signal };
  const work = await workshop.openRecipe({ ...making, name, terminal });
  if (work === null) return EXIT.someFailed;
  const keep = async (): Promise<void> => {
    if (!isDryRun) await settings.place.write(MANIFEST_NAME, manifest.file());
  };
  try {
    try {
      await work.makeAll(items);
      if (isWatching) await watch(find, items, { making, work, keep });
    } finally {
      await keep();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await work.close();
  }
  return finishReport(report, signal);
}

function placesIn(args: Arguments): { recipeFile: string; inputs: readonly string[]; out: string } {
  const [recipeFile, ...namedInputs] = args.operands;
  if (recipeFile === undefined)
    throw new UsageError('which recipe? "packshot run RECIPE --in FOLDER --out FOLDER"');
  const from = getTextOption(args, 'in');
  const inputs = from === undefined ? namedInputs : [from, ...namedInputs];
  if (inputs.length === 0) throw new UsageError('no photos: say by --in where they are');
  const out = getTextOption(args, 'out');
  if (out === undefined)
    throw new UsageError('--out is missing: the folder where files go, under the names of the recipe');
  if (out === '-' || /[{}]/.test(out))
    throw new UsageError('--out is a folder; the recipe says how files are called');
  return { recipeFile, inputs, out };
}

async function readRecipe(path: string): Promise<RecipeFile> {
  const there = await stat(path).catch(() => null);
  if (there === null) throw new UsageError(`there is no recipe ${path}`);
  if (there.size > RECIPE_FILE_MAX_BYTES) throw new UsageError(`${path} is too large for a recipe`);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new UsageError(`${path} is no recipe: it is not JSON`);
  }
  const parsed = recipeFileSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.join('.')})`;
  throw new UsageError(`${path} is no recipe: ${issue?.message ?? ''}${where}`);
}

/**
 * Manifest of an earlier run in the output folder; null if there is none, or another file of this name may be replaced.
 * @throws UsageError if another file has the manifest's name and must not be replaced
 * @throws FileFault if the file can't be read
 */
async function previousManifest({ place, replaces }: RecipeSettings): Promise<Uint8Array | null> {
  const there = await place.read(MANIFEST_NAME);
  if (there === null || isManifest(there)) return there;
  if (!replaces)
    throw new UsageError(
      `${place.displayPath(MANIFEST_NAME)} is there, and is none of ours; choose another folder, or replace it by --force`,
    );
  return null;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (there) => there.isFile(),
    () => false,
  );

/** Checks for the error that no photos were found, because a watched folder may still be empty. */
const isOfEmptyFolder = (error: unknown): boolean =>
  error instanceof UsageError && error.message.startsWith('there are no photos');

interface RecipeWatch {
  readonly making: RecipeMaking;
  readonly work: RecipeWork;
  readonly keep: () => Promise<void>;
}

/**
 * Watches folders: processes new and changed photos once their files no longer grow. Ends only when the signal aborts.
 */
async function watch(
  find: () => Promise<RecipeItem[]>,
  begun: readonly RecipeItem[],
  { making, work, keep }: RecipeWatch,
): Promise<never> {
  const previousStates = new Map<string, string>();
  const processedStates = new Map<string, string>();
  for (const { path } of begun) processedStates.set(path, await readFileState(path));
  const reportedSentences = new Set<string>();
  const tellOnce = (sentence: string): void => {
    if (!reportedSentences.has(sentence)) making.report.warn(sentence);
    reportedSentences.add(sentence);
  };
  for (;;) {
    await wait(LOOKS_EVERY_MS, undefined, { signal: making.signal });
    const items = await find().catch((error: unknown) => {
      if (!isOfEmptyFolder(error)) tellOnce(error instanceof Error ? error.message : String(error));
      return [];
    });
    const refused = namesakes(making.settings.recipe, items);
    for (const sentence of refused.values()) tellOnce(sentence);
    const ready: RecipeItem[] = [];
    for (const item of items) {
      if (refused.has(item)) continue;
      const state = await readFileState(item.path);
      if (state !== processedStates.get(item.path) && state === previousStates.get(item.path))
        ready.push(item);
      previousStates.set(item.path, state);
    }
    if (ready.length === 0) continue;
    await work.makeAll(ready);
    for (const { path } of ready) processedStates.set(path, previousStates.get(path) ?? '');
    await keep();
  }
}

const readFileState = async (path: string): Promise<string> => {
  const { size = 0, mtimeMs = 0 } = (await stat(path).catch(() => null)) ?? {};
  return `${size} ${mtimeMs}`;
};
