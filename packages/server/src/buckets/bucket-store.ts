import type { ErrorCode } from '@packshot/contract';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, eq, sql } from '../platform/database/orm.ts';
import { buckets } from './schema.ts';

export interface StoredBucket {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** S3 endpoint, or null for Amazon S3. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly folder: string;
  readonly accessKeyId: string;
  readonly sealedSecret: Uint8Array;
  readonly pathStyle: boolean;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
  readonly triedAt: Date | null;
  readonly problem: ErrorCode | null;
  readonly createdAt: Date;
}

export function createBucketStore(db: Executor) {
  return {
    async insert({ sealedSecret, ...bucket }: Omit<StoredBucket, 'triedAt' | 'problem'>): Promise<void> {
      await db.insert(buckets).values({ ...bucket, sealedSecret: Buffer.from(sealedSecret) });
    },

    list: (organizationId: string) =>
      db
        .select()
        .from(buckets)
        .where(eq(buckets.organizationId, organizationId))
        .orderBy(asc(buckets.name), asc(buckets.id)),

    async find(organizationId: string, id: string): Promise<StoredBucket | null> {
      const [row] = await db
        .select()
        .from(buckets)
        .where(and(eq(buckets.organizationId, organizationId), eq(buckets.id, id)));
      return row ?? null;
    },

    async change(
      id: string,
      { sealedSecret, ...terms }: Partial<Omit<StoredBucket, 'id' | 'organizationId' | 'createdAt'>>,
    ): Promise<void> {
      const change = { ...terms, ...(sealedSecret && { sealedSecret: Buffer.from(sealedSecret) }) };
      if (Object.keys(change).length > 0) await db.update(buckets).set(change).where(eq(buckets.id, id));
    },

    /** Number of unfinished runs that read from or write to each bucket; buckets without any are left out. */
    async countOpenRuns(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const requestedIds = sql`any(${sql.param([...ids])}::uuid[])`;
      const { rows } = await db.execute<{ id: string; runs: number }>(sql`
        select used.bucket_id as id, count(*)::integer as runs
        from (select to_bucket_id as bucket_id, id as run_id from runs where to_bucket_id = ${requestedIds}
              union
              select bucket_id, run_id from run_items
              where bucket_id = ${requestedIds} and state in ('waiting', 'running')) used
        join runs r on r.id = used.run_id
        where r.deleted_at is null and r.status in ('draft', 'running', 'paused')
        group by used.bucket_id`);
      return new Map(rows.map(({ id, runs }) => [id, runs]));
    },

    async delete(id: string): Promise<void> {
      await db.delete(buckets).where(eq(buckets.id, id));
    },
  };
}

export type BucketStore = ReturnType<typeof createBucketStore>;
