import { bind } from '../platform/bind.ts';
import { MANIFEST_ROW } from './model.ts';
import type { StoredDelivery, ClaimedRunDelivery, DeliveryFigures, StoredRun } from './model.ts';
import type { DeliveryStep, ErrorCode, ItemState } from '@packshot/contract';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from '../platform/database/orm.ts';
import { toStoredRun } from './run-row-store.ts';
import { runDeliveries, runs } from './schema.ts';

/** Maximum number of files planned per statement. Keeps each statement short, even for runs of ten thousand photos. */
const PLANNED_AT_ONCE = 2000;
const MANIFEST = 'manifest';

const NOTHING: DeliveryFigures = {
  waiting: 0,
  delivered: 0,
  failed: 0,
  held: 0,
  manifest: null,
  reason: null,
};

type DeliveryKey = Pick<StoredDelivery, 'runId' | 'row' | 'outputId'>;
const isPlace = ({ runId, row, outputId }: DeliveryKey) =>
  and(eq(runDeliveries.runId, runId), eq(runDeliveries.row, row), eq(runDeliveries.outputId, outputId));
const isWaiting = (runId: string) => and(eq(runDeliveries.runId, runId), eq(runDeliveries.state, 'waiting'));
const texts = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
const ids = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}::uuid`),
    sql`, `,
  );

export function createRunDeliveryStore(db: Executor) {
  return {
    /** Lists runs with a destination whose delivery isn't complete, oldest first. */
    async listOpen(limit: number): Promise<readonly StoredRun[]> {
      const rows = await db
        .select()
        .from(runs)
        .where(
          and(
            isNotNull(runs.toBucketName),
            isNull(runs.deliveredAt),
            isNull(runs.deletedAt),
            ne(runs.status, 'draft'),
          ),
        )
        .orderBy(asc(runs.startedAt), asc(runs.id))
        .limit(limit);
      return rows.map(toStoredRun);
    },

    async findRun(runId: string): Promise<StoredRun | null> {
      const [row] = await db
        .select()
        .from(runs)
        .where(and(eq(runs.id, runId), isNull(runs.deletedAt)));
      return row === undefined ? null : toStoredRun(row);
    },

    /**
     * Adds files of items in these states whose current version wasn't planned yet, up to `PLANNED_AT_ONCE`. Removes
     * waiting and failed files of items in other states. Safe to repeat.
     * @returns the number of added files
     */
    async plan(runId: string, states: readonly ItemState[], now: Date): Promise<number> {
      await db.execute(sql`
        delete from run_deliveries d
        where d.run_id = ${runId} and d.row > ${MANIFEST_ROW} and d.state in ('waiting', 'failed')
          and (d.sending_until is null or d.sending_until <= ${now})
          and not exists (
            select from run_outputs o join run_items i on i.run_id = o.run_id and i.row = o.row
            where o.run_id = d.run_id and o.row = d.row and o.output_id = d.output_id
              and i.state in (${texts(states)}))`);
      const { rowCount } = await db.execute(sql`
        insert into run_deliveries (run_id, row, output_id, name, sha256, state, next_try_at)
        select o.run_id, o.row, o.output_id, o.name, o.sha256, 'waiting', ${now}
        from run_outputs o
        join run_items i on i.run_id = o.run_id and i.row = o.row
        left join run_deliveries d on d.run_id = o.run_id and d.row = o.row and d.output_id = o.output_id
        where o.run_id = ${runId} and i.state in (${texts(states)})
          and (d.run_id is null or d.sha256 <> o.sha256 or d.name <> o.name)
        limit ${PLANNED_AT_ONCE}
        on conflict (run_id, row, output_id) do update set
          name = excluded.name, sha256 = excluded.sha256, state = 'waiting', next_try_at = excluded.next_try_at,
          tries = 0, reason = null, sending_until = null`);
      return rowCount ?? 0;
    },

    async planManifest(runId: string, now: Date): Promise<void> {
      await db
        .insert(runDeliveries)
        .values({
          runId,
          row: MANIFEST_ROW,
          outputId: MANIFEST,
          name: 'manifest.csv',
          sha256: MANIFEST,
          state: 'waiting',
          nextTryAt: now,
        })
        .onConflictDoNothing();
    },

    /**
     * Returns runs with due files for which no worker job was queued since `queuedBefore`. Records that a job is
     * queued for them now.
     */
    async takeDue(now: Date, queuedBefore: Date, limit: number): Promise<readonly string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        update runs set deliveries_queued_at = ${now}
        where id in (
          select r.id from runs r
          where r.to_bucket_name is not null and r.delivered_at is null and r.deleted_at is null and r.status <> 'draft'
            and (r.deliveries_queued_at is null or r.deliveries_queued_at <= ${queuedBefore})
            and exists (
              select from run_deliveries d
              where d.run_id = r.id and d.state = 'waiting' and d.next_try_at <= ${now}
                and (d.sending_until is null or d.sending_until <= ${now}))
          limit ${limit})
        returning id`);
      return rows.map(({ id }) => id);
    },

    /** Claims the file that has been due for longest; the manifest comes last. */
    async claim(runId: string, now: Date, until: Date): Promise<ClaimedRunDelivery | null> {
      const { rows } = await db.execute<{
        row: number;
        output_id: string;
        name: string;
        sha256: string;
        tries: number;
        reason: ErrorCode | null;
        stored_key: string | null;
      }>(sql`
        update run_deliveries d set sending_until = ${until}
        from (
          select c.run_id, c.row, c.output_id from run_deliveries c
          where c.run_id = ${runId} and c.state = 'waiting' and c.next_try_at <= ${now}
            and (c.sending_until is null or c.sending_until <= ${now})
          order by c.row = ${MANIFEST_ROW}, c.next_try_at, c.row, c.output_id
          limit 1 for update skip locked) taken
        where d.run_id = taken.run_id and d.row = taken.row and d.output_id = taken.output_id
        returning d.row, d.output_id, d.name, d.sha256, d.tries, d.reason, (
          select o.key from run_outputs o
          where o.run_id = d.run_id and o.row = d.row and o.output_id = d.output_id and o.sha256 = d.sha256) as stored_key`);
      const [claimedRow] = rows;
      if (claimedRow === undefined) return null;
      const { output_id: outputId, stored_key: storedKey, ...rest } = claimedRow;
      return { ...rest, runId, outputId, storedKey, state: 'waiting' };
    },

    /** Records the outcome of an attempt. Returns false if another worker has recorded one meanwhile. */
    async note(
      {
        sha256,
        tries,
        ...place
      }: Pick<StoredDelivery, 'runId' | 'row' | 'outputId' | 'tries'> & { readonly sha256: string },
      {
        state,
        reason,
        nextTryAt,
      }: {
        readonly state: DeliveryStep;
        readonly reason: ErrorCode | null;
        readonly nextTryAt: Date | null;
      },
    ): Promise<boolean> {
      const { rowCount } = await db
        .update(runDeliveries)
        .set({ state, reason, nextTryAt, sendingUntil: null, tries: tries + 1 })
        .where(
          and(
            isPlace(place),
            eq(runDeliveries.sha256, sha256),
            eq(runDeliveries.tries, tries),
            eq(runDeliveries.state, 'waiting'),
          ),
        );
      return rowCount === 1;
    },

    async release(place: Pick<StoredDelivery, 'runId' | 'row' | 'outputId'>): Promise<void> {
      await db.update(runDeliveries).set({ sendingUntil: null }).where(isPlace(place));
    },

    async failWaiting(runId: string, reason: ErrorCode): Promise<void> {
      await db
        .update(runDeliveries)
        .set({ state: 'failed', reason, nextTryAt: null, sendingUntil: null })
        .where(isWaiting(runId));
    },

    async postponeWaiting(runId: string, until: Date): Promise<void> {
      await db
        .update(runDeliveries)
        .set({ nextTryAt: sql`greatest(next_try_at, ${until})` })
        .where(isWaiting(runId));
    },

    /** Queues the run's failed files again, with the full number of attempts. */
    async retryFailed(runId: string, now: Date): Promise<void> {
      await db
        .update(runDeliveries)
        .set({ state: 'waiting', reason: null, nextTryAt: now, sendingUntil: null, tries: 0 })
        .where(and(eq(runDeliveries.runId, runId), eq(runDeliveries.state, 'failed')));
    },

    /** Reopens the run's delivery for new files and removes the manifest, which is delivered again at the end. */
    async reopen(runId: string): Promise<void> {
      await db
        .delete(runDeliveries)
        .where(and(eq(runDeliveries.runId, runId), eq(runDeliveries.row, MANIFEST_ROW)));
      await db.update(runs).set({ deliveredAt: null }).where(eq(runs.id, runId));
    },

    async clear(runId: string): Promise<void> {
      await db.delete(runDeliveries).where(eq(runDeliveries.runId, runId));
    },

    figures: bind(db, readFigures),

    async ofRows(runId: string, rows: readonly number[]): Promise<readonly StoredDelivery[]> {
      if (rows.length === 0) return [];
      const deliveryRows = await db
        .select()
        .from(runDeliveries)
        .where(and(eq(runDeliveries.runId, runId), inArray(runDeliveries.row, [...rows])));
      return deliveryRows.map(({ row, outputId, name, state, reason, tries }) => ({
        runId,
        row,
        outputId,
        name,
        state,
        reason,
        tries,
      }));
    },
  };
}

