/** Makes one photo's results, in the same steps on this machine and on servers. */
import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { probeImageHeader } from '@packshot/image-engine/pixels';
import type { Item, Output } from '../outputs/plan.ts';
import { writeWhole } from '../outputs/write.ts';
import type { Photo } from '../photos/find.ts';
import { readBounded } from '../photos/read.ts';
import { toFault, FileFault } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import type { ToolJob } from './tool.ts';

export interface ResultSettings {
  readonly job: ToolJob;
  readonly replaces: boolean;
  readonly isDryRun: boolean;
  readonly readInput: () => Promise<Uint8Array>;
  readonly writeOutput: (bytes: Uint8Array) => Promise<void>;
}

export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number, stage: string) => void;
}

export type PhotoResult = Omit<Outcome, 'input' | 'output'>;

/** Implementation that makes the results of a photo, on this machine or on a server. */
export interface Maker<Opened> {
  /** Price of one photo, in credits. */
  readonly credits: number;
  readonly open: (photo: Photo, bytes: Uint8Array) => Promise<Opened>;
  readonly isResult: (file: Uint8Array, opened: Opened, output: Output) => boolean;
  readonly start: (opened: Opened) => Promise<StartedResults>;
}

interface StartedResults {
  /** Server job that makes all results of the photo, and its charge in credits. */
  readonly of?: { readonly job: string; readonly credits: number };
  readonly result: (output: Output) => Promise<PhotoResult>;
}

/**
 * Makes the missing results of one photo.
 * @throws only the reason of the abort signal
 */
export async function* makeResults<Opened>(
  { photo, outputs }: Item,
  maker: Maker<Opened>,
  settings: ResultSettings,
  signal: AbortSignal,
): AsyncGenerator<Outcome> {
  const describePaths = ({ path }: Output): Pick<Outcome, 'input' | 'output'> => ({
    input: photo.label,
    ...(typeof path === 'string' && { output: relative('.', path) }),
  });
  const toFailure = (error: unknown): PhotoResult => {
    signal.throwIfAborted();
    return { status: 'failed', error: toFault(error) };
  };
  let pendingOutputs = [...outputs];
  try {
    const bytes = photo.path === null ? await settings.readInput() : await readBounded(photo.path);
    settings.job.check?.(probeImageHeader(bytes, bytes.length));
    const opened = await maker.open(photo, bytes);
    pendingOutputs = [];
    for (const output of outputs) {
      const isSame = (file: Uint8Array): boolean => maker.isResult(file, opened, output);
      const before = await resultBefore(output, isSame, settings).catch(toFailure);
      if (before === null) pendingOutputs.push(output);
      else yield { ...describePaths(output), ...before };
    }
    if (pendingOutputs.length === 0) return;
    if (settings.isDryRun) {
      for (const [at, output] of pendingOutputs.entries())
        yield { ...describePaths(output), status: 'planned', credits: at === 0 ? maker.credits : 0 };
      return;
    }
    const { of, result } = await maker.start(opened);
    for (const [at, output] of pendingOutputs.entries())
      yield {
        ...describePaths(output),
        ...(of && { job: of.job, credits: at === 0 ? of.credits : 0 }),
        ...(await result(output).catch(toFailure)),
      };
  } catch (error) {
    const fault = toFailure(error);
    for (const output of pendingOutputs) yield { ...describePaths(output), ...fault };
  }
}

/**
 * Outcome of a result whose file exists already; null if the result has to be made.
 * @throws FileFault if the file can't be written
 */
async function resultBefore(
  { path, problem }: Output,
  isSame: (file: Uint8Array) => boolean,
  { replaces }: ResultSettings,
): Promise<PhotoResult | null> {
  if (problem !== undefined) throw new FileFault(problem);
  if (path === null || replaces) return null;
  const there = await lstat(path).catch(() => null);
  if (there === null) return null;
  if (!there.isFile()) throw new FileFault(`${relative('.', path)} is there, and is no file.`);
  return { status: 'skipped', skipped: isSame(await readFile(path)) ? 'same' : 'exists' };
}

/** Writes a result to its path, or to standard output if the path is null. */
export async function placeResult(
  bytes: Uint8Array,
  path: string | null,
  { replaces, writeOutput }: ResultSettings,
): Promise<Pick<Outcome, 'status' | 'sha256' | 'size'>> {
  if (path === null) await writeOutput(bytes);
  else await writeWhole(path, bytes, replaces);
  return { status: 'done', sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
}
