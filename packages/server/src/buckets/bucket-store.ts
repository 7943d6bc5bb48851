import type { BucketStore } from './bucket-store-port.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, eq, sql } from '../platform/database/orm.ts';
import { buckets } from './schema.ts';

export function createBucketStore(db: Executor): BucketStore {
  return {
    async insert({ sealedSecret, ...bucket }) {
      await db.insert(buckets).values({ ...bucket, sealedSecret: Buffer.from(sealedSecret) });
    },

    list: (organizationId) =>
      db
        .select()
        .from(buckets)
        .where(eq(buckets.organizationId, organizationId))
        .orderBy(asc(buckets.name), asc(buckets.id)),

    async find(organizationId, id) {
      const [row] = await db
        .select()
        .from(buckets)
        .where(and(eq(buckets.organizationId, organizationId), eq(buckets.id, id)));
      return row ?? null;
    },

    async change(id, { sealedSecret, ...terms }) {
      const change = { ...terms, ...(sealedSecret && { sealedSecret: Buffer.from(sealedSecret) }) };
      if (Object.keys(change).length > 0) await db.update(buckets).set(change).where(eq(buckets.id, id));
    },

    async countOpenRuns(ids) {
      const asked = sql`any(${sql.param([...ids])}::uuid[])`;
      const { rows } = await db.execute<{ id: string; runs: number }>(sql`
        select used.bucket_id as id, count(*)::integer as runs
        from (select to_bucket_id as bucket_id, id as run_id from runs where to_bucket_id = ${asked}
              union
              select bucket_id, run_id from run_items
              where bucket_id = ${asked} and state in ('waiting', 'running')) used
        join runs r on r.id = used.run_id
        where r.deleted_at is null and r.status in ('draft', 'running', 'paused')
        group by used.bucket_id`);
      return new Map(rows.map(({ id, runs }) => [id, runs]));
    },

    async delete(id) {
      await db.delete(buckets).where(eq(buckets.id, id));
    },
  };
}
