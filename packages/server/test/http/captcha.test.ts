import { CAPTCHA_TTL_S } from '../../src/platform/captcha/altcha.ts';
import { CAPTCHA_HEADER } from '@packshot/contract';
import type { CaptchaPuzzle, EndpointName } from '@packshot/contract';
import { solveChallenge } from 'altcha-lib/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/testing/manual-clock.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';

const clock = new ManualClock();
const FREE_GUESTS = 2;
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    clock,
    captcha: true,
    allowances: { guestsWithoutCaptchaPerHour: FREE_GUESTS },
  });
});
afterAll(() => api.stop());

async function solve(change: (solved: Record<string, unknown>) => void = () => {}): Promise<string> {
  const puzzle = (await api.send('getCaptchaChallenge')).json<CaptchaPuzzle>();
  const { challenge, salt, algorithm, maxnumber, signature } = puzzle;
  const solvedChallenge = await solveChallenge(challenge, salt, algorithm, maxnumber).promise;
  const solved = { algorithm, challenge, number: solvedChallenge?.number, salt, signature };
  change(solved);
  return Buffer.from(JSON.stringify(solved)).toString('base64');
}

const form = (name: string) => ({
  email: `${name}@shop.example`,
  password: 'rightpass1',
  first_name: 'Ann',
  last_name: 'Smith',
});
const getStatus = async (name: EndpointName, body: unknown, solution?: string) => {
  const headers = solution === undefined ? {} : { [CAPTCHA_HEADER]: solution };
  return (await api.send(name, { body, headers })).statusCode;
};

describe('a captcha', () => {
  it.each(['register', 'forgotPassword'] as const)('is always required by %s', async (name) => {
    const body = name === 'register' ? form(name) : { email: 'a@shop.example' };
    expect(await getStatus(name, body)).toBe(428);
    expect(await getStatus(name, body, 'made up')).toBe(428);
    expect(await getStatus(name, body, await solve())).toBeLessThan(300);
  });

  it('is required per address only after its first few guests', async () => {
    const statuses = [];
    for (let count = 0; count < FREE_GUESTS + 1; count += 1) {
      statuses.push(await getStatus('createGuestSession', undefined));
    }
    expect(statuses).toEqual([200, 200, 428]);
    expect(await getStatus('createGuestSession', undefined, await solve())).toBe(200);
  });

  it('is accepted for one call, even with parallel calls', async () => {
    const solution = await solve();
    const statuses = await Promise.all(
      [1, 2, 3, 4].map((count) => getStatus('register', form(`replay${count}`), solution)),
    );
    expect(statuses.toSorted()).toEqual([200, 428, 428, 428]);
  });

  it('expires after its lifetime', async () => {
    const solution = await solve();
    clock.advance(CAPTCHA_TTL_S + 1);
    expect(await getStatus('register', form('late'), solution)).toBe(428);
  });

  it.each([
    [
      'a guessed number',
      (solved: Record<string, unknown>) => (solved['number'] = Number(solved['number']) + 1),
    ],
    [
      'a later expiry',
      (solved: Record<string, unknown>) =>
        (solved['salt'] = String(solved['salt']).replace(/expires=\d+/, 'expires=9999999999')),
    ],
    ['a wrong signature', (solved: Record<string, unknown>) => (solved['signature'] = '0'.repeat(64))],
    ['a wrong algorithm', (solved: Record<string, unknown>) => (solved['algorithm'] = 'SHA-1')],
  ])('is refused with %s', async (_what, change) => {
    expect(await getStatus('register', form('forger'), await solve(change))).toBe(428);
  });
});
