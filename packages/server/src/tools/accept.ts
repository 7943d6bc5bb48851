import { createHash, randomInt, randomUUID } from 'node:crypto';
import {
  CALLED_TOOLS,
  getToolCall,
  MADE_PICTURE_MAX_BYTES,
  SEED_MAX,
  V1_JOBS_AT_ONCE,
  V1_TEST_JOBS_PER_DAY,
  WAIT_AND_WORK,
  V1_WAIT_MAX_S,
} from '@packshot/contract';
import type { EngineTool, TaskForm, TaskTool, ToolId } from '@packshot/contract';
import { chargeCeiling, toMonth } from '../api/keys/ceiling.ts';
import { isSubscriber } from '../billing/entitlement.ts';
import { isBillingOn } from '../billing/model.ts';
import { OutOfDownloads } from './downloads.ts';
import { reserveReference } from '../credits/references.ts';
import { FREE } from '../credits/rules.ts';
import type { ToolDatabase, ToolStores } from './stores.ts';
import { DomainError, QueueTooLongError, TooManyRequestsError } from '../platform/domain-error.ts';
import { DAY_MS, MINUTE_MS } from '../platform/durations.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { GenerationLimits } from '../platform/config/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { EngineCatalog } from './engines/other-engines.ts';
import { ObjectNotFoundError } from '../platform/objects/object-store.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import type { ReferenceCatalog } from './reference-catalog.ts';
import type { Caller, KeyCaller } from '../platform/access/caller.ts';
import type { Moderation } from '../uploads/moderation.ts';
import { readPictureHeader, readHead } from '../uploads/picture-header.ts';
import type { PictureHeader } from '../uploads/picture-header.ts';
import { assertRoom } from '../uploads/quota.ts';
import type { QuotaDependencies } from '../uploads/quota.ts';
import { getEarlierName } from '../platform/earlier-names.ts';
import { getJobName } from './job-name.ts';
import type { CallTerms } from './model.ts';
import type { ToolRequest, ToolKinds } from './tool.ts';
import { lastPriority, taskPriority } from './priority.ts';
import { assertStoreTakesMore } from './store-check.ts';
import type { WaitingLine } from './waiting-line-store.ts';

/** Time limit of run items. It is long, because they wait behind all interactive requests. */
const ITEM_TIMEOUT_MS = 6 * 3600_000;

/** How long a repeated request with the same idempotency key gets the first response. */
const IDEMPOTENCY_KEY_TTL_S = 24 * 3600;

export interface AcceptDependencies extends QuotaDependencies {
  readonly database: ToolDatabase;
  readonly objects: ObjectStore;
  readonly tools: ToolKinds;
  readonly references: ReferenceCatalog;
  readonly engines: Pick<EngineCatalog, 'isConfigured'>;
  readonly moderation: Moderation;
  readonly clock: Clock;
  readonly limits: GenerationLimits;
  readonly line: Pick<WaitingLine, 'secondsPerTask'>;
}

export interface AcceptedGeneration {
  readonly taskIds: readonly string[];
  /**
   * True if the same request was accepted before with this idempotency key; this call then charged and queued nothing.
   */
  readonly isReplay: boolean;
}

export interface AcceptedCall extends AcceptedGeneration {
  readonly requestId: string;
}

/** Smallest size that a result can have, in bytes. */
const ANYTHING = 1;

interface Proposal {
  readonly toolId: ToolId;
  readonly request: ToolRequest;
  readonly idempotency: Idempotency | null;
  /** Terms of the API call, or null for requests from the web app. */
  readonly terms: CallTerms | null;
  /** Run item that the request is for, which has lower priority; undefined for other requests. */
  readonly item?: ItemOfRun;
  readonly headersOfStored?: CallFacts['headersOfStored'];
}

export interface Idempotency {
  readonly key: string;
  /** Hash of the request's values, to recognize another request with the same idempotency key. */
  readonly fingerprint: Uint8Array;
  /** Hash of the request under an earlier name of its tool. */
  readonly earlierFingerprint?: Uint8Array;
}

