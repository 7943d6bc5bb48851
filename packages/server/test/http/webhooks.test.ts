import type {
  NewWebhook,
  Webhook,
  WebhookBody,
  WebhookDeliveries,
  WebhookDelivery,
} from '@packshot/contract';
import {
  API_MESSAGES,
  WEBHOOK_EVENTS,
  WEBHOOKS_PER_ORGANIZATION,
  webhookBodySchema,
  webhookRequestSchema,
} from '@packshot/contract';
import type { Resolve } from '@packshot/image-engine/public-addresses';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller, KeyCaller } from '../../src/platform/access/caller.ts';
import { sweepExpired } from '../../src/service/maintenance/sweep.ts';
import { announceIfOver } from '../../src/tools/announce-job.ts';
import { createWebhookDelivery, queueDueWebhooks } from '../../src/api/webhooks/deliver.ts';
import { createWebhookService } from '../../src/api/webhooks/service.ts';
import { createPublicFetch, isPrivateLiteral } from '../../src/platform/public-fetch/public-fetch.ts';
import { createTokenSecrets } from '../../src/platform/secrets/token-secrets.ts';
import { entitle } from '../../src/testing/entitle.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { ManualClock } from '../../src/testing/manual-clock.ts';
import { claimTask, succeedTask } from '../../src/testing/settle-task.ts';
import { silentLogger } from '../../src/testing/silent-logger.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { acceptTask } from '../../src/testing/test-services.ts';
import { startWebhookReceiver, verifyDelivery } from '../../src/testing/webhook-receiver.ts';
import type { Received, WebhookReceiver } from '../../src/testing/webhook-receiver.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** Address of the test receiver. It is private, so it is allowed only for `localhost`. */
const RECEIVER: Parameters<Parameters<Resolve>[2]>[1] = [{ address: '127.0.0.1', family: 4 }];
const PUBLIC: typeof RECEIVER = [{ address: '93.184.216.34', family: 4 }];

const clock = new ManualClock();
let api: TestApi;
let receiver: WebhookReceiver;
let addresses: typeof RECEIVER;
let timeoutMs: number | undefined;

beforeAll(async () => {
  const fetchPublic = createPublicFetch({
    resolve: (_name, _options, callback) => callback(null, addresses),
    privateHosts: new Set(['localhost']),
  });
  api = await startTestApi({
    clock,
    publicFetch: (request) => fetchPublic({ ...request, ...(timeoutMs !== undefined && { timeoutMs }) }),
  });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  receiver.stop();
  await api.stop();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer(204);
  addresses = RECEIVER;
  timeoutMs = undefined;
});
afterEach(async () => {
  expect(await brokenInvariants(api.services.pool)).toEqual([]);
});

/** Creates an owner with an API key. Skips registration, whose password hash is deliberately slow. */
async function newcomer() {
  const { services } = api;
  const guest = await services.newGuest();
  await services.database.stores.organizations.setRole(guest.userId, 'owner');
  await entitle(services, guest.userId);
  const owner: Caller = { ...guest, role: 'owner' };
  const { id, secret } = await services.apiKeys.create(owner, {
    name: 'Shop',
    mode: 'live',
    scopes: ['jobs:run'],
    addresses: [],
    monthly_ceiling: null,
    expires_at: null,
  });
  const key = await services.apiKeys.authenticate(secret, { ip: '203.0.113.7', userAgent: 'curl' });
  return { owner, key, keyId: id };
}

const webhook = (owner: Caller, url = receiver.url): Promise<NewWebhook> =>
  api.services.webhooks.create(owner, { url, description: '', events: [...WEBHOOK_EVENTS] });

/** Starts a job as a program does; returns the id of its task. */
async function job(caller: KeyCaller): Promise<string> {
  const taskId = await acceptTask(api.services, caller);
  await api.services.pool.query(
    `update generation_requests set call_terms = '{"mode": "live", "name": ""}'
     where id = (select request_id from tasks where id = $1)`,
    [taskId],
  );
  return taskId;
}

/** Runs the delivery rounds and workers that are due now. */
async function deliver(): Promise<void> {
  await queueDueWebhooks(api.services, clock);
  const { rows } = await api.services.pool.query<{ id: string }>(
    `with taken as (delete from pgboss.job where name = 'webhook' and state = 'created' returning data)
     select distinct data ->> 'webhookId' as id from taken`,
  );
  for (const { id } of rows) await api.services.webhookDelivery.drain(id, new AbortController().signal);
}

