import type { TaskTool, ErrorCode, TaskStatus, ToolId } from '@packshot/contract';
import type { StoredTaskResult, Task, CallTerms, ClaimedTask, GenerationInput } from './model.ts';
import { WAIT_AND_WORK } from '@packshot/contract';
import { inputNow } from './model.ts';
import { getJobName } from './job-name.ts';
import { notWaitingForDisk } from '../platform/database/columns.ts';
import { NAMED_BY_CONNECTION } from '../platform/database/connection.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, count, eq, inArray, isNull, sql } from '../platform/database/orm.ts';
import { isNoRunItem, isUnfinished } from './request-store.ts';
import { generationRequests, tasks } from './schema.ts';

export interface NewTask {
  readonly id: string;
  readonly variant: number;
  readonly requestId: string;
  readonly userId: string;
  /** Time limit of the task, counted from now by the database's clock. */
  readonly timeoutMs: number;
}

export interface TaskEnding {
  readonly taskId: string;
  /** If set, the task is ended only if this attempt still owns it. */
  readonly attempt?: number;
}

export interface TaskFault {
  readonly code: ErrorCode;
  /** Number of the product at fault in a scene of several, from 1. */
  readonly product?: number | undefined;
}

export interface UnfinishedTask {
  readonly id: string;
  /** Kind of job to queue for the task. */
  readonly job: TaskTool | 'provider';
}

/**
 * Condition that the attempt still owns the task. `attempt` is a fencing token: a worker that lost its task no longer
 * matches.
 */
const isHeldBy = (taskId: string, attempt: number) =>
  and(eq(tasks.id, taskId), eq(tasks.attempt, attempt), eq(tasks.status, 'STARTED'));

type TaskClaimRow = Record<string, unknown> & {
  request_id: string;
  user_id: string;
  variant: number;
  attempt: number;
  feature_type: ToolId;
  input: GenerationInput;
  call_terms: CallTerms | null;
  remaining_ms: number;
};

/** Query that runs for each poll of a task. */
const prepareTaskQuery = (db: Executor) =>
  db
    .select()
    .from(tasks)
    .where(
      and(
        eq(tasks.userId, sql.placeholder('userId')),
        sql`${tasks.id} = any(${sql.placeholder('taskIds')}::uuid[])`,
      ),
    )
    .orderBy(asc(tasks.createdAt), asc(tasks.variant), asc(tasks.id))
    .prepare(NAMED_BY_CONNECTION);

