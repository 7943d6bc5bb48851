import type { Executor } from '../platform/database/connection.ts';
import { and, eq, lt, sql } from '../platform/database/orm.ts';
import { attempts, usedCaptchas } from './schema.ts';

export function createAttemptStore(db: Executor) {
  return {
    /**
     * Counts one attempt.
     * @returns the number of attempts within this window, including this one
     */
    async add(kind: string, subjectHash: Uint8Array, windowStart: Date): Promise<number> {
      const [row] = await db
        .insert(attempts)
        .values({ kind, subjectHash: Buffer.from(subjectHash), windowStart, count: 1 })
        .onConflictDoUpdate({
          target: [attempts.kind, attempts.subjectHash, attempts.windowStart],
          set: { count: sql`${attempts.count} + 1` },
        })
        .returning({ count: attempts.count });
      return row?.count ?? 1;
    },

    async takeBack(kind: string, subjectHash: Uint8Array, windowStart: Date): Promise<void> {
      await db
        .update(attempts)
        .set({ count: sql`${attempts.count} - 1` })
        .where(
          and(
            eq(attempts.kind, kind),
            eq(attempts.subjectHash, Buffer.from(subjectHash)),
            eq(attempts.windowStart, windowStart),
          ),
        );
    },

    async forget(kind: string, subjectHash: Uint8Array): Promise<void> {
      await db
        .delete(attempts)
        .where(and(eq(attempts.kind, kind), eq(attempts.subjectHash, Buffer.from(subjectHash))));
    },

    /**
     * Marks a single-use item, such as a captcha or a marketplace token, as used.
     * @returns false if it was used before
     */
    async useOnce(what: string, expiresAt: Date): Promise<boolean> {
      const inserted = await db
        .insert(usedCaptchas)
        .values({ challenge: what, expiresAt })
        .onConflictDoNothing()
        .returning();
      return inserted.length > 0;
    },

    async deleteOld(countedBefore: Date, now: Date): Promise<number> {
      const counters = await db.delete(attempts).where(lt(attempts.windowStart, countedBefore));
      const captchas = await db.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, now));
      return (counters.rowCount ?? 0) + (captchas.rowCount ?? 0);
    },
  };
}

export type AttemptStore = ReturnType<typeof createAttemptStore>;
