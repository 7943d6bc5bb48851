import type { LinkTokenStore } from './link-token-store-port.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, eq, gt, lte } from '../platform/database/orm.ts';
import { linkTokens } from './schema.ts';

export function createLinkTokenStore(db: Executor): LinkTokenStore {
  return {
    async insert(token) {
      await db.insert(linkTokens).values({ ...token, tokenHash: Buffer.from(token.tokenHash) });
    },

    async take(tokenHash, purpose, at) {
      const [taken] = await db
        .delete(linkTokens)
        .where(
          and(
            eq(linkTokens.tokenHash, Buffer.from(tokenHash)),
            eq(linkTokens.purpose, purpose),
            gt(linkTokens.expiresAt, at),
          ),
        )
        .returning({ userId: linkTokens.userId, email: linkTokens.email });
      return taken ?? null;
    },

    async deleteOf(userId, purpose) {
      await db.delete(linkTokens).where(and(eq(linkTokens.userId, userId), eq(linkTokens.purpose, purpose)));
    },

    async deleteExpired(before) {
      const { rowCount } = await db.delete(linkTokens).where(lte(linkTokens.expiresAt, before));
      return rowCount ?? 0;
    },
  };
}
