import type { Executor } from '../../platform/database/connection.ts';
import { and, eq, gt, isNull, lte } from '../../platform/database/orm.ts';
import { users } from '../../accounts/schema.ts';
import { archives } from '../schema.ts';

export interface NewArchive {
  readonly tokenHash: Uint8Array;
  readonly userId: string;
  /** Ids of the History records whose pictures the archive contains, or null for a data export. */
  readonly recordIds: readonly string[] | null;
  readonly expiresAt: Date;
}

export function createArchiveStore(db: Executor) {
  return {
    async insert({ tokenHash, recordIds, ...archive }: NewArchive): Promise<void> {
      await db.insert(archives).values({
        ...archive,
        tokenHash: Buffer.from(tokenHash),
        recordIds: recordIds && [...recordIds],
      });
    },

    /**
     * Finds an archive by its link. Returns null if the link is unknown or expired, or its user is deleted or disabled.
     */
    async find(tokenHash: Uint8Array, now: Date): Promise<Pick<NewArchive, 'userId' | 'recordIds'> | null> {
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

    async deleteExpired(before: Date): Promise<number> {
      const { rowCount } = await db.delete(archives).where(lte(archives.expiresAt, before));
      return rowCount ?? 0;
    },
  };
}

export type ArchiveStore = ReturnType<typeof createArchiveStore>;
