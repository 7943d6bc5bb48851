import { BUCKET_FAULTS, FILE_REFUSAL_CODES, RUN_PAUSES, TOOL_IDS } from '@packshot/contract';
import type { ErrorCode, ItemCounts, RunPause } from '@packshot/contract';
import { seenInName } from '@packshot/image-engine/pixels';
import type { Caller } from '../platform/access/caller.ts';
import type { CatalogDatabase } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { acceptItem, ItemTaken } from '../tools/accept.ts';
import type { AcceptDependencies } from '../tools/accept.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { announceCatalog } from './announce-catalog.ts';
import { failItem, renamedOutputs, skipItem } from './finish-item.ts';
import { loadItemPhoto } from './item-photo.ts';
import type { ItemPhoto, PhotoDependencies } from './item-photo.ts';
import { findRunCaller } from './run-caller.ts';
import { namesItselfTwice } from './names.ts';
import type { StoredItem, StoredRun } from './model.ts';
import { getProductName } from './product-name.ts';
import type { RunsBehind } from './runs-behind.ts';
import { sharePlaces } from './share-places.ts';
import type { RunInWork } from './share-places.ts';

export interface FeedDependencies extends AcceptDependencies, PhotoDependencies {
  readonly database: CatalogDatabase;
  readonly objects: AcceptDependencies['objects'];
  /** Runs that still wait for slow servers; all rounds of a process share this list. */
  readonly behind: RunsBehind;
  readonly logger: Logger;
}

export interface FedRuns {
  readonly started: number;
  readonly reused: number;
  readonly refused: number;
  readonly finished: number;
}

/** Maximum number of runs processed in one round. @lab */
export const RUNS_AT_ONCE = 200;
/** Maximum number of items that one round completes without processing, such as those with unchanged photos. */
const SETTLED_AT_ONCE = 40;
const LEFT_AT_ONCE = 100;

/**
 * Errors caused by the item's photo or its address. The item isn't charged, and the run continues with the other
 * items.
 */
const OF_PHOTO: readonly ErrorCode[] = [
  ...FILE_REFUSAL_CODES,
  'INDECENT_IMAGE',
  'UPLOAD_NOT_FOUND',
  'URL_REFUSED',
  'URL_UNREACHABLE',
  'REFERENCE_NOT_FOUND',
  'LOOK_GONE',
  'BUCKET_GONE',
  'BUCKET_NOT_ALLOWED',
  'BUCKET_SECRET_LOST',
  'BUCKET_OBJECT_GONE',
  ...BUCKET_FAULTS,
  // Runs started under an older release may contain rows whose two files have the same name.
  'RUN_NAMES_COLLIDE',
];
/**
 * Errors of slow servers. The run's next photo would wait as long, so the round leaves the run; the next round tries
 * again, unless the run is paused.
 */
const OF_SLOW_SERVER: readonly ErrorCode[] = ['BUCKET_UNREACHABLE', 'BUCKET_BUSY'];

/**
 * Queues tasks for the next items of each run, a few at a time. So pausing is quick, and requests of users find a short
 * queue. Ends runs without remaining items. No run waits long for the photos of another one: runs with slow servers
 * continue in the background of the round. May be repeated and interrupted, because an item is claimed, debited and
 * queued in one transaction. A run that fails is left for the next round.
 */
