import type { ArchiveStore } from './archive-store-port.ts';
import type { Executor } from '../../platform/database/connection.ts';
import { and, eq, gt, isNull, lte } from '../../platform/database/orm.ts';
import { users } from '../../accounts/schema.ts';
import { archives } from '../schema.ts';

export function createArchiveStore(db: Executor): ArchiveStore {
  return {
    async insert({ tokenHash, recordIds, ...archive }) {
      await db.insert(archives).values({
        ...archive,
        tokenHash: Buffer.from(tokenHash),
        recordIds: recordIds && [...recordIds],
      });
    },

    async find(tokenHash, now) {
      const [row] = await db
        .select({ userId: archives.userId, recordIds: archives.recordIds })
        .from(archives)
        .innerJoin(users, eq(users.id, archives.userId))
        .where(
          and(
            eq(archives.tokenHash, Buffer.from(tokenHash)),
            gt(archives.expiresAt, now),
            isNull(users.deletedAt),
            isNull(users.disabledAt),
          ),
        );
      return row ?? null;
    },

    async deleteExpired(before) {
      const { rowCount } = await db.delete(archives).where(lte(archives.expiresAt, before));
      return rowCount ?? 0;
    },
  };
}
