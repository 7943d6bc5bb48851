import { lstat, readFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import { PackshotError } from '@packshot/client';
import type { Job, JobHandle, Packshot } from '@packshot/client';
import { probeImageHeader } from '@packshot/image-engine/pixels';
import type { Item, Output } from '../outputs/plan.ts';
import { textFile, writeWhole } from '../outputs/write.ts';
import { readBounded, readMask } from '../photos/read.ts';
import { shown } from '../terminal.ts';
import { faultOf, FileFault } from '../run/outcome.ts';
import type { Outcome } from '../run/outcome.ts';
import type { ServerChoice } from './choice.ts';
import { fingerprintOf } from './remembered.ts';
import type { Remembered } from './remembered.ts';
import type { RemoteJob } from './remote-tool.ts';
import type { RunningJobs } from './running-jobs.ts';

export interface ThereSettings {
  readonly job: RemoteJob;
  readonly server: ServerChoice;
  readonly packshot: Packshot;
  readonly replaces: boolean;
  readonly isDryRun: boolean;
  /** Asked before a dry run: what it would cost is nothing. */
  readonly worksForFree: boolean;
  readonly remembered: Remembered;
  readonly running: RunningJobs;
  readonly readInput: () => Promise<Uint8Array>;
  readonly writeOutput: (bytes: Uint8Array) => Promise<void>;
}

export interface ThereOptions {
  readonly signal: AbortSignal;
  /** A call that is under way ends by this: its answer names the job that is to be stopped. */
  readonly lastSignal: AbortSignal;
  readonly onProgress: (fraction: number, stage: string) => void;
}

interface Sent {
  readonly bytes: Uint8Array;
  readonly mask: Uint8Array | null;
  readonly fileName: string;
  /** Of the photo and everything that was set; each variant adds its number. */
  readonly fingerprint: string;
}

type Named = Pick<Outcome, 'input' | 'output'>;

/** Everything that one photo comes to on a server, result by result. Throws only the signal's reason. */
export async function* workThere(
  { photo, outputs }: Item,
  settings: ThereSettings,
  options: ThereOptions,
): AsyncGenerator<Outcome> {
  const named = (output: Output): Named => ({
    input: photo.label,
    ...(typeof output.path === 'string' && { output: relative('.', output.path) }),
  });
  const wanted: Output[] = [];
  let sent: Sent | null = null;
  try {
    sent = await sentOf(photo, settings);
    for (const output of outputs) {
      const before = await withoutAsking(output, sent, settings);
      if (before === null) wanted.push(output);
      else yield { ...named(output), ...before };
    }
    if (wanted.length === 0) return;
    if (settings.isDryRun) {
      yield* plannedOf(wanted, named, settings);
      return;
    }
    yield* madeOf(wanted, named, sent, settings, options);
  } catch (error) {
    options.signal.throwIfAborted();
    // Without its bytes nothing is known of any result.
    for (const output of sent === null ? outputs : wanted)
      yield { ...named(output), status: 'failed', error: faultOf(error) };
  }
}

function* plannedOf(
  wanted: readonly Output[],
  named: (output: Output) => Named,
  { job, worksForFree }: ThereSettings,
): Generator<Outcome> {
  const credits = worksForFree ? 0 : job.credits;
  // One job makes all variants.
  for (const [at, output] of wanted.entries())
    yield { ...named(output), status: 'planned', credits: at === 0 ? credits : 0 };
}

async function* madeOf(
  wanted: readonly Output[],
  named: (output: Output) => Named,
  sent: Sent,
  settings: ThereSettings,
  options: ThereOptions,
): AsyncGenerator<Outcome> {
  const startedAt = performance.now();
  const { job, isReplay } = await jobOf(sent, settings, options);
  const charged = isReplay ? 0 : (job.credits_charged ?? 0);
  for (const [at, output] of wanted.entries()) {
    // One job makes all variants.
    const of = { ...named(output), job: job.id, credits: at === 0 ? charged : 0 };
    let made: Result;
    try {
      made = await resultOf(job, output, sent, settings, options);
    } catch (error) {
      options.signal.throwIfAborted();
      made = { status: 'failed', error: faultOf(error) };
    }
    yield {
      ...of,
      ...made,
      ...(made.status === 'done' && { ms: Math.round(performance.now() - startedAt) }),
    };
  }
}

async function sentOf(photo: Item['photo'], { job, server, readInput }: ThereSettings): Promise<Sent> {
  const bytes = photo.path === null ? await readInput() : await readBounded(photo.path);
  job.check?.(probeImageHeader(bytes, bytes.length));
  const maskPath = job.maskOf?.(photo);
  const mask = maskPath === undefined ? null : await readMask(maskPath);
  const hashOf = (file: Uint8Array | null): string | null =>
    file === null ? null : createHash('sha256').update(file).digest('hex');
  return {
    bytes,
    mask,
    fileName: photo.path === null ? photo.name : basename(photo.path),
    fingerprint: fingerprintOf([server.address, server.isTest, job.asked, hashOf(bytes), hashOf(mask)]),
  };
}

const ofVariant = ({ fingerprint }: Sent, { variant }: Output): string =>
  fingerprintOf([fingerprint, variant]);

type Result = Omit<Outcome, 'input' | 'output'>;

/** What is said of a result without the server; null: it has to be made. */
async function withoutAsking(
  output: Output,
  sent: Sent,
  { replaces, remembered }: ThereSettings,
): Promise<Result | null> {
  const { path, problem } = output;
  if (problem !== undefined) return { status: 'failed', error: faultOf(new FileFault(problem)) };
  if (path === null || replaces) return null;
  const there = await lstat(path).catch(() => null);
  if (there === null) return null;
  if (!there.isFile()) {
    const sentence = `${relative('.', path)} is there, and is no file.`;
    return { status: 'failed', error: faultOf(new FileFault(sentence)) };
  }
  const isSame = remembered.isOf(await readFile(path), ofVariant(sent, output));
  return { status: 'skipped', skipped: isSame ? 'same' : 'exists' };
}

/** How often a job that a server remembers as failed or stopped is passed over. */
const MOST_PASSED_OVER = 20;

/**
 * The job that has made the photo's results. What was asked before within a day is the same job, charged once, also when the run that asked was
 * killed; unless it was stopped or failed by no fault of the photo's.
 * @returns also whether it was asked for before, and charged then
 */
async function jobOf(
  sent: Sent,
  settings: ThereSettings,
  options: ThereOptions,
): Promise<{ readonly job: Job; readonly isReplay: boolean }> {
  const { replaces } = settings;
  const own = replaces ? randomBytes(8).toString('hex') : sent.fingerprint.slice(0, 40);
  for (let passedOver = 0; ; passedOver++) {
    let handle: JobHandle | null = null;
    try {
      handle = await begun(sent, `cli-${own}-${passedOver}`, settings, options);
      return { job: await ended(handle, options), isReplay: handle.isReplay };
    } catch (error) {
      options.signal.throwIfAborted();
      if (passedOver >= MOST_PASSED_OVER || !isOfEarlier(error, handle)) throw error;
    } finally {
      // What is interrupted is stopped by whoever began all of it.
      if (handle !== null && !options.signal.aborted) settings.running.remove(handle);
    }
  }
}

/** Whether a job that was begun before had an end that another may not have. */
const isOfEarlier = (error: unknown, handle: JobHandle | null): boolean =>
  error instanceof PackshotError &&
  (error.isReplay || handle?.isReplay === true) &&
  (error.code === 'TASK_CANCELLED' || (error.status ?? 0) >= 500);

async function begun(
  { bytes, mask, fileName }: Sent,
  idempotencyKey: string,
  { job, packshot, running }: ThereSettings,
  { signal, lastSignal }: ThereOptions,
): Promise<JobHandle> {
  signal.throwIfAborted();
  const image = new File([new Uint8Array(bytes)], fileName);
  const pictures = { image, ...(mask !== null && { mask: new Blob([new Uint8Array(mask)]) }) };
  const handle = await job.begin(packshot, pictures, { idempotencyKey, signal: lastSignal });
  running.add(handle);
  return handle;
}

async function ended(handle: JobHandle, { signal, onProgress }: ThereOptions): Promise<Job> {
  signal.throwIfAborted();
  for await (const { progress, status } of handle.events({ signal }))
    onProgress(progress, status === 'queued' ? '(waiting for its turn)' : '');
  return handle.wait({ signal });
}

async function resultOf(
  job: Job,
  output: Output,
  sent: Sent,
  settings: ThereSettings,
  { signal }: ThereOptions,
): Promise<Result> {
  const { path, variant } = output;
  const result = job.results.find(({ index }) => index === variant);
  if (result === undefined) throw new FileFault('The server made fewer results than were asked for.');
  const { description, shop_texts, read_text, seed, edit_url, confidence, doubts, width, height } = result;
  const facts = { description, shop_texts, read_text, seed, edit_url };
  const said = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  const bytes =
    description === undefined
      ? (await settings.packshot.jobs.picture(job.id, variant, { signal })).bytes
      : textFile({ text: path === null ? shown(description) : description, facts: said }, path);
  settings.remembered.keep(bytes, ofVariant(sent, output));
  if (path === null) await settings.writeOutput(bytes);
  else await writeWhole(path, bytes, settings.replaces);
  return {
    status: 'done',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(confidence !== undefined && { confidence }),
    ...(doubts !== undefined && { doubts }),
    ...(Object.keys(said).length > 0 && { facts: said }),
  };
}
