import type { Executor } from '../platform/database/connection.ts';
import { sql } from '../platform/database/orm.ts';

export interface PlaceInLine {
  /** Position in the waiting line; 1 for the next task. */
  readonly place: number;
  /** Expected seconds until a worker starts the task. */
  readonly waitS: number;
}

/** How long the state of the waiting line is cached. */
const KNOWN_MS = 2_000;
/** Maximum number of waiting tasks whose positions are read. */
const PLACES = 2_000;
/** Number of ended tasks used to measure the working time. */
const MEASURED = 40;
/**
 * Assumed working time in seconds before any task has ended. Counts like several measured tasks, so that one slow
 * task, such as the first after a start, doesn't dominate the median.
 */
const ASSUMED_WORK_S = 2;
const ASSUMED_TASKS = 3;
/** How long the highest number of running tasks counts. */
const BUSIEST_MS = 60_000;

/** SQL condition that excludes tasks of runs, which use idle time, and tasks of other engines. */
const IN_LINE = sql.raw(`r.tool <> 'recipe' and not r.input ? 'engine'`);

interface LineSnapshot {
  readonly places: ReadonlyMap<string, number>;
  /** Median working time of a task, in seconds. */
  readonly workS: number;
  readonly running: number;
}

/**
 * Estimates waiting times from the job queue and recent tasks. A task leaves the waiting line every `work / running`
 * seconds (Little's law), where `running` is the highest recent number of running tasks.
 * @param queue name of the queue of tools
 */
export function createWaitingLine(db: Executor, queue: string, nowMs = () => performance.now()) {
  let line: Promise<LineSnapshot> | null = null;
  let readAtMs = -Infinity;
  let busiest = { running: 0, atMs: -Infinity };

  const read = async (): Promise<LineSnapshot> => {
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

  const current = (): Promise<LineSnapshot> => {
    if (line === null || nowMs() - readAtMs > KNOWN_MS) {
      readAtMs = nowMs();
      line = read();
      line.catch(() => (line = null));
    }
    return line;
  };

  const computePace = ({ workS, running }: LineSnapshot): number => {
    if (running >= busiest.running || nowMs() - busiest.atMs > BUSIEST_MS)
      busiest = { running, atMs: nowMs() };
    return workS / Math.max(1, busiest.running);
  };

  return {
    /** Expected seconds between two tasks that leave the line. */
    secondsPerTask: async (): Promise<number> => computePace(await current()),
    /** Finds the position of a task; null if the task doesn't wait or is in another queue. */
    async findPlace(taskId: string): Promise<PlaceInLine | null> {
      const currentLine = await current();
      const place = currentLine.places.get(taskId);
      if (place === undefined) return null;
      return { place, waitS: Math.round(place * computePace(currentLine)) };
    },
  };
}

export type WaitingLine = ReturnType<typeof createWaitingLine>;
