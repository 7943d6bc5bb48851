import type { RevocationReason, RefreshToken, NewRefreshToken, TokenFamily } from './refresh-tokens.ts';
import type { Executor } from '../platform/database/connection.ts';
import { and, desc, eq, gt, inArray, isNull, max, ne, sql } from '../platform/database/orm.ts';
import { refreshTokenFamilies, refreshTokens } from './schema.ts';

/** Maximum number of tokens deleted per round. */
const EXPIRED_AT_ONCE = 5_000;

export function createRefreshTokenStore(db: Executor) {
  return {
    async insertFamily(familyId: string, userId: string, userAgent: string, at: Date): Promise<void> {
      await db
        .insert(refreshTokenFamilies)
        .values({ id: familyId, userId, userAgent, createdAt: at, lastUsedAt: at });
    },

    async insertToken(token: NewRefreshToken): Promise<void> {
      await db.insert(refreshTokens).values({ ...token, tokenHash: Buffer.from(token.tokenHash) });
    },

    /** Finds the token with this hash and locks its family (all tokens of one sign-in) until the transaction ends. */
    async lockByHash(tokenHash: Uint8Array): Promise<RefreshToken | null> {
      const hash = Buffer.from(tokenHash);
      // Locks the family first, then reads its tokens in a separate statement, which sees the previous lock holder's
      // changes.
      const [family] = await db
        .select()
        .from(refreshTokenFamilies)
        .where(
          eq(
            refreshTokenFamilies.id,
            db
              .select({ familyId: refreshTokens.familyId })
              .from(refreshTokens)
              .where(eq(refreshTokens.tokenHash, hash)),
          ),
        )
        .for('update');
      if (family === undefined) return null;
      const [token] = await db.select().from(refreshTokens).where(eq(refreshTokens.tokenHash, hash));
      const [newest] = await db
        .select({ generation: max(refreshTokens.generation) })
        .from(refreshTokens)
        .where(eq(refreshTokens.familyId, family.id));
      if (token === undefined) return null;
      return {
        familyId: family.id,
        userId: family.userId,
        generation: token.generation,
        expiresAt: token.expiresAt,
        rotatedAt: token.rotatedAt,
        isFamilyRevoked: family.revokedAt !== null,
        liveGeneration: newest?.generation ?? token.generation,
      };
    },

    /** Marks the token as replaced by its successor, and records when the family was last used. */
    async markRotated(familyId: string, generation: number, at: Date): Promise<void> {
      await db
        .update(refreshTokens)
        .set({ rotatedAt: at })
        .where(
          and(
            eq(refreshTokens.familyId, familyId),
            eq(refreshTokens.generation, generation),
            isNull(refreshTokens.rotatedAt),
          ),
        );
      await db
        .update(refreshTokenFamilies)
        .set({ lastUsedAt: at })
        .where(eq(refreshTokenFamilies.id, familyId));
    },

    async revokeFamily(familyId: string, because: RevocationReason, at: Date): Promise<void> {
      await db
        .update(refreshTokenFamilies)
        .set({ revokedAt: at, revokedBecause: because })
        .where(and(eq(refreshTokenFamilies.id, familyId), isNull(refreshTokenFamilies.revokedAt)));
    },

    /** Lists the user's token families that are neither revoked nor expired, most recent use first. */
    async listFamilies(userId: string, at: Date): Promise<readonly TokenFamily[]> {
      const live = db
        .select({ familyId: refreshTokens.familyId })
        .from(refreshTokens)
        .where(and(isNull(refreshTokens.rotatedAt), gt(refreshTokens.expiresAt, at)));
      return db
        .select({
          id: refreshTokenFamilies.id,
          userAgent: refreshTokenFamilies.userAgent,
          createdAt: refreshTokenFamilies.createdAt,
          lastUsedAt: refreshTokenFamilies.lastUsedAt,
        })
        .from(refreshTokenFamilies)
        .where(
          and(
            eq(refreshTokenFamilies.userId, userId),
            isNull(refreshTokenFamilies.revokedAt),
            inArray(refreshTokenFamilies.id, live),
          ),
        )
        .orderBy(desc(refreshTokenFamilies.lastUsedAt));
    },

    /**
     * Revokes a token family that belongs to the user.
     * @returns false when the user has no such active family
     */
    async revokeOwnFamily(userId: string, familyId: string, because: RevocationReason, at: Date) {
      const revoked = await db
        .update(refreshTokenFamilies)
        .set({ revokedAt: at, revokedBecause: because })
        .where(
          and(
            eq(refreshTokenFamilies.id, familyId),
            eq(refreshTokenFamilies.userId, userId),
            isNull(refreshTokenFamilies.revokedAt),
          ),
        )
        .returning({ id: refreshTokenFamilies.id });
      return revoked.length > 0;
    },

    async revokeFamilies(
      userId: string,
      exceptFamilyId: string | null,
      because: RevocationReason,
      at: Date,
    ): Promise<void> {
      await db
        .update(refreshTokenFamilies)
        .set({ revokedAt: at, revokedBecause: because })
        .where(
          and(
            eq(refreshTokenFamilies.userId, userId),
            isNull(refreshTokenFamilies.revokedAt),
            ...(exceptFamilyId === null ? [] : [ne(refreshTokenFamilies.id, exceptFamilyId)]),
          ),
        );
    },

    /**
     * Deletes expired tokens, and the families whose last token has expired.
     * @returns the number of deleted families
     */
    async deleteExpired(before: Date): Promise<number> {
      // Expired tokens are treated like unknown ones, so they can be deleted. A sign-in that lasts for months would
      // otherwise leave thousands of them.
      const { rowCount } = await db.execute(sql`
        with expired as (
          delete from refresh_tokens where (family_id, generation) in (
            select family_id, generation from refresh_tokens where expires_at <= ${before.toISOString()}::timestamptz
            order by expires_at limit ${EXPIRED_AT_ONCE})
          returning family_id
        )
        delete from refresh_token_families f
        where f.id in (select family_id from expired) and not exists (
          select from refresh_tokens t where t.family_id = f.id and t.expires_at > ${before.toISOString()}::timestamptz
        )`);
      return rowCount ?? 0;
    },
  };
}

export type RefreshTokenStore = ReturnType<typeof createRefreshTokenStore>;
