import type { CallTerms, GenerationRequest, CreditState } from './model.ts';
import type { TaskTool, ApiKeyMode } from '@packshot/contract';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, lte, ne, sql } from '../platform/database/orm.ts';
import { apiKeys } from '../api/schema.ts';
import { generationRequests, idempotencyKeys, tasks } from './schema.ts';

export interface AcceptedRequest extends GenerationRequest {
  readonly createdAt: Date;
}

/** A generation request that was made with an API key. */
export interface CalledRequest extends AcceptedRequest {
  readonly callTerms: CallTerms;
}

export interface IdempotentRequest {
  readonly requestId: string;
  readonly fingerprint: Uint8Array;
  readonly taskIds: readonly string[];
}

export interface NewIdempotencyKey {
  readonly userId: string;
  readonly key: string;
  readonly fingerprint: Uint8Array;
  readonly requestId: string;
  readonly expiresAt: Date;
}

export interface WorkOwner {
  readonly userId: string;
  /** Id of the API key, or null for requests from the web app. */
  readonly keyId: string | null;
}

const isCalledBy = (userId: string, mode: ApiKeyMode) =>
  and(eq(generationRequests.userId, userId), sql`${generationRequests.callTerms} ->> 'mode' = ${mode}`);

function toCalledRequest(row: typeof generationRequests.$inferSelect): CalledRequest {
  const { callTerms } = row;
  if (callTerms === null) throw new Error('The request came without a key');
  return { ...row, callTerms };
}

/**
 * SQL condition that excludes items of runs, which wait behind all other requests and don't count toward users'
 * limits.
 */
export const isNoRunItem = sql`(${generationRequests.tool} <> 'recipe' or ${generationRequests.input} ? 'isPreview')`;

const isOfKind = (kind: 'files' | 'generations') =>
  kind === 'files'
    ? eq(generationRequests.tool, 'export')
    : and(ne(generationRequests.tool, 'export'), isNoRunItem);

export const isUnfinished = inArray(tasks.status, ['PENDING', 'STARTED']);

