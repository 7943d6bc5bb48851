import { sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ERRORS, REVIEW_FROM, doubtSentence } from '@packshot/contract';
import type { Doubt, ErrorCode } from '@packshot/contract';
import { PackshotError } from '@packshot/client';
import type { FailureCode } from '@packshot/client';
import { engineCacheDir } from '../places.ts';
import { Refused } from '../refused.ts';
import { EngineCrashError, ImageRefusal, JobLimitError } from '@packshot/image-engine';

/** What one photo, or one variant of it, came to: a line of `--json`. */
export interface Outcome {
  readonly input: string;
  /** Absent: there is none, or it went to standard output. */
  readonly output?: string;
  readonly status: 'done' | 'skipped' | 'failed' | 'planned';
  readonly sha256?: string;
  /** In bytes. */
  readonly size?: number;
  readonly width?: number;
  readonly height?: number;
  readonly signed?: boolean;
  readonly ms?: number;
  /** How likely it is that nobody has to mend a cut-out, 0 to 1: as a manifest has it. */
  readonly score?: number;
  /** How sure a cut-out is, and what is doubtful about it. */
  readonly confidence?: number;
  readonly doubts?: readonly Doubt[];
  /** What else a tool says of it. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Why it was skipped: `same`, its photo and settings are those of the result that is there; `exists`, something else is. */
  readonly skipped?: 'same' | 'exists';
  readonly credits?: number;
  /** The server's job that made it. */
  readonly job?: string;
  readonly error?: Fault;
}

export interface Fault {
  /** One of the API's where the product has one. */
  readonly code: ErrorCode | FailureCode | 'FILE';
  readonly message: string;
  /** For who looks for the cause. */
  readonly detail?: string;
}

/** A fault of files, folders and names: the product has no code for it. */
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

/** What the system says of a file. A process that cannot be started is no fault of a file's. */
export function isOfSystem(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined && !syscall.startsWith('spawn');
}

/** The photo is not to blame where the engine cannot keep what it prepares: in its folder, or in the nearest one above that is there. */
function isOfCache(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  if (!isOfSystem(error) || error.path === undefined) return false;
  const [cache, path] = [engineCacheDir() + sep, error.path + sep];
  return path.startsWith(cache) || (error.syscall === 'mkdir' && cache.startsWith(path));
}

/** The photo is not to blame for a place where nothing can be written. What appeared there meanwhile is told as it is. */
export function writingFault(shownPath: string, error: unknown): unknown {
  if (!isOfSystem(error) || error.code === 'EEXIST') return error;
  const reason = WRITING_FAULTS[error.code] ?? `the system says ${error.code}`;
  return new FileFault(`${shownPath} cannot be written: ${reason}.`);
}

/** What people are told: the sentence that the product has for it. */
export function toFault(error: unknown): Fault {
  if (error instanceof ImageRefusal) return { code: error.code, message: error.message };
  if (error instanceof PackshotError) {
    const { code, message, requestId } = error;
    return { code, message, ...(requestId !== undefined && { detail: `request ${requestId}` }) };
  }
  if (error instanceof Refused) return { code: error.code, message: error.message };
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

const sentence = (code: ErrorCode): Fault => ({ code, message: ERRORS[code].message });

/** How long an interruption from the terminal, which reaches the engine's process as well, may take to reach us. */
const INTERRUPTION_MS = 100;

/** Does work again when the engine's process stopped: that is no fault of the photo's, the first time. */
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

/** How good a cut-out is: what its manifest says; or how sure the engine is, where nobody has measured that. */
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

export const needsLook = (score: number | null, doubts: readonly Doubt[] = []): boolean =>
  doubts.length > 0 || (score !== null && 1 - score >= REVIEW_FROM);

/** What is doubtful, in the product's words. */
export const doubtSentences = (doubts: readonly Doubt[]): readonly string[] => doubts.map(doubtSentence);
