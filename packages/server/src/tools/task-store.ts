import { WAIT_AND_WORK } from '@packshot/contract';
import type { ToolId } from '@packshot/contract';
import { inputNow } from './model.ts';
import { jobNameOf } from './job-name.ts';
import type { CallTerms, ClaimedTask, GenerationInput } from './model.ts';
import type { TaskStore } from './task-store-port.ts';
import { notWaitingForDisk } from '../platform/database/columns.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, count, eq, inArray, isNull, sql } from '../platform/database/orm.ts';
import { isNoRunItem, isUnfinished } from './request-store.ts';
import { generationRequests, tasks } from './schema.ts';

/** `attempt` is a fencing token: a worker that lost its task no longer matches. */
const isHeldBy = (taskId: string, attempt: number) =>
  and(eq(tasks.id, taskId), eq(tasks.attempt, attempt), eq(tasks.status, 'STARTED'));

type ClaimRow = Record<string, unknown> & {
  request_id: string;
  user_id: string;
  variant: number;
  attempt: number;
  feature_type: ToolId;
  input: GenerationInput;
  call_terms: CallTerms | null;
  remaining_ms: number;
};

export function createTaskStore(db: Executor): TaskStore {
  return {
    async insert(newTasks) {
      await db.insert(tasks).values(
        newTasks.map(({ timeoutMs, ...task }) => ({
          ...task,
          deadlineAt: sql`now() + ${timeoutMs} * interval '1 millisecond'`,
        })),
      );
    },

    async find(userId, taskIds) {
      if (taskIds.length === 0) return [];
      return db
        .select()
        .from(tasks)
        .where(and(eq(tasks.userId, userId), inArray(tasks.id, [...taskIds])))
        .orderBy(asc(tasks.createdAt), asc(tasks.variant), asc(tasks.id));
    },

    async unfinishedOf(userId) {
      const rows = await db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(eq(tasks.userId, userId), isUnfinished));
      return rows.map(({ id }) => id);
    },

    async findOfRequests(userId, requestIds) {
      if (requestIds.length === 0) return [];
      return db
        .select()
        .from(tasks)
        .where(and(eq(tasks.userId, userId), inArray(tasks.requestId, [...requestIds])))
        .orderBy(asc(tasks.createdAt), asc(tasks.variant), asc(tasks.id));
    },

    async countUnfinished(userId, taskIds) {
      const { rows } = await db.execute<{ found: number; unfinished: number }>(sql`
        select count(*)::integer as found, count(*) filter (where ${isUnfinished})::integer as unfinished
        from tasks where user_id = ${userId} and id = any(${sql.param([...taskIds])}::uuid[])`);
      const [{ found, unfinished } = { found: 0, unfinished: 0 }] = rows;
      return found < new Set(taskIds).size ? null : unfinished;
    },

    async statusesOf(requestId) {
      const rows = await db
        .select({ status: tasks.status })
        .from(tasks)
        .where(eq(tasks.requestId, requestId));
      return rows.map((row) => row.status);
    },

    async markShown(userId, taskIds, at) {
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

    async areWaitingAtMost(most) {
      const { rows } = await db.execute<{ waiting: number }>(
        sql`select count(*)::integer as waiting from tasks where status = 'PENDING'`,
      );
      // Mostly so few wait that nobody has to look up which of them are of runs.
      if ((rows[0]?.waiting ?? 0) <= most) return true;
      const [row] = await db
        .select({ tasks: count() })
        .from(tasks)
        .innerJoin(generationRequests, eq(generationRequests.id, tasks.requestId))
        .where(and(eq(tasks.status, 'PENDING'), isNoRunItem));
      return (row?.tasks ?? 0) <= most;
    },

    async claim(taskId): Promise<ClaimedTask | null> {
      const { rows } = await db.execute<ClaimRow>(sql`
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

    async reportProgress(taskId, attempt, progress, stage) {
      const rows = await db
        .update(tasks)
        .set({ progress, stage })
        // Progress that was lost in a crash is reported again.
        .where(and(isHeldBy(taskId, attempt), notWaitingForDisk))
        .returning({ id: tasks.id });
      return rows.length > 0;
    },

    async succeed(taskId, attempt, result) {
      const { rows } = await db.execute<{ request_id: string }>(sql`
        with ended as (
          update tasks set status = 'SUCCESS', progress = 1, stage = null, result = ${JSON.stringify(result)}::jsonb, finished_at = now()
          where ${isHeldBy(taskId, attempt)}
          returning id, request_id
        ), stored as (
          update assets set state = 'stored' from ended
          where assets.task_id = ended.id and assets.attempt = ${attempt} and assets.rendition <> 'passing'
        )
        select request_id from ended`);
      return rows[0]?.request_id ?? null;
    },

    async fail({ taskId, attempt }, errorCode) {
      const isOurs =
        attempt === undefined ? and(eq(tasks.id, taskId), isUnfinished) : isHeldBy(taskId, attempt);
      const [row] = await db
        .update(tasks)
        .set({ status: 'FAILURE', stage: null, errorCode, finishedAt: sql`now()` })
        .where(isOurs)
        .returning({ requestId: tasks.requestId });
      return row?.requestId ?? null;
    },

    async revoke(userId, taskIds) {
      if (taskIds.length === 0) return [];
      const isAsked =
        taskIds === 'all'
          ? sql`true`
          : sql`id in (${sql.join(
              taskIds.map((id) => sql`${id}::uuid`),
              sql`, `,
            )})`;
      // Locked in id order, so that two cancellations of the same tasks cannot deadlock.
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

    async listOverdue(limit) {
      const rows = await db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(isUnfinished, sql`${tasks.deadlineAt} <= now()`))
        .orderBy(asc(tasks.deadlineAt))
        .limit(limit);
      return rows.map((row) => row.id);
    },

    async listUnfinished(minAgeMs, limit) {
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
      return rows.map(({ id, tool, hasEngine }) => ({ id, job: jobNameOf(tool, hasEngine) }));
    },

    async markQueued(taskIds) {
      if (taskIds.length === 0) return;
      await db
        .update(tasks)
        .set({ queuedAt: sql`now()` })
        .where(and(inArray(tasks.id, [...taskIds]), isUnfinished));
    },

    async deleteOldTransitions(limit) {
      const { rowCount } = await db.execute(sql`
        delete from task_transitions where id in (
          select id from task_transitions where created_at < now() - interval '30 days' order by created_at limit ${limit})`);
      return rowCount ?? 0;
    },
  };
}
