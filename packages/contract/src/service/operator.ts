import { z } from 'zod';

/** Figures of ended tasks are of the last day, and of no more than this many of its tasks: the last ones. */
export const OPERATOR_TASKS = 10_000;
export const OPERATOR_HOURS = 24;

const count = z.number().int().nonnegative();
const seconds = z.number().nonnegative();

/** How the whole installation is doing, without a single user's name, picture or word. */
export const operatorFiguresSchema = z.object({
  version: z.string(),
  measured_at: z.iso.datetime(),
  queue: z.object({
    /** Age of the oldest task that no worker has begun; 0 without one. */
    oldest_pending_seconds: seconds,
    by_tool: z.array(z.object({ tool: z.string(), pending: count, started: count })),
  }),
  workers: z.object({
    /** Connected to the database. */
    connected: count,
    /** Tasks under way. */
    busy: count,
  }),
  /** Of tasks that ended. */
  recent: z.object({
    tasks: count,
    /** The earliest of them; null without one. */
    since: z.iso.datetime().nullable(),
    /** False: there were more in that day. */
    is_whole_day: z.boolean(),
    by_tool: z.array(
      z.object({
        tool: z.string(),
        succeeded: count,
        failed: count,
        canceled: count,
        /** The time within which 95 % were begun; null when none was. */
        p95_wait_seconds: seconds.nullable(),
        /** The time within which 95 % of those that were begun had ended. */
        p95_work_seconds: seconds.nullable(),
      }),
    ),
    /** Most frequent first. */
    failures: z.array(z.object({ tool: z.string(), reason: z.string(), tasks: count })),
    /** Generations of their requests. */
    credits: z.object({ reserved: count, settled: count, released: count }),
  }),
  disk: z.object({
    /** Of the folder in which objects are kept; null with a bucket. */
    objects: z.object({ free_bytes: count, total_bytes: count }).nullable(),
    database_bytes: count,
  }),
  engines: z.array(
    z.object({
      tool: z.string(),
      name: z.string(),
      model: z.string().nullable(),
      responds: z.boolean(),
    }),
  ),
  checks: z.record(z.string(), z.boolean()),
});
export type OperatorFigures = z.infer<typeof operatorFiguresSchema>;
export const operatorFiguresResponseSchema = z.object({ data: operatorFiguresSchema });

export const operatorAccessResponseSchema = z.object({ data: z.object({ is_operator: z.boolean() }) });
