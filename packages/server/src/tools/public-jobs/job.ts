import type {
  ApiKeyMode,
  QualityFlag,
  ErrorCode,
  Provenance,
  ShopTexts,
  TaskTool,
  V1JobStatus,
} from '@packshot/contract';
import { BESIDE_CALL, isTerminal } from '@packshot/contract';
import type { CalledRequest } from '../request-store.ts';
import type { Foreground, StoredTaskResult, Task } from '../model.ts';

/** A job of the public API: a request with an API key, with its state and results. */
export interface PublicJob {
  readonly id: string;
  readonly tool: TaskTool;
  readonly mode: ApiKeyMode;
  readonly status: V1JobStatus;
  /** 0 to 1. */
  readonly progress: number;
  /** Credits that the job costs if any of its tasks succeeds. */
  readonly cost: number;
  readonly creditsCharged: number;
  readonly createdAt: Date;
  readonly results: readonly JobResult[];
  /** Error code of a failed or canceled job; null for any other. */
  readonly errorCode: ErrorCode | null;
  /** Parameter of the picture that the error is about; null if no single picture is. */
  readonly errorParam: string | null;
}

export const hasEnded = ({ status }: PublicJob): boolean => status !== 'queued' && status !== 'running';

export interface JobResult {
  /** Index of the result's task in the job, starting at 0. */
  readonly index: number;
  readonly picture: JobPicture | null;
  readonly words: JobWords | null;
}

export interface JobPicture {
  readonly key: string;
  /** Storage key under which the download is charged. Null if it is free, as watermarked pictures of test keys are. */
  readonly payerKey: string | null;
  /** URL of the file, at which it can be fetched for an hour without an API key. */
  readonly url: string;
  readonly mediaType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly confidence: number | null;
  readonly doubts: readonly QualityFlag[] | null;
  readonly foreground: Foreground | null;
  readonly seed: number | null;
  readonly recipe: string | null;
  /** Provenance of the picture; null for results of older releases. */
  readonly provenance: Provenance | null;
  /** Id of the picture's record in History, or null without one. */
  readonly recordId: string | null;
}

interface JobWords {
  readonly description: string;
  readonly shopTexts: ShopTexts | null;
  readonly readText: readonly string[];
}

type LinkTo = (file: { readonly key: string; readonly payerKey: string | null }) => Promise<string>;

/**
 * Storage key under which a result's download is charged: the result's own key. Null for results of a test key, which
 * are free and have a watermark.
 */
export const getPayerKey = (mode: ApiKeyMode, key: string): string | null => (mode === 'test' ? null : key);

/**
 * Builds the representation of a job.
 * @param records ids of History records, by the keys of their pictures
 */
export async function presentJob(
  request: CalledRequest,
  tasks: readonly Task[],
  records: ReadonlyMap<string, string>,
  linkTo: LinkTo,
): Promise<PublicJob> {
  const { mode } = request.callTerms;
  const completedTasks = tasks.filter(({ result }) => result !== null);
  return {
    id: request.id,
    tool: request.input.tool,
    mode,
    status: getJobStatus(tasks),
    progress:
      tasks.reduce((sum, { progress, status }) => sum + (isTerminal(status) ? 1 : progress), 0) /
      tasks.length,
    cost: request.cost,
    creditsCharged: isCharged(request, tasks) ? request.cost : 0,
    createdAt: request.createdAt,
    results: await Promise.all(completedTasks.map((task) => presentResult(task, mode, records, linkTo))),
    errorCode: getJobError(tasks),
    errorParam: getErrorParam(tasks),
  };
}

/**
 * Whether the job has cost its credits, which become final in the transaction of the first success. The request may
 * have been read before that transaction and the tasks after it. So a reserved request with a successful task counts as
 * charged.
 */
function isCharged({ creditState }: CalledRequest, tasks: readonly Task[]): boolean {
  if (creditState === 'reserved') return tasks.some(({ status }) => status === 'SUCCESS');
  return creditState === 'settled';
}

export function getJobStatus(tasks: readonly Task[]): V1JobStatus {
  const statuses = tasks.map(({ status }) => status);
  if (!statuses.every(isTerminal))
    return statuses.every((status) => status === 'PENDING') ? 'queued' : 'running';
  if (statuses.includes('SUCCESS')) return 'succeeded';
  return statuses.includes('FAILURE') ? 'failed' : 'canceled';
}

export function getJobError(tasks: readonly Task[]): ErrorCode | null {
  switch (getJobStatus(tasks)) {
    case 'failed':
      return tasks.find(({ errorCode }) => errorCode !== null)?.errorCode ?? 'TASK_FAILED';
    case 'canceled':
      return 'TASK_CANCELLED';
    default:
      return null;
  }
}

function getErrorParam(tasks: readonly Task[]): string | null {
  const { errorProduct: product = null } = tasks.find(({ errorCode }) => errorCode !== null) ?? {};
  if (product === null) return null;
  return product === 1 ? 'image' : (BESIDE_CALL[product - 2]?.picture ?? null);
}

async function presentResult(
  { variant: index, result }: Task,
  mode: ApiKeyMode,
  records: ReadonlyMap<string, string>,
  linkTo: LinkTo,
): Promise<JobResult> {
  if (result === null) throw new Error('The task has no result');
  if ('finalDescription' in result) {
    const { finalDescription, shopTexts = null, readText = [] } = result;
    return { index, picture: null, words: { description: finalDescription, shopTexts, readText } };
  }
  return { index, picture: await presentPicture(result, mode, records, linkTo), words: null };
}

async function presentPicture(
  result: Exclude<StoredTaskResult, { finalDescription: string }>,
  mode: ApiKeyMode,
  records: ReadonlyMap<string, string>,
  linkTo: LinkTo,
): Promise<JobPicture> {
  const { fullKey: key, widthPx, heightPx, provenance } = result;
  const payerKey = getPayerKey(mode, key);
  const cutOut = 'cutOut' in result ? result.cutOut : null;
  const recipe = provenance?.steps.findLast(({ tool }) => tool !== 'watermark')?.parameters?.['recipe'];
  return {
    key,
    payerKey,
    url: await linkTo({ key, payerKey }),
    mediaType: PICTURE_MEDIA_TYPE,
    widthPx,
    heightPx,
    confidence: cutOut?.confidence ?? null,
    doubts: cutOut?.doubts ?? null,
    foreground: ('foreground' in result ? result.foreground : null) ?? null,
    seed: 'scene' in result ? result.scene.seed : null,
    recipe: typeof recipe === 'string' ? recipe : null,
    provenance: provenance ?? null,
    recordId: records.get(key) ?? null,
  };
}

/** Media type of full-size files of the tools in the public API. */
const PICTURE_MEDIA_TYPE = 'image/png';
