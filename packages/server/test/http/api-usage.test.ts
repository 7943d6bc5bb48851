import { randomUUID } from 'node:crypto';
import type { ApiUsage, NewApiKey, Organization } from '@packshot/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiCall } from '../../src/api/usage/api-call-store.ts';
import { createCallLog } from '../../src/api/usage/call-log.ts';
import { sweepExpired } from '../../src/service/maintenance/sweep.ts';
import { entitle } from '../../src/testing/entitle.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { ManualClock } from '../../src/testing/manual-clock.ts';
import { memoryLog } from '../../src/testing/memory-log.ts';
import { silentLogger } from '../../src/testing/silent-logger.ts';
import { createNewcomers } from '../../src/testing/newcomers.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';

const DAY_S = 24 * 3600;
const DAY_MS = DAY_S * 1000;

const clock = new ManualClock();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());

const register = createNewcomers(() => api, 'caller');
/** Registers a user and grants their organization the entitlements that only some plans include. */
const newcomer: typeof register = async () => {
  const person = await register();
  await entitle(api.services, person.userId);
  return person;
};

const newKey = (access: string, name = 'Shop') =>
  api.data<NewApiKey>('createApiKey', { access, body: { name, mode: 'live', scopes: ['images:write'] } });

const call = (keyId: string, fields: Partial<ApiCall> = {}): ApiCall => ({
  requestId: randomUUID(),
  keyId,
  tool: 'cut-out',
  method: 'POST',
  route: '/v1/cutouts',
  status: 200,
  code: null,
  jobId: null,
  durationMs: 100,
  credits: 1,
  at: clock.now(),
  ...fields,
});

async function record(...calls: readonly ApiCall[]): Promise<void> {
  for (const each of calls) api.services.apiUsage.record(each);
  await api.services.callLog.flush();
}

const readUsage = (access: string, query: Record<string, string> = {}) =>
  api.data<ApiUsage>('getApiUsage', { access, query });

