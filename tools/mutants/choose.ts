import { parseArgs } from 'node:util';
import { LaunchError } from '../launch/launch-error.ts';
import { changedFiles } from '../test/changed-files.ts';
import { COPIED_PACKAGES } from './copy.ts';
import type { Fault } from './fault.ts';

export interface MutantOptions {
  readonly ids: readonly string[];
  /** Folder under `packages`, to try only the faults for tests in it; null for all. */
  readonly package: string | null;
  /** Commit, to try only the faults whose file or test differs from it; null for all. */
  readonly changedSince: string | null;
  readonly jobs: number;
  /** Time in milliseconds after which no further fault is started; Infinity for no limit. */
  readonly budgetMs: number;
}

/** Default number of faults tried at a time: one for each core of a small machine. */
const DEFAULT_JOBS = 2;

/** @throws LaunchError for an unknown option */
export function readOptions(args: string[]): MutantOptions {
  const { values, positionals } = parse(args);
  const name = values.package ?? null;
  if (name !== null && !COPIED_PACKAGES.includes(name))
    throw new LaunchError(`There is no package ${name}. There are: ${COPIED_PACKAGES.join(', ')}`);
  const jobs = Number(values.jobs ?? DEFAULT_JOBS);
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 16)
    throw new LaunchError('--jobs takes a number from 1 to 16');
  const minutes = values.minutes === undefined ? Infinity : Number(values.minutes);
  if (!(minutes > 0)) throw new LaunchError('--minutes takes a number above 0');
  return {
    ids: positionals,
    package: name,
    changedSince: values.changed ?? null,
    jobs,
    budgetMs: minutes * 60_000,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        package: { type: 'string' },
        changed: { type: 'string' },
        jobs: { type: 'string' },
        minutes: { type: 'string' },
      },
    });
  } catch (error) {
    throw new LaunchError((error as Error).message);
  }
}

/**
 * Chooses the faults to try.
 * @throws LaunchError for an ID that isn't in the list, or a commit that Git doesn't know
 */
export async function chooseFaults(
  faults: readonly Fault[],
  options: MutantOptions,
  root: string,
): Promise<Fault[]> {
  const unknown = options.ids.filter((id) => !faults.some((fault) => fault.id === id));
  if (unknown.length > 0) throw new LaunchError(`There is no planted fault ${unknown.join(', ')}.`);
  const changed = options.changedSince === null ? null : await changedFiles(options.changedSince, root);
  return faults.filter(
    ({ id, file, test }) =>
      (options.ids.length === 0 || options.ids.includes(id)) &&
      (options.package === null || test.startsWith(`packages/${options.package}/`)) &&
      (changed === null || changed.has(file) || changed.has(test)),
  );
}
