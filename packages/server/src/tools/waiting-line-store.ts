import type { Executor } from '../platform/database/connection.ts';
import { sql } from '../platform/database/orm.ts';

export interface PlaceInLine {
  /** 1 for the next. */
  readonly place: number;
  /** Expected seconds until the work begins. */
  readonly waitS: number;
}

/** How long the line is known before it is read again. */
const KNOWN_MS = 2_000;
/** Waiting tasks whose places are known. */
const PLACES = 2_000;
/** Ended tasks that the time of one is measured by. */
const MEASURED = 40;
/**
 * Seconds of a task where none has ended. It counts as some measured tasks, so that one slow task, as the first after a start, decides
 * nothing by itself.
 */
const ASSUMED_WORK_S = 2;
const ASSUMED_TASKS = 3;
/** How long the most tasks that were at work at once count. */
const BUSIEST_MS = 60_000;

/** Tasks of the line: not those of runs, which work in spare time, and not those of other engines. */
const IN_LINE = sql.raw(`r.tool <> 'recipe' and not r.input ? 'engine'`);

interface Line {
  readonly places: ReadonlyMap<string, number>;
  /** Median seconds of a task at work. */
  readonly workS: number;
  readonly running: number;
}

/**
 * The waiting line as the queue and the recent past show it. A task leaves it every `work / running` seconds (Little's
 * law), where as many are at work as the workers take.
 * @param queue name of the tools' queue
 */
export function createWaitingLine(db: Executor, queue: string, nowMs = () => performance.now()) {
  let line: Promise<Line> | null = null;
  let readAtMs = -Infinity;
  let busiest = { running: 0, atMs: -Infinity };

  const read = async (): Promise<Line> => {
    const [waiting, work] = await Promise.all([
      db.execute<{ task: string }>(sql`
        select data ->> 'taskId' as task from pgboss.job
        where name = ${queue} and state in ('created', 'retry') order by priority desc, created_on limit ${PLACES}`),
      db.execute<{ work: number; running: number }>(sql`
         select
           (select percentile_cont(0.5) within group (order by seconds)::float8 from (
             select ${ASSUMED_WORK_S}::float8 as seconds from generate_series(1, ${ASSUMED_TASKS}::integer)
             union all select extract(epoch from finished_at - started_at)::float8 from (
             select t.started_at, t.finished_at from tasks t join generation_requests r on r.id = t.request_id
             where t.finished_at is not null and t.started_at is not null and t.status <> 'REVOKED' and ${IN_LINE}
             order by t.finished_at desc limit ${MEASURED}) recent) measured) as work,
           (select count(*)::integer from tasks t join generation_requests r on r.id = t.request_id
             where t.status = 'STARTED' and ${IN_LINE}) as running`),
    ]);
    const [{ work: workS, running } = { work: ASSUMED_WORK_S, running: 0 }] = work.rows;
    const places = new Map(waiting.rows.map(({ task }, index) => [task, index + 1]));
    return { places, workS, running };
  };

  const current = (): Promise<Line> => {
    if (line === null || nowMs() - readAtMs > KNOWN_MS) {
      readAtMs = nowMs();
      line = read();
      line.catch(() => (line = null));
    }
    return line;
  };

  const paceOf = ({ workS, running }: Line): number => {
    if (running >= busiest.running || nowMs() - busiest.atMs > BUSIEST_MS)
      busiest = { running, atMs: nowMs() };
    return workS / Math.max(1, busiest.running);
  };

  return {
    /** Expected seconds between two tasks that leave the line. */
    secondsPerTask: async (): Promise<number> => paceOf(await current()),
    /** Place of a task; null when it doesn't wait, or in another line. */
    async placeOf(taskId: string): Promise<PlaceInLine | null> {
      const found = await current();
      const place = found.places.get(taskId);
      if (place === undefined) return null;
      return { place, waitS: Math.round(place * paceOf(found)) };
    },
  };
}

/** The tools' tasks that wait for a worker. */
export type WaitingLine = ReturnType<typeof createWaitingLine>;
