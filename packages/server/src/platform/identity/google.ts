import type { Identity, GoogleProof } from './identity-provider.ts';
import { z } from 'zod';
import { DomainError } from '../domain-error.ts';

export interface GoogleOptions {
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly flow: 'implicit' | 'code';
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly tokenInfoUrl: string;
  readonly userInfoUrl: string;
}

const TIMEOUT_MS = 8_000;

/** Format of Google's token info, in which numbers and flags are texts. */
const tokenInfoSchema = z.object({
  aud: z.string(),
  sub: z.string().min(1),
  expires_in: z.coerce.number(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
});
const userInfoSchema = z.object({
  sub: z.string(),
  email: z.string(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]),
  given_name: z.string().default(''),
  family_name: z.string().default(''),
});
const isTrue = (flag: boolean | 'true' | 'false' | undefined): boolean => flag === true || flag === 'true';

/**
 * Google sign-in by OpenID Connect. An access token alone proves nothing, because any site that a user signs in to
 * receives one and could pass it on. We therefore ask Google for the token's audience and refuse tokens issued for
 * other sites.
 */
export function createGoogleSignIn(options: GoogleOptions) {
  const identifyByToken = async (accessToken: string) => {
    const info = tokenInfoSchema.safeParse(
      await fetchJson(
        `${options.tokenInfoUrl}?${new URLSearchParams({ access_token: accessToken }).toString()}`,
      ),
    );
    if (!info.success || info.data.aud !== options.clientId || info.data.expires_in <= 0) return null;
    const user = userInfoSchema.safeParse(
      await fetchJson(options.userInfoUrl, { headers: { authorization: `Bearer ${accessToken}` } }),
    );
    if (!user.success || user.data.sub !== info.data.sub || !isTrue(user.data.email_verified)) return null;
    const { sub, email, given_name, family_name } = user.data;
    return { subject: sub, email, firstName: given_name, lastName: family_name };
  };

  const exchange = async (proof: Extract<GoogleProof, { code: string }>): Promise<string | null> => {
    if (options.clientSecret === null) return null;
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: proof.code,
      code_verifier: proof.code_verifier,
      redirect_uri: proof.redirect_uri,
      client_id: options.clientId,
      client_secret: options.clientSecret,
    });
    const answer = z
      .object({ access_token: z.string() })
      .safeParse(await fetchJson(options.tokenUrl, { method: 'POST', body }));
    return answer.success ? answer.data.access_token : null;
  };

  return {
    options: {
      client_id: options.clientId,
      authorization_url: options.authorizationUrl,
      flow: options.flow,
    },
    /**
     * Identifies a person by a token or code from Google.
     * @returns null unless the proof was issued for us, hasn't expired and has a confirmed address
     * @throws DomainError SERVERS_BUSY if Google doesn't respond or fails
     */
    async identify(proof: GoogleProof): Promise<Identity | null> {
      const accessToken = 'code' in proof ? await exchange(proof) : proof.access_token;
      return accessToken === null ? null : identifyByToken(accessToken);
    },
  };
}

export type IdentityProvider = ReturnType<typeof createGoogleSignIn>;

/**
 * Requests JSON from Google.
 * @returns the parsed response, or null for a refusal or invalid JSON
 * @throws DomainError SERVERS_BUSY if Google doesn't respond or fails
 */
async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    throw new DomainError('SERVERS_BUSY', { cause });
  }
  if (response.status >= 500) throw new DomainError('SERVERS_BUSY');
  return response.ok ? response.json().catch(() => null) : null;
}