async function log(owner: Caller, { id }: Pick<Webhook, 'id'>): Promise<readonly WebhookDelivery[]> {
  return (await api.services.webhooks.deliveries(owner, id, { limit: 100 })).data;
}
const state = async (owner: Caller, { id }: Pick<Webhook, 'id'>) =>
  (await api.services.webhooks.list(owner)).find((each) => each.id === id);
const refusal = (code: string) => expect.objectContaining({ code }) as Error;

/**
 * Parses a webhook and checks its signature. The library accepts only signatures less than five minutes old, so the
 * clock is set to the signature's time.
 */
function readSigned(secret: string, received: Received): WebhookBody {
  vi.useFakeTimers({ now: Number(received.headers['webhook-timestamp']) * 1000, toFake: ['Date'] });
  try {
    return verifyDelivery(secret, received) as WebhookBody;
  } finally {
    vi.useRealTimers();
  }
}

describe('the webhook of a job', () => {
  it('reports the end of a job once, signed according to Standard Webhooks', async () => {
    const { owner, key } = await newcomer();
    const { secret, ...hook } = await webhook(owner);
    const taskId = await job(key);
    await deliver();
    expect(receiver.received).toEqual([]);
    await succeedTask(api.services, taskId);
    await deliver();
    await deliver();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const [received, ...others] = receiver.received;
    if (received === undefined) throw new Error('Nothing was delivered');
    expect(others).toEqual([]);
    const body = readSigned(secret, received);
    expect(webhookBodySchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      type: 'job.succeeded',
      data: { tool: 'cut-out', mode: 'live', status: 'succeeded', credits_charged: 1 },
    });
    const [task] = await api.services.database.stores.tasks.find(key.userId, [taskId]);
    expect(body.data.id).toBe(task?.requestId);
    expect(received.headers['content-type']).toBe('application/json');
    expect(received.headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}=$/);
    expect(received.headers).not.toHaveProperty('authorization');
    expect(await log(owner, hook)).toMatchObject([
      {
        event_id: received.id,
        state: 'succeeded',
        tries: 1,
        status: 204,
        problem: null,
        body: received.body,
      },
    ]);
    const { rows } = await api.services.pool.query('select to_jsonb(w) as row from webhooks w');
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 40));
    const tampered = { ...received, body: received.body.replace('succeeded', 'failed') };
    expect(() => readSigned(secret, tampered)).toThrow('signature');
  });

  it('reports failed and stopped jobs only to webhooks with those events', async () => {
    const { owner, key } = await newcomer();
    await webhook(owner);
    const other = { url: receiver.url, description: '', events: ['job.succeeded' as const] };
    const quiet = await api.services.webhooks.create(owner, other);
    const failing = await claimTask(api.services, await job(key));
    await api.services.lifecycle.fail({ taskId: failing.id, attempt: failing.attempt }, 'NO_SUBJECT');
    await deliver();
    const stopped = await job(key);
    await api.services.generations.cancel(key, [stopped]);
    await deliver();
    const bodies = receiver.received.map(({ body }) => webhookBodySchema.parse(JSON.parse(body)));
    expect(
      bodies.map(({ type, data }) => 'tool' in data && [type, data.error?.code, data.credits_charged]),
    ).toEqual([
      ['job.failed', 'NO_SUBJECT', 0],
      ['job.canceled', 'TASK_CANCELLED', 0],
    ]);
    expect(await log(owner, quiet)).toEqual([]);
  });

  it('isn’t sent for a job started in the web app', async () => {
    const { owner } = await newcomer();
    const hook = await webhook(owner);
    await succeedTask(api.services, await acceptTask(api.services, owner));
    await deliver();
    expect(await log(owner, hook)).toEqual([]);
  });

  it('is sent if and only if the job’s end is committed', async () => {
    const { owner, key } = await newcomer();
    const hook = await webhook(owner);
    const { database } = api.services;
    const task = await claimTask(api.services, await job(key));
    const undone = database.transaction(async (stores) => {
      const requestId = await stores.tasks.fail({ taskId: task.id }, { code: 'TASK_FAILED' });
      await announceIfOver(stores, requestId ?? '', clock.now());
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await deliver();
    expect([await log(owner, hook), receiver.received]).toEqual([[], []]);
  });
});

