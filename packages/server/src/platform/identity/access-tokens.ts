import type { Caller } from '../access/caller.ts';
import { ACCESS_TOKEN_TTL_S } from '@packshot/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../clock.ts';

/**
 * Claims of an access token. Contains only values that can't change during its life: organization and role are read
 * from the database.
 */
export type ProvenSession = Pick<Caller, 'userId' | 'familyId'>;

const ALGORITHM = 'HS256';
const ISSUER = 'packshot';

const claimsSchema = z.object({ sub: z.uuid(), fam: z.uuid(), exp: z.number() });

/** Maximum number of cached tokens. Tokens are cached because a polling client sends the same token each time. */
const CACHED_TOKENS_MAX = 2_000;

interface VerifiedToken {
  readonly session: ProvenSession;
  readonly expiresAtS: number;
}

/**
 * Issues and verifies JSON Web Tokens (RFC 7519) signed with HMAC-SHA-256.
 * @param key at least 32 bytes
 * @param audience the product's slug: tokens of another deployment with the same key are refused
 */
export function createAccessTokens(key: Uint8Array, audience: string, clock: Clock) {
  const verified = new Map<string, VerifiedToken>();
  const remember = (token: string, about: VerifiedToken): void => {
    const [oldest] = verified.keys();
    if (verified.size >= CACHED_TOKENS_MAX && oldest !== undefined) verified.delete(oldest);
    verified.set(token, about);
  };
  return {
    issue({ userId, familyId }: ProvenSession): Promise<string> {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ fam: familyId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_TTL_S)
        .sign(key);
    },

    /** Verifies a token. Returns null if we didn't issue it, or if it was altered or has expired. */
    async verify(token: string): Promise<ProvenSession | null> {
      const cachedToken = verified.get(token);
      if (cachedToken !== undefined && cachedToken.expiresAtS > clock.now().getTime() / 1000)
        return cachedToken.session;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience,
          // These claims must be present; issuer and audience are also compared above.
          requiredClaims: ['exp', 'iat', 'sub', 'aud', 'iss'],
          currentDate: clock.now(),
        });
        const claims = claimsSchema.safeParse(payload);
        if (!claims.success) return null;
        const { sub, fam, exp } = claims.data;
        const session = { userId: sub, familyId: fam };
        remember(token, { session, expiresAtS: exp });
        return session;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;
