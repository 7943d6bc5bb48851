/** Processes photos on a server. */
import { basename } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import { PackshotError } from '@packshot/client';
import type { Job, JobHandle, Packshot } from '@packshot/client';
import type { Item, Output } from '../outputs/plan.ts';
import { textFile } from '../outputs/write.ts';
import type { Photo } from '../photos/find.ts';
import { computeDigest, readMask } from '../photos/read.ts';
import { makeResults, placeResult } from '../run/make-results.ts';
import type { Maker, PhotoResult, ResultSettings, WorkOptions } from '../run/make-results.ts';
import { FileFault } from '../run/outcome.ts';
import type { Outcome } from '../run/outcome.ts';
import { toDisplayText } from '../terminal.ts';
import { beginJob } from './begin-job.ts';
import type { ServerChoice } from './choice.ts';
import { computeFingerprint } from './remembered.ts';
import type { Remembered } from './remembered.ts';
import type { RunningJobs } from './running-jobs.ts';

export interface ThereSettings extends ResultSettings {
  readonly server: ServerChoice;
  readonly packshot: Packshot;
  /** Whether the server's work is free; a dry run then reports a cost of zero. */
  readonly worksForFree: boolean;
  readonly remembered: Remembered;
  readonly running: RunningJobs;
}

interface ThereOptions extends WorkOptions {
  /**
   * Aborts pending calls some time after the user interrupted the command. Until then, their responses still bring the
   * IDs of jobs to stop.
   */
  readonly lastSignal: AbortSignal;
}

interface PhotoPayload {
  readonly bytes: Uint8Array;
  readonly mask: Uint8Array | null;
  readonly fileName: string;
  /** Hash that identifies the photo and all settings; each variant adds its number. */
  readonly fingerprint: string;
}

/**
 * Yields the outcomes of one photo on a server, one for each result.
 * @throws only the reason of the abort signal
 */
export function workThere(
  item: Item,
  settings: ThereSettings,
  options: ThereOptions,
): AsyncGenerator<Outcome> {
  const { job, remembered, worksForFree } = settings;
  const maker: Maker<PhotoPayload> = {
    credits: worksForFree ? 0 : job.credits,
    open: (photo, bytes) => createPayload(photo, bytes, settings),
    isResult: (file, payload, output) => remembered.belongsTo(file, ofVariant(payload, output)),
    async start(payload) {
      const startedAt = performance.now();
      const { job: startedJob, isReplay } = await startJob(payload, settings, options).catch(
        (error: unknown) => throwNamed(error, settings),
      );
      return {
        of: { job: startedJob.id, credits: isReplay ? 0 : (startedJob.credits_charged ?? 0) },
        result: async (output) => ({
          ...(await downloadResult(startedJob, output, payload, settings, options)),
          ms: Math.round(performance.now() - startedAt),
        }),
      };
    },
  };
  return makeResults(item, maker, settings, options.signal);
}

/** Throws the error again. If it concerns one of several pictures, the message starts with the path of that picture. */
function throwNamed(error: unknown, { job: { named = [] } }: ThereSettings): never {
  if (!(error instanceof PackshotError)) throw error;
  const name = error.param?.replace(/_(?:url|key)$/, '');
  const picture = named.find(({ param }) => param === name);
  if (picture === undefined) throw error;
  const { code, message, status, requestId, jobId, isReplay } = error;
  const failure = { status, requestId, jobId, isReplay, cause: error };
  throw new PackshotError(code, `${picture.path}: ${message}`, failure);
}

async function createPayload(
  photo: Photo,
  bytes: Uint8Array,
  { job, server }: ThereSettings,
): Promise<PhotoPayload> {
  const maskPath = job.resolveMask?.(photo);
  const mask = maskPath === undefined ? null : await readMask(maskPath);
  const hashOrNull = (file: Uint8Array | null): string | null =>
    file === null ? null : createHash('sha256').update(file).digest('hex');
  const { order, pictures = {} } = job;
  const toolRequest = { ...order.options, tool: order.tool, ...mapValues(pictures, computeDigest) };
  return {
    bytes,
    mask,
    fileName: photo.path === null ? photo.name : basename(photo.path),
    fingerprint: computeFingerprint([
      server.address,
      server.isTest,
      toolRequest,
      hashOrNull(bytes),
      hashOrNull(mask),
    ]),
  };
}