describe('a failed delivery', () => {
  it('is retried ten times in three days, with growing pauses, and can be sent again', async () => {
    const { owner, key } = await newcomer();
    const { secret, ...hook } = await webhook(owner);
    receiver.answer((response) => response.writeHead(500).end('x'.repeat(5000)));
    await succeedTask(api.services, await job(key));
    await deliver();
    const pausesS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [index, pauseS] of pausesS.entries()) {
      const [delivery] = await log(owner, hook);
      expect(delivery).toMatchObject({ state: 'pending', tries: index + 1, status: 500 });
      const dueInS = (Date.parse(delivery?.next_try_at ?? '') - clock.now().getTime()) / 1000;
      expect(dueInS).toBeGreaterThanOrEqual(pauseS);
      expect(dueInS).toBeLessThanOrEqual(1.1 * pauseS);
      clock.advance(dueInS - 1);
      await deliver();
      expect(receiver.received.length).toBe(index + 1);
      clock.advance(20);
      await deliver();
      expect(receiver.received.length).toBe(index + 2);
    }
    const [delivery] = await log(owner, hook);
    expect(delivery).toMatchObject({
      state: 'failed',
      tries: 10,
      next_try_at: null,
      answer: 'x'.repeat(1024),
    });
    clock.advance(DAY_S);
    await deliver();
    expect(receiver.received.length).toBe(10);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-signature'])).size).toBe(10);
    receiver.answer(200);
    await api.services.webhooks.replay(owner, hook.id, delivery?.id ?? '');
    await deliver();
    expect(await log(owner, hook)).toMatchObject([{ state: 'succeeded', tries: 1 }]);
    for (const received of receiver.received) readSigned(secret, received);
  });

  it.each([301, 302, 307, 308, 400, 500])('results from an answer with the status %d', async (status) => {
    const { owner } = await newcomer();
    const hook = await webhook(owner);
    receiver.answer((response) => response.writeHead(status, { location: receiver.url }).end());
    expect(await api.services.webhooks.test(owner, hook.id)).toMatchObject({
      state: 'failed',
      status,
      tries: 1,
    });
    expect(receiver.received.length).toBe(1);
  });

  it('results from a late answer', async () => {
    const { owner } = await newcomer();
    const hook = await webhook(owner);
    receiver.answer(() => {});
    timeoutMs = 100;
    const delivery = await api.services.webhooks.test(owner, hook.id);
    expect(delivery).toMatchObject({ state: 'failed', status: null, problem: 'timed-out' });
  });

  it('disables the webhook at once after a 410, with a mail to its managers', async () => {
    const { owner, key } = await newcomer();
    await withMail(owner, 'gone@shop.example');
    const hook = await webhook(owner);
    receiver.answer(410);
    const [first, second] = [await job(key), await job(key)];
    await succeedTask(api.services, first);
    await deliver();
    expect(await state(owner, hook)).toMatchObject({ enabled: false, disabled_because: 'gone' });
    await succeedTask(api.services, second);
    clock.advance(DAY_S);
    await deliver();
    expect(receiver.received.length).toBe(1);
    await api.deliverMails();
    const mails = api.services.mails.filter(({ to }) => to === 'gone@shop.example');
    expect(mails.map(({ subject }) => subject)).toEqual(['We no longer call one of your webhooks']);
    expect(mails[0]?.text).toContain(receiver.url);
    const [delivery] = await log(owner, hook);
    expect(delivery).toMatchObject({ state: 'failed', tries: 1, status: 410 });
    const replay = () => api.services.webhooks.replay(owner, hook.id, delivery?.id ?? '');
    await expect(replay()).rejects.toEqual(refusal('WEBHOOK_DISABLED'));
    const enabled = await api.services.webhooks.update(owner, hook.id, { enabled: true });
    expect(enabled).toMatchObject({ enabled: true, disabled_because: null, failing_since: null });
    expect(await replay()).toMatchObject({ state: 'pending', tries: 0 });
  });

  it('disables the webhook after five days without a success, with a mail, and not before', async () => {
    const { owner, key } = await newcomer();
    await withMail(owner, 'failing@shop.example');
    const hook = await webhook(owner);
    receiver.answer(503);
    const endOne = async () => {
      await succeedTask(api.services, await job(key));
      await deliver();
    };
    await endOne();
    const since = clock.now().toISOString();
    for (let day = 1; day < 5; day += 1) {
      clock.advance(DAY_S);
      await deliver();
    }
    await endOne();
    clock.advance(DAY_S - MINUTE_S);
    await endOne();
    expect(await state(owner, hook)).toMatchObject({ enabled: true, failing_since: since });
    clock.advance(MINUTE_S);
    await endOne();
    expect(await state(owner, hook)).toMatchObject({ enabled: false, disabled_because: 'failing' });
    await api.deliverMails();
    expect(api.services.mails.filter(({ to }) => to === 'failing@shop.example')).toHaveLength(1);
  });

  it('doesn’t disable the webhook after a long time without deliveries', async () => {
    const { owner, key } = await newcomer();
    const hook = await webhook(owner);
    receiver.answer(503);
    await succeedTask(api.services, await job(key));
    await deliver();
    for (;;) {
      const [delivery] = await log(owner, hook);
      if (typeof delivery?.next_try_at !== 'string') break;
      clock.advance((Date.parse(delivery.next_try_at) - clock.now().getTime()) / 1000 + 20);
      await deliver();
    }
    expect(await log(owner, hook)).toMatchObject([{ state: 'failed', tries: 10 }]);
    clock.advance(20 * DAY_S);
    const since = clock.now().toISOString();
    await succeedTask(api.services, await job(key));
    await succeedTask(api.services, await job(key));
    await deliver();
    expect((await log(owner, hook)).map(({ tries }) => tries)).toEqual([1, 1, 10]);
    expect(await state(owner, hook)).toMatchObject({ enabled: true, failing_since: since });
  });

  it('keeps waiting deliveries of a disabled webhook, and sends them once it is enabled', async () => {
    const { owner, key } = await newcomer();
    const hook = await webhook(owner);
    receiver.answer(410);
    await succeedTask(api.services, await job(key));
    await succeedTask(api.services, await job(key));
    await deliver();
    const untried = { state: 'pending', tries: 0 };
    const refused = { state: 'failed', status: 410, tries: 1 };
    const states = async () =>
      (await log(owner, hook)).toSorted((a, b) => a.tries - b.tries || a.state.localeCompare(b.state));
    expect(await states()).toMatchObject([untried, refused]);
    clock.advance(DAY_S);
    await deliver();
    expect(await states()).toMatchObject([untried, refused]);
    receiver.answer(200);
    await api.services.webhooks.update(owner, hook.id, { enabled: true });
    await deliver();
    expect(await states()).toMatchObject([refused, { state: 'succeeded', tries: 1 }]);
  });

  it('results from a request that never ends, and the next delivery is still sent', async () => {
    const { owner, key } = await newcomer();
    const hook = await webhook(owner);
    const { services } = api;
    await succeedTask(services, await job(key));
    await succeedTask(services, await job(key));
    const calls = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let count = 0;
    const publicFetch = () => {
      calls[count]?.resolve();
      count += 1;
      return new Promise<never>(() => {});
    };
    const secrets = createTokenSecrets('a secret');
    const delivery = createWebhookDelivery({ database: services.database, clock, secrets, publicFetch });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const drained = delivery.drain(hook.id, new AbortController().signal);
      for (const { promise } of calls) {
        await promise;
        await vi.advanceTimersByTimeAsync(20_000);
      }
      await drained;
    } finally {
      vi.useRealTimers();
    }
    const timedOut = { state: 'pending', tries: 1, status: null, problem: 'timed-out' };
    expect(await log(owner, hook)).toMatchObject([timedOut, timedOut]);
  });

  it('doesn’t hold back the organization’s other webhooks when its server hangs', async () => {
    const { owner, key } = await newcomer();
    const hanging = await startWebhookReceiver();
    const hung = await webhook(owner, hanging.url);
    const healthy = await webhook(owner);
    for (let index = 0; index < 3; index += 1) await succeedTask(api.services, await job(key));
    const open = Promise.withResolvers<void>();
    hanging.answer(() => {
      if (hanging.received.length === 2) open.resolve();
    });
    const stopping = new AbortController();
    const drain = ({ id }: Webhook) => api.services.webhookDelivery.drain(id, stopping.signal);
    const pendingDrains = Promise.allSettled([drain(hung), drain(hung)]);
    try {
      await open.promise;
      await drain(hung);
      await drain(healthy);
      expect([hanging.received.length, receiver.received.length]).toEqual([2, 3]);
    } finally {
      stopping.abort();
      await pendingDrains;
      hanging.stop();
    }
  });

  it('no longer counts toward disabling the webhook after a success', async () => {
    const { owner, key } = await newcomer();
    const hook = await webhook(owner);
    receiver.answer(503);
    await succeedTask(api.services, await job(key));
    await deliver();
    expect((await state(owner, hook))?.failing_since).not.toBeNull();
    receiver.answer(200);
    clock.advance(MINUTE_S);
    await deliver();
    expect((await state(owner, hook))?.failing_since).toBeNull();
  });

  it('is sent by another worker half a minute after its worker was killed', async () => {
    const { owner, key } = await newcomer();
    const hook = await webhook(owner);
    await succeedTask(api.services, await job(key));
    const until = new Date(clock.now().getTime() + 30_000);
    const { webhooks } = api.services.database.stores;
    expect(
      await webhooks.claim(hook.id, clock.now(), until, { ofWebhook: 2, ofOrganization: 4 }),
    ).not.toBeNull();
    await deliver();
    expect(receiver.received.length).toBe(0);
    clock.advance(30);
    await deliver();
    expect(receiver.received.length).toBe(1);
  });
});

