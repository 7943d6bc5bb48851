import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../domain/caller.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { createAccessTokens } from './access-tokens.ts';

const key = randomBytes(32);
const clock = new ManualClock();
const tokens = createAccessTokens(key, 'packshot', clock);
const caller: Caller = {
  userId: randomUUID(),
  organizationId: randomUUID(),
  familyId: randomUUID(),
  role: 'guest',
};
const claims = { org: caller.organizationId, fam: caller.familyId, role: 'owner', sub: caller.userId };

describe('access tokens', () => {
  it('give back who they were issued for', async () => {
    expect(await tokens.verify(await tokens.issue(caller))).toEqual(caller);
  });

  it('are refused when altered, unsigned, of another key or another product', async () => {
    const good = await tokens.issue(caller);
    const [header = '', body = '', signature = ''] = good.split('.');
    const promoted = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), role: 'owner' }),
    ).toString('base64url');
    const unsigned = new UnsecuredJWT(claims)
      .setIssuer('packshot')
      .setAudience('packshot')
      .setExpirationTime('1h')
      .encode();
    const foreign = createAccessTokens(randomBytes(32), 'packshot', clock);
    const otherProduct = createAccessTokens(key, 'another', clock);
    const refused = [
      `${header}.${promoted}.${signature}`,
      unsigned,
      await foreign.issue(caller),
      await otherProduct.issue(caller),
      good.slice(0, -2),
      '',
      'a.b.c',
    ];
    for (const token of refused) expect(await tokens.verify(token)).toBeNull();
  });

  it('need every claim', async () => {
    const incomplete = await new SignJWT({ ...claims, fam: undefined })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('packshot')
      .setAudience('packshot')
      .setExpirationTime(Math.floor(clock.now().getTime() / 1000) + 60)
      .sign(key);
    expect(await tokens.verify(incomplete)).toBeNull();
  });
});