export type RunDeliveryStore = ReturnType<typeof createRunDeliveryStore>;

async function readFigures(
  db: Executor,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, DeliveryFigures>> {
  const figures = new Map<string, DeliveryFigures>();
  if (runIds.length === 0) return figures;
  const { rows } = await db.execute<{
    run_id: string;
    waiting: number;
    delivered: number;
    failed: number;
    held: number;
    manifest: DeliveryStep | null;
    reason: ErrorCode | null;
  }>(sql`
    select r.id as run_id, d.waiting, d.delivered, d.failed, d.manifest, d.reason,
      case when r.to_hold then coalesce((
        select sum(c.items) from run_counts c where c.run_id = r.id and c.state = 'needs_review'), 0)::integer
      else 0 end as held
    from runs r
    cross join lateral (
      select count(*) filter (where row > ${MANIFEST_ROW} and state = 'waiting')::integer as waiting,
        count(*) filter (where row > ${MANIFEST_ROW} and state = 'delivered')::integer as delivered,
        count(*) filter (where row > ${MANIFEST_ROW} and state = 'failed')::integer as failed,
        max(state) filter (where row = ${MANIFEST_ROW}) as manifest,
        (array_agg(reason order by state = 'failed' desc, row) filter (where reason is not null))[1] as reason
      from run_deliveries where run_id = r.id) d
    where r.id in (${ids(runIds)}) and r.to_bucket_name is not null`);
  for (const { run_id: runId, ...row } of rows) figures.set(runId, { ...NOTHING, ...row });
  return figures;
}
