import { EVENTS } from '@packshot/contract';
import type { TrackingOptions } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ForwardingOrder } from '../../src/platform/queue/job-queue.ts';
import { TrackerBusyError, TrackerRefusedError } from '../../src/platform/trackers/event-tracker.ts';
import type { NumberedEvent, TrackedPerson } from '../../src/platform/trackers/event-tracker.ts';
import { memoryLog } from '../../src/testing/memory-log.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';

interface TrackedEvents {
  readonly person: TrackedPerson;
  readonly names: string[];
}
const reportedEvents: Record<string, TrackedEvents[]> = { Analytics: [], Onboarding: [], Marketing: [] };
const problems: Record<string, Error | undefined> = {};
const tracker = (name: string) => ({
  name,
  async send(person: TrackedPerson, events: readonly NumberedEvent[]) {
    if (problems[name] !== undefined) throw problems[name];
    reportedEvents[name]?.push({ person, names: events.map((event) => event.name) });
  },
});

const log = memoryLog();
let api: TestApi;
let uncounted: TestApi;
beforeAll(async () => {
  const trackers = {
    analytics: tracker('Analytics'),
    onboarding: tracker('Onboarding'),
    marketing: tracker('Marketing'),
  };
  api = await startTestApi({
    logger: log.logger,
    tracking: { hosts: ['studio.example'], internal_domains: ['shop.example'], trackers },
  });
  uncounted = await startTestApi({ tracking: { trackers } });
});
afterAll(() => Promise.all([api.stop(), uncounted.stop()]));
afterEach(() => {
  for (const list of Object.values(reportedEvents)) list.length = 0;
  for (const name of Object.keys(problems)) problems[name] = undefined;
});

const at = '2026-11-20T10:00:00.000Z';
const record = async (on: TestApi, access: string, names: readonly string[]) => {
  const events = names.map((name) => ({ name, at, properties: { path: '/studio' } }));
  return (await on.send('recordEvents', { access, body: { events } })).statusCode;
};
/** Forwards queued events as the worker does. */
async function forward(on: TestApi): Promise<void> {
  const { rows } = await on.services.pool.query<{ data: ForwardingOrder }>(
    "delete from pgboss.job where name = 'forward-events' and state = 'created' returning data",
  );
  for (const { data } of rows) await on.services.eventForwarder.forward(data);
}
const storedNames = async (on: TestApi, userId: string) => {
  const sql = 'select name, properties from analytics_events where user_id = $1 order by name';
  return (await on.services.pool.query<{ name: string }>(sql, [userId])).rows.map(({ name }) => name);
};

describe('the endpoint for tracking events', () => {
  it('stores events for the operator, and forwards them to each service with the needed fields', async () => {
    const { access, info } = await api.guest();
    expect(await record(api, access, [EVENTS.pageViewed, EVENTS.thirdImageGenerated])).toBe(204);
    expect(await storedNames(api, info.user.id)).toEqual(['page_viewed', 'third_image_generated']);
    await forward(api);
    const person = { userId: info.user.id, isGuest: true, wasGuest: false };
    expect(reportedEvents).toMatchObject({
      Analytics: [{ person, names: ['page_viewed', 'third_image_generated'] }],
      Onboarding: [{ person, names: ['third_image_generated'] }],
      Marketing: [{ person, names: ['page_viewed'] }],
    });
    expect(Object.keys(reportedEvents['Analytics']?.[0]?.person ?? {}).toSorted()).toEqual([
      'createdAt',
      'isGuest',
      'plan',
      'userId',
      'wasGuest',
    ]);
  });

  it('lists the services that receive events', async () => {
    const answer = (await api.send('getTrackingOptions')).json<TrackingOptions>();
    expect(answer).toEqual({
      hosts: ['studio.example'],
      internal_domains: ['shop.example'],
      recipients: ['Analytics', 'Onboarding', 'Marketing'],
    });
  });

  it('refuses events outside of the catalog', async () => {
    const { access } = await api.guest();
    expect(await record(api, access, ['made_up'])).toBe(400);
  });

  it('drops events on excluded hosts', async () => {
    const { access, info } = await uncounted.guest();
    expect(await record(uncounted, access, [EVENTS.pageViewed])).toBe(204);
    expect(await storedNames(uncounted, info.user.id)).toEqual([]);
    await forward(uncounted);
    expect(reportedEvents['Analytics']).toEqual([]);
  });

  it('stores events in test mode even on excluded hosts', async () => {
    const { access, info } = await uncounted.guest();
    const body = { test_mode: true, events: [{ name: EVENTS.pageViewed, at, properties: {} }] };
    expect((await uncounted.send('recordEvents', { access, body })).statusCode).toBe(204);
    expect(await storedNames(uncounted, info.user.id)).toEqual(['page_viewed']);
  });

  it('retries events for a failed service, without sending them to the others twice', async () => {
    const { access } = await api.guest();
    problems['Marketing'] = new TrackerBusyError('away');
    await record(api, access, [EVENTS.pageViewed]);
    await expect(forward(api)).rejects.toBe(problems['Marketing']);
    expect(reportedEvents['Marketing']).toEqual([]);
    expect(reportedEvents['Analytics']?.length ?? 0).toBeLessThanOrEqual(1);
  });

  it('drops and logs events that a service refuses', async () => {
    const { access } = await api.guest();
    problems['Analytics'] = new TrackerRefusedError('Answered 401');
    await record(api, access, [EVENTS.pageViewed]);
    await forward(api);
    expect(reportedEvents['Analytics']).toEqual([]);
    expect(reportedEvents['Marketing']).toHaveLength(1);
    expect(log.text()).toContain('a tracker refused events');
  });

  it('doesn’t forward events of a deleted account', async () => {
    const body = {
      email: 'gone@shop.example',
      password: 'rightpass1',
      first_name: 'Ann',
      last_name: 'Smith',
    };
    const { access } = await api.data<{ access: string }>('register', { body });
    await record(api, access, [EVENTS.signedUp]);
    const answer = await api.send('deleteAccount', { access, body: { password: body.password } });
    expect(answer.statusCode).toBe(204);
    await forward(api);
    expect(reportedEvents['Analytics']).toEqual([]);
  });
});
