import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { ACCESS_TOKEN_TTL_S } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { createAccessTokens } from './access-tokens.ts';

const key = randomBytes(32);
const clock = new ManualClock();
const tokens = createAccessTokens(key, 'packshot', clock);
const session = { userId: randomUUID(), familyId: randomUUID() };
const claims = { fam: session.familyId, sub: session.userId };

describe('verifying an access token', () => {
  it('returns the sign-in for which the token was issued', async () => {
    expect(await tokens.verify(await tokens.issue(session))).toEqual(session);
  });

  it('refuses a token that is altered, unsigned, signed with another key or issued for another product', async () => {
    const good = await tokens.issue(session);
    const [header = '', body = '', signature = ''] = good.split('.');
    const altered = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: randomUUID() }),
    ).toString('base64url');
    const unsigned = new UnsecuredJWT(claims)
      .setIssuer('packshot')
      .setAudience('packshot')
      .setExpirationTime('1h')
      .encode();
    const foreign = createAccessTokens(randomBytes(32), 'packshot', clock);
    const otherProduct = createAccessTokens(key, 'another', clock);
    const refused = [
      `${header}.${altered}.${signature}`,
      unsigned,
      await foreign.issue(session),
      await otherProduct.issue(session),
      good.slice(0, -2),
      '',
      'a.b.c',
    ];
    for (const token of refused) expect(await tokens.verify(token)).toBeNull();
  });

  const now = Math.floor(clock.now().getTime() / 1000);
  const whole = { ...claims, iss: 'packshot', aud: 'packshot', iat: now, exp: now + 60 };
  const signToken = (payload: JWTPayload) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(key);

  it.each(Object.keys(whole))('refuses a signed token without the claim %s', async (claim) => {
    expect(await tokens.verify(await signToken(whole))).toEqual(session);
    expect(await tokens.verify(await signToken({ ...whole, [claim]: undefined }))).toBeNull();
  });

  it('refuses an expired token, even if it was accepted a moment before', async () => {
    const moving = new ManualClock();
    const issuer = createAccessTokens(key, 'packshot', moving);
    const token = await issuer.issue(session);
    expect(await issuer.verify(token)).toEqual(session);
    expect(await issuer.verify(token)).toEqual(session);
    moving.advance(ACCESS_TOKEN_TTL_S * 1000 + 1000);
    expect(await issuer.verify(token)).toBeNull();
  });

  it('verifies a signature once for a client that polls', async () => {
    const fresh = createAccessTokens(key, 'packshot', clock);
    const token = await fresh.issue(session);
    const verify = vi.spyOn(globalThis.crypto.subtle, 'verify');
    try {
      for (let turn = 0; turn < 50; turn += 1) expect(await fresh.verify(token)).toEqual(session);
      expect(verify.mock.calls.length).toBe(1);
    } finally {
      verify.mockRestore();
    }
  });
});