describe('API usage', () => {
  it('sums up calls in total, by day, key and tool, and lists the last calls', async () => {
    const { access } = await newcomer();
    const [shop, till] = [await newKey(access, 'Shop'), await newKey(access, 'Till')];
    const yesterday = new Date(clock.now().getTime() - DAY_MS);
    const slow = call(shop.id, { durationMs: 900, at: yesterday });
    const refused = call(till.id, { tool: 'scene', status: 402, code: 'OUT_OF_CREDITS', credits: 0 });
    const read = call(shop.id, { tool: null, method: 'GET', route: '/v1/usage', credits: 0 });
    await record(slow, refused, read, ...Array.from({ length: 20 }, () => call(shop.id)));
    const usage = await readUsage(access);
    expect(usage.total).toEqual({ calls: 23, errors: 1, p95_ms: 100, credits: 21 });
    expect(usage.by_day).toHaveLength(30);
    const toDay = (at: Date) => at.toISOString().slice(0, 10);
    expect(usage.by_day.slice(-3)).toEqual([
      {
        day: toDay(new Date(clock.now().getTime() - 2 * DAY_MS)),
        calls: 0,
        errors: 0,
        p95_ms: null,
        credits: 0,
      },
      { day: toDay(yesterday), calls: 1, errors: 0, p95_ms: 900, credits: 1 },
      { day: toDay(clock.now()), calls: 22, errors: 1, p95_ms: 100, credits: 20 },
    ]);
    expect(usage.by_key.map(({ name, calls, errors }) => [name, calls, errors])).toEqual([
      ['Shop', 22, 0],
      ['Till', 1, 1],
    ]);
    // Tools are sorted by number of calls, then by name.
    expect(usage.by_tool.map(({ tool, calls }) => [tool, calls])).toEqual([
      ['cut-out', 21],
      ['scene', 1],
      [null, 1],
    ]);
    expect(usage.last_calls).toHaveLength(23);
    expect(usage.last_calls.at(-1)).toEqual({
      request_id: slow.requestId,
      key_id: shop.id,
      key_name: 'Shop',
      tool: 'cut-out',
      method: 'POST',
      route: '/v1/cutouts',
      status: 200,
      code: null,
      duration_ms: 900,
      credits: 1,
      at: slow.at.toISOString(),
    });

    expect((await readUsage(access, { days: '1' })).total.calls).toBe(22);
    expect((await readUsage(access, { key_id: till.id })).total).toMatchObject({ calls: 1, errors: 1 });
    expect((await readUsage(access, { tool: 'scene' })).by_key.map(({ name }) => name)).toEqual(['Till']);
    for (const days of ['0', '91', 'x']) {
      expect((await api.send('getApiUsage', { access, query: { days } })).statusCode, days).toBe(400);
    }
  });

  it('shows all keys of the organization to owners, only their own keys to members, and no other keys', async () => {
    const [owner, member, stranger] = [await newcomer(), await newcomer(), await newcomer()];
    const { organizations } = api.services.database.stores;
    await organizations.move(member.userId, owner.organizationId, 'member');
    const [owners, members] = [await newKey(owner.access), await newKey(member.access)];
    await record(call(owners.id), call(members.id), call(members.id));
    expect((await readUsage(owner.access)).total.calls).toBe(3);
    const own = await readUsage(member.access);
    expect(own.total.calls).toBe(2);
    expect(new Set(own.last_calls.map(({ key_id }) => key_id))).toEqual(new Set([members.id]));
    expect((await readUsage(member.access, { key_id: owners.id })).total.calls).toBe(0);
    const others = await readUsage(stranger.access, { key_id: owners.id });
    expect([others.total.calls, others.last_calls]).toEqual([0, []]);
    const { id } = await api.data<Organization>('getOrganization', { access: owner.access });
    expect(id).toBe(owner.organizationId);
    const guest = await api.guest();
    expect((await api.send('getApiUsage', { access: guest.access })).statusCode).toBe(403);
  });

  it('keeps the calls of a revoked key for 90 days', async () => {
    const { access } = await newcomer();
    const { id } = await newKey(access);
    await record(call(id));
    await api.send('revokeApiKey', { access, params: { id } });
    expect((await readUsage(access)).by_key).toMatchObject([{ key_id: id, name: 'Shop', has_ended: true }]);
    const countCalls = async () =>
      (await api.services.pool.query('select from api_calls where key_id = $1', [id])).rowCount;
    clock.advance(90 * DAY_S);
    await sweepExpired({ ...api.services, clock, logger: silentLogger });
    expect(await countCalls()).toBe(1);
    clock.advance(1);
    await sweepExpired({ ...api.services, clock, logger: silentLogger });
    expect(await countCalls()).toBe(0);
  });
});

