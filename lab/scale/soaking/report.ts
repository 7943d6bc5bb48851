import { row } from '../../../tools/bench/contestants.ts';
import { fitSlope } from './slope.ts';
import type { Held, WatchedName } from './watched-processes.ts';

const BLOCK_MS = 60_000;
const HEAD = [
  'process',
  'MB of its own after the warm-up',
  'at the end',
  'most',
  'MB more an hour',
  'handles at first',
  'at the end',
  'handles more an hour',
];

const whole = (value: number | undefined): string => (value ?? 0).toFixed(0);

/** Table of the memory and handles of each process after the warm-up. */
export function createReport(
  held: ReadonlyMap<WatchedName, readonly Held[]>,
  warmUpMs: number,
): readonly string[] {
  const lines = [row(HEAD), row(HEAD.map((_, at) => (at === 0 ? '---' : '---:')))];
  for (const [name, all] of held) {
    const late = all.filter(({ atMs }) => atMs >= warmUpMs);
    const own = late.map(({ ownMegabytes }) => ownMegabytes);
    const handles = late.map((each) => each.handles);
    lines.push(
      row([
        name,
        whole(own[0]),
        whole(own.at(-1)),
        whole(Math.max(...own)),
        hourly(late, (each) => each.ownMegabytes),
        whole(handles[0]),
        whole(handles.at(-1)),
        hourly(late, (each) => each.handles),
      ]),
    );
  }
  const database = (held.get('PostgreSQL') ?? []).filter(({ atMs }) => atMs >= warmUpMs);
  const [first, last] = [database[0], database.at(-1)];
  lines.push(
    `\nPostgreSQL has touched ${whole(first?.sharedMegabytes)} MB of its shared memory after the warm-up, ${whole(last?.sharedMegabytes)} at the end ` +
      `(${hourly(database, (each) => each.sharedMegabytes)} MB more an hour), with ${whole(first?.processes)} and ${whole(last?.processes)} processes.`,
  );
  return lines;
}

function hourly(samples: readonly Held[], of: (each: Held) => number): string {
  const { perHour, errorPerHour } = fitSlope(
    samples.map((each) => ({ atMs: each.atMs, value: of(each) })),
    BLOCK_MS,
  );
  return `${perHour.toFixed(1)} ± ${errorPerHour.toFixed(1)}`;
}
