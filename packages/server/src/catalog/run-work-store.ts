import type { StoredRun, StoredItem, ItemOutput, ItemEnding } from './model.ts';
import type { ErrorCode } from '@packshot/contract';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from '../platform/database/orm.ts';
import { isItem, toStoredItem, toStoredRun } from './run-row-store.ts';
import { runCounts, runItems, runOutputs, runs } from './schema.ts';

/** States of items that have finished files. */
const MADE = ['done', 'needs_review', 'approved'] as const;

/** Queries used by the worker that processes runs. */
export function createRunWorkStore(db: Executor) {
  return {
    async listRunning(limit: number): Promise<readonly StoredRun[]> {
      const rows = await db
        .select()
        .from(runs)
        .where(and(eq(runs.status, 'running'), isNull(runs.deletedAt)))
        .orderBy(asc(runs.startedAt), asc(runs.id))
        .limit(limit);
      return rows.map(toStoredRun);
    },

    async nextWaiting(runId: string, limit: number): Promise<readonly StoredItem[]> {
      const rows = await db
        .select()
        .from(runItems)
        .where(and(eq(runItems.runId, runId), eq(runItems.state, 'waiting')))
        .orderBy(asc(runItems.row))
        .limit(limit);
      return rows.map(toStoredItem);
    },

    /** Items of a run that are being made from this photo. */
    async listItemsInWork(runId: string, photoSha256: string): Promise<readonly StoredItem[]> {
      const isOfPhoto = eq(runItems.photoSha256, photoSha256);
      const rows = await db
        .select()
        .from(runItems)
        .where(and(eq(runItems.runId, runId), eq(runItems.state, 'running'), isOfPhoto));
      return rows.map(toStoredItem);
    },

    async notePhoto(
      runId: string,
      row: number,
      { key, sha256, etag }: { readonly key: string; readonly sha256: string; readonly etag?: string },
    ): Promise<void> {
      await db
        .update(runItems)
        .set({ photoKey: key, photoSha256: sha256, ...(etag !== undefined && { etag }) })
        .where(isItem(runId, row));
    },

    /** Returns the ETag and hash of a bucket photo as this recipe last processed it for the same owner. */
    async findFetched(
      userId: string,
      { bucketId, key }: { readonly bucketId: string; readonly key: string },
      recipeHash: string,
    ): Promise<{ readonly etag: string; readonly sha256: string } | null> {
      const [row] = await db
        .select({ etag: runItems.etag, sha256: runItems.photoSha256 })
        .from(runItems)
        .innerJoin(runs, eq(runs.id, runItems.runId))
        .where(
          and(
            eq(runItems.userId, userId),
            eq(runItems.bucketId, bucketId),
            eq(runItems.sourceName, key),
            isNotNull(runItems.photoSha256),
            isNotNull(runItems.etag),
            eq(runs.recipeHash, recipeHash),
            isNull(runs.deletedAt),
          ),
        )
        .orderBy(desc(runs.createdAt))
        .limit(1);
      return row?.etag == null || row.sha256 === null ? null : { etag: row.etag, sha256: row.sha256 };
    },

    /**
     * Marks a waiting item of an active run as running.
     * @returns false if the item isn't waiting or the run isn't active
     */
    async take(runId: string, row: number, requestId: string, credits: number): Promise<boolean> {
      const { rows } = await db.execute(sql`
        update run_items set state = 'running', request_id = ${requestId}, 
          credits = case when paid_sha256 is null then ${credits} else greatest(credits, ${credits}) end,
          tries = tries + 1, reason = null, is_reused = false
        where run_id = ${runId} and row = ${row} and state = 'waiting' and exists (
          select from runs where id = ${runId} and status = 'running' and deleted_at is null for share)
        returning row`);
      return rows.length > 0;
    },

    /**
     * Locks and returns the item that a request processes. Null if the request has no item, or if another request
     * processes the item by now.
     */
    async lockItem(
      requestId: string,
    ): Promise<{ readonly item: StoredItem; readonly run: StoredRun } | null> {
      const [row] = await db
        .select()
        .from(runItems)
        .innerJoin(runs, eq(runs.id, runItems.runId))
        .where(and(eq(runItems.requestId, requestId), eq(runItems.state, 'running')))
        .for('update', { of: runItems });
      return row === undefined ? null : { item: toStoredItem(row.run_items), run: toStoredRun(row.runs) };
    },

    async endItem(runId: string, row: number, ending: ItemEnding): Promise<void> {
      await db
        .update(runItems)
        .set({ ...ending, doubts: [...ending.doubts] })
        .where(isItem(runId, row));
    },

    /**
     * Finds the owner's newest existing item with the same photo and recipe, preferring an item whose photo was
     * corrected by hand.
     */
    async findSame(userId: string, photoSha256: string, recipeHash: string): Promise<StoredItem | null> {
      const [row] = await db
        .select()
        .from(runItems)
        .innerJoin(runs, eq(runs.id, runItems.runId))
        .where(
          and(
            eq(runItems.userId, userId),
            or(eq(runItems.photoSha256, photoSha256), eq(runItems.correctedSha256, photoSha256)),
            eq(runs.recipeHash, recipeHash),
            isNull(runs.deletedAt),
            inArray(runItems.state, MADE),
          ),
        )
        .orderBy(
          desc(sql`coalesce(${runItems.correctedSha256} = ${photoSha256}, false)`),
          desc(runs.createdAt),
        )
        .limit(1)
        // The earlier item's run is locked, so that it can't be deleted before its files also belong to the other run.
        .for('share', { of: runs });
      return row === undefined ? null : toStoredItem(row.run_items);
    },

    /** Whether the owner has finished items of this recipe. If not, every photo has to be processed. */
    async hasMade(userId: string, recipeHash: string): Promise<boolean> {
      const [row] = await db
        .select({ runId: runs.id })
        .from(runs)
        .innerJoin(runCounts, eq(runCounts.runId, runs.id))
        .where(
          and(
            eq(runs.userId, userId),
            eq(runs.recipeHash, recipeHash),
            isNull(runs.deletedAt),
            inArray(runCounts.state, MADE),
            gt(runCounts.items, 0),
          ),
        )
        .limit(1);
      return row !== undefined;
    },

    /**
     * Completes a waiting item with the results of an earlier one.
     * @returns false if the item is no longer waiting
     */
    async reuse(
      runId: string,
      row: number,
      { state, score, doubts, review, style, thumbKey, ownScene }: StoredItem,
    ) {
      const rows = await db
        .update(runItems)
        .set({
          state,
          score,
          doubts: [...doubts],
          review,
          style,
          thumbKey,
          ownScene,
          isReused: true,
          credits: 0,
          reason: null,
        })
        .where(and(isItem(runId, row), eq(runItems.state, 'waiting')))
        .returning({ row: runItems.row });
      return rows.length > 0;
    },

    async addOutputs(runId: string, row: number, outputs: readonly Omit<ItemOutput, 'row'>[]): Promise<void> {
      await db.insert(runOutputs).values(outputs.map((output) => ({ ...output, runId, row })));
    },

    async removeOutputs(runId: string, row: number): Promise<void> {
      await db.delete(runOutputs).where(and(eq(runOutputs.runId, runId), eq(runOutputs.row, row)));
    },

    /** Lists requests of items that are marked as running although their tasks have ended. */
    async listLeft(limit: number) {
      const { rows } = await db.execute<{
        request_id: string;
        status: string;
        error_code: ErrorCode | null;
      }>(sql`
        select i.request_id, t.status, t.error_code
        from run_items i join tasks t on t.request_id = i.request_id
        where i.state = 'running' and t.status in ('FAILURE', 'REVOKED')
        limit ${limit}`);
      return rows.map((row) => ({
        requestId: row.request_id,
        isRevoked: row.status === 'REVOKED',
        code: row.error_code,
      }));
    },

    async openTasks(runId: string): Promise<readonly string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        select t.id from run_items i join tasks t on t.request_id = i.request_id
        where i.run_id = ${runId} and i.state = 'running' and t.status in ('PENDING', 'STARTED')`);
      return rows.map(({ id }) => id);
    },

    /** Marks a run as deleted, which hides it from its owner everywhere. */
    async markDeleted(userId: string, id: string): Promise<boolean> {
      const rows = await db
        .update(runs)
        .set({ deletedAt: sql`now()`, status: 'canceled' })
        .where(and(eq(runs.userId, userId), eq(runs.id, id), isNull(runs.deletedAt)))
        .returning({ id: runs.id });
      return rows.length > 0;
    },

    /** Marks as deleted the runs that ended before this time, and the drafts created before it. */
    async expire(before: Date): Promise<number> {
      const { rowCount } = await db.execute(sql`
        update runs set deleted_at = now()
        where deleted_at is null and status in ('draft', 'canceled', 'finished')
          and coalesce(finished_at, created_at) < ${before}`);
      return rowCount ?? 0;
    },

    async listDeleted(limit: number): Promise<readonly StoredRun[]> {
      const rows = await db.select().from(runs).where(isNotNull(runs.deletedAt)).limit(limit);
      return rows.map(toStoredRun);
    },

    /** Lists files of a run that no other run uses. */
    async listOwnFiles(runId: string, limit: number) {
      const { rows } = await db.execute<{ key: string; row: number }>(sql`
        select o.key, o.row from run_outputs o
        where o.run_id = ${runId} and not exists (
          select from run_outputs other where other.key = o.key and other.run_id <> o.run_id)
        union
        select i.thumb_key as key, i.row from run_items i
        where i.run_id = ${runId} and i.thumb_key is not null and not exists (
          select from run_items other where other.thumb_key = i.thumb_key and other.run_id <> i.run_id)
        limit ${limit}`);
      return rows;
    },

    async forgetFiles(runId: string, keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      const isOfRun = eq(runOutputs.runId, runId);
      await db.delete(runOutputs).where(and(isOfRun, inArray(runOutputs.key, [...keys])));
      await db
        .update(runItems)
        .set({ thumbKey: null })
        .where(and(eq(runItems.runId, runId), inArray(runItems.thumbKey, [...keys])));
    },

    async remove(id: string): Promise<void> {
      await db.delete(runs).where(eq(runs.id, id));
    },
  };
}
