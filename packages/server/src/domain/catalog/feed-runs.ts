import { createHash } from 'node:crypto';
import { BUCKET_FAULTS, FILE_REFUSAL_CODES, RUN_PAUSES, TOOL_IDS } from '@packshot/contract';
import type { ErrorCode, RunPause } from '@packshot/contract';
import { photoPath } from '@packshot/contract/catalog/photo-names';
import type { BucketAccess } from '../buckets/access.ts';
import type { Caller } from '../caller.ts';
import type { Database } from '../database.ts';
import { DomainError } from '../domain-error.ts';
import { acceptItem, ItemTaken } from '../generations/accept.ts';
import type { AcceptDependencies } from '../generations/accept.ts';
import type { Logger } from '../ports/logger.ts';
import { ObjectNotFoundError } from '../ports/object-store.ts';
import type { PublicFetch } from '../ports/public-fetch.ts';
import { fetchPicture, nameOf } from '../public-jobs/pictures.ts';
import type { UploadService } from '../uploads/service.ts';
import { announceCatalog } from '../webhooks/announce.ts';
import { failItem, renamedOutputs, skipItem } from './finish-item.ts';
import { callerOf } from './run-caller.ts';
import type { KeptItem, KeptRun } from './run-store.ts';

export interface FeedDependencies extends AcceptDependencies {
  readonly uploads: Pick<UploadService, 'store'>;
  readonly publicFetch: PublicFetch;
  readonly buckets: BucketAccess;
  readonly logger: Logger;
}

/** What a round did. */
export interface FedRuns {
  readonly started: number;
  readonly reused: number;
  readonly refused: number;
  readonly finished: number;
}

/** Runs that are looked at in one round. */
export const RUNS_AT_ONCE = 20;
/** Items of one run in work at once: more would only wait in the queue, and be there when a run is paused. */
export const ITEMS_AT_ONCE = 8;
/** Of all runs together. */
export const ITEMS_OF_ALL = 24;
/** Items that are settled in one round without any work, such as those that are found unchanged. */
const SETTLED_AT_ONCE = 40;
const LEFT_AT_ONCE = 100;

/** What is the photo’s own fault, or its address’. Nothing is charged, and the others go on. */
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
];
/** The next photo would wait as long, and other runs with it: they go first. */
const OF_SLOW_SERVER: readonly ErrorCode[] = ['BUCKET_UNREACHABLE', 'BUCKET_BUSY'];
/** Of a photo in a bucket; other runs wait meanwhile. */
const BUCKET_TIMEOUT_MS = 20_000;
const NOTHING = new Uint8Array();

/**
 * Keeps the runs going: gives the queue the next items of each, a few at a time, so that pausing is quick and people find
 * the queue empty; ends runs that have nothing left. Safe to repeat and to interrupt: an item is taken, debited and queued
 * in one transaction.
 */
export async function feedRuns(deps: FeedDependencies): Promise<FedRuns> {
  const { stores } = deps.database;
  await settleLeftItems(deps.database);
  const running = await stores.runs.listRunning(RUNS_AT_ONCE);
  const figures = await stores.runs.figures(running.map(({ id }) => id));
  let open = 0;
  for (const { counts } of figures.values()) open += counts.running;
  const sum = { started: 0, reused: 0, refused: 0, finished: 0 };
  for (const run of running) {
    const { counts } = figures.get(run.id) ?? {};
    if (counts === undefined) continue;
    if (counts.waiting === 0 && counts.running === 0) {
      await endRun(deps, run);
      sum.finished += 1;
      continue;
    }
    const room = Math.min(ITEMS_AT_ONCE - counts.running, ITEMS_OF_ALL - open);
    if (room <= 0 || counts.waiting === 0) continue;
    const fed = await feedRun(deps, run, room);
    open += fed.started;
    sum.started += fed.started;
    sum.reused += fed.reused;
    sum.refused += fed.refused;
  }
  return sum;
}

/** What ended behind the lifecycle’s back, such as a task that its owner canceled by itself. */
async function settleLeftItems(database: Database): Promise<void> {
  for (const { requestId, isRevoked, code } of await database.stores.runs.listLeft(LEFT_AT_ONCE)) {
    await database.transaction((stores) =>
      isRevoked ? skipItem(stores, requestId) : failItem(stores, requestId, code ?? 'TASK_FAILED'),
    );
  }
}

