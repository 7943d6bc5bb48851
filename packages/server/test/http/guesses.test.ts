import { CAPTCHA_HEADER } from '@packshot/contract';
import type { CaptchaPuzzle, Session } from '@packshot/contract';
import { solveChallenge } from 'altcha-lib/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAttempt, ATTEMPT_LIMITS } from '../../src/accounts/attempts.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { createTokenSecrets } from '../../src/platform/secrets/token-secrets.ts';
import { accountSuite } from '../../src/testing/account-suite.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { TEST_SECRET } from '../../src/testing/test-services.ts';

const suite = accountSuite();
const { clock, newAccount } = suite;
const WRONG = 'wrongpass1';

interface Login {
  readonly email: string;
  readonly password: string;
  readonly device_tokens?: readonly string[];
}
const signIn = (body: Login, ip: string) => suite.api.send('login', { body, ip });
const getStatus = async (body: Login, ip: string) => (await signIn(body, ip)).statusCode;
const repeatCall = async (times: number, ask: () => Promise<number>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push(await ask());
  return statuses;
};

/** Simulates this many wrong passwords from many network addresses, without checking each of them. */
async function guessFromEverywhere(api: TestApi, kind: string, mailbox: string, times: number) {
  const deps = { database: api.services.database, clock, secrets: createTokenSecrets(TEST_SECRET) };
  await addAttempt(deps, { ...ATTEMPT_LIMITS.signInToAccount, kind }, mailbox);
  await api.services.pool.query('update attempts set count = $1 where kind = $2', [times, kind]);
}