const mapValues = <From, To>(
  values: Readonly<Record<string, From>>,
  convert: (value: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value)]));

const ofVariant = ({ fingerprint }: PhotoPayload, { variant }: Output): string =>
  computeFingerprint([fingerprint, variant]);

/** Maximum number of earlier jobs of a photo that are skipped because they failed or were canceled. */
const MOST_PASSED_OVER = 20;

/**
 * Starts or finds the job that makes the photo's results. Repeating a request within a day returns the same job,
 * charged once, even if the first run was killed. Jobs that were canceled, or failed through no fault of the photo,
 * are replaced.
 * @returns the job, and whether an earlier run requested and paid for it
 */
async function startJob(
  payload: PhotoPayload,
  settings: ThereSettings,
  options: ThereOptions,
): Promise<{ readonly job: Job; readonly isReplay: boolean }> {
  const { replaces } = settings;
  const own = replaces ? randomBytes(8).toString('hex') : payload.fingerprint.slice(0, 40);
  for (let passedOver = 0; ; passedOver++) {
    let handle: JobHandle | null = null;
    try {
      handle = await startJobThere(payload, `cli-${own}-${passedOver}`, settings, options);
      return { job: await awaitJob(handle, options), isReplay: handle.isReplay };
    } catch (error) {
      options.signal.throwIfAborted();
      if (passedOver >= MOST_PASSED_OVER || !isOfEarlier(error, handle)) throw error;
    } finally {
      // After an interruption the job stays in the list of running jobs, because the caller stops all of them.
      if (handle !== null && !options.signal.aborted) settings.running.remove(handle);
    }
  }
}

/** Checks whether the failure belongs to an earlier job and wouldn't affect a new one. */
const isOfEarlier = (error: unknown, handle: JobHandle | null): boolean =>
  error instanceof PackshotError &&
  (error.isReplay || handle?.isReplay === true) &&
  (error.code === 'TASK_CANCELLED' || (error.status ?? 0) >= 500);

async function startJobThere(
  { bytes, mask, fileName }: PhotoPayload,
  idempotencyKey: string,
  { job, packshot, running }: ThereSettings,
  { signal, lastSignal }: ThereOptions,
): Promise<JobHandle> {
  signal.throwIfAborted();
  const { order } = job;
  const toBlob = (file: Uint8Array): Blob => new Blob([new Uint8Array(file)]);
  const pictures = {
    image: new File([new Uint8Array(bytes)], fileName),
    ...(mask !== null && { mask: toBlob(mask) }),
    ...mapValues(job.pictures ?? {}, toBlob),
  };
  const handle = await beginJob(packshot, order, pictures, { idempotencyKey, signal: lastSignal });
  running.add(handle);
  return handle;
}

async function awaitJob(handle: JobHandle, { signal, onProgress }: ThereOptions): Promise<Job> {
  signal.throwIfAborted();
  for await (const { progress, status } of handle.events({ signal }))
    onProgress(progress, status === 'queued' ? '(waiting for its turn)' : '');
  return handle.wait({ signal });
}

async function downloadResult(
  job: Job,
  output: Output,
  payload: PhotoPayload,
  settings: ThereSettings,
  { signal }: ThereOptions,
): Promise<PhotoResult> {
  const { path, variant } = output;
  const result = job.results.find(({ index }) => index === variant);
  if (result === undefined) throw new FileFault('The server made fewer results than were asked for.');
  const { description, shop_texts, read_text, seed, edit_url, confidence, doubts, width, height } = result;
  const facts = { description, shop_texts, read_text, seed, edit_url };
  const statedFacts = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  const bytes =
    description === undefined
      ? (await settings.packshot.jobs.picture(job.id, variant, { signal })).bytes
      : textFile(
          { text: path === null ? toDisplayText(description) : description, facts: statedFacts },
          path,
        );
  settings.remembered.keep(bytes, ofVariant(payload, output));
  return {
    ...(await placeResult(bytes, path, settings)),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(confidence !== undefined && { confidence }),
    ...(doubts !== undefined && { doubts }),
    ...(Object.keys(statedFacts).length > 0 && { facts: statedFacts }),
  };
}