describe('the figures of finished days of API usage', () => {
  // Days whose totals are written accept no more calls, so each test moves the clock to later days.
  beforeEach(() => clock.advance(4 * DAY_S));
  const twoDaysAgo = () => new Date(clock.now().getTime() - 2 * DAY_MS);

  /** Writes totals of one day after the other, as the scheduled rounds do. */
  async function sumUp(): Promise<void> {
    const before = new Date(clock.now().getTime() - DAY_MS);
    while (await api.services.database.stores.apiCalls.sumUpDay(before));
  }
  const brokenSums = async () =>
    (await brokenInvariants(api.services.pool)).filter((line) => line.startsWith('I19'));
  const countDays = async (keyId: string) =>
    (await api.services.pool.query('select from api_call_days where key_id = $1', [keyId])).rowCount;
  const readFigures = async (access: string, query: Record<string, string> = {}) => {
    const { last_calls: _calls, ...figures } = await readUsage(access, query);
    return figures;
  };

  it('stay the same when they are summed up, and include calls that arrive later', async () => {
    const { access } = await newcomer();
    const [shop, till] = [await newKey(access, 'Shop'), await newKey(access, 'Till')];
    const durations = [7, 95, 110, 1234, 98_765];
    for (const keyId of [shop.id, till.id])
      await record(
        ...durations.map((durationMs) => call(keyId, { durationMs, at: twoDaysAgo() })),
        call(keyId, { tool: null, status: 429, credits: 0, at: twoDaysAgo() }),
        call(keyId, { tool: 'scene', credits: 3, at: twoDaysAgo() }),
      );
    await record(call(shop.id, { durationMs: 40 }));
    const queries = [{}, { key_id: till.id }, { tool: 'cut-out' }, { days: '1' }, { days: '3' }];
    const before = await Promise.all(queries.map((query) => readFigures(access, query)));
    expect(before[0]?.total).toEqual({ calls: 15, errors: 2, p95_ms: 99_000, credits: 17 });
    await sumUp();
    expect([await countDays(shop.id), await countDays(till.id)]).toEqual([3, 3]);
    expect(await Promise.all(queries.map((query) => readFigures(access, query)))).toEqual(before);
    // Simulates a report that read the last day with totals just before a round added further days.
    const endAfter = (days: number) =>
      api.services.pool.query('update api_call_days_end set day = day + $1::integer', [days]);
    await endAfter(-2);
    expect(await Promise.all(queries.map((query) => readFigures(access, query)))).toEqual(before);
    await endAfter(2);
    await sumUp();
    expect(await brokenSums()).toEqual([]);
  });

  it('are summed up only when their credits can no longer be returned', async () => {
    const { access, userId } = await newcomer();
    const { id } = await newKey(access);
    const jobId = randomUUID();
    await api.services.pool.query(
      `insert into generation_requests (id, user_id, feature_type, input, input_keys, cost, credit_state)
       values ($1, $2, 1, '{"tool":"cut-out"}', '{}', 1, 'reserved')`,
      [jobId, userId],
    );
    await record(call(id, { jobId, at: twoDaysAgo() }), call(id, { at: twoDaysAgo() }));
    await sumUp();
    expect(await countDays(id)).toBe(0);
    expect((await readUsage(access)).total.credits).toBe(2);
    await api.services.pool.query(`update generation_requests set credit_state = 'released' where id = $1`, [
      jobId,
    ]);
    await sumUp();
    expect(await countDays(id)).toBe(1);
    expect((await readUsage(access)).total).toMatchObject({ calls: 2, credits: 1 });
    expect(await brokenSums()).toEqual([]);
  });

  it('include no later calls from a machine with a wrong clock', async () => {
    const { access } = await newcomer();
    const { id } = await newKey(access);
    await sumUp();
    await record(call(id, { at: twoDaysAgo() }));
    expect((await readUsage(access)).total.calls).toBe(1);
    clock.advance(2 * DAY_S);
    await sumUp();
    expect(await countDays(id)).toBe(1);
    expect(await brokenSums()).toEqual([]);
  });
});

describe('the call log', () => {
  it('leaves out calls of deleted keys, and writes each call once', async () => {
    const { access } = await newcomer();
    const { id } = await newKey(access);
    const once = call(id);
    await record(call(randomUUID()), once, once);
    expect((await readUsage(access)).total.calls).toBe(1);
  });

  it('writes within seconds, and writes all waiting calls when it closes', async () => {
    const { access } = await newcomer();
    const { id } = await newKey(access);
    const log = createCallLog({ database: api.services.database, logger: silentLogger });
    for (let calls = 0; calls < 2500; calls += 1) log.record(call(id));
    await log.close();
    expect((await readUsage(access)).total.calls).toBe(2500);
    api.services.apiUsage.record(call(id));
    await expect.poll(async () => (await readUsage(access)).total.calls, { timeout: 10_000 }).toBe(2501);
  });

  it('loses entries, but fails no API calls, while the database is unavailable', async () => {
    const { database } = api.services;
    const failing = {
      ...database,
      stores: {
        ...database.stores,
        apiCalls: { ...database.stores.apiCalls, insert: () => Promise.reject(new Error('away')) },
      },
    };
    const { logger, text } = memoryLog();
    const log = createCallLog({ database: failing, logger });
    for (let calls = 0; calls < 20_001; calls += 1) log.record(call(randomUUID()));
    await log.close();
    expect(text()).toContain('"calls":20001,"msg":"calls are missing in their log"');
  });
});
