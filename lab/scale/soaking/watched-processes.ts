import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a group of processes held at one moment. */
export interface Held {
  readonly atMs: number;
  /** Memory of their own, which is what a leak is made of. What forked processes still have in common counts once. */
  readonly ownMegabytes: number;
  /** Pages of shared memory that they have touched so far: PostgreSQL's buffers, which fill up to a size that is set when it starts. */
  readonly sharedMegabytes: number;
  readonly processes: number;
  readonly handles: number;
}

/** Programs by what stands in their command lines. */
const WATCHED = {
  API: 'main-api.ts',
  worker: 'main-worker.ts',
  engine: 'engine-process.ts',
  PostgreSQL: 'postgres',
} as const;
export type WatchedName = keyof typeof WATCHED;
export const WATCHED_NAMES = Object.keys(WATCHED) as readonly WatchedName[];

/** Of all processes below this one. Linux only. */
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
      // It ended meanwhile.
    }
  }
  return sums;
}

/** By process name: megabytes that are left in JavaScript's heap and buffers when everything was collected that can be. Of API and worker. */
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
      // It ended meanwhile.
      return [];
    }
  });
}

/**
 * By what Linux says of a process (`smaps_rollup`), each page shared out among those who have it. Files that are mapped are left out: programs
 * and models, which the system drops when it needs the room.
 */
export function memoryIn(rollup: string): {
  readonly ownKilobytes: number;
  readonly sharedKilobytes: number;
} {
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(rollup)?.[1] ?? 0);
  // What was swapped out is still held.
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
      // It ended meanwhile.
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
