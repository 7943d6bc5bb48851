import type { AssetStore } from '../domain/generations/asset-store.ts';
import type { Executor } from './connection.ts';
import { and, asc, eq, inArray, lt } from './orm.ts';
import { assets, downloads } from './schema.ts';

export function createAssetStore(db: Executor): AssetStore {
  return {
    async announce(newAssets) {
      await db.insert(assets).values(newAssets.map((asset) => ({ ...asset, state: 'writing' as const })));
    },

    async isStored(userId, key) {
      const rows = await db
        .select({ key: assets.key })
        .from(assets)
        .where(and(eq(assets.key, key), eq(assets.userId, userId), eq(assets.state, 'stored')));
      return rows.length > 0;
    },

    async listAbandoned(before, limit) {
      const rows = await db
        .select({ key: assets.key })
        .from(assets)
        .where(and(eq(assets.state, 'writing'), lt(assets.createdAt, before)))
        .orderBy(asc(assets.createdAt))
        .limit(limit);
      return rows.map((row) => row.key);
    },

    async delete(keys) {
      if (keys.length === 0) return;
      await db.delete(assets).where(and(inArray(assets.key, [...keys]), eq(assets.state, 'writing')));
    },

    async retire(keys) {
      if (keys.length === 0) return;
      await db
        .update(assets)
        .set({ state: 'removed' })
        .where(and(inArray(assets.key, [...keys]), eq(assets.state, 'stored')));
    },

    async isDownloaded(userId, key) {
      const rows = await db
        .select({ key: downloads.key })
        .from(downloads)
        .where(and(eq(downloads.userId, userId), eq(downloads.key, key)));
      return rows.length > 0;
    },

    async recordDownload(userId, key) {
      // A key has one owner at a time. An earlier payer was the guest whose work this user took over.
      const earlier = await db
        .select({ key: downloads.key })
        .from(downloads)
        .where(eq(downloads.key, key))
        .limit(1);
      if (earlier.length > 0) return false;
      const rows = await db.insert(downloads).values({ userId, key }).onConflictDoNothing().returning();
      return rows.length > 0;
    },
  };
}