export function createTaskStore(db: Executor) {
  let taskQuery: ReturnType<typeof prepareTaskQuery> | undefined;
  return {
    async insert(newTasks: readonly NewTask[]): Promise<void> {
      await db.insert(tasks).values(
        newTasks.map(({ timeoutMs, ...task }) => ({
          ...task,
          deadlineAt: sql`now() + ${timeoutMs} * interval '1 millisecond'`,
        })),
      );
    },

    async find(userId: string, taskIds: readonly string[]): Promise<readonly Task[]> {
      if (taskIds.length === 0) return [];
      taskQuery ??= prepareTaskQuery(db);
      return taskQuery.execute({ userId, taskIds });
    },

    async listUnfinishedIds(userId: string): Promise<readonly string[]> {
      const rows = await db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(eq(tasks.userId, userId), isUnfinished));
      return rows.map(({ id }) => id);
    },

    /** Lists the tasks of these requests, sorted by creation time, then variant. */
    async findOfRequests(userId: string, requestIds: readonly string[]): Promise<readonly Task[]> {
      if (requestIds.length === 0) return [];
      return db
        .select()
        .from(tasks)
        .where(and(eq(tasks.userId, userId), inArray(tasks.requestId, [...requestIds])))
        .orderBy(asc(tasks.createdAt), asc(tasks.variant), asc(tasks.id));
    },

    /** Counts which of the given tasks of a user are waiting or running; null if one of the tasks isn't the user's. */
    async countUnfinished(userId: string, taskIds: readonly string[]): Promise<number | null> {
      const { rows } = await db.execute<{ found: number; unfinished: number }>(sql`
        select count(*)::integer as found, count(*) filter (where ${isUnfinished})::integer as unfinished
        from tasks where user_id = ${userId} and id = any(${sql.param([...taskIds])}::uuid[])`);
      const [{ found, unfinished } = { found: 0, unfinished: 0 }] = rows;
      return found < new Set(taskIds).size ? null : unfinished;
    },

    async listStatuses(requestId: string): Promise<readonly TaskStatus[]> {
      const rows = await db
        .select({ status: tasks.status })
        .from(tasks)
        .where(eq(tasks.requestId, requestId));
      return rows.map((row) => row.status);
    },

    /**
     * Records when the browser first showed the user the results of these tasks. Returns the tasks shown now or
     * earlier.
     */
    async markShown(userId: string, taskIds: readonly string[], at: Date): Promise<readonly string[]> {
      const isDone = and(
        eq(tasks.userId, userId),
        inArray(tasks.id, [...taskIds]),
        eq(tasks.status, 'SUCCESS'),
      );
      await db
        .update(tasks)
        .set({ shownAt: at })
        .where(and(isDone, isNull(tasks.shownAt)));
      const rows = await db.select({ id: tasks.id }).from(tasks).where(isDone);
      return rows.map((row) => row.id);
    },

    /** Whether at most this many tasks wait, not counting those of runs. */
    async areWaitingAtMost(most: number): Promise<boolean> {
      const { rows } = await db.execute<{ waiting: number }>(
        sql`select count(*)::integer as waiting from tasks where status = 'PENDING'`,
      );
      // Usually few tasks wait at all, so the more expensive count without runs isn't needed.
      if ((rows[0]?.waiting ?? 0) <= most) return true;
      const [row] = await db
        .select({ tasks: count() })
        .from(tasks)
        .innerJoin(generationRequests, eq(generationRequests.id, tasks.requestId))
        .where(and(eq(tasks.status, 'PENDING'), isNoRunItem));
      return (row?.tasks ?? 0) <= most;
    },

    /**
     * Claims the task for the calling worker and increases the attempt number. Returns null if the task has ended or
     * its deadline has passed.
     */
    async claim(taskId: string): Promise<ClaimedTask | null> {
      const { rows } = await db.execute<TaskClaimRow>(sql`
        update tasks set status = 'STARTED', attempt = attempt + 1, progress = 0, stage = null,
          started_at = coalesce(tasks.started_at, now()),
          deadline_at = case
            when tasks.started_at is null and (r.tool <> 'recipe' or r.input ? 'isPreview')
            then now() + (tasks.deadline_at - tasks.created_at) / ${sql.raw(String(WAIT_AND_WORK))}
            else tasks.deadline_at end
        from generation_requests r
        where tasks.id = ${taskId} and r.id = tasks.request_id
          and tasks.status in ('PENDING', 'STARTED') and tasks.deadline_at > now()
        returning tasks.request_id, tasks.user_id, tasks.variant, tasks.attempt, r.feature_type, r.input, r.call_terms,
          (extract(epoch from tasks.deadline_at - now()) * 1000)::float8 as remaining_ms`);
      const [row] = rows;
      if (row === undefined) return null;
      return {
        id: taskId,
        requestId: row.request_id,
        userId: row.user_id,
        variant: row.variant,
        attempt: row.attempt,
        toolId: row.feature_type,
        input: inputNow(row.input),
        ...(row.call_terms !== null && { callTerms: row.call_terms }),
        remainingMs: row.remaining_ms,
      };
    },

    /** Stores the progress of a task. Returns false if this attempt no longer owns the task. */
    async reportProgress(taskId: string, attempt: number, progress: number, stage: string | null) {
      const rows = await db
        .update(tasks)
        .set({ progress, stage })
        // The write isn't flushed to disk, because a worker reports progress again that was lost in a crash.
        .where(and(isHeldBy(taskId, attempt), notWaitingForDisk))
        .returning({ id: tasks.id });
      return rows.length > 0;
    },

    /**
     * Ends the task with a result; from now on, the attempt's objects belong to the task's owner, except temporary
     * ones. Two kinds of pictures are charged with the one that they were made from: a changed scene with the same scene
     * lock, in which only the size or the products' places differ; and a cut-out that a recipe puts on a color or
     * leaves transparent. Returns the request's id, or null if another attempt owns the task or the task has ended.
     */
    async succeed(taskId: string, attempt: number, result: StoredTaskResult): Promise<string | null> {
      const { rows } = await db.execute<{ request_id: string }>(sql`
        with ended as (
          update tasks set status = 'SUCCESS', progress = 1, stage = null, result = ${JSON.stringify(result)}::jsonb, finished_at = now()
          where ${isHeldBy(taskId, attempt)}
          returning id, request_id, result #> '{scene,facts,look}' as look
        ), payer as (
          select coalesce(before.payer_key, before.key) as key from ended
          join generation_requests request on request.id = ended.request_id
          join assets before on before.user_id = request.user_id and before.rendition = 'full'
            and before.key in (request.input->>'sceneKey', request.input_keys[1])
          join tasks made on made.id = before.task_id
          join generation_requests origin on origin.id = made.request_id
          where (before.key = request.input->>'sceneKey' and made.result #> '{scene,facts,look}' = ended.look)
            or (request.tool = 'recipe' and request.input #>> '{recipe,steps,ground,kind}' <> 'set'
              and origin.tool in ('cut-out', 'refine'))
        ), stored as (
          update assets set state = 'stored',
            payer_key = case when assets.rendition = 'full' then (select key from payer) end
          from ended
          where assets.task_id = ended.id and assets.attempt = ${attempt} and assets.rendition <> 'passing'
        )
        select request_id from ended`);
      return rows[0]?.request_id ?? null;
    },

    /** Ends the task without a result. Returns null as `succeed` does. */
    async fail({ taskId, attempt }: TaskEnding, { code: errorCode, product }: TaskFault) {
      const isOurs =
        attempt === undefined ? and(eq(tasks.id, taskId), isUnfinished) : isHeldBy(taskId, attempt);
      const [row] = await db
        .update(tasks)
        .set({
          status: 'FAILURE',
          stage: null,
          errorCode,
          errorProduct: product ?? null,
          finishedAt: sql`now()`,
        })
        .where(isOurs)
        .returning({ requestId: tasks.requestId });
      return row?.requestId ?? null;
    },

    /**
     * Revokes the unfinished tasks among these, or all unfinished tasks of the user. Returns the distinct ids of their
     * requests.
     */
    async revoke(userId: string, taskIds: readonly string[] | 'all'): Promise<readonly string[]> {
      if (taskIds.length === 0) return [];
      const isAsked =
        taskIds === 'all'
          ? sql`true`
          : sql`id in (${sql.join(
              taskIds.map((id) => sql`${id}::uuid`),
              sql`, `,
            )})`;
      // Rows are locked in order of id, so that two cancellations of the same tasks can't deadlock.
      const { rows } = await db.execute<{ request_id: string }>(sql`
        with open_tasks as (
          select id from tasks
          where user_id = ${userId} and ${isAsked}
            and status in ('PENDING', 'STARTED')
          order by id for update
        )
        update tasks set status = 'REVOKED', stage = null, finished_at = now()
        from open_tasks where tasks.id = open_tasks.id
        returning tasks.request_id`);
      return [...new Set(rows.map((row) => row.request_id))].sort();
    },

    async listOverdue(limit: number): Promise<readonly string[]> {
      const rows = await db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(isUnfinished, sql`${tasks.deadlineAt} <= now()`))
        .orderBy(asc(tasks.deadlineAt))
        .limit(limit);
      return rows.map((row) => row.id);
    },

    /** Lists unfinished tasks that were queued, or last checked by the sweeper, longer ago than this. */
    async listUnfinished(minAgeMs: number, limit: number): Promise<readonly UnfinishedTask[]> {
      const rows = await db
        .select({
          id: tasks.id,
          tool: generationRequests.tool,
          hasEngine: sql<boolean>`${generationRequests.input} ? 'engine'`,
        })
        .from(tasks)
        .innerJoin(generationRequests, eq(generationRequests.id, tasks.requestId))
        .where(and(isUnfinished, sql`${tasks.queuedAt} < now() - ${minAgeMs} * interval '1 millisecond'`))
        .orderBy(asc(tasks.queuedAt))
        .limit(limit);
      return rows.map(({ id, tool, hasEngine }) => ({ id, job: getJobName(tool, hasEngine) }));
    },

    async markQueued(taskIds: readonly string[]): Promise<void> {
      if (taskIds.length === 0) return;
      await db
        .update(tasks)
        .set({ queuedAt: sql`now()` })
        .where(and(inArray(tasks.id, [...taskIds]), isUnfinished));
    },

    /**
     * Deletes state transitions that are older than 30 days by the database's clock. The tasks themselves remain.
     * @returns the number of deleted transitions, at most `limit`
     */
    async deleteOldTransitions(limit: number): Promise<number> {
      const { rowCount } = await db.execute(sql`
        delete from task_transitions where id in (
          select id from task_transitions where created_at < now() - interval '30 days' order by created_at limit ${limit})`);
      return rowCount ?? 0;
    },
  };
}

export type TaskStore = ReturnType<typeof createTaskStore>;
