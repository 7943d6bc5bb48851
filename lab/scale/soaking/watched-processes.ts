import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Memory and handles of a group of processes at one moment. */
export interface Held {
  readonly atMs: number;
  /** Private memory, in which leaks occur. Pages that forked processes still share count once. */
  readonly ownMegabytes: number;
  /**
   * Pages of shared memory that the processes have touched so far: PostgreSQL's buffers, whose size is fixed at its
   * start.
   */
  readonly sharedMegabytes: number;
  readonly processes: number;
  readonly handles: number;
}

/** Part of the command line by which each program is recognized. */
const WATCHED = {
  API: 'main-api.ts',
  worker: 'main-worker.ts',
  engine: 'engine-process.ts',
  PostgreSQL: 'postgres',
} as const;
export type WatchedName = keyof typeof WATCHED;
export const WATCHED_NAMES = Object.keys(WATCHED) as readonly WatchedName[];

/** Measures all child processes of this process, direct and indirect. Linux only. */
export function lookAtProcesses(atMs: number): ReadonlyMap<WatchedName, Held> {
  const sums = new Map(
    WATCHED_NAMES.map((name) => [
      name,
      { atMs, ownMegabytes: 0, sharedMegabytes: 0, processes: 0, handles: 0 },
    ]),
  );
  for (const { pid, name } of watchedBelow()) {
    try {
      const sum = sums.get(name);
      if (sum === undefined) continue;
      const handles = readdirSync(`/proc/${pid}/fd`).length;
      const { ownKilobytes, sharedKilobytes } = memoryIn(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
      sum.ownMegabytes += ownKilobytes / 1000;
      sum.sharedMegabytes += sharedKilobytes / 1000;
      sum.processes += 1;
      sum.handles += handles;
    } catch {
      // The process has ended meanwhile.
    }
  }
  return sums;
}

/**
 * Megabytes that remain in the JavaScript heap and buffers of API and worker after a garbage collection, by process
 * name.
 */
export async function collectGarbage(folder: string): Promise<ReadonlyMap<WatchedName, number>> {
  const left = new Map<WatchedName, number>();
  for (const { pid, name } of watchedBelow()) {
    if (name !== 'API' && name !== 'worker') continue;
    const file = join(folder, String(pid));
    rmSync(file, { force: true });
    process.kill(pid, 'SIGUSR2');
    while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(50);
    left.set(name, Number(readFileSync(file, 'utf8')) / 1e6);
  }
  return left;
}

function watchedBelow(): { readonly pid: number; readonly name: WatchedName }[] {
  return processesBelow(process.pid).flatMap((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const name = WATCHED_NAMES.find((each) => line.includes(WATCHED[each]));
      return name === undefined ? [] : [{ pid, name }];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });
}

/**
 * Memory of a process by Linux's `smaps_rollup`, which divides each shared page among its users. Excludes mapped files
 * such as programs and models, which the system drops when it needs the memory.
 */
export function memoryIn(rollup: string): {
  readonly ownKilobytes: number;
  readonly sharedKilobytes: number;
} {
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0);
  // Swapped memory still counts as used.
  return {
    ownKilobytes: kilobytes('Pss_Anon') + kilobytes('SwapPss'),
    sharedKilobytes: kilobytes('Pss_Shmem'),
  };
}

function processesBelow(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const each = Number(name);
    if (!Number.isInteger(each)) continue;
    try {
      const stat = readFileSync(`/proc/${each}/stat`, 'utf8');
      const [, parent = 0] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      parents.set(each, parent);
    } catch {
      // The process has ended meanwhile.
    }
  }
  const isBelow = (each: number): boolean => {
    for (let at = each, depth = 0; depth < 64; depth += 1) {
      const parent = parents.get(at);
      if (parent === undefined) return false;
      if (parent === pid) return true;
      at = parent;
    }
    return false;
  };
  return [...parents.keys()].filter(isBelow);
}
