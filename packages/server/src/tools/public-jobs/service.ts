import { bind } from '../../platform/bind.ts';
import type { ApiScope } from '@packshot/contract';
import type { KeyCaller } from '../../platform/access/caller.ts';
import { scopeMissing } from '../../platform/access/scope-missing.ts';
import { payForDownloads } from '../downloads.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { linkToFile, takeFile } from '../file-service.ts';
import type { FileLinkDependencies } from '../file-service.ts';
import { worksForFree } from '../accept.ts';
import { revokeTasks } from '../service.ts';
import type { GenerationDependencies } from '../service.ts';
import type { CalledRequest } from '../request-store.ts';
import type { Task } from '../model.ts';
import { haveEnded, watchTasks } from '../watch.ts';
import type { WatchDependencies } from '../watch.ts';
import { assertPermitted } from '../../platform/access/permissions.ts';
import { ObjectNotFoundError } from '../../platform/objects/object-store.ts';
import type { ObjectBody } from '../../platform/objects/object-store.ts';
import { getPayerKey, presentJob } from './job.ts';
import type { JobPicture, PublicJob } from './job.ts';
import { storeImage } from './pictures.ts';
import type { ImageOrder, StoredImage } from './pictures.ts';
import { quotePrice, startJob } from './start.ts';
import type { JobOrder, JobTasks, StartDependencies, StartedJob } from './start.ts';

interface JobsPage {
  readonly jobs: readonly PublicJob[];
  readonly hasMore: boolean;
}

export type PublicJobDependencies = StartDependencies &
  WatchDependencies &
  FileLinkDependencies &
  Pick<GenerationDependencies, 'endings'>;