describe('a webhook at a private address', () => {
  it.each([
    ['https://127.0.0.1', 'a literal'],
    ['https://[::ffff:127.0.0.1]', 'a literal of the other version'],
    ['https://2130706433', 'a number'],
    ['https://inside.example', 'a name'],
  ])('is never called: %s, %s', async (origin) => {
    const { owner } = await newcomer();
    const hook = await webhook(owner, `${origin}:${receiver.port}/`);
    expect(await api.services.webhooks.test(owner, hook.id)).toMatchObject({
      state: 'failed',
      problem: 'refused',
    });
    expect(receiver.received).toEqual([]);
  });

  it.each([
    'https://10.0.0.1/x',
    'https://127.0.0.1',
    'https://[::1]',
    'https://169.254.169.254',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::ffff:10.0.0.1]',
  ])('is refused at setup: %s', async (url) => {
    const { owner } = await newcomer();
    const { database } = api.services;
    const publicFetch = () => Promise.reject(new Error('Nothing is fetched'));
    const secrets = createTokenSecrets('a secret');
    const inProduction = createWebhookService({
      database,
      clock,
      secrets,
      publicFetch,
      isPrivateLiteral,
      mayBeLocal: false,
    });
    const terms = { url, description: '', events: [...WEBHOOK_EVENTS] };
    const message = API_MESSAGES.privateWebhookUrl;
    const refused = expect.objectContaining({
      code: 'BAD_REQUEST',
      detail: { fields: [{ field: 'url', message }] },
    }) as Error;
    await expect(inProduction.create(owner, terms)).rejects.toEqual(refused);
    const hook = await inProduction.create(owner, { ...terms, url: 'https://93.184.216.34/' });
    await expect(inProduction.update(owner, hook.id, { url })).rejects.toEqual(refused);
    expect(await inProduction.list(owner)).toMatchObject([{ url: 'https://93.184.216.34/' }]);
  });

  it('is never called when its name resolves to a new private address', async () => {
    const { owner, key } = await newcomer();
    const hook = await webhook(owner, `https://changing.example:${receiver.port}/`);
    addresses = PUBLIC;
    timeoutMs = 50;
    await succeedTask(api.services, await job(key));
    await deliver();
    expect((await log(owner, hook))[0]?.problem).not.toBe('refused');
    addresses = RECEIVER;
    clock.advance(MINUTE_S);
    await deliver();
    expect(await log(owner, hook)).toMatchObject([{ tries: 2, problem: 'refused' }]);
    expect(receiver.received).toEqual([]);
  });
});