/**
 * Accepts a whole request or none of it. A repeated idempotency key returns the same tasks again. Throws DomainError
 * above limits, for work that the tool can't do, and for pictures that are invalid or belong to another user. Throws
 * OUT_OF_CREDITS before any job is queued.
 */
export async function acceptGeneration<Tool extends TaskTool>(
  deps: AcceptDependencies,
  caller: Caller,
  tool: Tool,
  form: TaskForm<Tool>,
  idempotencyKey: string | undefined,
): Promise<AcceptedGeneration> {
  assertPermitted(caller, 'generations.create');
  const { toolId } = form;
  const requestWith = await deps.tools[tool].read(deps.database.stores, caller, form);
  const request = requestWith(() => randomInt(SEED_MAX + 1));
  const earlierName = getEarlierName(tool);
  const idempotency =
    idempotencyKey === undefined
      ? null
      : {
          key: idempotencyKey,
          fingerprint: fingerprint([toolId, requestWith(() => NO_SEED).input]),
          // During an upgrade, a client may send the request to an API process of the previous release first, and then
          // repeat it here.
          ...(earlierName !== null && {
            earlierFingerprint: fingerprint([
              toolId,
              { ...requestWith(() => NO_SEED).input, tool: earlierName },
            ]),
          }),
        };
  const proposal = { toolId, request, idempotency, terms: null };
  const { taskIds, isReplay } = await acceptOnce(deps, caller, proposal);
  return { taskIds, isReplay };
}

/**
 * Accepts a call with an API key. The caller computes the request's hash, because pictures in the call get new storage
 * keys each time. Besides the errors of accepting a request, throws OUT_OF_DOWNLOADS, TOO_MANY_JOBS and
 * TEST_LIMIT_REACHED.
 */
export async function acceptCall<Tool extends TaskTool>(
  deps: AcceptDependencies,
  caller: KeyCaller,
  tool: Tool,
  form: TaskForm<Tool>,
  { idempotency, terms, headersOfStored }: CallFacts,
): Promise<AcceptedCall> {
  assertPermitted(caller, 'generations.create');
  const requestWith = await deps.tools[tool].read(deps.database.stores, caller, form);
  const request = requestWith(() => randomInt(SEED_MAX + 1));
  return acceptOnce(deps, caller, { toolId: form.toolId, request, idempotency, terms, headersOfStored });
}

/**
 * Accepts work for which the caller has paid before, in a run. It is free, and makes one picture. Throws DomainError as
 * `acceptGeneration`.
 */
export async function acceptPaid<Tool extends TaskTool>(
  deps: AcceptDependencies,
  caller: Caller,
  tool: Tool,
  form: TaskForm<Tool>,
): Promise<AcceptedGeneration> {
  assertPermitted(caller, 'generations.create');
  const requestWith = await deps.tools[tool].read(deps.database.stores, caller, form);
  const paid = requestWith(() => randomInt(SEED_MAX + 1));
  const input = 'count' in paid.input ? { ...paid.input, count: 1 } : paid.input;
  const request = { ...paid, input, cost: FREE, needsNoCredit: true, taskCount: 1 };
  return acceptOnce(deps, caller, { toolId: form.toolId, request, idempotency: null, terms: null });
}

interface CallFacts {
  readonly idempotency: Idempotency | null;
  readonly terms: CallTerms;
  /** Headers of pictures that were just stored for this call, by key, so that they aren't read again. */
  readonly headersOfStored: ReadonlyMap<string, PictureHeader>;
}

export interface ItemOfRun {
  readonly runId: string;
  readonly row: number;
}

/** Error if the item no longer waits, because another round took it, or its run was canceled or paused. */
export class ItemTaken extends Error {}

/**
 * Accepts the work on a run's item, in the transaction that marks the item as running and debits it. The work waits
 * behind all interactive requests. Throws ItemTaken, and DomainError as `acceptGeneration`.
 */
