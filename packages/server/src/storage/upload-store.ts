import type { UploadStore } from '../domain/uploads/upload-store.ts';
import type { Executor } from './connection.ts';
import { and, asc, eq, inArray, isNull, lt, ne, notExists, sql } from './orm.ts';
import { namesKey } from './record-store.ts';
import { generationRecords, generationRequests, runItems, uploads } from './schema.ts';

export function createUploadStore(db: Executor): UploadStore {
  return {
    async insert(upload) {
      await db.insert(uploads).values(upload);
    },

    async isOwned(userId, key) {
      const rows = await db
        .select({ key: uploads.key })
        .from(uploads)
        .where(and(eq(uploads.key, key), eq(uploads.userId, userId)));
      return rows.length > 0;
    },

    async labelOf(userId, key) {
      const [row] = await db
        .select({ label: uploads.label })
        .from(uploads)
        .where(and(eq(uploads.key, key), eq(uploads.userId, userId)));
      return row?.label ?? null;
    },

    async noteSize(key, sizeBytes) {
      await db
        .update(uploads)
        .set({ sizeBytes })
        .where(and(eq(uploads.key, key), sql`${uploads.sizeBytes} is distinct from ${sizeBytes}`));
    },

    async listUnsized(userId, at, limit) {
      const rows = await db
        .select({ key: uploads.key })
        .from(uploads)
        .where(and(eq(uploads.userId, userId), isNull(uploads.sizeBytes), lt(uploads.policyExpiresAt, at)))
        .limit(limit);
      return rows.map((row) => row.key);
    },

    async judgment(userId, key) {
      const [row] = await db
        .select({ judgment: uploads.judgment })
        .from(uploads)
        .where(and(eq(uploads.key, key), eq(uploads.userId, userId)));
      return row?.judgment;
    },

    async recordJudgment(userId, key, judgment) {
      await db
        .update(uploads)
        .set({ judgment })
        .where(and(eq(uploads.key, key), eq(uploads.userId, userId)));
    },

    async listOrphans(before, limit) {
      const used = db
        .select({ id: generationRequests.id })
        .from(generationRequests)
        .where(
          and(
            sql`${generationRequests.inputKeys} @> array[${uploads.key}]`,
            // What was uploaded for a file alone is of no use once that is written.
            ne(generationRequests.tool, 'export'),
          ),
        );
      const named = db
        .select({ id: generationRecords.id })
        .from(generationRecords)
        .where(and(eq(generationRecords.userId, uploads.userId), namesKey(sql`${uploads.key}`)));
      const inRun = db.select({ row: runItems.row }).from(runItems).where(eq(runItems.photoKey, uploads.key));
      const rows = await db
        .select({ key: uploads.key })
        .from(uploads)
        .where(and(lt(uploads.createdAt, before), notExists(used), notExists(named), notExists(inRun)))
        .orderBy(asc(uploads.createdAt))
        .limit(limit);
      return rows.map((row) => row.key);
    },

    async delete(keys) {
      if (keys.length === 0) return;
      await db.delete(uploads).where(inArray(uploads.key, [...keys]));
    },
  };
}
