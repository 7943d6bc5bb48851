import { REFRESH_REUSE_WINDOW_S } from './session-service.ts';
import { REFRESH_TOKEN_TTL_S } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../testing/invariants.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';

const clock = new ManualClock();
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ clock, allowances: { guestGrantsPerHour: 3 } });
});
afterAll(() => services.stop());

let lastAddress = 0;
const freshAddress = () => ({ ip: `198.51.100.${(lastAddress += 1)}`, userAgent: 'test' });
const expired = { code: 'SESSION_EXPIRED' };

describe('a guest session', () => {
  it('has a user, an organization, tokens and the free credits', async () => {
    const session = await services.sessions.createGuest(freshAddress());
    expect(session.is_guest).toBe(true);
    expect(session.role.name).toBe('guest');
    expect(session.info.user.email).toBeNull();
    const caller = await services.sessions.authenticate(session.access);
    expect(caller.userId).toBe(session.info.user.id);
    const current = await services.sessions.currentUser(caller);
    expect(current.user).toEqual(session.info.user);
    expect(current.freemium_credits).toBe(5);
    expect(await services.accounts.authorization(caller)).toMatchObject({
      freemium_credits: 5,
      download_credits: 2,
    });
  });

  it('starts without free credits above the hourly limit of its network address, even with parallel requests', async () => {
    const from = freshAddress();
    const sessions = await Promise.all(Array.from({ length: 12 }, () => services.sessions.createGuest(from)));
    const balances = await Promise.all(
      sessions.map(async ({ access }) =>
        services.credits.freemiumCredits(await services.sessions.authenticate(access)),
      ),
    );
    expect(balances.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5, 5]);
    clock.advance(3601);
    const later = await services.sessions.createGuest(from);
    expect(await services.credits.freemiumCredits(await services.sessions.authenticate(later.access))).toBe(
      5,
    );
  });
});

describe('an access token', () => {
  it('expires after 15 minutes', async () => {
    const { access } = await services.sessions.createGuest(freshAddress());
    clock.advance(14 * 60);
    await services.sessions.authenticate(access);
    clock.advance(2 * 60);
    await expect(services.sessions.authenticate(access)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('isn’t accepted as a refresh token, and a refresh token isn’t accepted as an access token', async () => {
    const { access, refresh } = await services.sessions.createGuest(freshAddress());
    await expect(services.sessions.refresh(access)).rejects.toMatchObject(expired);
    await expect(services.sessions.authenticate(refresh)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('refreshing a session', () => {
  it('returns a new pair of tokens each time', async () => {
    const session = await services.sessions.createGuest(freshAddress());
    const first = await services.sessions.refresh(session.refresh);
    const second = await services.sessions.refresh(first.refresh);
    expect(new Set([session.refresh, first.refresh, second.refresh]).size).toBe(3);
    const caller = await services.sessions.authenticate(second.access);
    expect(caller.userId).toBe(session.info.user.id);
  });

  it('returns the same new tokens to two tabs that refresh at once, or after a lost response', async () => {
    const session = await services.sessions.createGuest(freshAddress());
    const pairs = await Promise.all(
      Array.from({ length: 8 }, () => services.sessions.refresh(session.refresh)),
    );
    expect(new Set(pairs.map((pair) => pair.refresh)).size).toBe(1);
    clock.advance(REFRESH_REUSE_WINDOW_S - 1);
    const again = await services.sessions.refresh(session.refresh);
    expect(again.refresh).toBe(pairs[0]?.refresh);
    await services.sessions.refresh(again.refresh);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('treats later reuse of an old refresh token as theft, and revokes all tokens of the sign-in', async () => {
    const session = await services.sessions.createGuest(freshAddress());
    const pair = await services.sessions.refresh(session.refresh);
    clock.advance(REFRESH_REUSE_WINDOW_S + 1);
    await expect(services.sessions.refresh(session.refresh)).rejects.toMatchObject(expired);
    await expect(services.sessions.refresh(pair.refresh)).rejects.toMatchObject(expired);
    expect(await brokenInvariants(services.pool)).toEqual([]);
  });

  it('doesn’t affect the user’s other sign-ins when one is revoked', async () => {
    const [mine, other] = [
      await services.sessions.createGuest(freshAddress()),
      await services.sessions.createGuest(freshAddress()),
    ];
    await services.sessions.logout(mine.refresh);
    await expect(services.sessions.refresh(mine.refresh)).rejects.toMatchObject(expired);
    await services.sessions.refresh(other.refresh);
  });

  it('fails 60 days after the session’s last use', async () => {
    const session = await services.sessions.createGuest(freshAddress());
    clock.advance(REFRESH_TOKEN_TTL_S - 60);
    const pair = await services.sessions.refresh(session.refresh);
    clock.advance(REFRESH_TOKEN_TTL_S + 1);
    await expect(services.sessions.refresh(pair.refresh)).rejects.toMatchObject(expired);
  });

  it('refuses an invented token, and signing out with one has no effect', async () => {
    await expect(services.sessions.refresh('made-up')).rejects.toMatchObject(expired);
    await services.sessions.logout('made-up');
  });

  it('stores no token in plain text', async () => {
    const session = await services.sessions.createGuest(freshAddress());
    const { rows } = await services.pool.query<{ row: string }>(
      'select t::text as row from refresh_tokens t',
    );
    expect(rows.some(({ row }) => row.includes(session.refresh))).toBe(false);
  });
});