async function endRun({ database, clock }: FeedDependencies, { id, userId }: KeptRun): Promise<void> {
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
  run: KeptRun,
  room: number,
): Promise<Omit<FedRuns, 'finished'>> {
  const fed = { started: 0, reused: 0, refused: 0 };
  const caller = await callerOf(deps, run);
  if (caller === null) return fed;
  if (caller === 'KEY_INVALID') {
    await pauseRun(deps, run, caller);
    return fed;
  }
  for (const item of await deps.database.stores.runs.nextWaiting(run.id, SETTLED_AT_ONCE)) {
    if (fed.started >= room) break;
    try {
      fed[await startItem(deps, caller, run, item)] += 1;
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

/** Throws DomainError and ItemTaken. */
async function startItem(
  deps: FeedDependencies,
  caller: Caller,
  run: KeptRun,
  item: KeptItem,
): Promise<'started' | 'reused'> {
  let photo = await photoOf(deps, caller, item, run.onlyChanged ? run.recipeHash : null);
  if (run.onlyChanged && (await reuse(deps.database, run, item, photo))) return 'reused';
  // Unchanged in its bucket, but what was made of it is gone.
  if (photo.key === null) photo = await photoOf(deps, caller, item, null);
  if (photo.key === null) throw new DomainError('UPLOAD_NOT_FOUND');
  const input = { imageKey: photo.key, recipe: run.recipe };
  const form = { input, toolId: TOOL_IDS.default, engine: null };
  await acceptItem(deps, caller, form, { runId: run.id, row: item.row });
  return 'started';
}

interface Photo {
  /** Null: it was not fetched, because it is the one that was done before. */
  readonly key: string | null;
  readonly sha256: string;
  /** Of one in a bucket. */
  readonly etag?: string;
}

/**
 * The photo of an item, which is fetched the first time, and its hash.
 * @param unlessDoneBy the recipe by which a photo in a bucket that has not changed since is not fetched again; null: it is
 */
async function photoOf(
  deps: FeedDependencies,
  caller: Caller,
  item: KeptItem,
  unlessDoneBy: string | null,
): Promise<Photo> {
  const { database, objects, publicFetch, uploads } = deps;
  const { photoKey, photoSha256, sourceKind, sourceName } = item;
  if (photoKey !== null && photoSha256 !== null) return { key: photoKey, sha256: photoSha256 };
  let key = photoKey;
  let bytes: Uint8Array;
  let etag: string | undefined;
  if (key !== null) {
    try {
      bytes = await objects.read(key);
    } catch (error) {
      if (error instanceof ObjectNotFoundError) throw new DomainError('UPLOAD_NOT_FOUND', { cause: error });
      throw error;
    }
  } else if (sourceKind === 'bucket') {
    const found = await photoInBucket(deps, caller, item, unlessDoneBy);
    if (!('bytes' in found)) return found;
    ({ bytes, etag } = found);
    ({ key } = await uploads.store(caller, bytes, nameOfKey(sourceName)));
  } else if (sourceKind === 'url') {
    bytes = await fetchPicture(publicFetch, sourceName);
    ({ key } = await uploads.store(caller, bytes, nameOf({ url: sourceName }) || 'picture'));
  } else throw new DomainError('UPLOAD_NOT_FOUND');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const photo = { key, sha256, ...(etag !== undefined && { etag }) };
  await database.stores.runs.notePhoto(item.runId, item.row, photo);
  return photo;
}

/** By the rights that the bucket gives now. */
async function photoInBucket(
  { database, buckets }: FeedDependencies,
  caller: Caller,
  { bucketId, sourceName: key }: KeptItem,
  unlessDoneBy: string | null,
): Promise<{ readonly bytes: Uint8Array; readonly etag: string } | Photo> {
  const { client } = await buckets.open(caller, bucketId, 'read');
  try {
    const known =
      unlessDoneBy === null || bucketId === null
        ? null
        : await database.stores.runs.findFetched(caller.userId, { bucketId, key }, unlessDoneBy);
    const found = await client.read(key, known?.etag ?? null, AbortSignal.timeout(BUCKET_TIMEOUT_MS));
    if (found !== 'unchanged') return found;
    // It was asked for with what is known.
    if (known === null) throw new DomainError('BUCKET_BAD_ANSWER');
    return { key: null, ...known };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new DomainError('BUCKET_UNREACHABLE', { cause: error });
    throw error;
  } finally {
    client.close();
  }
}

const nameOfKey = (key: string): string =>
  nameOf({ bytes: NOTHING, fileName: photoPath(key).name }) || 'picture';

/** The same photo by the same recipe needs no work: it gets the files of the earlier item. */
function reuse(database: Database, run: KeptRun, item: KeptItem, photo: Photo): Promise<boolean> {
  return database.transaction(async ({ runs }) => {
    const same = await runs.findSame(run.userId, photo.sha256, run.recipeHash);
    if (same === null || (same.runId === run.id && same.row === item.row)) return false;
    const outputs = await runs.outputsOf(same.runId, [same.row]);
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
  { id, userId }: KeptRun,
  because: RunPause,
): Promise<void> {
  return database.transaction(async (stores) => {
    const run = await stores.runs.lock(userId, id);
    if (run?.status !== 'running') return;
    await stores.runs.update(id, { status: 'paused', pausedBecause: because });
    await announceCatalog(stores, run, 'catalog.paused', clock.now());
  });
}

function refuseItem(database: Database, run: KeptRun, item: KeptItem, code: ErrorCode): Promise<void> {
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
