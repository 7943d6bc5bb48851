import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Provenance } from '@packshot/contract';
import type { ImageEngine } from '@packshot/image-engine';
import { probeImageHeader } from '@packshot/image-engine/pixels';
import { provenanceAfter, provenanceOfFile, stepOf } from '@packshot/image-engine/provenance';
import { isResultOf } from '../outputs/already.ts';
import type { Item, Output } from '../outputs/plan.ts';
import { textFile, writeWhole } from '../outputs/write.ts';
import type { Photo } from '../photos/find.ts';
import { readBounded } from '../photos/read.ts';
import { fileOf, fileRecipe, signedFile } from './finish.ts';
import type { FileSettings, PresentSigner } from './finish.ts';
import { faultOf, FileFault, mayBeTriedAgain } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import type { Job, Made, Task } from './tool.ts';

export interface WorkSettings {
  readonly job: Job;
  readonly file: FileSettings;
  readonly replaces: boolean;
  readonly isDryRun: boolean;
  /** Null: pictures are not signed. */
  readonly signer: PresentSigner | null;
  readonly readInput: () => Promise<Uint8Array>;
  readonly writeOutput: (bytes: Uint8Array) => Promise<void>;
  /** Hears of what is no fault of the photo's. */
  readonly warn: (sentence: string) => void;
}

export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number, stage: string) => void;
}

/** Everything that one photo comes to, result by result. Throws only the signal's reason. */
export async function* workOn(
  { photo, outputs }: Item,
  engine: ImageEngine,
  settings: WorkSettings,
  options: WorkOptions,
): AsyncGenerator<Outcome> {
  const named = (output: Output | undefined) => ({
    input: photo.label,
    ...(typeof output?.path === 'string' && { output: relative('.', output.path) }),
  });
  let opened: Opened;
  try {
    opened = await open(photo, settings);
  } catch (error) {
    options.signal.throwIfAborted();
    for (const output of outputs) yield { ...named(output), status: 'failed', error: faultOf(error) };
    return;
  }
  for (const output of outputs) {
    try {
      yield { ...named(output), ...(await resultOf(opened, output, engine, settings, options)) };
    } catch (error) {
      options.signal.throwIfAborted();
      yield { ...named(output), status: 'failed', error: faultOf(error) };
    }
  }
}

interface Opened {
  readonly bytes: Uint8Array;
  readonly before: Provenance;
  readonly task: Task;
}

async function open(photo: Photo, { job, readInput }: WorkSettings): Promise<Opened> {
  const bytes = photo.path === null ? await readInput() : await readBounded(photo.path);
  job.check?.(probeImageHeader(bytes, bytes.length));
  const task = await job.of(photo, photo);
  return { bytes, before: provenanceOfFile(bytes), task };
}

type Result = Omit<Outcome, 'input' | 'output'>;

async function resultOf(
  opened: Opened,
  output: Output,
  engine: ImageEngine,
  settings: WorkSettings,
  options: WorkOptions,
): Promise<Result> {
  const { path, variant, problem } = output;
  if (problem !== undefined) throw new FileFault(problem);
  const there = path === null || settings.replaces ? null : await whatIsThere(path, opened, settings);
  if (there !== null) return { status: 'skipped', skipped: there };
  if (settings.isDryRun) return { status: 'planned', credits: 0 };
  const startedAt = performance.now();
  const made = await make(opened, variant, engine, options);
  if (made.kind === 'text') return written(textFile(made, path), path, settings, startedAt, made.facts);
  const { provenance, file } = await finished(opened, made, engine, settings, options.signal);
  const signed = await signedOrNot(file, made, provenance, engine, settings, options.signal);
  const { sure, facts, widthPx: width, heightPx: height } = made;
  const result = await written(signed.bytes, path, settings, startedAt, facts);
  return { ...result, width, height, signed: signed.isSigned, ...sure };
}

async function whatIsThere(
  path: string,
  { before, task }: Opened,
  { file }: WorkSettings,
): Promise<'same' | 'exists' | null> {
  const there = await lstat(path).catch(() => null);
  if (there === null) return null;
  if (!there.isFile()) throw new FileFault(`${relative('.', path)} is there, and is no file.`);
  return isResultOf(await readFile(path), before, task.asked, fileRecipe(file)) ? 'same' : 'exists';
}

/** How long an interruption from the terminal, which reaches the engine's process as well, may take to reach us. */
const INTERRUPTION_MS = 100;

/** A process that stopped is no fault of the photo's, the first time. */
async function make(
  { bytes, task }: Opened,
  variant: number,
  engine: ImageEngine,
  options: WorkOptions,
): Promise<Made> {
  try {
    return await task.make(engine, bytes, variant, options);
  } catch (error) {
    if (!mayBeTriedAgain(error)) throw error;
    await wait(INTERRUPTION_MS);
    options.signal.throwIfAborted();
    return task.make(engine, bytes, variant, options);
  }
}

type MadePicture = Extract<Made, { kind: 'picture' }>;

async function finished(
  { before, task }: Opened,
  { png, widthPx, heightPx, step }: MadePicture,
  engine: ImageEngine,
  { file: settings }: WorkSettings,
  signal: AbortSignal,
): Promise<{ readonly provenance: Provenance; readonly file: Uint8Array }> {
  // How the file is written is none of the tool's settings, which are the same on the server.
  const parameters = { ...step.parameters, file: fileRecipe(settings) };
  const provenance = provenanceAfter([before], stepOf(task.asked, { ...step, parameters }, null));
  const file = await fileOf(engine, { png, widthPx, heightPx, provenance }, settings, signal);
  return { provenance, file };
}

/** A picture is worth more than its signature, as on the server. */
async function signedOrNot(
  bytes: Uint8Array,
  { measured }: MadePicture,
  provenance: Provenance,
  engine: ImageEngine,
  { signer, warn, file }: WorkSettings,
  signal: AbortSignal,
): Promise<{ readonly bytes: Uint8Array; readonly isSigned: boolean }> {
  if (signer === null) return { bytes, isSigned: false };
  // What was measured, was measured on the PNG.
  const onFile = file.format === 'png' ? measured : undefined;
  try {
    const signed = await signedFile(engine, { bytes, measured: onFile }, provenance, signer, signal);
    return { bytes: signed, isSigned: true };
  } catch (error) {
    signal.throwIfAborted();
    warn(`A picture was kept without Content Credentials: ${faultOf(error).detail ?? String(error)}`);
    return { bytes, isSigned: false };
  }
}

async function written(
  bytes: Uint8Array,
  path: string | null,
  { replaces, writeOutput }: WorkSettings,
  startedAt: number,
  facts: Readonly<Record<string, unknown>> | undefined,
): Promise<Result> {
  if (path === null) await writeOutput(bytes);
  else await writeWhole(path, bytes, replaces);
  return {
    status: 'done',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    ms: Math.round(performance.now() - startedAt),
    ...(facts !== undefined && { facts }),
  };
}
