/** Memory and processor time of the product's processes, read from Linux's /proc. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const BYTES_PER_PAGE = 4096;
/**
 * Parts of command lines by which processes are recognized. The engine is a child process of a worker, and PostgreSQL
 * has several processes with the same name.
 */
const WATCHED = ['main-api.ts', 'main-worker.ts', 'engine-process.ts', 'postgres:'] as const;
type WatchedProcess = (typeof WATCHED)[number];
const TITLES: Readonly<Record<WatchedProcess, string>> = {
  'main-api.ts': 'API',
  'main-worker.ts': 'worker',
  'engine-process.ts': 'engine',
  'postgres:': 'database',
};

/** Memory in megabytes (10⁶ bytes) after a number of completed items. */
interface MemorySample {
  readonly done: number;
  readonly megabytes: number;
}

export interface ProcessFigures {
  readonly title: string;
  readonly samples: readonly MemorySample[];
  /** Processor time in seconds since watching began. Processes that have ended count up to their last sample. */
  readonly cpuSeconds: number;
}

export type ProcessWatch = ReturnType<typeof watchProcesses>;

export function watchProcesses() {
  const ticksEachSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const samples = new Map<WatchedProcess, MemorySample[]>(WATCHED.map((name) => [name, []]));
  const ticks = new Map<WatchedProcess, Map<number, { first: number; last: number }>>(
    WATCHED.map((name) => [name, new Map()]),
  );
  return {
    look(completedCount: number): void {
      const pages = new Map<WatchedProcess, number>();
      for (const pid of below(process.pid)) {
        const watchedProcess = readProcess(pid);
        if (watchedProcess === null) continue;
        pages.set(watchedProcess.name, (pages.get(watchedProcess.name) ?? 0) + watchedProcess.pages);
        const tickRange = ticks.get(watchedProcess.name)?.get(pid);
        if (tickRange) tickRange.last = watchedProcess.ticks;
        else
          ticks
            .get(watchedProcess.name)
            ?.set(pid, { first: watchedProcess.ticks, last: watchedProcess.ticks });
      }
      for (const [name, count] of pages)
        samples.get(name)?.push({ done: completedCount, megabytes: (count * BYTES_PER_PAGE) / 1e6 });
    },
    restart(): void {
      for (const each of ticks.values()) each.clear();
      for (const each of samples.values()) each.length = 0;
    },
    figures: (): readonly ProcessFigures[] =>
      WATCHED.map((name) => ({
        title: TITLES[name],
        samples: samples.get(name) ?? [],
        cpuSeconds:
          [...(ticks.get(name)?.values() ?? [])].reduce((sum, { first, last }) => sum + last - first, 0) /
          ticksEachSecond,
      })),
  };
}

function readProcess(
  pid: number,
): { readonly name: WatchedProcess; readonly pages: number; readonly ticks: number } | null {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const name = WATCHED.find((each) => command.includes(each));
    if (name === undefined) return null;
    // Subtracts PostgreSQL's shared memory, which would be counted once per process.
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    // Skips the process name in brackets, which may contain spaces. User and system time are the 14th and 15th fields.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    const pages = name === 'postgres:' ? resident - shared : resident;
    return { name, pages, ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    // The process has ended, so its files are gone.
    return null;
  }
}

export const processesBelow = (
  pid: number,
): readonly { readonly pid: number; readonly name: WatchedProcess }[] =>
  below(pid).flatMap((each) => {
    const watchedProcess = readProcess(each);
    return watchedProcess === null ? [] : [{ pid: each, name: watchedProcess.name }];
  });

function below(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return children.flatMap((child) => [child, ...below(child)]);
  } catch {
    return [];
  }
}

/** Additional memory per item in megabytes, by least squares. */
export function computeSlope(samples: readonly MemorySample[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, each) => sum + each, 0) / values.length;
  const middle = {
    done: mean(samples.map(({ done }) => done)),
    megabytes: mean(samples.map(({ megabytes }) => megabytes)),
  };
  let [over, under] = [0, 0];
  for (const { done, megabytes } of samples) {
    over += (done - middle.done) * (megabytes - middle.megabytes);
    under += (done - middle.done) ** 2;
  }
  return under === 0 ? 0 : over / under;
}
