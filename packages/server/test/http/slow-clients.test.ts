import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionLimits } from '../../src/platform/http/connection-limits.ts';
import type { HttpOptions } from '../../src/app/http-options.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { asAnn, OBJECTS_PATH, pathTo, testApp } from '../../src/testing/http/test-app.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function startListening(limits: Partial<ConnectionLimits>, options: Partial<HttpOptions> = {}) {
  const test = testApp({ connectionLimits: limits, ...options });
  cleanUps.push(() => test.app.close());
  await test.app.listen({ host: '0.0.0.0', port: 0 });
  const address = test.app.server.address();
  return { ...test, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/** Starts a server that delays the responses to `answer` until the test ends. */
async function busyServer(total: number) {
  const test = await startListening({ total });
  let waiting = 0;
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  cleanUps.push(end);
  test.services.credits.downloadCredits = async ({ userId }) => {
    waiting += 1;
    await over;
    return { id: userId, download_credits: 1 };
  };
  const answer = () => {
    const before = waiting;
    const { socket } = open(test.port);
    const path = pathTo('getDownloadCredits');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${asAnn.authorization}\r\n\r\n`);
    const isBegun = async () => waiting > before || undefined;
    return { socket, begun: eventually('the answer begins', isBegun) };
  };
  return { ...test, answer };
}

/** Opens a connection; `closed` resolves with everything received. */
function open(port: number, host = '127.0.0.1') {
  const socket: Socket = connect(port, host);
  cleanUps.push(() => socket.destroy());
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  // The server resets the connection. The tests check whether and when it does so, not how.
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return { socket, closed, text: () => text };
}

const post = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
const JSON_HEADERS = ['Content-Type: application/json', 'Content-Length: 60000'];

describe('an idle connection', () => {
  it('is closed to make room for connections with a request', async () => {
    const { port } = await startListening({ total: 20 });
    const idle = Array.from({ length: 40 }, () => open(port));
    await Promise.all(
      idle.map(async ({ socket }) => (socket.connecting ? once(socket, 'connect') : undefined)),
    );
    for (let turn = 0; turn < 10; turn += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } });
      expect(answer.status).toBe(200);
    }
  });

  it('is closed without ending an answer in progress', async () => {
    const { port, answer } = await busyServer(20);
    const busy = answer();
    await busy.begun;
    for (let more = 0; more < 60; more += 1) await once(open(port).socket, 'connect');
    expect(busy.socket.destroyed).toBe(false);
  });
});

it('the connection limit is two thirds of the file descriptor limit', () => {
  const file = fileURLToPath(new URL('../../src/platform/http/descriptor-limit.ts', import.meta.url));
  const script = `import { descriptorLimit } from ${JSON.stringify(file)}; console.log(descriptorLimit())`;
  const command = `ulimit -n 256; exec "$0" --input-type=module --eval "$1"`;
  expect(execFileSync('sh', ['-c', command, process.execPath, script], { encoding: 'utf8' })).toBe('256\n');
});

describe('a slow request', () => {
  it.each([
    ['JSON', pathTo('login'), JSON_HEADERS],
    ['JSON in chunks', pathTo('login'), ['Content-Type: application/json', 'Transfer-Encoding: chunked']],
    [
      'a form',
      pathTo('cut-out'),
      [
        `Authorization: ${asAnn.authorization}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 60000',
      ],
    ],
    ['a body for an unknown path', '/packshot/nothing/', JSON_HEADERS],
    ['an unexpected body', pathTo('getUserDetails'), JSON_HEADERS],
  ])('is ended when it is %s', async (_what, path, headers) => {
    const { port } = await startListening({ bodyMs: 150 });
    const { socket, closed } = open(port);
    socket.write(post(path, ...headers));
    // Keeps sending bytes, too slowly to ever finish the body.
    const drip = setInterval(() => socket.write('1\r\n{\r\n'), 20);
    const answer = await closed;
    clearInterval(drip);
    expect(answer).toMatch(/^HTTP\/1\.1 (?:408|404|401)/);
  });

  it('is allowed to be slow when it is an upload', async () => {
    const { port } = await startListening({ bodyMs: 50 });
    const { socket, text } = open(port);
    const form = '--b\r\nContent-Disposition: form-data; name="policy"\r\n\r\nx\r\n--b--\r\n';
    socket.write(
      post(OBJECTS_PATH, 'Content-Type: multipart/form-data; boundary=b', `Content-Length: ${form.length}`),
    );
    socket.write(form.slice(0, 30));
    // Waits three times as long as the time limit for bodies other than uploads.
    await sleep(150);
    expect(text()).toBe('');
    socket.write(form.slice(30));
    await once(socket, 'data');
    expect(text()).toMatch(/^HTTP\/1\.1 400/);
  });

  it('is answered normally when it arrives in time, and keeps its connection', async () => {
    const { port } = await startListening({ bodyMs: 100 });
    const { socket, text } = open(port);
    const body = '{"email":"a"}';
    for (const count of [1, 2]) {
      socket.write(post(pathTo('login'), 'Content-Type: application/json', `Content-Length: ${body.length}`));
      socket.write(body);
      await expect.poll(() => text().match(/HTTP\/1\.1 400/g)?.length).toBe(count);
      await sleep(150);
    }
    expect(socket.destroyed).toBe(false);
  });

  it('is ended within seconds when its headers don’t arrive', async () => {
    const { port } = await startListening({ headersMs: 100 });
    const { socket, closed } = open(port);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow:');
    expect(await closed).toMatch(/^HTTP\/1\.1 408/);
  });
});

