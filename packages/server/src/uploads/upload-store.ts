import type { Judgment } from './model.ts';
import { notWaitingForDisk } from '../platform/database/columns.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, asc, eq, inArray, isNull, lt, lte, sql } from '../platform/database/orm.ts';
import { runItems } from '../catalog/schema.ts';
import { KEY_HASHES, RECORD_KEYS, generationRecords } from '../records/schema.ts';
import { generationRequests } from '../tools/schema.ts';
import { uploads } from './schema.ts';

export interface NewUpload {
  readonly key: string;
  readonly userId: string;
  readonly label: string;
  readonly policyExpiresAt: Date;
  /** Size in bytes; undefined until it is known. */
  readonly sizeBytes?: number;
}

export interface FoundUpload {
  readonly sizeBytes: number | null;
  readonly judgment: Judgment | null;
}

/** Maximum number of uploads checked per round. */
const LOOKED_AT_ONCE = 1000;

export function createUploadStore(db: Executor) {
  return {
    async insert(upload: NewUpload): Promise<void> {
      await db.insert(uploads).values(upload);
    },

    async isOwned(userId: string, key: string): Promise<boolean> {
      const rows = await db
        .select({ key: uploads.key })
        .from(uploads)
        .where(and(eq(uploads.key, key), eq(uploads.userId, userId)));
      return rows.length > 0;
    },

    /** Finds facts about an upload; null if it isn't this user's. */
    async find(userId: string, key: string): Promise<FoundUpload | null> {
      const [row] = await db
        .select({ sizeBytes: uploads.sizeBytes, judgment: uploads.judgment })
        .from(uploads)
        .where(and(eq(uploads.key, key), eq(uploads.userId, userId)));
      return row ?? null;
    },

    /** Finds the client's name for an upload; null if it isn't this user's. */
    async findLabel(userId: string, key: string): Promise<string | null> {
      const [row] = await db
        .select({ label: uploads.label })
        .from(uploads)
        .where(and(eq(uploads.key, key), eq(uploads.userId, userId)));
      return row?.label ?? null;
    },

    /** Records the size of an upload; 0 if it never arrived. Until then it counts as the largest possible. */
    async noteSize(key: string, sizeBytes: number): Promise<void> {
      await db
        .update(uploads)
        .set({ sizeBytes })
        .where(and(eq(uploads.key, key), sql`${uploads.sizeBytes} is distinct from ${sizeBytes}`));
    },

    /** Lists the user's uploads whose size is unknown and whose permission ended before `at`. */
    async listUnsized(userId: string, at: Date, limit: number): Promise<readonly string[]> {
      const rows = await db
        .select({ key: uploads.key })
        .from(uploads)
        .where(and(eq(uploads.userId, userId), isNull(uploads.sizeBytes), lt(uploads.policyExpiresAt, at)))
        .limit(limit);
      return rows.map((row) => row.key);
    },

    /**
     * Reads the moderation result. Returns null if the upload wasn't rated yet, and undefined if the key isn't an
     * upload of this user.
     */
    async judgment(userId: string, key: string): Promise<Judgment | null | undefined> {
      const [row] = await db
        .select({ judgment: uploads.judgment })
        .from(uploads)
        .where(and(eq(uploads.key, key), eq(uploads.userId, userId)));
      return row?.judgment;
    },

    async recordJudgment(userId: string, key: string, judgment: Judgment): Promise<void> {
      // The write isn't flushed to disk: if it is lost in a crash, the photo is rated again.
      await db
        .update(uploads)
        .set({ judgment })
        .where(and(eq(uploads.key, key), eq(uploads.userId, userId), notWaitingForDisk));
    },

    /**
     * Checks whether uploads that are due by `now` are used (for the first time a day after their creation). Uploads
     * used by a request, record or run are due again at `lookAgainAt`.
     * @returns the unused ones, at most `limit`; they stay due until they are deleted
     */
    lookForOrphans: (now: Date, lookAgainAt: Date, limit: number) =>
      db.transaction(async (tx) => {
        // Disables sequential scans. PostgreSQL's planner has no frequencies for array elements, assumes that they are
        // common, and would scan whole tables.
        await tx.execute(sql`set local enable_seqscan = off`);
        const due = await tx
          .select({ key: uploads.key, userId: uploads.userId })
          .from(uploads)
          .where(lte(uploads.lookAfter, now))
          .orderBy(asc(uploads.lookAfter))
          .limit(LOOKED_AT_ONCE);
        if (due.length === 0) return [];
        const isUsed = await findUses(tx, due);
        const used = due.filter(isUsed).map(({ key }) => key);
        if (used.length > 0) {
          await tx.update(uploads).set({ lookAfter: lookAgainAt }).where(inArray(uploads.key, used));
        }
        return due
          .filter((upload) => !isUsed(upload))
          .slice(0, limit)
          .map(({ key }) => key);
      }),

    async delete(keys: readonly string[]): Promise<void> {
      if (keys.length === 0) return;
      await db.delete(uploads).where(inArray(uploads.key, [...keys]));
    },
  };
}

export type UploadStore = ReturnType<typeof createUploadStore>;

type Upload = Pick<typeof uploads.$inferSelect, 'key' | 'userId'>;

/**
 * Finds out which uploads are used. Checks all of them together, so that each of the three queries is a single index
 * scan.
 */
async function findUses(db: Executor, due: readonly Upload[]): Promise<(upload: Upload) => boolean> {
  const keys = sql.param(due.map(({ key }) => key));
  const requested = await db.execute<{ key: string }>(sql`
    select k as key from ${generationRequests} cross join lateral unnest(${generationRequests.inputKeys}) k
    where ${generationRequests.inputKeys} && ${keys}::text[]
      -- What was uploaded for a file alone is of no use once that is written.
      and ${generationRequests.tool} <> 'export'`);
  const recordRows = await db.execute<{ user_id: string; keys: readonly string[] }>(sql`
    select user_id, array[${sql.join([...RECORD_KEYS], sql`, `)}] as keys from ${generationRecords}
    where ${KEY_HASHES} && array(select hashtext(k) from unnest(${keys}::text[]) k)`);
  const inRuns = await db.execute<{ key: string }>(sql`
    select ${runItems.photoKey} as key from ${runItems} where ${runItems.photoKey} = any(${keys}::text[])`);
  const used = new Set([...requested.rows, ...inRuns.rows].map(({ key }) => key));
  const namedBy = new Set(
    recordRows.rows.flatMap((record) => record.keys.map((key) => `${record.user_id} ${key}`)),
  );
  return ({ key, userId }) => used.has(key) || namedBy.has(`${userId} ${key}`);
}