export async function feedRuns(deps: FeedDependencies): Promise<FedRuns> {
  const { stores } = deps.database;
  await settleLeftItems(deps.database);
  const running = await stores.runs.listRunning(RUNS_AT_ONCE);
  const figures = await stores.runs.figures(running.map(({ id }) => id));
  const getCounts = ({ id }: StoredRun): ItemCounts | undefined => figures.get(id)?.counts;
  const places = sharePlaces(
    running.flatMap((run) => toRunInWork(run, getCounts(run), deps.behind.has(run.id))),
    deps.behind.places(),
  );
  const sum = { started: 0, reused: 0, refused: 0, finished: 0 };
  const failed: unknown[] = [];
  for (const run of running) {
    const counts = getCounts(run);
    if (counts === undefined || deps.behind.has(run.id)) continue;
    const room = places.get(run.id) ?? 0;
    try {
      if (counts.waiting === 0 && counts.running === 0) {
        await endRun(deps, run);
        sum.finished += 1;
        continue;
      }
      if (room === 0) continue;
      const fed = await deps.behind.within(
        { runId: run.id, places: room },
        () => feedRun(deps, run, room),
        (error) => deps.logger.warn({ run: run.id, err: error }, 'a run could not be fed behind its round'),
      );
      sum.started += fed?.started ?? 0;
      sum.reused += fed?.reused ?? 0;
      sum.refused += fed?.refused ?? 0;
    } catch (error) {
      failed.push(error);
      deps.logger.error({ run: run.id, err: error }, 'a run could not be fed; the others go on');
    }
  }
  // If several runs are active and all of them fail, the cause isn't a single run, so the round fails.
  if (failed.length > 1 && failed.length === running.length) throw failed[0];
  return sum;
}

/**
 * Counts a run's items for the distribution of places.
 * @param isBehind whether an earlier round is still working on the run, which then gets no more places now
 */
function toRunInWork(
  { id, userId }: StoredRun,
  counts: ItemCounts | undefined,
  isBehind: boolean,
): RunInWork[] {
  if (counts === undefined) return [];
  const { waiting, running, ...others } = counts;
  const settled = Object.values(others).reduce((sum, items) => sum + items, 0);
  return [{ id, ownerId: userId, waiting: isBehind ? 0 : waiting, inWork: running, settled }];
}

/** Ends items whose task ended elsewhere, such as a task that its owner canceled separately. */
async function settleLeftItems(database: CatalogDatabase): Promise<void> {
  for (const { requestId, isRevoked, code } of await database.stores.runs.listLeft(LEFT_AT_ONCE)) {
    await database.transaction((stores) =>
      isRevoked ? skipItem(stores, requestId) : failItem(stores, requestId, code ?? 'TASK_FAILED'),
    );
  }
}

async function endRun({ database, clock }: FeedDependencies, { id, userId }: StoredRun): Promise<void> {
  await database.transaction(async (stores) => {
    const { runs } = stores;
    const run = await runs.lock(userId, id);
    const figures = (await runs.figures([id])).get(id);
    if (run?.status !== 'running' || figures === undefined) return;
    if (figures.counts.waiting + figures.counts.running > 0) return;
    await runs.update(id, { status: 'finished', finishedAt: clock.now() });
    await announceCatalog(stores, run, 'catalog.finished', clock.now());
  });
}

async function feedRun(
  deps: FeedDependencies,
  run: StoredRun,
  room: number,
): Promise<Omit<FedRuns, 'finished'>> {
  const fed = { started: 0, reused: 0, refused: 0 };
  const caller = await findRunCaller(deps, run);
  if (caller === null) return fed;
  if (caller === 'KEY_INVALID') {
    await pauseRun(deps, run, caller);
    return fed;
  }
  for (const item of await deps.database.stores.runs.nextWaiting(run.id, SETTLED_AT_ONCE)) {
    if (fed.started >= room) break;
    try {
      const outcome = await startItem(deps, caller, run, item);
      if (outcome !== 'waits') fed[outcome] += 1;
    } catch (error) {
      if (error instanceof ItemTaken) continue;
      if (!(error instanceof DomainError)) throw error;
      const { code } = error;
      if (OF_PHOTO.includes(code)) {
        await refuseItem(deps.database, run, item, code);
        fed.refused += 1;
        if (OF_SLOW_SERVER.includes(code)) break;
      } else if (isPause(code)) {
        await pauseRun(deps, run, code);
        break;
      } else {
        deps.logger.warn({ run: run.id, row: item.row, code }, 'an item of a run waits for the next round');
        break;
      }
    }
  }
  return fed;
}

/**
 * Starts an item, or completes it with earlier results. It waits while another item of the run is being made whose
 * results it can have. Throws DomainError and ItemTaken.
 */