it('a connection that serves many requests keeps no listeners', async () => {
  const { app, port } = await startListening({ bodyMs: 60_000 });
  const connections: Socket[] = [];
  app.server.on('connection', (socket: Socket) => connections.push(socket));
  const { socket, text } = open(port);
  const body = '{"email":"nobody"}';
  const request = `${post(pathTo('login'), 'Content-Type: application/json', `Content-Length: ${body.length}`)}${body}`;
  for (let requestCount = 1; requestCount <= 30; requestCount += 1) {
    socket.write(request);
    await vi.waitFor(() => expect(text().split('HTTP/1.1 ').length - 1).toBe(requestCount));
  }
  // A few listeners are normal: those of Node and of the connection itself.
  expect(connections[0]?.listenerCount('close')).toBeLessThan(10);
});

it('a request without a connection is ignored by the limits', async () => {
  const { app } = testApp({ connectionLimits: { bodyMs: 20 } });
  const answer = await app.inject({ method: 'POST', url: '/packshot/nothing/', payload: { a: 1 } });
  expect(answer.statusCode).toBe(404);
  // Waits for the timers, because an error in one would crash the test run, as it would crash a server.
  await sleep(60);
});

describe('the connection guard', () => {
  it('closes connections beyond the process’s limit', async () => {
    const { port, log, answer } = await busyServer(2);
    const openConnections = [answer()];
    await openConnections[0]?.begun;
    openConnections.push(answer());
    await openConnections[1]?.begun;
    await open(port).closed;
    expect(openConnections.some(({ socket }) => socket.destroyed)).toBe(false);
    expect(log()).toContain('connections are refused');
  });

  const [own] = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

  it.runIf(own !== undefined)(
    'closes connections beyond one address’s limit, accepts others, and recovers when some end',
    async () => {
      const { port } = await startListening({ perAddress: 2 });
      const openConnections = [open(port, own), open(port, own)];
      await Promise.all(openConnections.map(({ socket }) => once(socket, 'connect')));
      await open(port, own).closed;
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
      openConnections[0]?.socket.destroy();
      await expect
        .poll(async () => (await fetch(`http://${own}:${port}/healthz`).catch(() => null))?.status)
        .toBe(200);
    },
  );

  it('counts requests per client behind a proxy', async () => {
    const { services, port } = await startListening({ perAddress: 2 }, { trustProxy: 'loopback' });
    let waiting = 0;
    let answerAll = () => {};
    const over = new Promise<void>((resolve) => (answerAll = resolve));
    services.credits.downloadCredits = async ({ userId }) => {
      waiting += 1;
      await over;
      return { id: userId, download_credits: 1 };
    };
    const ask = async (ip: string) => {
      const headers = { ...asAnn, 'x-forwarded-for': ip };
      return (await fetch(`http://127.0.0.1:${port}${pathTo('getDownloadCredits')}`, { headers })).status;
    };
    const heldRequests = [ask('203.0.113.9'), ask('203.0.113.9'), ask('198.51.100.7'), ask('198.51.100.8')];
    await expect.poll(() => waiting).toBe(4);
    expect(await ask('203.0.113.9')).toBe(429);
    answerAll();
    expect(await Promise.all(heldRequests)).toEqual([200, 200, 200, 200]);
    expect(await ask('203.0.113.9')).toBe(200);
  });
});