describe('a webhook', () => {
  it('signs with both secrets for a day after a rotation', async () => {
    const { owner } = await newcomer();
    const { secret: first, ...hook } = await webhook(owner);
    const { secret: second } = await api.services.webhooks.rotate(owner, hook.id);
    expect(second).not.toBe(first);
    const latest = async () => {
      await api.services.webhooks.test(owner, hook.id);
      const received = receiver.received.at(-1);
      if (received === undefined) throw new Error('Nothing was delivered');
      return received;
    };
    const during = await latest();
    expect(readSigned(first, during)).toEqual(readSigned(second, during));
    clock.advance(DAY_S);
    const after = await latest();
    readSigned(second, after);
    expect(() => readSigned(first, after)).toThrow('signature');
  });

  it('is one of at most ten, and must have an HTTPS address without a password', async () => {
    const { owner } = await newcomer();
    for (let index = 0; index < WEBHOOKS_PER_ORGANIZATION; index += 1) await webhook(owner);
    await expect(webhook(owner)).rejects.toEqual(refusal('TOO_MANY_WEBHOOKS'));
    const { owner: stranger } = await newcomer();
    const { database } = api.services;
    const fetchNothing = () => Promise.reject(new Error('Nothing is fetched'));
    const secrets = createTokenSecrets('a secret');
    const deps = { database, clock, secrets, publicFetch: fetchNothing };
    const inProduction = createWebhookService({ ...deps, mayBeLocal: false, isPrivateLiteral });
    const local = { url: receiver.url, description: '', events: [...WEBHOOK_EVENTS] };
    await expect(inProduction.create(owner, local)).rejects.toEqual(refusal('BAD_REQUEST'));
    const upperCase = await inProduction.create(stranger, { ...local, url: 'HTTPS://example.com' });
    expect(upperCase.url).toBe('HTTPS://example.com');
    for (const url of ['http://localhost:8080/', 'http://127.0.0.1:8080/', 'http://[::1]:8080/']) {
      expect(webhookRequestSchema.safeParse({ ...local, url }).success, url).toBe(true);
      await expect(inProduction.create(owner, { ...local, url })).rejects.toEqual(refusal('BAD_REQUEST'));
    }
    const guest = await api.guest();
    for (const url of [
      'http://shop.example/',
      'http://10.0.0.1/',
      'https://a:b@shop.example/',
      'file:///etc/passwd',
      'shop',
      '',
    ]) {
      const body = { url, events: ['job.failed'] };
      expect((await api.send('createWebhook', { access: guest.access, body })).statusCode, url).toBe(400);
    }
  });

  it('is accessible only to owners and admins of its organization', async () => {
    const { owner } = await newcomer();
    const { owner: stranger } = await newcomer();
    const hook = await webhook(owner);
    const { id } = await api.services.webhooks.test(owner, hook.id);
    const { webhooks } = api.services;
    const uses: ((caller: Caller) => Promise<unknown>)[] = [
      (caller) => webhooks.update(caller, hook.id, { enabled: false }),
      (caller) => webhooks.rotate(caller, hook.id),
      (caller) => webhooks.test(caller, hook.id),
      (caller) => webhooks.deliveries(caller, hook.id, { limit: 20 }),
      (caller) => webhooks.replay(caller, hook.id, id),
      (caller) => webhooks.delete(caller, hook.id),
    ];
    for (const use of uses) await expect(use(stranger)).rejects.toEqual(refusal('NOT_FOUND'));
    expect(await webhooks.list(stranger)).toEqual([]);
    for (const role of ['guest', 'member'] as const) {
      for (const use of [...uses, webhooks.list, (caller: Caller) => webhook(caller)]) {
        await expect(use({ ...owner, role })).rejects.toEqual(refusal('FORBIDDEN'));
      }
    }
    expect(await webhooks.list({ ...owner, role: 'admin' })).toMatchObject([{ id: hook.id, enabled: true }]);
    const others = await webhook(stranger);
    await expect(webhooks.replay(stranger, others.id, id)).rejects.toEqual(refusal('NOT_FOUND'));
    await webhooks.delete(owner, hook.id);
    expect(await webhooks.list(owner)).toEqual([]);
  });

  it('has a log of deliveries, page by page, which is stored for thirty days', async () => {
    const { owner } = await newcomer();
    const hook = await webhook(owner);
    const sentIds: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      sentIds.unshift((await api.services.webhooks.test(owner, hook.id)).id);
      clock.advance(1);
    }
    const listedIds: string[] = [];
    let cursor: string | null = null;
    do {
      const page: WebhookDeliveries = await api.services.webhooks.deliveries(owner, hook.id, {
        limit: 2,
        ...(cursor !== null && { cursor }),
      });
      expect(page.data.length).toBeLessThanOrEqual(2);
      listedIds.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(listedIds).toEqual(sentIds);
    clock.advance(29 * DAY_S);
    const sweep = () => sweepExpired({ ...api.services, clock, logger: silentLogger });
    await sweep();
    expect(await log(owner, hook)).toHaveLength(5);
    clock.advance(DAY_S);
    await sweep();
    expect(await log(owner, hook)).toEqual([]);
  });
});

async function withMail({ userId }: Caller, email: string): Promise<void> {
  await api.services.pool.query('update users set email = $2 where id = $1', [userId, email]);
}
