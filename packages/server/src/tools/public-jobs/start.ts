import { createHash } from 'node:crypto';
import { BESIDE_CALL, besideIndexIn, getToolCall, InvalidToolCall, readCall } from '@packshot/contract';
import type { TaskTool, V1Simulation } from '@packshot/contract';
import type { KeyCaller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { acceptCall, findReplay, priceOfCall } from '../accept.ts';
import type { AcceptDependencies, Idempotency } from '../accept.ts';
import { readPictureFacts } from '../../uploads/picture-header.ts';
import type { PictureHeader } from '../../uploads/picture-header.ts';
import { createFetchTime, getIdentity, getDisplayName, storePicture } from './pictures.ts';
import type { FetchOptions, PictureDependencies, SentPicture } from './pictures.ts';

/** A program's request to a tool. The signal aborts only the fetching of pictures; a job that has started continues. */
export interface JobOrder extends FetchOptions {
  readonly tool: TaskTool;
  /** Pictures of the request, by their parameter names in the API. */
  readonly pictures: Readonly<Record<string, SentPicture>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string | undefined;
  /** Further values on which the response depends. Reusing the idempotency key with other values is a conflict. */
  readonly answeredWith?: readonly unknown[] | undefined;
  /** Failure to simulate; only with a test key. */
  readonly simulation?: V1Simulation | undefined;
}

/** Id of a job that the caller started, with the ids of its tasks, so that waiting for it needs no lookup. */
export interface JobTasks {
  readonly jobId: string;
  readonly taskIds: readonly string[];
}

export interface StartedJob extends JobTasks {
  readonly isReplay: boolean;
}

export type StartDependencies = AcceptDependencies & PictureDependencies;

/** Placeholder for the storage keys of pictures that aren't stored yet. */
const NOT_YET = 'uploads/not-yet';

/** Computes a price with the same rules as acceptance. Plan or balance may change before the job starts. */
export async function quotePrice(
  deps: StartDependencies,
  caller: KeyCaller,
  { tool, pictures, options }: Pick<JobOrder, 'tool' | 'pictures' | 'options'>,
): Promise<number> {
  const keys: Record<string, string> = {};
  const headers = new Map<string, PictureHeader | null>();
  for (const [name, picture] of Object.entries(pictures)) {
    const key = 'key' in picture ? picture.key : `${NOT_YET}/${name}`;
    keys[name] = key;
    if (!('key' in picture))
      headers.set(key, 'bytes' in picture ? headerOrRefuse(name, picture.bytes) : null);
  }
  return inWordsOfCalls(() => priceOfCall(deps, caller, tool, readOrRefuse(tool, options, keys), headers));
}

/** Starts a job. If the request is invalid or a repetition, fetches, stores and charges nothing. */
export async function startJob(
  deps: StartDependencies,
  caller: KeyCaller,
  order: JobOrder,
): Promise<StartedJob> {
  const { tool, pictures, options, simulation } = order;
  if (simulation !== undefined && caller.key.mode !== 'test') throw new DomainError('SIMULATION_REFUSED');
  const names = Object.keys(pictures);
  readOrRefuse(tool, options, Object.fromEntries(names.map((name) => [name, NOT_YET])));
  const idempotency = createIdempotency(caller, order);
  const earlier = await findReplay(deps, caller, { idempotency });
  if (earlier !== null) return { jobId: earlier.requestId, taskIds: earlier.taskIds, isReplay: true };

  const stored: string[] = [];
  const fetchTime = createFetchTime();
  try {
    const keys: Record<string, string> = {};
    const headers = new Map<string, PictureHeader>();
    for (const [name, picture] of Object.entries(pictures)) {
      if ('key' in picture) keys[name] = picture.key;
      else {
        const { key, ...header } = await storeOrRefuse(deps, caller, name, picture, {
          ...order,
          fetchTime,
        });
        stored.push(key);
        keys[name] = key;
        headers.set(key, header);
      }
    }
    const [first = ''] = Object.keys(getToolCall(tool).pictures);
    const { requestId, taskIds, isReplay } = await inWordsOfCalls(() =>
      acceptCall(deps, caller, tool, readOrRefuse(tool, options, keys), {
        idempotency,
        headersOfStored: headers,
        terms: {
          mode: caller.key.mode,
          ...(simulation !== undefined && { simulation }),
          name: getDisplayName(pictures[first]),
        },
      }),
    );
    if (isReplay) await discard(deps, caller, stored);
    return { jobId: requestId, taskIds, isReplay };
  } catch (error) {
    await discard(deps, caller, stored);
    throw error;
  }
}

async function discard(
  { uploads }: PictureDependencies,
  caller: KeyCaller,
  keys: readonly string[],
): Promise<void> {
  // If an upload can't be discarded now, the sweeper removes it later like any unused upload.
  for (const key of keys) await uploads.discard(caller, key).catch(() => {});
}

function headerOrRefuse(name: string, bytes: Uint8Array): PictureHeader {
  try {
    return readPictureFacts(bytes);
  } catch (error) {
    throw error instanceof DomainError ? atParam(error, name) : error;
  }
}

async function storeOrRefuse(
  deps: PictureDependencies,
  caller: KeyCaller,
  name: string,
  picture: Exclude<SentPicture, { key: string }>,
  options: FetchOptions,
) {
  try {
    return await storePicture(deps, caller, picture, options);
  } catch (error) {
    throw error instanceof DomainError ? atParam(error, 'url' in picture ? `${name}_url` : name) : error;
  }
}

/**
 * Runs work and renames the web app's terms in errors: its references are called studio sets in the public API, and
 * further products of a scene are numbered pictures.
 */
async function inWordsOfCalls<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const param = error instanceof DomainError ? besideParam(error) : undefined;
    if (error instanceof DomainError && param !== undefined)
      throw new DomainError(error.code, { detail: { param }, cause: error });
    if (!(error instanceof DomainError && error.code === 'REFERENCE_NOT_FOUND')) throw error;
    const detail = { param: 'set_id', reason: 'GET /v1/sets lists the studio sets.' };
    throw new DomainError('REFERENCE_NOT_FOUND', { detail, cause: error });
  }
}

