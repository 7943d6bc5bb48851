/** Applies a recipe to every photo of a folder or a table on a server, which processes them as a catalog. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { PackshotError } from '@packshot/client';
import type { Catalog, CatalogItem, Packshot } from '@packshot/client';
import { ERRORS, outputFileName } from '@packshot/contract';
import { provenanceOfUpload } from '@packshot/image-engine/provenance';
import { FileFault, toFault } from '../run/outcome.ts';
import { NOT_MADE, planFile, whatIsThere } from '../run/recipe/make-item.ts';
import { failItem, toOutcome } from '../run/recipe/report-item.ts';
import type { RecipeFileMade } from '../run/recipe/make-item.ts';
import type { RecipeItem } from '../run/recipe/recipe-items.ts';
import type { RecipeMaking } from '../run/workshop.ts';
import type { ServerChoice } from './choice.ts';
import { HALTING, createClient } from './connect.ts';

interface There extends RecipeMaking {
  readonly packshot: Packshot;
  readonly server: ServerChoice;
}

interface SentItem {
  readonly item: RecipeItem;
  readonly key: string;
}

const UPLOADS_AT_ONCE = 4;
const ROWS_PER_CALL = 200;
/** Maximum number of conflicting rows, added by other users, that an error message lists. */
const ROWS_NAMED = 5;
const LOOKS_EVERY_MS = 3_000;
const WINDOW = 100;
/** Size limit of a downloaded file, in bytes. */
const FILE_MAX_BYTES = 200_000_000;
const FETCH_TIMEOUT_MS = 300_000;
/** Time limit for pausing the catalog on the server after the user interrupted the command. */
const LAST_WORDS_MS = 10_000;

/**
 * Runs the recipe on the server; reports the faults of single photos.
 * @throws faults that stop the whole run
 */
export async function runRecipeThere(
  { name, items }: { readonly name: string; readonly items: readonly RecipeItem[] },
  server: ServerChoice,
  making: RecipeMaking,
): Promise<void> {
  const there: There = { ...making, server, packshot: createClient(server) };
  const { settings, report, signal } = there;
  const sentItems = await sendAll(items, there);
  if (settings.isDryRun || sentItems.length === 0) return;
  const catalog = await createCatalog(name, sentItems, there);
  const pause = (): void => {
    const within = { signal: AbortSignal.timeout(LAST_WORDS_MS) };
    there.packshot.catalogs.change(catalog.id, 'pause', within).catch(() => undefined);
  };
  signal.addEventListener('abort', pause, { once: true });
  try {
    await fetchAll(catalog, sentItems, there);
  } finally {
    signal.removeEventListener('abort', pause);
    if (signal.aborted) report.warn('The catalog pauses on the server: the same command goes on with it.');
  }
}

/**
 * Uploads photos whose output files are missing or outdated, several at a time.
 * @returns the uploaded photos, ordered by row
 */
async function sendAll(items: readonly RecipeItem[], there: There): Promise<readonly SentItem[]> {
  const sentItems: SentItem[] = [];
  const waiting = items.values();
  const sendNext = async (): Promise<void> => {
    for (const item of waiting) {
      there.signal.throwIfAborted();
      try {
        const key = await send(item, there);
        if (key !== null) sentItems.push({ item, key });
      } catch (error) {
        there.signal.throwIfAborted();
        if (error instanceof PackshotError && HALTING.has(error.code)) throw error;
        failItem(item, toFault(error), there);
      }
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, sendNext));
  return sentItems.toSorted((one, other) => one.item.row - other.item.row);
}

/** Uploads a photo. Returns its key on the server, or null if the photo needs no work. */
async function send(item: RecipeItem, { settings, report, manifest, packshot, signal }: There) {
  const { recipe, isDryRun } = settings;
  const photo = await item.read();
  // Rejects invalid pictures before an upload.
  const provenance = provenanceOfUpload(photo);
  const files = await Promise.all(
    recipe.outputs.map(async (output) => {
      const file = await whatIsThere(outputFileName(output, item), output, provenance, settings);
      return file ?? (isDryRun ? planFile(output, item) : null);
    }),
  );
  if (files.every((file) => file !== null)) {
    for (const [place, file] of files.entries())
      report.outcome(toOutcome(item, file, settings, creditsAt(place, 1)));
    manifest.addMade(item, { files, ...NOT_MADE });
    return null;
  }
  report.progress(item.label, 0, '(sending)');
  const idempotencyKey = createHash('sha256').update(photo).digest('hex');
  const { image_key } = await packshot.images.create(new Blob([Uint8Array.from(photo)]), {
    idempotencyKey,
    signal,
  });
  return image_key;
}

/**
 * Finds or creates the catalog on the server. Without `--force`, the same photos and recipe map to the same catalog, so
 * that repeating an interrupted command continues it.
 */
