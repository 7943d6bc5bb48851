import { RUNS_AT_ONCE } from '../../../packages/server/src/catalog/feed-runs.ts';
import { sharePlaces } from '../../../packages/server/src/catalog/share-places.ts';
import { lastPriority, taskPriority } from '../../../packages/server/src/tools/priority.ts';
import { WaitingLine } from './waiting-line.ts';
import type { Waiting } from './waiting-line.ts';

/** Request of a user for some pictures at once. */
export interface Arrival {
  readonly atMs: number;
  readonly user: string;
  readonly pictures: number;
  readonly group: string;
}

/** Run of many photos, which the product feeds to the queue a few at a time. */
interface SimulatedRun {
  readonly startsMs: number;
  readonly items: number;
}

export interface Scene {
  readonly workers: number;
  /** Arrivals in order of time. */
  readonly arrivals: Iterable<Arrival>;
  readonly runs?: readonly SimulatedRun[];
  /** `product`: the product's own priorities; `in-order`: first come, first served, with all items of a run at once. */
  readonly rules?: 'product' | 'in-order';
  readonly serviceMs: () => number;
  /** Time from the moment when a worker is free and a task waits until the work starts. */
  readonly pickUpMs: number;
}

export interface Outcome {
  readonly waitsMs: ReadonlyMap<string, readonly number[]>;
  readonly endedMs: number;
  /** Share of the workers' time in which they were busy. */
  readonly busyShare: number;
  readonly longestLine: number;
}

/** Interval at which runs are fed to the queue, the same as in the product. */
const FEED_EVERY_MS = 500;

interface Event {
  readonly atMs: number;
  readonly end?: { readonly user: string; readonly run: number | null };
}

/**
 * Discrete-event simulation of arrivals, ends of work, and the feed of runs. Order and priorities come from the
 * product's own code; only time is simulated.
 */
export function simulate({
  workers,
  arrivals,
  runs = [],
  rules = 'product',
  serviceMs,
  pickUpMs,
}: Scene): Outcome {
  const line = new WaitingLine();
  const ends: Event[] = [];
  const unfinished = new Map<string, number>();
  // Runs, each of another owner.
  const open = runs.map(({ startsMs, items }, at) => ({
    id: String(at),
    ownerId: String(at),
    startsMs,
    waiting: items,
    inWork: 0,
    settled: 0,
  }));
  const waitsMs = new Map<string, number[]>();
  const owners = new Map<Waiting, { readonly user: string; readonly run: number | null }>();
  let [free, order, busyMs, nowMs, longestLine, endedMs] = [workers, 0, 0, 0, 0, 0];
  const coming = arrivals[Symbol.iterator]();
  let next = coming.next();
  let feedMs = runs.length === 0 ? Infinity : Math.min(...runs.map(({ startsMs }) => startsMs));

  const enqueue = (user: string, group: string, run: number | null, priority: Date): void => {
    // Rounded down, because the queue stores whole seconds.
    const waiting = {
      arrivedMs: nowMs,
      serviceMs: serviceMs(),
      group,
      priorityS: Math.floor(priority.getTime() / 1000),
      order: order++,
    };
    owners.set(waiting, { user, run });
    line.push(waiting);
  };
  const begin = (): void => {
    while (free > 0) {
      const waiting = line.pop();
      if (waiting === undefined) return;
      free -= 1;
      const startedMs = nowMs + pickUpMs;
      const waits = waitsMs.get(waiting.group) ?? [];
      waits.push(startedMs - waiting.arrivedMs);
      waitsMs.set(waiting.group, waits);
      busyMs += waiting.serviceMs + pickUpMs;
      const owner = owners.get(waiting);
      owners.delete(waiting);
      insert(ends, { atMs: startedMs + waiting.serviceMs, ...(owner && { end: owner }) });
    }
  };
  const feed = (): void => {
    const started = open.filter(({ startsMs }) => startsMs <= nowMs).slice(0, RUNS_AT_ONCE);
    const places = sharePlaces(started, 0);
    for (const [index, run] of open.entries()) {
      if (!started.includes(run)) continue;
      const room = rules === 'in-order' ? run.waiting : (places.get(run.id) ?? 0);
      for (let each = 0; each < room; each += 1) {
        enqueue('', 'run', index, rules === 'in-order' ? new Date(nowMs) : lastPriority(new Date(nowMs)));
      }
      run.waiting -= room;
      run.inWork += room;
    }
    feedMs = open.some(({ waiting }) => waiting > 0) ? nowMs + FEED_EVERY_MS : Infinity;
  };

  for (;;) {
    const endMs = ends.at(-1)?.atMs ?? Infinity;
    const arrivalMs = next.done === true ? Infinity : next.value.atMs;
    nowMs = Math.min(endMs, arrivalMs, feedMs);
    if (nowMs === Infinity) break;
    if (nowMs === endMs) {
      const ended = ends.pop()?.end;
      endedMs = nowMs;
      free += 1;
      if (ended?.run != null) {
        const run = open[ended.run];
        if (run !== undefined) {
          run.inWork -= 1;
          run.settled += 1;
        }
      } else if (ended !== undefined) unfinished.set(ended.user, (unfinished.get(ended.user) ?? 1) - 1);
    } else if (nowMs === arrivalMs && next.done !== true) {
      const { user, pictures, group } = next.value;
      const before = unfinished.get(user) ?? 0;
      for (let each = 0; each < pictures; each += 1) {
        const at = new Date(nowMs);
        enqueue(user, group, null, rules === 'in-order' ? at : taskPriority(at, before + each));
      }
      unfinished.set(user, before + pictures);
      next = coming.next();
    } else feed();
    longestLine = Math.max(longestLine, line.length);
    begin();
  }
  return { waitsMs, endedMs, busyShare: endedMs === 0 ? 0 : busyMs / (workers * endedMs), longestLine };
}

/**
 * Inserts an event. The list is in descending order, with the earliest end last; it has at most one event per worker.
 */
function insert(ends: Event[], event: Event): void {
  let at = ends.length;
  while (at > 0 && (ends[at - 1]?.atMs ?? Infinity) < event.atMs) at -= 1;
  ends.splice(at, 0, event);
}

/** Value below which this share of the values is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
