import { describe, expect, it } from 'vitest';
import { pathTo, testApp } from '../../src/testing/http/test-app.ts';

describe('health and readiness', () => {
  it('distinguishes alive from ready, and names the failing check', async () => {
    const { app, services } = testApp();
    expect((await app.inject({ url: '/readyz' })).json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', storage: 'ok' },
    });
    services.health.check = async () => ({ database: false, storage: true });
    const answer = await app.inject({ url: '/readyz' });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      status: 'unavailable',
      checks: { database: 'failed', storage: 'ok' },
    });
    const alive = await app.inject({ url: '/healthz' });
    expect(alive.statusCode).toBe(200);
    expect(alive.json()).toEqual({ status: 'ok' });
  });
});

describe('metrics', () => {
  const TOKEN = 'a-token-of-some-length';
  const metrics = { url: pathTo('metrics'), headers: { authorization: `Bearer ${TOKEN}` } };
  const QUEUE = {
    open: [{ tool: 'scene', state: 'pending', tasks: 3 }],
    oldestPendingSeconds: 7,
    ended: [{ tool: 'scene', state: 'success', tasks: 9 }],
    pace: [{ tool: 'scene', waitedSeconds: 2.5, workedSeconds: 1.25 }],
    workers: 2,
  };

  it('count requests by route template, never by their path', async () => {
    const { app } = testApp({ metricsToken: TOKEN, queueFigures: async () => QUEUE });
    await app.inject({ url: '/objects/u/private-name.png?signature=good' });
    await app.inject({ url: '/no-such-page', headers: { accept: 'application/json' } });
    const answer = await app.inject(metrics);
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/objects/*",status="404"} 1',
    );
    expect(answer.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="(none)",status="404"} 1',
    );
    expect(answer.body).not.toContain('private-name');
    for (const line of [
      'packshot_tasks{tool="scene",state="pending"} 3',
      'packshot_oldest_pending_task_seconds 7',
      'packshot_workers 2',
      'packshot_recent_tasks{tool="scene",state="success"} 9',
      'packshot_recent_task_wait_seconds{tool="scene"} 2.5',
      'packshot_recent_task_work_seconds{tool="scene"} 1.25',
    ]) {
      expect(answer.body).toContain(`${line}\n`);
    }
    expect(answer.body).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  it('no longer contain gauges of tools without waiting tasks', async () => {
    let open = QUEUE.open;
    const { app } = testApp({ metricsToken: TOKEN, queueFigures: async () => ({ ...QUEUE, open }) });
    await app.inject(metrics);
    open = [];
    const answer = await app.inject(metrics);
    expect(answer.body).not.toContain('packshot_tasks{');
    expect(answer.body).toContain('packshot_oldest_pending_task_seconds 7');
  });

  it('are served without queue figures when the database is down', async () => {
    let isAway = false;
    const queueFigures = async () => {
      if (isAway) throw new Error('away');
      return QUEUE;
    };
    const { app, log } = testApp({ metricsToken: TOKEN, queueFigures });
    await app.inject(metrics);
    isAway = true;
    const answer = await app.inject(metrics);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('packshot_tasks{');
    expect(answer.body).not.toContain('oldest_pending_task_seconds 7');
    expect(log()).toContain('the queue could not be measured');
  });

  it.each([
    ['this machine, or a proxy on it that doesn’t state its client', {}],
    ['another machine', { remoteAddress: '203.0.113.9' }],
    ['a proxy that claims to be this machine', { headers: { forwarded: 'for=127.0.0.1' } }],
  ])('are hidden from %s', async (_what, from) => {
    for (const metricsToken of [null, TOKEN]) {
      const { app } = testApp({ trustProxy: true, metricsToken });
      expect((await app.inject({ url: pathTo('metrics'), ...from })).statusCode).toBe(404);
    }
  });

  it('are readable only with the token when one is configured', async () => {
    const { app } = testApp({ metricsToken: TOKEN });
    for (const [token, status] of [
      [TOKEN, 200],
      ['a-token-of-other-bytes', 404],
      ['', 404],
    ] as const) {
      const answer = await app.inject({
        ...metrics,
        remoteAddress: '203.0.113.9',
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.statusCode, token).toBe(status);
    }
  });
});
