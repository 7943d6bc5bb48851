import type { BucketStore } from '../domain/buckets/bucket-store.ts';
import type { Executor } from './connection.ts';
import { and, asc, eq, sql } from './orm.ts';
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

    async countOpenRuns(id) {
      const { rows } = await db.execute<{ runs: number }>(sql`
        select count(*)::integer as runs from runs r
        where r.deleted_at is null and r.status in ('draft', 'running', 'paused') and r.id in (
          select w.id from runs w where w.to_bucket_id = ${id}
          union select i.run_id from run_items i where i.bucket_id = ${id} and i.state in ('waiting', 'running'))`);
      return rows[0]?.runs ?? 0;
    },

    async delete(id) {
      await db.delete(buckets).where(eq(buckets.id, id));
    },
  };
}
