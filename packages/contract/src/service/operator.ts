import { z } from 'zod';

/** Maximum number of ended tasks in the operator's figures: the latest tasks of the last day. */
export const OPERATOR_TASKS = 10_000;
export const OPERATOR_HOURS = 24;

const count = z.number().int().nonnegative();
const seconds = z.number().nonnegative();

/** Status of the whole installation, without any user's name, picture or text. */
export const operatorFiguresSchema = z.object({
  version: z.string(),
  measured_at: z.iso.datetime(),
  queue: z.object({
    /** Age of the oldest task that no worker has started; 0 if no task waits. */
    oldest_pending_seconds: seconds,
    by_tool: z.array(z.object({ tool: z.string(), pending: count, started: count })),
  }),
  workers: z.object({
    connected: count,
    busy: count,
  }),
  recent: z.object({
    tasks: count,
    /** Time at which the earliest of these tasks ended; null if there are none. */
    since: z.iso.datetime().nullable(),
    /** False if more tasks ended within the day than the figures include. */
    is_whole_day: z.boolean(),
    by_tool: z.array(
      z.object({
        tool: z.string(),
        succeeded: count,
        failed: count,
        canceled: count,
        /** Time within which 95 % of the tasks were started; null if none was started. */
        p95_wait_seconds: seconds.nullable(),
        /** Time within which 95 % of the started tasks had ended. */
        p95_work_seconds: seconds.nullable(),
      }),
    ),
    /** Failures by tool and reason, most frequent first. */
    failures: z.array(z.object({ tool: z.string(), reason: z.string(), tasks: count })),
    /** Credits for generations: reserved when accepted, settled with the result, released without one. */
    credits: z.object({ reserved: count, settled: count, released: count }),
  }),
  disk: z.object({
    /** Space on the disk that stores objects; null if a bucket stores them. */
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
