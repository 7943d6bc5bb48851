import { sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ERRORS, REVIEW_FROM } from '@packshot/contract';
import type { QualityFlag, ErrorCode } from '@packshot/contract';
import { PackshotError } from '@packshot/client';
import type { FailureCode } from '@packshot/client';
import { engineCacheDir } from '../places.ts';
import { RefusalError } from '../refused.ts';
import { EngineCrashError, ImageRefusal, JobLimitError } from '@packshot/image-engine';

/** Outcome of a photo or one of its variants, printed as a line of `--json`. */
export interface Outcome {
  readonly input: string;
  /** Path of the output file; missing if there is no file, or the result went to standard output. */
  readonly output?: string;
  readonly status: 'done' | 'skipped' | 'failed' | 'planned';
  readonly sha256?: string;
  readonly size?: number;
  readonly width?: number;
  readonly height?: number;
  readonly signed?: boolean;
  readonly ms?: number;
  /** Probability that the cut-out needs no correction, 0 to 1, as a run's manifest states it. */
  readonly score?: number;
  /** The engine's confidence in the cut-out, 0 to 1, and its quality flags. */
  readonly confidence?: number;
  readonly doubts?: readonly QualityFlag[];
  /** Additional facts about the result, which depend on the tool. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /**
   * Reason for skipping: `same` if the existing file was made from the same photo with the same settings, `exists` for
   * any other file.
   */
  readonly skipped?: 'same' | 'exists';
  readonly credits?: number;
  readonly job?: string;
  readonly error?: OutcomeFault;
}

export interface OutcomeFault {
  /** Error code of the API or of its client, or `FILE` for faults of files. */
  readonly code: ErrorCode | FailureCode | 'FILE';
  readonly message: string;
  readonly detail?: string;
  /** Parameter of the picture at fault in the API; missing for the photo. */
  readonly param?: string;
}

/** Fault of files, folders or names, for which the API has no code. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
}

const SYSTEM_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
  EISDIR: 'It is a folder.',
  ENOTDIR: 'A part of its path is a file.',
  EEXIST: 'It appeared there meanwhile; --force replaces it.',
  ENOSPC: 'The disk is full.',
  EROFS: 'The disk can only be read.',
  ENAMETOOLONG: 'Its name is too long.',
};

const WRITING_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'there can be no such folder',
  EISDIR: 'a folder has that name',
  ENOTDIR: 'a part of its path is a file',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk can only be read',
  ENAMETOOLONG: 'its name is too long',
};

/** Checks for a system error about a file. Errors from starting a process aren't about a file. */
export function isOfSystem(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined && !syscall.startsWith('spawn');
}

/** Checks for an error in the engine's cache folder or its nearest existing parent, which isn't the photo's fault. */
function isOfCache(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  if (!isOfSystem(error) || error.path === undefined) return false;
  const [cache, path] = [engineCacheDir() + sep, error.path + sep];
  return path.startsWith(cache) || (error.syscall === 'mkdir' && cache.startsWith(path));
}

/**
 * Converts a failed write to a fault that names the destination instead of the photo. A fault for a file that already
 * exists is returned unchanged.
 */
export function writingFault(shownPath: string, error: unknown): unknown {
  if (!isOfSystem(error) || error.code === 'EEXIST') return error;
  const reason = WRITING_FAULTS[error.code] ?? `the system says ${error.code}`;
  return new FileFault(`${shownPath} cannot be written: ${reason}.`);
}

/** Converts an error to a fault with our message for the user. */
export function toFault(error: unknown): OutcomeFault {
  if (error instanceof ImageRefusal) return { code: error.code, message: error.message };
  if (error instanceof PackshotError) {
    const { code, message, requestId } = error;
    return { code, message, ...(requestId !== undefined && { detail: `request ${requestId}` }) };
  }
  if (error instanceof RefusalError) {
    const { code, message, param } = error;
    return { code, message, ...(param !== undefined && { param }) };
  }
  if (error instanceof JobLimitError)
    return error.isMachineBusy
      ? { ...sentence('TASK_TIMED_OUT'), detail: 'this machine is busy with other work' }
      : sentence('TASK_TOO_HEAVY');
  if (error instanceof FileFault) return { code: 'FILE', message: error.message };
  if (isOfCache(error)) {
    const reason = WRITING_FAULTS[error.code] ?? `the system says ${error.code}`;
    const where = `The folder for prepared models (${engineCacheDir()})`;
    return {
      code: 'FILE',
      message: `${where} cannot be written: ${reason}. Set PACKSHOT_CACHE_DIR to another.`,
    };
  }
  if (isOfSystem(error))
    return { code: 'FILE', message: SYSTEM_FAULTS[error.code] ?? `The system says ${error.code}.` };
  const detail = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  return { ...sentence('TASK_FAILED'), detail };
}

const sentence = (code: ErrorCode): OutcomeFault => ({ code, message: ERRORS[code].message });

/**
 * Time to wait for a signal after the engine's process crashed. Ctrl-C in a terminal also reaches the engine's process,
 * which may stop before this process receives the signal.
 */
const INTERRUPTION_MS = 100;

/** Repeats work once if the engine's process crashed: the first crash may have another cause than the photo. */
export async function withRetry<Made>(work: () => Promise<Made>, signal: AbortSignal): Promise<Made> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EngineCrashError)) throw error;
    await wait(INTERRUPTION_MS);
    signal.throwIfAborted();
    return work();
  }
}

/** Text about the quality of a cut-out: its score as in the manifest, or the engine's confidence if it has no score. */
export function sureWords({
  score,
  confidence,
  doubts,
}: Pick<Outcome, 'score' | 'confidence' | 'doubts'>): string | null {
  const sure = score ?? confidence;
  if (sure === undefined) return null;
  const words = `${Math.round(sure * 100)} % sure`;
  return needsLook(score ?? null, doubts) ? `needs a look, ${words}` : words;
}

export const needsLook = (score: number | null, doubts: readonly QualityFlag[] = []): boolean =>
  doubts.length > 0 || (score !== null && 1 - score >= REVIEW_FROM);