export async function acceptItem(
  deps: AcceptDependencies,
  caller: Caller,
  form: TaskForm<'recipe'>,
  item: ItemOfRun,
): Promise<void> {
  assertPermitted(caller, 'generations.create');
  const requestWith = await deps.tools.recipe.read(deps.database.stores, caller, form);
  const request = requestWith(() => NO_SEED);
  await acceptOnce(deps, caller, { toolId: form.toolId, request, idempotency: null, terms: null, item });
}

/**
 * Computes the current price of a call. Throws if the request is invalid; its pictures are only checked if all their
 * headers are known.
 * @param headersOfSent headers of pictures that aren't stored, by their placeholder keys; null if unknown
 */
export async function priceOfCall<Tool extends TaskTool>(
  deps: AcceptDependencies,
  caller: KeyCaller,
  tool: Tool,
  form: TaskForm<Tool>,
  headersOfSent: ReadonlyMap<string, PictureHeader | null>,
): Promise<number> {
  const { stores } = deps.database;
  const requestWith = await deps.tools[tool].read(stores, caller, form);
  const request = requestWith(() => NO_SEED);
  await request.checkRequest(deps.references);
  const headers: PictureHeader[] = [];
  for (const key of request.imageKeys) {
    const sentHeader = headersOfSent.get(key);
    if (sentHeader !== null) headers.push(sentHeader ?? (await readNamed(deps, caller, request, key)));
  }
  // Pictures behind URLs aren't fetched to compute a price, so their headers are unknown.
  if (headers.length === request.imageKeys.length) request.checkHeaders(headers);
  return (await worksForFree(deps, caller)) ? FREE : request.cost;
}

/** Whether work with this API key is free now. */
export const worksForFree = async (deps: AcceptDependencies, { userId, key }: KeyCaller): Promise<boolean> =>
  key.mode === 'test' || (await isSubscriber(deps.database.stores, deps.billing, userId, deps.clock.now()));

/** Value that stands for a random seed in the hash, so that a repeated request without a seed has the same hash. */
const NO_SEED = -1;

function assertConfigured(engines: AcceptDependencies['engines'], tool: EngineTool | null): void {
  if (tool === null || !engines.isConfigured(tool)) throw new DomainError('ENGINE_NOT_AVAILABLE');
}

/**
 * A request with a known idempotency key is answered before any check. The picture and the credits may be gone by then.
 */
async function acceptOnce(
  deps: AcceptDependencies,
  caller: Caller,
  proposal: Proposal,
): Promise<AcceptedCall> {
  const earlier = await findReplay(deps, caller, proposal);
  if (earlier !== null) return earlier;
  const { request } = proposal;
  if (request.input.engine !== undefined) assertConfigured(deps.engines, request.engineTool);
  await request.checkRequest(deps.references);
  const headers: PictureHeader[] = [];
  for (const key of request.imageKeys)
    headers.push(proposal.headersOfStored?.get(key) ?? (await readNamed(deps, caller, request, key)));
  request.checkHeaders(headers);
  await assertStoreTakesMore(deps.objects);
  // Waiting times are read before the transaction starts, because it holds a connection. Run items have no limit on
  // waiting time.
  const secondsPerTask = proposal.item === undefined ? await deps.line.secondsPerTask() : null;
  try {
    return await deps.database.transaction((stores) =>
      accept(deps, stores, caller, proposal, secondsPerTask),
    );
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
    const concurrent = await findReplay(deps, caller, proposal);
    if (concurrent === null) throw new DomainError('SERVERS_BUSY', { cause: error });
    return concurrent;
  }
}

/**
 * Finds the tasks of an earlier request with the same idempotency key; null if there is none. Throws DomainError
 * IDEMPOTENCY_CONFLICT.
 */
export async function findReplay(
  deps: Pick<AcceptDependencies, 'database' | 'clock'>,
  caller: Caller,
  { idempotency }: Pick<Proposal, 'idempotency'>,
): Promise<AcceptedCall | null> {
  if (idempotency === null) return null;
  const earlier = await deps.database.stores.requests.findByIdempotencyKey(
    caller.userId,
    idempotency.key,
    deps.clock.now(),
  );
  if (earlier === null) return null;
  const same = [idempotency.fingerprint, idempotency.earlierFingerprint];
  if (!same.some((each) => each !== undefined && Buffer.compare(earlier.fingerprint, each) === 0))
    throw new DomainError('IDEMPOTENCY_CONFLICT');
  return { requestId: earlier.requestId, taskIds: earlier.taskIds, isReplay: true };
}

