import { and, asc, count, eq, gt, lte } from 'drizzle-orm';
import type { RequestStore } from '../domain/ports/stores.ts';
import type { Executor } from './connection.ts';
import { generationRequests, idempotencyKeys, tasks } from './schema.ts';

export function createRequestStore(db: Executor): RequestStore {
  return {
    async insert(request) {
      await db.insert(generationRequests).values({ ...request, inputKeys: [...request.inputKeys] });
    },

    async lock(requestId) {
      const [row] = await db
        .select()
        .from(generationRequests)
        .where(eq(generationRequests.id, requestId))
        .for('update');
      return row ?? null;
    },

    async setCreditState(requestId, from, to) {
      const rows = await db
        .update(generationRequests)
        .set({ creditState: to })
        .where(and(eq(generationRequests.id, requestId), eq(generationRequests.creditState, from)))
        .returning({ id: generationRequests.id });
      return rows.length > 0;
    },

    async countSince(userId, since) {
      const [row] = await db
        .select({ requests: count() })
        .from(generationRequests)
        .where(and(eq(generationRequests.userId, userId), gt(generationRequests.createdAt, since)));
      return row?.requests ?? 0;
    },

    async findByIdempotencyKey(userId, key, now) {
      const rows = await db
        .select({ fingerprint: idempotencyKeys.fingerprint, taskId: tasks.id })
        .from(idempotencyKeys)
        .innerJoin(tasks, eq(tasks.requestId, idempotencyKeys.requestId))
        .where(
          and(
            eq(idempotencyKeys.userId, userId),
            eq(idempotencyKeys.key, key),
            gt(idempotencyKeys.expiresAt, now),
          ),
        )
        .orderBy(asc(tasks.createdAt), asc(tasks.variant), asc(tasks.id));
      const [first] = rows;
      if (first === undefined) return null;
      return { fingerprint: first.fingerprint, taskIds: rows.map((row) => row.taskId) };
    },

    async takeIdempotencyKey({ userId, key, fingerprint, requestId, expiresAt }, now) {
      const taken = { fingerprint: Buffer.from(fingerprint), requestId, expiresAt };
      const rows = await db
        .insert(idempotencyKeys)
        .values({ userId, key, ...taken })
        .onConflictDoUpdate({
          target: [idempotencyKeys.userId, idempotencyKeys.key],
          set: taken,
          setWhere: lte(idempotencyKeys.expiresAt, now),
        })
        .returning({ key: idempotencyKeys.key });
      return rows.length > 0;
    },

    async deleteExpiredIdempotencyKeys(now) {
      const { rowCount } = await db.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now));
      return rowCount ?? 0;
    },
  };
}
