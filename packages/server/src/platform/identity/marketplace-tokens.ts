import { errors, importX509, jwtVerify } from 'jose';
import type { CryptoKey } from 'jose';
import { z } from 'zod';
import { DomainError } from '../domain-error.ts';
import { HOUR_MS } from '../durations.ts';
import type { Clock } from '../clock.ts';

/** A person who signed up at Google Cloud Marketplace, as stated by the marketplace's token. */
export interface MarketplaceSignUp {
  /** Google's permanent id of the person at the marketplace. */
  readonly userIdentity: string;
  /** Time after which the token is refused. */
  readonly expiresAt: Date;
}

const ALGORITHM = 'RS256';
const TIMEOUT_MS = 8_000;
/** How long Google's keys are cached. Google rotates them every few days and keeps old ones longer than this. */
const KEYS_TTL_MS = HOUR_MS;
/** Minimum time between fetches of Google's keys that are caused by tokens with an unknown key id. */
const NEW_KEY_LOOK_MS = 60_000;

const keysSchema = z.record(z.string(), z.string());
const claimsSchema = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  // The identity must not contain characters that the database can't store.
  google: z.object({
    user_identity: z
      .string()
      .min(1)
      .regex(/^[^\p{Cc}\p{Cs}]*$/u),
  }),
});

/**
 * Verifies sign-up tokens of Google Cloud Marketplace: JSON Web Tokens whose issuer is the URL of the keys, a map from
 * key id to X.509 certificate (cloud.google.com/marketplace/docs/partners/integrated-saas/frontend-integration).
 * @param audience our domain, as registered with the marketplace
 */
export function createMarketplaceTokens(certificatesUrl: string, audience: string, clock: Clock) {
  let cachedKeys: { readonly keys: ReadonlyMap<string, string>; readonly at: number } | null = null;
  const requireKey = async (keyId: string | undefined): Promise<CryptoKey> => {
    const now = clock.now().getTime();
    const id = keyId ?? '';
    // An unknown key id may belong to a new key. The minimum time keeps tokens with invented ids from causing a fetch
    // each.
    const ttlMs = cachedKeys?.keys.has(id) === true ? KEYS_TTL_MS : NEW_KEY_LOOK_MS;
    if (cachedKeys === null || now - cachedKeys.at > ttlMs) {
      cachedKeys = { keys: await fetchKeys(certificatesUrl), at: now };
    }
    const certificate = cachedKeys.keys.get(id);
    if (certificate === undefined) throw new errors.JWKSNoMatchingKey();
    return importX509(certificate, ALGORITHM);
  };
  return {
    /**
     * Verifies a token.
     * @returns null unless Google signed the token for us and it hasn't expired
     */
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