async function createCatalog(
  name: string,
  sentItems: readonly SentItem[],
  { settings, packshot, signal }: There,
): Promise<Catalog> {
  const { recipe, recipeHash, replaces } = settings;
  const rows = sentItems.map(({ item: { row, sku, variant, slot, columns }, key }) => ({
    row,
    new: {
      sku,
      variant,
      slot,
      columns,
      source: { kind: 'upload' as const, key, file_name: sku },
    },
  }));
  const identity = createHash('sha256')
    .update(JSON.stringify([recipeHash, rows, replaces ? randomUUID() : null]))
    .digest('hex');
  const catalog = await packshot.catalogs.create(
    { name, recipe, only_changed: !replaces },
    { idempotencyKey: identity, signal },
  );
  const { id, status } = catalog;
  if (status === 'paused') return packshot.catalogs.change(id, 'resume', { signal });
  if (status !== 'draft') return catalog;
  for (let at = 0; at < rows.length;) {
    const first_row = rows[at]?.row ?? 1;
    let end = at;
    // Each call can only add consecutive rows. Row numbers have gaps where a photo's files exist already.
    while (end < rows.length && end - at < ROWS_PER_CALL && rows[end]?.row === first_row + end - at) end += 1;
    const items = rows.slice(at, end).map((row) => row.new);
    const { taken } = await packshot.catalogs.addItems(id, { first_row, items }, { signal });
    // Another user has added rows with the same numbers. Ours can't get other numbers, because file names may contain
    // them.
    if (taken.length > 0)
      throw new FileFault(
        `Another program has added rows to the catalog “${name}” on the server, at ${taken.length === 1 ? 'row' : 'rows'} ${taken.slice(0, ROWS_NAMED).join(', ')}${taken.length > ROWS_NAMED ? ' …' : ''}. Delete that draft there, and begin again.`,
      );
    at = end;
  }
  return packshot.catalogs.change(id, 'start', { signal });
}

const isUnderWay = ({ state }: CatalogItem): boolean => state === 'waiting' || state === 'running';

/** Downloads the catalog's files as they are made, until the catalog stops. */
async function fetchAll({ id }: Catalog, sentItems: readonly SentItem[], there: There): Promise<void> {
  const { packshot, report, signal } = there;
  const open = new Map(sentItems.map(({ item }) => [item.row, item]));
  for (let offset = 0; ;) {
    const { status, paused_because: because } = await packshot.catalogs.get(id, { signal });
    // Rows end nearly in order, so only a window of rows is requested; rows beyond it are found by a later request.
    for (;;) {
      const query = { offset, limit: WINDOW, links: 'true' } as const;
      const { data, total } = await packshot.catalogs.items(id, query, { signal });
      for (const row of data) {
        const item = open.get(row.row);
        if (item === undefined || isUnderWay(row)) continue;
        await keep(item, row, there);
        open.delete(row.row);
      }
      if (data.some(({ row }) => open.has(row)) || offset + WINDOW >= total) break;
      offset += WINDOW;
    }
    if (open.size === 0) return;
    if (status !== 'running') {
      report.warn(
        because === null
          ? `The catalog is ${status} on the server.`
          : `The catalog paused: ${ERRORS[because].message} The same command goes on with it.`,
      );
      for (const item of open.values())
        failItem(
          item,
          { code: 'TASK_CANCELLED', message: 'It was not made: the catalog stands still.' },
          there,
        );
      return;
    }
    await wait(LOOKS_EVERY_MS, undefined, { signal });
  }
}

/** Credits to report for the file at this place. A photo's credits are reported with its first file. */
const creditsAt = (place: number, credits: number): number => (place === 0 ? credits : 0);

async function keep(item: RecipeItem, row: CatalogItem, there: There): Promise<void> {
  const { settings, report, manifest, signal } = there;
  if (row.reason !== null) return failItem(item, row.reason, there);
  try {
    const files: RecipeFileMade[] = [];
    for (const [place, output] of row.outputs.entries()) {
      const { name, sha256 } = output;
      const requestedOutput = settings.recipe.outputs.find(({ id }) => id === output.id);
      // Write only outputs of the recipe, and only under the names computed here: a server must not choose paths.
      if (requestedOutput === undefined || name !== outputFileName(requestedOutput, item))
        throw new FileFault('The server made something that was not asked for.');
      const bytes = await downloadBytes(output, there);
      await settings.place.write(name, bytes);
      const file: RecipeFileMade = {
        outputId: output.id,
        name,
        status: 'done',
        widthPx: output.width,
        heightPx: output.height,
        sizeBytes: bytes.length,
        sha256,
        unsignedSha256: output.unsigned_sha256,
        scale: output.scale,
        findings:
          output.findings?.map(({ level, message }) => ({
            level: level === 'error' ? ('refused' as const) : ('advice' as const),
            sentence: message,
          })) ?? null,
        signed: sha256 !== output.unsigned_sha256,
      };
      files.push(file);
      report.outcome({
        ...toOutcome(item, file, settings),
        credits: creditsAt(place, row.credits ?? 0),
        ...(row.score !== null && { score: row.score }),
        doubts: row.doubts,
      });
    }
    manifest.addMade(item, {
      files,
      cutOut: null,
      doubts: row.doubts,
      score: row.score,
      credits: row.credits ?? 0,
    });
  } catch (error) {
    signal.throwIfAborted();
    failItem(item, toFault(error), there);
  }
}

/**
 * Downloads a file by its link and verifies the size and hash that the server stated. The API key isn't sent to this
 * address.
 */
async function downloadBytes(
  { url, sha256, bytes: size }: CatalogItem['outputs'][number],
  { server, signal }: There,
): Promise<Uint8Array> {
  const address = url === null || !URL.canParse(url, server.address) ? null : new URL(url, server.address);
  if (address === null || !['http:', 'https:'].includes(address.protocol) || size > FILE_MAX_BYTES)
    throw new FileFault('The server gave no link to the file.');
  const answer = await fetch(address, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]),
  });
  if (!answer.ok || Number(answer.headers.get('content-length') ?? size) !== size) {
    await answer.body?.cancel();
    throw new FileFault(`The server answered ${answer.status} instead of the file.`);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > size) throw new FileFault('The server sent more than the file.');
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new FileFault('What came is not the file that the server has made.');
  return bytes;
}