/** Reads a picture's header as `readHeader` does; refusals of a further picture name its form field. */
async function readNamed(
  deps: AcceptDependencies,
  caller: Caller,
  { fieldFor: fieldOf }: ToolRequest,
  key: string,
): Promise<PictureHeader> {
  try {
    return await readHeader(deps, caller, key);
  } catch (error) {
    const field = fieldOf(key);
    if (!(error instanceof DomainError) || field === null) throw error;
    const { code, message } = error;
    throw new DomainError(code, { detail: { fields: [{ field, message }] }, cause: error });
  }
}

/**
 * Reads a picture's header. Checks ownership, the stored indecency verdict, existence and header, in this order, before
 * any charge.
 */
async function readHeader(deps: AcceptDependencies, caller: Caller, key: string): Promise<PictureHeader> {
  const { uploads, assets, records } = deps.database.stores;
  const upload = await uploads.find(caller.userId, key);
  const isOwned =
    upload !== null ||
    (await assets.isStored(caller.userId, key)) ||
    (await records.isOutput(caller.userId, key));
  if (!isOwned) throw new DomainError('UPLOAD_NOT_FOUND');
  deps.moderation.assertNotFoundIndecent(upload?.judgment ?? null);
  const objectHead = await deps.objects.head(key);
  if (objectHead === null) throw new DomainError('UPLOAD_NOT_FOUND');
  let head: Uint8Array;
  try {
    head = await readHead(deps.objects, key, objectHead.sizeBytes);
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new DomainError('UPLOAD_NOT_FOUND', { cause: error });
    throw error;
  }
  if (upload !== null && upload.sizeBytes !== objectHead.sizeBytes)
    await uploads.noteSize(key, objectHead.sizeBytes);
  return readPictureHeader(head, objectHead.sizeBytes, upload === null ? MADE_PICTURE_MAX_BYTES : undefined);
}

/** Stores request, debit, tasks and jobs in one transaction: all or nothing. */
async function accept(
  deps: AcceptDependencies,
  stores: ToolStores,
  caller: Caller,
  { toolId, request, idempotency, terms, item }: Proposal,
  secondsPerTask: number | null,
): Promise<AcceptedCall> {
  const { userId, key } = caller;
  const { input, type, imageKeys: inputKeys, needsNoCredit, taskCount } = request;
  const now = deps.clock.now();
  const requestId = randomUUID();
  // Checks for at least one byte of free space. Results are small compared with photos, so a user with any free space
  // may have one more.
  const isUnlimited = await assertRoom(deps, stores, caller, ANYTHING, now);
  const isTest = terms?.mode === 'test';
  const cost = isUnlimited || isTest ? FREE : request.cost;
  const creditState = cost === FREE ? 'free' : 'reserved';
  await stores.requests.insert({
    id: requestId,
    userId,
    type,
    toolId,
    input,
    inputKeys,
    cost,
    creditState,
    apiKeyId: key?.id ?? null,
    ceilingMonth: key === undefined || cost === FREE ? null : toMonth(now),
    callTerms: terms,
  });
  if (idempotency !== null) {
    const expiresAt = new Date(now.getTime() + IDEMPOTENCY_KEY_TTL_S * 1000);
    const isTaken = await stores.requests.takeIdempotencyKey(
      { userId, requestId, ...idempotency, expiresAt },
      now,
    );
    if (!isTaken) throw new KeyTaken();
  }
  await pay(stores, userId, requestId, cost, isUnlimited || isTest || needsNoCredit);
  if (key !== undefined) await chargeCeiling(stores, key, cost, now);
  // The user's balance is locked by now, so the user's other requests wait for this one and the limits are exact.
  const unfinished = item === undefined ? await assertWithinLimits(deps, stores, caller, request, now) : 0;
  if (item !== undefined && !(await stores.runs.take(item.runId, item.row, requestId, cost)))
    throw new ItemTaken();
  if (key !== undefined && item === undefined) await assertWithinTests(stores, { ...caller, key }, now);
  if (isUnlimited) await assertFairUse(deps, stores, userId, now);
  const job = getJobName(input.tool, input.engine !== undefined);
  if (secondsPerTask !== null) {
    const ahead = await stores.jobs.countWaitingBefore(job, taskPriority(now, unfinished));
    if (ahead !== null) assertBeginsInTime(deps.limits, ahead * secondsPerTask);
  }
  const timeoutMs = item === undefined ? deps.limits.taskTimeoutMs * WAIT_AND_WORK : ITEM_TIMEOUT_MS;
  const taskIds = Array.from({ length: taskCount }, () => randomUUID());
  await stores.tasks.insert(taskIds.map((id, variant) => ({ id, variant, requestId, userId, timeoutMs })));
  for (const [variant, taskId] of taskIds.entries()) {
    await stores.jobs.enqueue(
      { name: job, payload: { taskId } },
      item === undefined ? taskPriority(now, unfinished + variant) : lastPriority(now),
    );
  }
  return { requestId, taskIds, isReplay: false };
}