export function createPublicJobService(deps: PublicJobDependencies) {
  const { requests } = deps.database.stores;

  const requireRequest = async ({ userId, key }: KeyCaller, jobId: string): Promise<CalledRequest> => {
    const request = await requests.findCalled(userId, key.mode, jobId);
    if (request === null) throw new DomainError('JOB_NOT_FOUND');
    return request;
  };
  const read = async (caller: KeyCaller, jobId: string): Promise<PublicJob> => {
    const [request, tasks] = await Promise.all([requireRequest(caller, jobId), findTasks(caller, jobId)]);
    const [job] = await present(deps, caller, [request], tasks);
    if (job === undefined) throw new DomainError('JOB_NOT_FOUND');
    return job;
  };
  const requireResultKeys = async (caller: KeyCaller, jobId: string, index: number) => {
    assertMay(caller, 'images:read', 'jobs:run');
    const tasks = await findTasks(caller, (await requireRequest(caller, jobId)).id);
    const result = tasks.find(({ variant }) => variant === index)?.result;
    if (!result || 'finalDescription' in result) throw new DomainError('RESULT_NOT_FOUND');
    return result;
  };
  const findTasks = ({ userId }: KeyCaller, jobId: string): Promise<readonly Task[]> =>
    deps.database.stores.tasks.findOfRequests(userId, [jobId]);

  return {
    /**
     * Computes the current price of an order; fetches, stores and charges nothing. Throws for an order that is invalid
     * with any pictures.
     */
    async price(caller: KeyCaller, order: Pick<JobOrder, 'tool' | 'pictures' | 'options'>): Promise<number> {
      assertMay(caller, 'jobs:run');
      return quotePrice(deps, caller, order);
    },
    worksForFree: bind(deps, worksForFree),
    /** Starts a job. Throws the errors of `GenerationService.accept`, and of fetching and checking pictures. */
    async start(caller: KeyCaller, order: JobOrder): Promise<StartedJob> {
      assertMay(caller, 'jobs:run');
      return startJob(deps, caller, order);
    },
    /** Stores a picture for several calls. Throws IDEMPOTENCY_CONFLICT, besides the errors of storing. */
    async storeImage(caller: KeyCaller, order: ImageOrder): Promise<StoredImage> {
      assertMay(caller, 'images:write');
      return storeImage(deps, caller, order);
    },
    /** Reads a job. Throws JOB_NOT_FOUND. */
    async read(caller: KeyCaller, jobId: string): Promise<PublicJob> {
      assertMay(caller, 'images:read', 'jobs:run');
      return read(caller, jobId);
    },
    /** Lists the caller's jobs, newest first, starting after the job `after`. */
    async list(
      caller: KeyCaller,
      { after, limit }: { readonly after: string | null; readonly limit: number },
    ): Promise<JobsPage> {
      assertMay(caller, 'images:read');
      const page = { after, limit: limit + 1 };
      const rows = await requests.listCalled(caller.userId, caller.key.mode, page);
      const pageRows = rows.slice(0, limit);
      const ofThem = await deps.database.stores.tasks.findOfRequests(
        caller.userId,
        pageRows.map(({ id }) => id),
      );
      return { jobs: await present(deps, caller, pageRows, ofThem), hasMore: rows.length > limit };
    },
    /** Yields the job now and whenever it changes, until it has ended or the signal aborts. */
    async *watch(caller: KeyCaller, jobId: string, signal: AbortSignal): AsyncIterable<PublicJob> {
      assertMay(caller, 'images:read', 'jobs:run');
      const tasks = await findTasks(caller, (await requireRequest(caller, jobId)).id);
      const ids = tasks.map(({ id }) => id);
      for await (const _change of watchTasks(deps, caller.userId, ids, signal)) yield read(caller, jobId);
    },
    /**
     * Waits until a job that the caller has started ends, then reads it; null if the signal aborts first. Doesn't read
     * it earlier, because that would take CPU time from the work.
     */
    async waitForJob(caller: KeyCaller, { jobId, taskIds }: JobTasks, signal: AbortSignal) {
      assertMay(caller, 'images:read', 'jobs:run');
      return (await haveEnded(deps, caller.userId, taskIds, signal)) ? read(caller, jobId) : null;
    },
    /** Stops the job's unfinished tasks, and refunds the credits if none of its tasks succeeded. */
    async stop(caller: KeyCaller, jobId: string): Promise<PublicJob> {
      assertMay(caller, 'jobs:run');
      assertPermitted(caller, 'generations.cancel');
      const tasks = await findTasks(caller, (await requireRequest(caller, jobId)).id);
      await revokeTasks(
        deps,
        caller.userId,
        tasks.map(({ id }) => id),
      );
      return read(caller, jobId);
    },
    /** Opens a picture of a job that was just read; costs a download. Throws RESULT_NOT_FOUND, OUT_OF_DOWNLOADS. */
    openPicture: ({ userId }: KeyCaller, { key, payerKey }: JobPicture) =>
      takeFile(deps, { userId, key, payerKey }),
    /** Charges the download of a picture that is sent in another form. Throws OUT_OF_DOWNLOADS. */
    async payFor({ userId }: KeyCaller, { payerKey }: JobPicture): Promise<void> {
      await payForDownloads(deps, userId, [payerKey]);
    },
    /** Reads a picture for conversion inside the server, without payment. Throws RESULT_NOT_FOUND. */
    readPicture: ({ key }: JobPicture) => orNotFound(() => deps.objects.read(key)),
    /**
     * Opens a result of a job by its index; costs a download. Throws JOB_NOT_FOUND, RESULT_NOT_FOUND, OUT_OF_DOWNLOADS.
     */
    async openResult(caller: KeyCaller, jobId: string, index: number): Promise<ObjectBody> {
      const { fullKey: key } = await requireResultKeys(caller, jobId, index);
      return takeFile(deps, { userId: caller.userId, key, payerKey: getPayerKey(caller.key.mode, key) });
    },
    /** Reads the preview-size version of a result into memory. */
    async readSmall(caller: KeyCaller, jobId: string, index: number): Promise<Uint8Array> {
      const { standardKey } = await requireResultKeys(caller, jobId, index);
      return orNotFound(() => deps.objects.read(standardKey));
    },
  };
}

/**
 * Manages jobs for API keys, with the same services and limits as the web app. A job is visible only to keys of the
 * same member and mode (live or test).
 */
export type PublicJobService = ReturnType<typeof createPublicJobService>;

async function orNotFound<Found>(find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new DomainError('RESULT_NOT_FOUND', { cause: error });
    throw error;
  }
}

/** Throws DomainError KEY_SCOPE_MISSING unless the API key has one of these scopes. */
export function assertMay({ key }: KeyCaller, ...scopes: readonly ApiScope[]): void {
  if (!scopes.some((scope) => key.scopes.includes(scope))) throw scopeMissing(scopes);
}

async function present(
  deps: PublicJobDependencies,
  { userId }: KeyCaller,
  requests: readonly CalledRequest[],
  tasks: readonly Task[],
): Promise<PublicJob[]> {
  const keys = tasks.flatMap(({ result }) =>
    result !== null && 'fullKey' in result ? [result.fullKey] : [],
  );
  const recordIds = await deps.database.stores.records.idsOfOutputs(userId, keys);
  const byRequest = Map.groupBy(tasks, ({ requestId }) => requestId);
  return Promise.all(
    requests.map((request) =>
      presentJob(request, byRequest.get(request.id) ?? [], recordIds, (file) =>
        linkToFile(deps, { userId, ...file }),
      ),
    ),
  );
}