export function createRequestStore(db: Executor) {
  return {
    async insert(request: GenerationRequest): Promise<void> {
      await db.insert(generationRequests).values({ ...request, inputKeys: [...request.inputKeys] });
    },

    async lock(requestId: string): Promise<AcceptedRequest | null> {
      const [row] = await db
        .select()
        .from(generationRequests)
        .where(eq(generationRequests.id, requestId))
        .for('update');
      return row ?? null;
    },

    async setCreditState(requestId: string, from: CreditState, to: CreditState): Promise<boolean> {
      const rows = await db
        .update(generationRequests)
        .set({ creditState: to })
        .where(and(eq(generationRequests.id, requestId), eq(generationRequests.creditState, from)))
        .returning({ id: generationRequests.id });
      return rows.length > 0;
    },

    /**
     * Counts a user's requests since a time.
     * @param kind `files` for files written from pictures, `generations` for all other requests except items of runs
     */
    async countSince(userId: string, since: Date, kind: 'files' | 'generations'): Promise<number> {
      const { createdAt } = generationRequests;
      const [row] = await db
        .select({ requests: count() })
        .from(generationRequests)
        .where(and(eq(generationRequests.userId, userId), gt(createdAt, since), isOfKind(kind)));
      return row?.requests ?? 0;
    },

    /**
     * Counts a user's recent requests and unfinished tasks, and an API key's unfinished requests, in one statement,
     * because every acceptance needs them.
     */
    async countOpenWork({ userId, keyId }: WorkOwner, since: Date, kind: 'files' | 'generations') {
      // Items of catalog runs don't count toward the user's limits, because they have separate ones.
      const { rows } = await db.execute<{
        recent: number;
        oldest_s: number;
        unfinished: number;
        open: number;
      }>(sql`
        select r.recent, r.oldest_s,
          (select count(*)::integer from ${tasks} join ${generationRequests} on ${generationRequests.id} = ${tasks.requestId}
            where ${and(eq(tasks.userId, userId), isUnfinished, isNoRunItem)}) as unfinished,
          (select count(distinct ${generationRequests.id})::integer
            from ${generationRequests} join ${tasks} on ${tasks.requestId} = ${generationRequests.id}
            where ${and(sql`${generationRequests.apiKeyId} = ${keyId}::uuid`, isNotNull(generationRequests.callTerms), isUnfinished)}) as open
        from (select count(*)::integer as recent, coalesce(extract(epoch from min(${generationRequests.createdAt})), 0)::double precision as oldest_s
            from ${generationRequests}
            where ${and(eq(generationRequests.userId, userId), gt(generationRequests.createdAt, since), isOfKind(kind))}) as r`);
      const [row] = rows;
      if (row === undefined) throw new Error('The database counted nothing');
      return {
        recentRequests: row.recent,
        oldestRecent: new Date(row.oldest_s * 1000),
        unfinishedTasks: row.unfinished,
        openRequestsOfKey: row.open,
      };
    },

    /**
     * Counts requests with live keys whose picture is being made, or was made after `since` but not downloaded.
     * @param tools tools that make pictures
     */
    async countUntaken(userId: string, tools: readonly TaskTool[], since: Date): Promise<number> {
      const { rows } = await db.execute<{ requests: number }>(sql`
        select count(*)::integer as requests from generation_requests r
        where r.user_id = ${userId} and r.tool = any(${sql.param([...tools])}::text[])
          and r.call_terms ->> 'mode' = 'live' and r.created_at > ${since}
          and exists (
            select from tasks t where t.request_id = r.id
              and (t.status in ('PENDING', 'STARTED') or t.result is not null))
          and not exists (
            select from tasks t join downloads d on d.key = t.result ->> 'fullKey' where t.request_id = r.id)`);
      return rows[0]?.requests ?? 0;
    },

    /** Counts the requests with any test key of an organization since a time. */
    async countTestsSince(organizationId: string, since: Date): Promise<number> {
      const [row] = await db
        .select({ requests: count() })
        .from(generationRequests)
        .innerJoin(apiKeys, eq(apiKeys.id, generationRequests.apiKeyId))
        .where(
          and(
            eq(apiKeys.organizationId, organizationId),
            eq(apiKeys.mode, 'test'),
            gt(generationRequests.createdAt, since),
          ),
        );
      return row?.requests ?? 0;
    },

    /** Finds a request that was made with keys of this mode (live or test). */
    async findCalled(userId: string, mode: ApiKeyMode, requestId: string): Promise<CalledRequest | null> {
      const [row] = await db
        .select()
        .from(generationRequests)
        .where(and(isCalledBy(userId, mode), eq(generationRequests.id, requestId)));
      return row === undefined ? null : toCalledRequest(row);
    },

    /** Lists the user's requests with keys of this mode (live or test), newest first, starting after this request. */
    async listCalled(
      userId: string,
      mode: ApiKeyMode,
      { after, limit }: { readonly after: string | null; readonly limit: number },
    ): Promise<readonly CalledRequest[]> {
      const { createdAt, id } = generationRequests;
      const rows = await db
        .select()
        .from(generationRequests)
        .where(
          and(
            isCalledBy(userId, mode),
            after === null
              ? undefined
              : // Compares timestamps inside the database, because its timestamps are more precise than JavaScript's.
                sql`(${createdAt}, ${id}) < (
                  select r.created_at, r.id from generation_requests r
                  where r.id = ${after} and r.user_id = ${userId})`,
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(limit);
      return rows.map(toCalledRequest);
    },

    /**
     * Moves a user's finished work to another user: ended requests with their tasks, results and keys, and uploads
     * that no running request needs. Ledger entries aren't moved.
     */
    async moveEnded(fromUserId: string, toUserId: string): Promise<void> {
      // A single statement with one snapshot, so that a request that ends meanwhile is not moved at all rather than in
      // part.
      await db.execute(sql`
        with ended as (
          select r.id from generation_requests r
          where r.user_id = ${fromUserId} and r.credit_state <> 'reserved'
            and not exists (
              select from tasks t where t.request_id = r.id and t.status in ('PENDING', 'STARTED'))
        ), moved_requests as (
          update generation_requests set user_id = ${toUserId} where id in (select id from ended)
        ), moved_tasks as (
          update tasks set user_id = ${toUserId} where request_id in (select id from ended) returning id
        ), moved_assets as (
          update assets set user_id = ${toUserId} where task_id in (select id from moved_tasks)
        ), moved_keys as (
          update idempotency_keys set user_id = ${toUserId} where request_id in (select id from ended)
        )
        update uploads u set user_id = ${toUserId}
        where u.user_id = ${fromUserId} and not exists (
          select from generation_requests r
          where r.user_id = ${fromUserId} and r.input_keys @> array[u.key]
            and r.id not in (select id from ended))`);
    },

    async findByIdempotencyKey(userId: string, key: string, now: Date): Promise<IdempotentRequest | null> {
      const rows = await db
        .select({
          requestId: idempotencyKeys.requestId,
          fingerprint: idempotencyKeys.fingerprint,
          taskId: tasks.id,
        })
        .from(idempotencyKeys)
        .innerJoin(tasks, eq(tasks.requestId, idempotencyKeys.requestId))
        .where(
          and(
            eq(idempotencyKeys.userId, userId),
            eq(idempotencyKeys.key, key),
            gt(idempotencyKeys.expiresAt, now),
          ),
        )
        .orderBy(asc(tasks.createdAt), asc(tasks.variant), asc(tasks.id));
      const [first] = rows;
      if (first === undefined) return null;
      const { requestId, fingerprint } = first;
      return { requestId, fingerprint, taskIds: rows.map((row) => row.taskId) };
    },

    /**
     * Stores an idempotency key. Returns false if the user has used it before and it hasn't expired; waits for a
     * transaction that is storing it.
     */
    async takeIdempotencyKey(
      { userId, key, fingerprint, requestId, expiresAt }: NewIdempotencyKey,
      now: Date,
    ): Promise<boolean> {
      const keyValues = { fingerprint: Buffer.from(fingerprint), requestId, expiresAt };
      const rows = await db
        .insert(idempotencyKeys)
        .values({ userId, key, ...keyValues })
        .onConflictDoUpdate({
          target: [idempotencyKeys.userId, idempotencyKeys.key],
          set: keyValues,
          setWhere: lte(idempotencyKeys.expiresAt, now),
        })
        .returning({ key: idempotencyKeys.key });
      return rows.length > 0;
    },

    async deleteExpiredIdempotencyKeys(now: Date): Promise<number> {
      const { rowCount } = await db.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now));
      return rowCount ?? 0;
    },
  };
}

export type RequestStore = ReturnType<typeof createRequestStore>;