/** API parameter of the further product to which an error's form field refers; undefined for other errors. */
function besideParam({ detail }: DomainError): string | undefined {
  const [{ field } = { field: '' }] = (detail as { fields?: { field: string }[] } | undefined)?.fields ?? [];
  const index = besideIndexIn(field);
  return index === null ? undefined : BESIDE_CALL[index]?.picture;
}

/** Adds the name of the picture to the refusal that it caused. */
export const atParam = (error: DomainError, param: string): DomainError => {
  const { detail } = error;
  const reasons = typeof detail === 'object' && detail !== null ? detail : {};
  return new DomainError(error.code, { detail: { ...reasons, param }, cause: error });
};

function readOrRefuse(
  tool: TaskTool,
  options: Readonly<Record<string, unknown>>,
  keys: Readonly<Record<string, string>>,
) {
  try {
    return readCall(tool, options, keys);
  } catch (error) {
    if (!(error instanceof InvalidToolCall)) throw error;
    const { param, message } = error;
    throw new DomainError('BAD_REQUEST', { detail: { param, reason: message }, cause: error });
  }
}

/** Derives the stored idempotency key, so that API keys can't conflict with each other or with the web app. */
function createIdempotency(
  { key }: KeyCaller,
  { tool, pictures, options, simulation, idempotencyKey, answeredWith }: JobOrder,
): Idempotency | null {
  if (idempotencyKey === undefined) return null;
  const inOrder = (entries: [string, unknown][]) => entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const requestParts = [
    tool,
    simulation ?? null,
    inOrder(Object.entries(pictures).map(([name, picture]) => [name, getIdentity(picture)])),
    inOrder(Object.entries(options)),
    ...(answeredWith ?? []),
  ];
  return {
    key: `${key.id}:${idempotencyKey}`,
    fingerprint: createHash('sha256').update(JSON.stringify(requestParts)).digest(),
  };
}
