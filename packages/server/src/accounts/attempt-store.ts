import type { AttemptStore } from './attempt-store-port.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, eq, lt, sql } from '../platform/database/orm.ts';
import { attempts, usedCaptchas } from './schema.ts';

export function createAttemptStore(db: Executor): AttemptStore {
  return {
    async add(kind, subjectHash, windowStart) {
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

    async takeBack(kind, subjectHash, windowStart) {
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

    async forget(kind, subjectHash) {
      await db
        .delete(attempts)
        .where(and(eq(attempts.kind, kind), eq(attempts.subjectHash, Buffer.from(subjectHash))));
    },

    async useOnce(what, expiresAt) {
      const inserted = await db
        .insert(usedCaptchas)
        .values({ challenge: what, expiresAt })
        .onConflictDoNothing()
        .returning();
      return inserted.length > 0;
    },

    async deleteOld(countedBefore, now) {
      const counters = await db.delete(attempts).where(lt(attempts.windowStart, countedBefore));
      const captchas = await db.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, now));
      return (counters.rowCount ?? 0) + (captchas.rowCount ?? 0);
    },
  };
}