async function startItem(
  deps: FeedDependencies,
  caller: Caller,
  run: StoredRun,
  item: StoredItem,
): Promise<'started' | 'reused' | 'waits'> {
  if (namesItselfTwice(run, item)) throw new DomainError('RUN_NAMES_COLLIDE');
  let photo = await loadItemPhoto(deps, caller, item, run.onlyChanged ? run.recipeHash : null);
  if (run.onlyChanged && (await reuse(deps.database, run, item, photo))) return 'reused';
  if (run.onlyChanged && item.ownScene === null) {
    const running = await deps.database.stores.runs.listItemsInWork(run.id, photo.sha256);
    if (running.some((other) => other.ownScene === null && areSeenAlike(other, item))) return 'waits';
  }
  // The photo hasn't changed in its bucket, but its earlier results were deleted, so it is fetched again.
  if (photo.key === null) photo = await loadItemPhoto(deps, caller, item, null);
  if (photo.key === null) throw new DomainError('UPLOAD_NOT_FOUND');
  const productName = getProductName(item);
  const input = {
    imageKey: photo.key,
    recipe: run.recipe,
    ...(productName !== '' && { productName }),
    ...(item.ownScene && { scene: item.ownScene }),
    ...(item.paidSha256 === photo.sha256 && { isPaid: true }),
  };
  const form = { input, toolId: TOOL_IDS.default, engine: null };
  await acceptItem(deps, caller, form, { runId: run.id, row: item.row });
  return 'started';
}

/**
 * Whether the titles of two items name products that a scene shows in the same pose, such as standing, lying or
 * hanging.
 */
const areSeenAlike = (one: StoredItem, other: StoredItem): boolean =>
  seenInName(getProductName(one)) === seenInName(getProductName(other));

/**
 * Completes an item with the files of another item that had the same photo and recipe, and a title with the same pose
 * of the product. Returns false if there is none.
 */
function reuse(
  database: CatalogDatabase,
  run: StoredRun,
  item: StoredItem,
  photo: ItemPhoto,
): Promise<boolean> {
  return database.transaction(async ({ runs }) => {
    if (item.ownScene !== null) return false;
    const same = await runs.findSame(run.userId, photo.sha256, run.recipeHash);
    if (same === null || (same.runId === run.id && same.row === item.row)) return false;
    if (!areSeenAlike(same, item)) return false;
    const outputs = await runs.listOutputs(same.runId, [same.row]);
    if (outputs.length !== run.recipe.outputs.length) return false;
    if (!(await runs.reuse(run.id, item.row, same))) return false;
    if (photo.key === null && same.photoKey !== null)
      await runs.notePhoto(run.id, item.row, { ...photo, key: same.photoKey });
    await runs.removeOutputs(run.id, item.row);
    await runs.addOutputs(run.id, item.row, renamedOutputs(run, item, outputs));
    return true;
  });
}

const isPause = (code: ErrorCode): code is RunPause => (RUN_PAUSES as readonly ErrorCode[]).includes(code);

function pauseRun(
  { database, clock }: Pick<FeedDependencies, 'database' | 'clock'>,
  { id, userId }: StoredRun,
  because: RunPause,
): Promise<void> {
  return database.transaction(async (stores) => {
    const run = await stores.runs.lock(userId, id);
    if (run?.status !== 'running') return;
    await stores.runs.update(id, { status: 'paused', pausedBecause: because });
    await announceCatalog(stores, run, 'catalog.paused', clock.now());
  });
}

function refuseItem(
  database: CatalogDatabase,
  run: StoredRun,
  item: StoredItem,
  code: ErrorCode,
): Promise<void> {
  return database.transaction(async ({ runs }) => {
    const [waits] = await runs.moveItems(run.id, [item.row], ['waiting'], 'failed');
    if (waits === undefined) return;
    const { score, doubts, review, style, thumbKey } = item;
    await runs.endItem(run.id, item.row, {
      state: 'failed',
      reason: code,
      score,
      doubts,
      review,
      style,
      thumbKey,
      credits: 0,
    });
  });
}
