import type { LinkPurpose, NewLinkToken } from './link-purposes.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, eq, gt, lte } from '../platform/database/orm.ts';
import { linkTokens } from './schema.ts';

export function createLinkTokenStore(db: Executor) {
  return {
    async insert(token: NewLinkToken): Promise<void> {
      await db.insert(linkTokens).values({ ...token, tokenHash: Buffer.from(token.tokenHash) });
    },

    /**
     * Consumes a link's token.
     * @returns null if the token is unknown, used, expired or for another purpose
     */
    async take(tokenHash: Uint8Array, purpose: LinkPurpose, at: Date) {
      const [usedToken] = await db
        .delete(linkTokens)
        .where(
          and(
            eq(linkTokens.tokenHash, Buffer.from(tokenHash)),
            eq(linkTokens.purpose, purpose),
            gt(linkTokens.expiresAt, at),
          ),
        )
        .returning({ userId: linkTokens.userId, email: linkTokens.email });
      return usedToken ?? null;
    },

    async deleteForUser(userId: string, purpose: LinkPurpose): Promise<void> {
      await db.delete(linkTokens).where(and(eq(linkTokens.userId, userId), eq(linkTokens.purpose, purpose)));
    },

    async deleteExpired(before: Date): Promise<number> {
      const { rowCount } = await db.delete(linkTokens).where(lte(linkTokens.expiresAt, before));
      return rowCount ?? 0;
    },
  };
}

export type LinkTokenStore = ReturnType<typeof createLinkTokenStore>;