/** Throws QueueTooLongError for work whose waiting time is longer than users accept. */
function assertBeginsInTime({ taskTimeoutMs }: GenerationLimits, waitS: number): void {
  const longestS = (taskTimeoutMs / 1000) * LONGEST_WAIT;
  if (waitS <= longestS) return;
  throw new QueueTooLongError(waitS, Math.max(SHORTEST_RETRY_S, Math.ceil(waitS - longestS)));
}

/** Debits the request's cost and leaves the balance locked. Throws DomainError OUT_OF_CREDITS. */
async function pay(
  { ledger }: ToolStores,
  userId: string,
  requestId: string,
  cost: number,
  needsNoCredit: boolean,
): Promise<void> {
  if (cost === FREE) {
    const balance = await ledger.lockBalance(userId, 'freemium');
    if (balance <= 0 && !needsNoCredit) throw new DomainError('OUT_OF_CREDITS');
    return;
  }
  const balance = await ledger.append({
    userId,
    ledger: 'freemium',
    kind: 'reserve',
    delta: -cost,
    reference: reserveReference(requestId),
    requestId,
  });
  if (balance === null) throw new DomainError('OUT_OF_CREDITS');
}

/** Longest accepted waiting time, as a fraction of the task's time limit. */
const LONGEST_WAIT = 0.6;
const SHORTEST_RETRY_S = 15;
/** Tools of the public API whose results are pictures. */
const PICTURE_TOOLS = CALLED_TOOLS.filter((tool) => getToolCall(tool).makes === 'picture');

/** Time within which an API call sends the picture for which it waited. */
const SENT_WITHIN_MS = 2 * V1_WAIT_MAX_S * 1000;

/** Seconds after which a user with too many tasks may try again. */
const LOOK_AGAIN_S = 5;

/**
 * Checks the limits of a user. Counts include the request being accepted, but not its tasks.
 * @returns the number of the user's waiting and running tasks
 */
