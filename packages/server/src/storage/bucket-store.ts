import type { BucketStore } from '../domain/buckets/bucket-store.ts';
import type { Executor } from './connection.ts';
import { and, asc, eq } from './orm.ts';
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

    async delete(id) {
      await db.delete(buckets).where(eq(buckets.id, id));
    },
  };
}
