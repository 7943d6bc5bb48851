/**
 * Tools for agents, with a server doing the work: originals are read from this machine, and results are downloaded to
 * it.
 */
import { createHash } from 'node:crypto';
import { PackshotError } from '@packshot/client';
import type { Job, JobHandle, Packshot } from '@packshot/client';
import { v1ResultSchema } from '@packshot/contract';
import type { TaskTool } from '@packshot/contract';
import { Refusal, toArgument } from '@packshot/mcp';
import type { Order, RunOptions, StartedWork, AgentBackend, StudioJob, StudioResult } from '@packshot/mcp';
import { writeWhole } from '../../outputs/write.ts';
import { beginJob } from '../../server/begin-job.ts';
import type { AgentFiles } from './agent-files.ts';
import type { LocalStudio } from './local-studio.ts';

export interface ServerStudioOptions {
  /** Tools of this machine, which read and inspect pictures without the server. */
  readonly local: LocalStudio;
  readonly packshot: Packshot;
  /** Whether the API key is a test key, whose jobs cost nothing. */
  readonly isTest: boolean;
  readonly files: AgentFiles;
}

/** Time to wait for a job before responding. It is less than the minute after which MCP clients time out. */
const WAIT_MS = 50_000;
const FREE: readonly TaskTool[] = ['describe'];

interface ServerStudio extends AgentBackend {
  /** Resolves when all jobs that this program started have ended, including canceled ones. */
  settle(): Promise<void>;
}

/** Maximum time to wait for a canceled call, whose response is needed to stop its job. */
const STOP_MAX_MS = 10_000;

export function createServerStudio({ local, packshot, isTest, files }: ServerStudioOptions): ServerStudio {
  const working = new Set<Promise<unknown>>();
  /**
   * Price quotes used so far, each with the ID of its job. Only this program issues them, so it can track them without
   * the server.
   */
  const spent = new Map<string, Promise<string>>();
  const names = new Map<string, string>();

  const begin = async (order: Order, { idempotencyKey, signal }: RunOptions): Promise<JobHandle> => {
    const pictures: Record<string, Blob> = {};
    let name = 'picture';
    for (const [param, source] of Object.entries(order.pictures)) {
      const read = await local.read(source);
      if (param === 'image') ({ name } = read);
      pictures[param] = new Blob([new Uint8Array(read.bytes)]);
    }
    // If the agent cancels a call while it is being sent, the server may have started the job anyway. The call gets
    // more time, because only its response contains the job ID to stop.
    const options = {
      signal: aWhileAfter(signal),
      waitS: 0,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    };
    const handle = await beginJob(packshot, order, pictures, options);
    names.set(handle.id, `${name}-${order.tool}`);
    return handle;
  };
  /** Describes a job; downloads its pictures once it has ended. */
  const present = async (job: Job): Promise<StudioJob> => {
    const { id, tool, status, progress, credits_charged, error } = job;
    const localJob = local.getJob(id);
    if (localJob !== undefined) return localJob;
    const summary = { id, tool, status, progress, credits_charged, ...(error && { error }), results: [] };
    if (status !== 'succeeded') return summary;
    const results: StudioResult[] = [];
    for (const rawResult of job.results) {
      const { url: _url, download_url: _link, image_key: _key, ...result } = v1ResultSchema.parse(rawResult);
      if (result.width === undefined) {
        results.push(result);
        continue;
      }
      const { bytes } = await packshot.jobs.picture(id, result.index);
      const path = await files.pathFor(names.get(id) ?? tool, 'png');
      await writeWhole(path, bytes, false);
      results.push({ ...result, path });
    }
    return local.remember({ ...summary, results });
  };

  const trackWork = async <Result>(work: Promise<Result>): Promise<Result> => {
    working.add(work);
    try {
      return await work;
    } finally {
      working.delete(work);
    }
  };

  return {
    ...local,
    async settle() {
      await Promise.allSettled(working);
    },
    hasPrices: true,
    holder: 'this program',
    async hashContents({ pictures }) {
      const hashes: Record<string, string> = {};
      for (const [name, source] of Object.entries(pictures)) {
        const { bytes } = await local.read(source);
        hashes[name] = createHash('sha256').update(bytes).digest('hex');
      }
      return hashes;
    },
    price: ({ tool }) =>
      convertRefusals(async () => {
        if (isTest || FREE.includes(tool)) return 0;
        return (await packshot.key.get()).works_for_free === true ? 0 : 1;
      }),
    run: (order, options) =>
      trackWork(
        convertRefusals(async (): Promise<StartedWork> => {
          const { idempotencyKey, signal, onProgress, credits } = options;
          const toStudioJob = (id: string): StudioJob => ({
            id,
            tool: order.tool,
            status: 'queued',
            progress: 0,
            credits_charged: credits,
            results: [],
          });
          const earlier = idempotencyKey === undefined ? undefined : spent.get(idempotencyKey);
          if (earlier !== undefined) return { job: toStudioJob(await earlier), isReplay: true };
          const beginning = begin(order, options);
          if (idempotencyKey !== undefined) {
            // A start that failed wasn't charged, so its price quote can be used again.
            const startedJobId = beginning.then(({ id }) => id);
            startedJobId.catch(() => spent.delete(idempotencyKey));
            spent.set(idempotencyKey, startedJobId);
          }
          const handle = await beginning;
          try {
            const either = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
            either.throwIfAborted();
            for await (const { progress } of handle.events({ signal: either })) onProgress(progress);
            return { job: await present(handle.latest), isReplay: false };
          } catch {
            if (signal.aborted) return { job: await present(await stopJob(handle)), isReplay: false };
            // The server has started and charged the job, even if the connection broke since.
            return { job: toStudioJob(handle.id), isReplay: false };
          }
        }),
      ),
    job: (id) => convertRefusals(async () => local.getJob(id) ?? present(await packshot.jobs.get(id))),
    usage: (days) =>
      convertRefusals(async () => {
        const { total, by_tool: byTool } = await packshot.usage.get({ days });
        const { calls, errors, credits = 0 } = total;
        return {
          calls,
          errors,
          credits,
          byTool: byTool.map(({ tool, calls: called, credits: spent = 0 }) => ({
            tool,
            calls: called,
            credits: spent,
          })),
        };
      }),
  };
}

const stopJob = (job: JobHandle): Promise<Job> => job.stop({ timeoutMs: STOP_MAX_MS });

function aWhileAfter(signal: AbortSignal): AbortSignal {
  const later = new AbortController();
  const wait = (): void => void setTimeout(() => later.abort(signal.reason), STOP_MAX_MS).unref();
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return later.signal;
}

/** Runs work, and converts the server's refusals to errors that the agent can read. */
async function convertRefusals<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PackshotError)) throw error;
    const { code, message, param, status } = error;
    throw new Refusal(code, message, { param: toArgument(param), status: status ?? 502 });
  }
}
