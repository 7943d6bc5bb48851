import { bind } from '../platform/bind.ts';
import { randomUUID } from 'node:crypto';
import { RUN_ITEMS_MAX, RUNS_PER_OWNER, sceneOfRecipe } from '@packshot/contract';
import type {
  AddItemsRequest,
  AttachFilesRequest,
  BucketSource,
  Decision,
  DeliverRequest,
  ItemSceneRequest,
  ItemsWindow,
  OpenItemRequest,
  ReviewRequest,
  RemoveItemsRequest,
  Run,
  RunAction,
  RunDownloadRequest,
  RunItem,
  RunPatch,
  RunRequest,
  StyleReport,
} from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import type { CatalogStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { MadeFile } from '../platform/http/endpoints/call.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import { photoPath } from '@packshot/contract/catalog/photo-names';
import { addRows, noteColumns } from './add-rows.ts';
import { changeRun, reopenRun } from './actions.ts';
import { admitPhotos } from './run-size.ts';
import type { RunDependencies } from './dependencies.ts';
import { lockDraft, lockRun } from './lock-run.ts';
import { createDownload, openDownload, orderDownload, payForRun, TAKEN } from './downloads.ts';
import { deliverAgain, toStoredDestination } from './destination.ts';
import { estimateRun } from './estimate.ts';
import { addFromBucket, lookIntoBucket } from './from-bucket.ts';
import { findMadeScene } from './made-scene.ts';
import { openItem } from './open-item.ts';
import { presentItem, presentOutlier, presentRun } from './present.ts';
import { hashOfRecipe } from './recipe-service.ts';
import { addTable } from './run-table.ts';
import type { TableOrder } from './run-table.ts';
import { styleFindings } from './style-report.ts';
import type { ItemLinks } from './present.ts';
import { MADE_STATES } from './model.ts';
import type { ItemChange, StoredRun } from './model.ts';

const ALL_MISSING = RUN_ITEMS_MAX;

export function createRunService(deps: RunDependencies) {
  const { database } = deps;
  const { stores } = database;
  const toRead = (caller: Caller, id: string): Promise<StoredRun> => {
    assertPermitted(caller, 'catalog.read');
    return findRun(stores, caller, id);
  };
  const presentWithFigures = async (run: StoredRun): Promise<Run> => {
    const figures = (await stores.runs.figures([run.id])).get(run.id);
    if (figures === undefined) throw new DomainError('NOT_FOUND');
    return presentRun(run, figures, (await stores.deliveries.figures([run.id])).get(run.id));
  };
  const read = async (caller: Caller, id: string): Promise<Run> =>
    presentWithFigures(await findRun(stores, caller, id));
  const showItem = async (caller: Caller, run: StoredRun, row: number): Promise<RunItem> => {
    const item = await stores.runs.findItem(run.id, row);
    if (item === null) throw new DomainError('NOT_FOUND');
    const outputs = await stores.runs.listOutputs(run.id, [row]);
    const deliveries = await stores.deliveries.ofRows(run.id, [row]);
    return presentItem(run, item, outputs, deliveries, deps, linksFor(caller));
  };

  const changeItem = async (
    caller: Caller,
    run: StoredRun,
    row: number,
    change: ItemChange,
  ): Promise<RunItem> => {
    if (change.photoKey !== undefined) await assertOwned(stores, caller, [change.photoKey]);
    if ((await stores.runs.findItem(run.id, row)) === null) throw new DomainError('NOT_FOUND');
    await database.transaction(async (transaction) => {
      // A replaced photo is processed again and counts toward the plan's limits like the photos of a starting run.
      const { billing, clock } = deps;
      if (run.status !== 'draft' && change.photoKey !== undefined)
        await admitPhotos(transaction, billing, caller.organizationId, 1, clock.now());
      if (!(await transaction.runs.changeItem(run.id, row, change))) throw new DomainError('RUN_NOT_READY');
    });
    await reopenRun(deps, run);
    return showItem(caller, run, row);
  };

  return {
    async list(
      caller: Caller,
      { after, limit }: { readonly after?: string | undefined; readonly limit: number },
    ): Promise<{
      data: Run[];
      has_more: boolean;
    }> {
      assertPermitted(caller, 'catalog.read');
      const storedRuns = await stores.runs.list(caller.userId, after ?? null, limit + 1);
      const page = storedRuns.slice(0, limit);
      const ids = page.map(({ id }) => id);
      const figures = await stores.runs.figures(ids);
      const deliveries = await stores.deliveries.figures(ids);
      const data = page.flatMap((run) => {
        const of = figures.get(run.id);
        return of === undefined ? [] : [presentRun(run, of, deliveries.get(run.id))];
      });
      return { data, has_more: storedRuns.length > limit };
    },

    read: async (caller: Caller, id: string): Promise<Run> => presentWithFigures(await toRead(caller, id)),

    /** Creates a draft of a run. Throws TOO_MANY_RUNS. */
    async create(caller: Caller, { name, recipe_id, version, only_changed, to = null }: RunRequest) {
      assertPermitted(caller, 'catalog.write');
      const { userId } = caller;
      if ((await stores.runs.count(userId)) >= RUNS_PER_OWNER) throw new DomainError('TOO_MANY_RUNS');
      const id = randomUUID();
      const recipeFields = await madeBy(stores, caller, recipe_id, version);
      const destination = await toStoredDestination(deps.buckets, caller, to);
      await stores.runs.insert({
        id,
        userId,
        name,
        onlyChanged: only_changed,
        ...recipeFields,
        ...destination,
      });
      return read(caller, id);
    },

    /** Changes a run's settings. Throws RUN_NOT_READY for settings that can only be changed in a draft. */
    async update(caller: Caller, id: string, { name, recipe_id, version, only_changed, to }: RunPatch) {
      assertPermitted(caller, 'catalog.write');
      const isOfDraft = recipe_id !== undefined || only_changed !== undefined || to !== undefined;
      const destination = to === undefined ? {} : await toStoredDestination(deps.buckets, caller, to);
      await database.transaction(async (inside) => {
        const run = await lockRun(inside, caller, id);
        if (isOfDraft && run.status !== 'draft') throw new DomainError('RUN_NOT_READY');
        const recipeFields = recipe_id === undefined ? {} : await madeBy(inside, caller, recipe_id, version);
        await inside.runs.update(id, {
          ...recipeFields,
          ...destination,
          ...(name !== undefined && { name }),
          ...(only_changed !== undefined && { onlyChanged: only_changed }),
        });
      });
      return read(caller, id);
    },

    async delete(caller: Caller, id: string): Promise<void> {
      const run = await toWrite(stores, caller, id);
      await changeRun(deps, caller, run, 'cancel', { isForced: true });
      await stores.runs.markDeleted(caller.userId, id);
    },

    estimate: async (caller: Caller, id: string) => estimateRun(deps, caller, await toRead(caller, id)),

    /**
     * Performs an action on a run, such as starting or pausing it. Throws RUN_NOT_READY, or the first problem that
     * `estimate` reports for a run that can't start.
     */
    async change(caller: Caller, id: string, action: RunAction): Promise<Run> {
      const run = await toWrite(stores, caller, id);
      if (action === 'start') await assertCanStart(deps, caller, run);
      await changeRun(deps, caller, run, action);
      return read(caller, id);
    },

    /** Adds rows to a draft. Throws RUN_NOT_READY, RUN_TOO_LARGE, UPLOAD_NOT_FOUND. */
    async addItems(caller: Caller, id: string, { first_row, items }: AddItemsRequest) {
      assertPermitted(caller, 'catalog.write');
      if (first_row - 1 + items.length > RUN_ITEMS_MAX) throw new DomainError('RUN_TOO_LARGE');
      await assertOwned(
        stores,
        caller,
        items.flatMap(({ source }) => (source.kind === 'upload' ? [source.key] : [])),
      );
      return database.transaction(async (inside) => {
        const run = await lockDraft(inside, caller, id);
        const rows = await addRows(inside.runs, run, first_row, items);
        await noteColumns(
          inside.runs,
          run,
          items.map(({ columns }) => Object.keys(columns)),
        );
        return { ...rows, items: await inside.runs.countItems(id) };
      });
    },

    /**
     * Removes rows from a draft. Later rows are renumbered, so repeating the call removes different rows. Throws
     * RUN_NOT_READY.
     */
    async removeItems(caller: Caller, id: string, { rows }: RemoveItemsRequest) {
      assertPermitted(caller, 'catalog.write');
      return database.transaction(async (inside) => {
        await lockDraft(inside, caller, id);
        const removed = await inside.runs.removeItems(id, rows);
        return { removed, items: await inside.runs.countItems(id) };
      });
    },

    /**
     * Adds the rows of a table file to a draft. Throws RUN_NOT_READY, RUN_TOO_LARGE, TABLE_UNREADABLE,
     * TABLE_TOO_LARGE.
     */
    addTable: (caller: Caller, id: string, bytes: Uint8Array, order: TableOrder = {}) =>
      addTable(deps, caller, id, bytes, order),

    lookIntoBucket: (caller: Caller, source: BucketSource) => lookIntoBucket(deps.buckets, caller, source),
    /**
     * Adds the photos of a bucket folder to a draft. Throws RUN_NOT_READY, RUN_TOO_LARGE, BUCKET_EMPTY, and the errors
     * of listing a bucket.
     */
    addFromBucket: bind(deps, addFromBucket),

    /**
     * Sends the run's files to a bucket. Throws RUN_NOT_READY, RUN_HAS_NO_BUCKET, or BUCKET_GONE for a bucket that
     * the caller may not use.
     */
    async deliver(caller: Caller, id: string, request: DeliverRequest): Promise<Run> {
      await deliverAgain(deps, caller, await toWrite(stores, caller, id), request);
      return read(caller, id);
    },

    async attachFiles(caller: Caller, id: string, { files }: AttachFilesRequest) {
      assertPermitted(caller, 'catalog.write');
      await assertOwned(
        stores,
        caller,
        files.map(({ key }) => key),
      );
      return database.transaction(async (inside) => {
        await lockDraft(inside, caller, id);
        let attached = 0;
        const unattachedFiles: typeof files = [];
        for (const file of files) {
          const rows = await inside.runs.attach(id, file.file_name, file.key);
          attached += rows;
          if (rows === 0) unattachedFiles.push(file);
        }
        // Compares partial paths after all exact matches, so that a row gets the file it names before a file with a
        // similar path.
        const unmatched: string[] = [];
        const alike = Map.groupBy(files, ({ file_name }) => bareName(file_name));
        for (const { file_name, key } of unattachedFiles) {
          const isOne = alike.get(bareName(file_name))?.length === 1;
          const rows = await inside.runs.attachByEnd(id, file_name, key, isOne ? 1 : 2);
          attached += rows;
          if (rows === 0) unmatched.push(file_name);
        }
        const missing = await inside.runs.listIncomplete(id, ALL_MISSING);
        return { attached, unmatched, missing: missing.length };
      });
    },

    async listItems(caller: Caller, id: string, query: ItemsWindow, withLinks: boolean = false) {
      const run = await toRead(caller, id);
      const { items, total } = await stores.runs.listItems(run.id, query);
      const outputs = await stores.runs.listOutputs(
        run.id,
        items.map(({ row }) => row),
      );
      const byRow = Map.groupBy(outputs, ({ row }) => row);
      const rows = run.toBucketName === null ? [] : items.map(({ row }) => row);
      const deliveriesByRow = Map.groupBy(await stores.deliveries.ofRows(run.id, rows), ({ row }) => row);
      const data = await Promise.all(
        items.map((item) =>
          presentItem(
            run,
            item,
            byRow.get(item.row) ?? [],
            deliveriesByRow.get(item.row) ?? [],
            deps,
            withLinks ? linksFor(caller) : null,
          ),
        ),
      );
      return { data, offset: query.offset, total };
    },

    readItem: async (caller: Caller, id: string, row: number) =>
      showItem(caller, await toRead(caller, id), row),

    /** Processes a row again with another photo. Throws RUN_NOT_READY while it is being processed, UPLOAD_NOT_FOUND. */
    replacePhoto: async (caller: Caller, id: string, row: number, photoKey: string): Promise<RunItem> =>
      changeItem(caller, await toWrite(stores, caller, id), row, { photoKey }),

    /**
     * Makes a finished row again with a scene of the caller's, and with another photo if one is given; free without one.
     * @throws DomainError NOT_FOUND for a scene that can't be used, and for a run
     * without scenes; RUN_NOT_READY for an unfinished row; UPLOAD_NOT_FOUND
     */
    async changeScene(
      caller: Caller,
      id: string,
      row: number,
      { scene_key: sceneKey, image_key: photoKey }: ItemSceneRequest,
    ): Promise<RunItem> {
      const run = await toWrite(stores, caller, id);
      if (sceneOfRecipe(run.recipe) === null) throw new DomainError('NOT_FOUND');
      const ownScene = await findMadeScene(database, caller, sceneKey);
      return changeItem(caller, run, row, { ownScene, ...(photoKey !== undefined && { photoKey }) });
    },

    /** Makes the cut-out or the scene of a finished row again, free; returns the tasks. Throws as `openItem`. */
    async openItem(caller: Caller, id: string, row: number, request: OpenItemRequest) {
      const run = await toWrite(stores, caller, id);
      const item = await stores.runs.findItem(id, row);
      if (item === null) throw new DomainError('NOT_FOUND');
      return openItem(deps, caller, run, item, request);
    },

    async review(caller: Caller, id: string, { decisions }: ReviewRequest): Promise<number[]> {
      const run = await toWrite(stores, caller, id);
      // If the list contains several decisions about a row, only the last one counts.
      const last = new Map(decisions.map(({ row, decision }) => [row, decision]));
      const rowsForDecision = (targetDecision: Decision): number[] =>
        [...last].flatMap(([row, decision]) => (decision === targetDecision ? [row] : []));
      const rows = await database.transaction(async ({ runs, deliveries }) => {
        const moved = [
          ...(await runs.moveItems(id, rowsForDecision('approve'), MADE_STATES, 'approved')),
          ...(await runs.moveItems(id, rowsForDecision('reject'), MADE_STATES, 'rejected')),
          ...(await runs.undoReview(id, rowsForDecision('undo'))),
        ];
        // Reopens the delivery: approved pictures can now be delivered, rejected ones no longer.
        if (run.toBucketName !== null && moved.length > 0) await deliveries.reopen(id);
        return moved;
      });
      return rows.toSorted((a, b) => a - b);
    },

    async readStyle(caller: Caller, id: string): Promise<StyleReport> {
      const run = await toRead(caller, id);
      const rows = await stores.runs.listStyles(run.id, TAKEN);
      const { standingOut, ...findings } = styleFindings(rows, run.recipe);
      const items = await stores.runs.itemsAt(
        run.id,
        standingOut.map(({ row }) => row),
      );
      const byRow = new Map(items.map((item) => [item.row, item]));
      const outliers = standingOut.flatMap(({ row, off }) => {
        const item = byRow.get(row);
        return item === undefined ? [] : [presentOutlier(item, off, deps)];
      });
      return { ...findings, outliers: await Promise.all(outliers) };
    },

    /**
     * Creates a download link. A ZIP costs a download for each photo that isn't paid for yet. Throws OUT_OF_DOWNLOADS.
     */
    async orderDownload(caller: Caller, id: string, request: RunDownloadRequest): Promise<{ url: string }> {
      return orderDownload(deps, await toRead(caller, id), request);
    },

    open: bind(deps, openDownload),

    /** Downloads a run's files without a secret link, for callers who may read the run. */
    async download(caller: Caller, id: string, { kind, states }: RunDownloadRequest): Promise<MadeFile> {
      const run = await toRead(caller, id);
      const order = { runId: id, kind, states: states ?? null };
      await payForRun(deps, { ...order, userId: run.userId });
      return createDownload(deps, { ...order, run });
    },
  };
}

/**
 * Manages the caller's runs, which apply a recipe to many photos. Throws FORBIDDEN for guests, NOT_FOUND for other
 * users' runs.
 */
export type RunService = ReturnType<typeof createRunService>;

async function findRun(stores: CatalogStores, { userId }: Caller, id: string): Promise<StoredRun> {
  const run = await stores.runs.find(userId, id);
  if (run === null) throw new DomainError('NOT_FOUND');
  return run;
}

function toWrite(stores: CatalogStores, caller: Caller, id: string): Promise<StoredRun> {
  assertPermitted(caller, 'catalog.write');
  return findRun(stores, caller, id);
}

/** Builds the recipe fields that a run stores. */
export async function madeBy(
  { recipes }: CatalogStores,
  { userId }: Caller,
  id: string,
  version: number | undefined,
) {
  const storedRecipe = await recipes.find(userId, id, version);
  if (storedRecipe === null) throw new DomainError('NOT_FOUND');
  return {
    recipeId: storedRecipe.id,
    recipeName: storedRecipe.name,
    recipeVersion: storedRecipe.version,
    recipeHash: hashOfRecipe(storedRecipe.recipe),
    recipe: storedRecipe.recipe,
  };
}

/** Checks that uploaded objects belong to the caller. Throws UPLOAD_NOT_FOUND for an object that doesn't. */
export async function assertOwned(
  { uploads, assets }: CatalogStores,
  { userId }: Caller,
  keys: readonly string[],
) {
  for (const key of new Set(keys)) {
    const isOwned = (await uploads.isOwned(userId, key)) || (await assets.isStored(userId, key));
    if (!isOwned) throw new DomainError('UPLOAD_NOT_FOUND');
  }
}

async function assertCanStart(deps: RunDependencies, caller: Caller, run: StoredRun): Promise<void> {
  const { problems } = await estimateRun(deps, caller, run);
  const [first] = problems;
  if (first !== undefined) throw new DomainError(first.code, { detail: { rows: first.rows } });
}

const linksFor = ({ userId, key }: Caller): ItemLinks => ({ userId, isForProgram: key !== undefined });

const bareName = (path: string): string => photoPath(path).name.normalize('NFC').toLowerCase();
