import { errors, importX509, jwtVerify } from 'jose';
import type { CryptoKey } from 'jose';
import { z } from 'zod';
import { DomainError } from '../domain-error.ts';
import { HOUR_MS } from '../durations.ts';
import type { Clock } from '../clock.ts';

/** A person who signed up at Google Cloud Marketplace, as stated by its token. */
export interface MarketplaceSignUp {
  /** Google's permanent id of the person at the marketplace. */
  readonly userIdentity: string;
  /** Time after which the token is refused. */
  readonly expiresAt: Date;
}

const ALGORITHM = 'RS256';
const TIMEOUT_MS = 8_000;
/** Google rotates its keys every few days and keeps old ones longer than this. */
const KEYS_TTL_MS = HOUR_MS;
/** Minimum time between fetches caused by tokens with an unknown key. */
const NEW_KEY_LOOK_MS = 60_000;

const keysSchema = z.record(z.string(), z.string());
const claimsSchema = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  // Characters that the database can't store aren't valid in an identity.
  google: z.object({
    user_identity: z
      .string()
      .min(1)
      .regex(/^[^\p{Cc}\p{Cs}]*$/u),
  }),
});

/**
 * Sign-up tokens of Google Cloud Marketplace: JSON Web Tokens whose issuer is the URL of the keys, a map from key id to
 * X.509 certificate (cloud.google.com/marketplace/docs/partners/integrated-saas/frontend-integration).
 * @param audience our domain, as registered with the marketplace
 */
export function createMarketplaceTokens(certificatesUrl: string, audience: string, clock: Clock) {
  let cachedKeys: { readonly keys: ReadonlyMap<string, string>; readonly at: number } | null = null;
  const requireKey = async (keyId: string | undefined): Promise<CryptoKey> => {
    const now = clock.now().getTime();
    const id = keyId ?? '';
    // An unknown key may be a new one. The limit keeps invented ids from triggering a fetch each.
    const ttlMs = cachedKeys?.keys.has(id) === true ? KEYS_TTL_MS : NEW_KEY_LOOK_MS;
    if (cachedKeys === null || now - cachedKeys.at > ttlMs) {
      cachedKeys = { keys: await fetchKeys(certificatesUrl), at: now };
    }
    const certificate = cachedKeys.keys.get(id);
    if (certificate === undefined) throw new errors.JWKSNoMatchingKey();
    return importX509(certificate, ALGORITHM);
  };
  return {
    /** @returns null unless Google signed the token for us and it hasn't expired */
    async verify(token: string): Promise<MarketplaceSignUp | null> {
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => requireKey(kid), {
          algorithms: [ALGORITHM],
          issuer: certificatesUrl,
          audience,
          requiredClaims: ['exp'],
          currentDate: clock.now(),
        });
        const claims = claimsSchema.safeParse(payload);
        if (!claims.success) return null;
        const { google, exp } = claims.data;
        return { userIdentity: google.user_identity, expiresAt: new Date(exp * 1000) };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

export type MarketplaceTokens = ReturnType<typeof createMarketplaceTokens>;

async function fetchKeys(url: string): Promise<ReadonlyMap<string, string>> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return new Map(Object.entries(keysSchema.parse(await response.json())));
  } catch (cause) {
    throw new DomainError('SERVERS_BUSY', { cause });
  }
}
