import type {
  ApiKeyMode,
  Doubt,
  ErrorCode,
  Provenance,
  ShopTexts,
  TaskTool,
  V1JobStatus,
} from '@packshot/contract';
import { isTerminal } from '@packshot/contract';
import type { CalledRequest } from '../request-store.ts';
import type { Foreground, StoredTaskResult, Task } from '../model.ts';

/** One request with an API key, and what became of it. */
export interface PublicJob {
  readonly id: string;
  readonly tool: TaskTool;
  readonly mode: ApiKeyMode;
  readonly status: V1JobStatus;
  /** 0 to 1. */
  readonly progress: number;
  /** Charged when something of it succeeds. */
  readonly cost: number;
  readonly creditsCharged: number;
  readonly createdAt: Date;
  readonly results: readonly JobResult[];
  /** Why it failed. */
  readonly errorCode: ErrorCode | null;
}

export const hasEnded = ({ status }: PublicJob): boolean => status !== 'queued' && status !== 'running';

export interface JobResult {
  /** Its place among the tasks of the job, from 0. */
  readonly index: number;
  readonly picture: JobPicture | null;
  readonly words: JobWords | null;
}

export interface JobPicture {
  readonly key: string;
  /** The picture that its download is paid by; null makes it free: pictures of test keys have a watermark. */
  readonly payerKey: string | null;
  /** Gives the file without a key, for an hour. */
  readonly url: string;
  readonly mediaType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly confidence: number | null;
  readonly doubts: readonly Doubt[] | null;
  readonly foreground: Foreground | null;
  readonly seed: number | null;
  readonly recipe: string | null;
  /** How it came to be; null: an older release made it. */
  readonly provenance: Provenance | null;
  /** Of its record in History; null when there is none. */
  readonly recordId: string | null;
}

interface JobWords {
  readonly description: string;
  readonly shopTexts: ShopTexts | null;
  readonly readText: readonly string[];
}

type LinkTo = (file: { readonly key: string; readonly payerKey: string | null }) => Promise<string>;

/** A result pays for itself. What a test key makes has a watermark and is free. */
export const payerOf = (mode: ApiKeyMode, key: string): string | null => (mode === 'test' ? null : key);

/** @param records ids of records by the keys of their pictures */
export async function presentJob(
  request: CalledRequest,
  tasks: readonly Task[],
  records: ReadonlyMap<string, string>,
  linkTo: LinkTo,
): Promise<PublicJob> {
  const { mode } = request.callTerms;
  const done = tasks.filter(({ result }) => result !== null);
  return {
    id: request.id,
    tool: request.input.tool,
    mode,
    status: statusOf(tasks),
    progress:
      tasks.reduce((sum, { progress, status }) => sum + (isTerminal(status) ? 1 : progress), 0) /
      tasks.length,
    cost: request.cost,
    creditsCharged: isCharged(request, tasks) ? request.cost : 0,
    createdAt: request.createdAt,
    results: await Promise.all(done.map((task) => presentResult(task, mode, records, linkTo))),
    errorCode: errorOf(tasks),
  };
}

/**
 * Whether the job has cost its credits. The transaction that makes the first task a success settles them, so a request that was read as
 * reserved before that success is charged too.
 */
function isCharged({ creditState }: CalledRequest, tasks: readonly Task[]): boolean {
  if (creditState === 'reserved') return tasks.some(({ status }) => status === 'SUCCESS');
  return creditState === 'settled';
}

export function statusOf(tasks: readonly Task[]): V1JobStatus {
  const statuses = tasks.map(({ status }) => status);
  if (!statuses.every(isTerminal))
    return statuses.every((status) => status === 'PENDING') ? 'queued' : 'running';
  if (statuses.includes('SUCCESS')) return 'succeeded';
  return statuses.includes('FAILURE') ? 'failed' : 'canceled';
}

export function errorOf(tasks: readonly Task[]): ErrorCode | null {
  switch (statusOf(tasks)) {
    case 'failed':
      return tasks.find(({ errorCode }) => errorCode !== null)?.errorCode ?? 'TASK_FAILED';
    case 'canceled':
      return 'TASK_CANCELLED';
    default:
      return null;
  }
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
  const payerKey = payerOf(mode, key);
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

/** Full-size files of the tools that programs may ask for. */
const PICTURE_MEDIA_TYPE = 'image/png';
