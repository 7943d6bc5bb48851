import type { SQL } from 'drizzle-orm';
import type { NewAsset } from './model.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, eq, inArray, lt, sql } from '../platform/database/orm.ts';
import { assets } from './schema.ts';

/** Table of these keys, each with the key under which it is charged. */
const withPayers = (keys: readonly string[]): SQL => sql`(
  select file.key, coalesce(assets.payer_key, file.key) as payer
  from unnest(${sql.param([...keys])}::text[]) as file(key) left join assets on assets.key = file.key
) files`;

export function createAssetStore(db: Executor) {
  return {
    /** Records assets (stored objects of a task) that are about to be written. */
    async announce(newAssets: readonly NewAsset[]): Promise<void> {
      await db.insert(assets).values(newAssets.map((asset) => ({ ...asset, state: 'writing' as const })));
    },

    async isStored(userId: string, key: string): Promise<boolean> {
      const rows = await db
        .select({ key: assets.key })
        .from(assets)
        .where(and(eq(assets.key, key), eq(assets.userId, userId), eq(assets.state, 'stored')));
      return rows.length > 0;
    },

    /**
     * Lists assets that were announced before `before` and are still in state `writing`: their attempt ended without a
     * result, or they are temporary files.
     */
    async listAbandoned(before: Date, limit: number): Promise<readonly string[]> {
      const rows = await db
        .select({ key: assets.key })
        .from(assets)
        .where(and(eq(assets.state, 'writing'), lt(assets.createdAt, before)))
        .orderBy(asc(assets.createdAt))
        .limit(limit);
      return rows.map((row) => row.key);
    },

    async delete(keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await db.delete(assets).where(and(inArray(assets.key, [...keys]), eq(assets.state, 'writing')));
    },

    /** Marks assets as removed from the object store. Their rows remain, because a task still refers to them. */
    async retire(keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await db
        .update(assets)
        .set({ state: 'removed' })
        .where(and(inArray(assets.key, [...keys]), eq(assets.state, 'stored')));
    },

    /** Returns which of these assets any owner has paid to download; a guest may have paid before signing in. */
    async filterPaid(keys: readonly string[]): Promise<ReadonlySet<string>> {
      if (keys.length === 0) return new Set();
      const { rows } = await db.execute<{ key: string }>(
        sql`select key from ${withPayers(keys)} where exists (select from downloads d where d.key = payer)`,
      );
      return new Set(rows.map(({ key }) => key));
    },

    /**
     * Records downloads.
     * @returns the keys to charge: those of unpaid assets, or of the pictures that pay for them
     */
    async recordDownloads(userId: string, keys: readonly string[]): Promise<readonly string[]> {
      if (keys.length === 0) return [];
      // A key has one owner at a time. An earlier payment for it can only come from the guest whose work this user took
      // over.
      const { rows } = await db.execute<{ key: string }>(sql`
        insert into downloads (user_id, key)
        select distinct ${userId}::uuid, payer from ${withPayers(keys)}
        where not exists (select from downloads d where d.key = payer)
        on conflict do nothing
        returning key`);
      return rows.map(({ key }) => key);
    },

    /** Key under which a file of a catalog run is charged: the first file of the same photo. Null for any other key. */
    async payerOfRunFile(userId: string, key: string): Promise<string | null> {
      const { rows } = await db.execute<{ key: string }>(sql`
        select payer.key from run_outputs file
        join runs r on r.id = file.run_id and r.user_id = ${userId}
        join run_outputs payer on payer.run_id = file.run_id and payer.row = file.row
        where file.key = ${key}
        order by payer.place limit 1`);
      return rows[0]?.key ?? null;
    },
  };
}

export type AssetStore = ReturnType<typeof createAssetStore>;