async function assertWithinLimits(
  { limits, billing }: AcceptDependencies,
  stores: ToolStores,
  { userId, role, key }: Caller,
  { taskCount, isFile, input }: ToolRequest,
  now: Date,
): Promise<number> {
  // Requests for pictures and for files are limited separately, because a file takes little time.
  const kind = isFile ? 'files' : 'generations';
  const aMinuteAgo = new Date(now.getTime() - MINUTE_MS);
  const owner = { userId, keyId: key?.id ?? null };
  const { recentRequests, oldestRecent, unfinishedTasks, openRequestsOfKey } =
    await stores.requests.countOpenWork(owner, aMinuteAgo, kind);
  if (recentRequests > limits.generationsPerMinute) {
    // The oldest request may be slightly newer than this one, if it was accepted faster, so the wait is at most a
    // minute.
    const leavesInMs = Math.min(MINUTE_MS, oldestRecent.getTime() - aMinuteAgo.getTime());
    throw new TooManyRequestsError(Math.max(1, Math.ceil(leavesInMs / 1000)));
  }
  if (unfinishedTasks + taskCount > limits.simultaneousTasksPerUser)
    throw new TooManyRequestsError(LOOK_AGAIN_S);
  if (openRequestsOfKey > V1_JOBS_AT_ONCE) throw new DomainError('TOO_MANY_JOBS');
  if (key?.mode === 'live' && PICTURE_TOOLS.includes(input.tool))
    await assertPictureCanBeTaken(stores, billing, userId, now);
  // From here on, other requests wait until this one is in the queue, so that the limits are exact.
  await stores.usage.lockQueue();
  if (role === 'guest') await assertPlaceForGuest(limits, stores, userId, taskCount);
  if (!(await stores.tasks.areWaitingAtMost(limits.queuedTasks - taskCount)))
    throw new DomainError('SERVERS_BUSY');
  return unfinishedTasks;
}

/**
 * Refuses an API call whose picture the user couldn't download, before the picture is made and paid for. Counts the
 * pictures that other calls may be about to send, and adds one for this call, which has no task yet. Throws
 * DomainError OUT_OF_DOWNLOADS.
 */
async function assertPictureCanBeTaken(
  stores: ToolStores,
  billing: AcceptDependencies['billing'],
  userId: string,
  now: Date,
): Promise<void> {
  if (!isBillingOn(billing)) return;
  const since = new Date(now.getTime() - SENT_WITHIN_MS);
  const untaken = await stores.requests.countUntaken(userId, PICTURE_TOOLS, since);
  const neededDownloads = untaken + 1;
  if (neededDownloads > (await stores.ledger.balance(userId, 'download')).balance)
    throw new OutOfDownloads(neededDownloads);
}

/**
 * Checks the daily limit of test keys. The count includes the request being accepted. Throws DomainError
 * TEST_LIMIT_REACHED.
 */
async function assertWithinTests(
  { requests }: ToolStores,
  { key, organizationId }: KeyCaller,
  now: Date,
): Promise<void> {
  if (key.mode !== 'test') return;
  // Test calls are counted per organization, because its members may create any number of keys.
  const today = await requests.countTestsSince(organizationId, new Date(now.getTime() - DAY_MS));
  if (today > V1_TEST_JOBS_PER_DAY) throw new DomainError('TEST_LIMIT_REACHED');
}

/**
 * Limits the waiting tasks of guests, because creating guests is free. All guests together leave room in the queue for
 * signed-in users. Guests of one network address leave room for other guests.
 */
async function assertPlaceForGuest(
  limits: GenerationLimits,
  { usage }: ToolStores,
  userId: string,
  taskCount: number,
): Promise<void> {
  const isFull =
    (await usage.pendingOfAddress(userId)) + taskCount > limits.guestQueuedTasksPerAddress ||
    (await usage.pendingOfGuests()) + taskCount > limits.guestQueuedTasks;
  if (isFull) throw new DomainError('GUEST_QUEUE_FULL');
}

/**
 * Checks the fair-use limit of users who generate free of charge. The count includes the request being accepted. Throws
 * DomainError FAIR_USE_REACHED, or DAILY_LIMIT_REACHED without billing.
 */
async function assertFairUse(
  { limits, billing }: AcceptDependencies,
  stores: ToolStores,
  userId: string,
  now: Date,
): Promise<void> {
  const today = await stores.requests.countSince(userId, new Date(now.getTime() - DAY_MS), 'generations');
  if (today > limits.subscriberGenerationsPerDay)
    throw new DomainError(isBillingOn(billing) ? 'FAIR_USE_REACHED' : 'DAILY_LIMIT_REACHED');
}

function fingerprint(parts: readonly unknown[]): Uint8Array {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** Error if another request with the same idempotency key was accepted meanwhile. */
class KeyTaken extends Error {}