describe('a wrong password', () => {
  it('is refused after ten attempts, even in parallel, and so is the right password, until the time window ends', async () => {
    const { email, password, ip } = await newAccount();
    const guesses = await Promise.all(
      Array.from({ length: 15 }, () =>
        suite.api.send('login', { body: { email, password: 'wrongpass1' }, ip }),
      ),
    );
    expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    const refused = await suite.api.send('login', { body: { email, password }, ip });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // The owner, at another network address, isn't locked out.
    expect((await suite.api.send('login', { body: { email, password }, ip: '203.0.113.5' })).statusCode).toBe(
      200,
    );
    clock.advance(15 * 60);
    expect((await suite.api.send('login', { body: { email, password }, ip })).statusCode).toBe(200);
  });

  it('stays counted after a successful sign-in to another account', async () => {
    const victim = await newAccount();
    const attacker = await newAccount();
    const statuses: number[] = [];
    const tryPassword = async (email: string, password: string) => {
      const answer = await suite.api.send('login', { body: { email, password }, ip: attacker.ip });
      statuses.push(answer.statusCode);
    };
    for (let round = 0; round < 6; round += 1) {
      await tryPassword(victim.email, 'wrongpass1');
      await tryPassword(victim.email, 'wrongpass2');
      await tryPassword(attacker.email, attacker.password);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it('is no longer counted after a right password for the same account and network address', async () => {
    const { email, password, ip } = await newAccount();
    const wrong = () => getStatus({ email, password: WRONG }, ip);
    for (let round = 0; round < 2; round += 1) {
      expect(await repeatCall(9, wrong)).toEqual(Array.from({ length: 9 }, () => 401));
      expect(await getStatus({ email, password }, ip)).toBe(200);
    }
  });

  it('isn’t checked for a guest whose access token has expired', async () => {
    const { email, ip } = await newAccount();
    const { access } = await suite.api.guest();
    clock.advance(16 * 60);
    const countGuesses = async () => {
      const { rows } = await suite.api.services.pool.query<{ sum: string | null }>(
        `select sum(count) from attempts where kind like 'sign-in%'`,
      );
      return rows[0]?.sum ?? null;
    };
    const before = await countGuesses();
    const answer = await suite.api.send('login', { body: { email, password: WRONG }, ip, access });
    expect(answer.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await countGuesses()).toBe(before);
  });
});

describe('a browser known from an earlier sign-in', () => {
  it('may sign in during an attack, even if the attempts of its network address and of the account are used up', async () => {
    const { email, password, ip, session } = await newAccount();
    const device_tokens = [session.device_token ?? ''];
    await repeatCall(10, () => getStatus({ email, password: WRONG }, ip));
    await guessFromEverywhere(suite.api, 'sign-in-account', email, 100);
    expect(await getStatus({ email, password }, ip)).toBe(429);
    expect(await getStatus({ email, password }, '203.0.113.9')).toBe(429);
    expect(await getStatus({ email, password, device_tokens }, ip)).toBe(200);
  });

  it('has ten attempts of its own, reset by the owner’s success', async () => {
    const { email, password, ip, session } = await newAccount();
    const device_tokens = [`${'A'.repeat(22)}.1.${'A'.repeat(43)}`, session.device_token ?? ''];
    const wrong = () => getStatus({ email, password: WRONG, device_tokens }, ip);
    expect(await repeatCall(9, wrong)).not.toContain(429);
    expect(await getStatus({ email, password, device_tokens }, ip)).toBe(200);
    expect((await repeatCall(11, wrong)).at(-1)).toBe(429);
    const refused = await signIn({ email, password, device_tokens }, ip);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
  });

  it('is recognized by its own valid token, but not by an invented, foreign or expired one', async () => {
    const { email, password, ip, session } = await newAccount();
    const another = await newAccount();
    const token = session.device_token ?? '';
    const longer = token.replace(/\.\d+\./, `.${clock.now().getTime() + 900 * DAY_MS}.`);
    await repeatCall(10, () => getStatus({ email, password: WRONG }, ip));
    const altered = `${'A'.repeat(22)}${token.slice(22)}`;
    for (const unknown of [another.session.device_token ?? '', longer, altered]) {
      expect(await getStatus({ email, password, device_tokens: [unknown] }, ip)).toBe(429);
    }
    clock.advance(181 * 24 * 3600);
    await repeatCall(10, () => getStatus({ email, password: WRONG }, ip));
    expect(await getStatus({ email, password, device_tokens: [token] }, ip)).toBe(429);
  });

  it('gives a guest no device token', async () => {
    expect((await suite.api.guest()).device_token).toBeNull();
  });
});

describe('an account attacked from many addresses', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ clock, captcha: true });
  });
  afterAll(() => api.stop());

  async function solve(): Promise<string> {
    const puzzle = (await api.send('getCaptchaChallenge')).json<CaptchaPuzzle>();
    const { challenge, salt, algorithm, maxnumber, signature } = puzzle;
    const solvedChallenge = await solveChallenge(challenge, salt, algorithm, maxnumber).promise;
    return btoa(JSON.stringify({ algorithm, challenge, number: solvedChallenge?.number, salt, signature }));
  }

  const login = async (email: string, password: string, solution?: string) => {
    const headers = solution === undefined ? {} : { [CAPTCHA_HEADER]: solution };
    return (await api.send('login', { body: { email, password }, headers, ip: '203.0.113.77' })).statusCode;
  };

  it('can be opened by its owner with a solved captcha, up to a limit', async () => {
    const { form } = suite.newPerson();
    const { email, password } = form;
    await api.data<Session>('register', { body: form, headers: { [CAPTCHA_HEADER]: await solve() } });
    await guessFromEverywhere(api, 'sign-in-account', email, 100);
    // Without a captcha solution, attempts are neither checked nor counted.
    expect(await repeatCall(12, () => login(email, password))).toEqual(Array.from({ length: 12 }, () => 428));
    expect(await login(email, WRONG, await solve())).toBe(401);
    expect(await login(email, password, await solve())).toBe(200);
    await guessFromEverywhere(api, 'sign-in-account-captcha', email, 400);
    expect(await login(email, password, await solve())).toBe(429);
  });
});
