import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PrivateAddressError } from './addresses.ts';
import type { Resolve } from './addresses.ts';
import { exchange, ExchangeTimeout, IncompleteAnswer, MAX_ANSWER_BYTES, publicHosts } from './exchange.ts';
import type { Exchange } from './exchange.ts';

let server: Server;
let port: number;
let connections: number;
let answer: RequestListener;

beforeEach(async () => {
  connections = 0;
  answer = (_request, response) => response.end('fine');
  server = createServer((request, response) => answer(request, response));
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const callTo = (host: string, rest: Partial<Exchange> = {}): Exchange => ({
  url: new URL(`http://${host}:${port}/`),
  method: 'GET',
  headers: {},
  // Time limit that no test reaches.
  timeoutMs: 600_000,
  mayBePrivate: false,
  signal: new AbortController().signal,
  ...rest,
});
const resolvesTo =
  (address: string): Resolve =>
  (_name, _options, callback) =>
    callback(null, [{ address, family: 4 }]);

describe('a connection to an engine', () => {
  it('a connection resolves its name once, and uses the addresses of that answer', async () => {
    let lookUps = 0;
    const agent = publicHosts((name, options, callback) => {
      lookUps += 1;
      resolvesTo('127.0.0.1')(name, options, callback);
    });
    await expect(exchange(callTo('vendor.invalid'), agent)).rejects.toBeInstanceOf(PrivateAddressError);
    expect(lookUps).toBe(1);
    expect(connections).toBe(0);
  });

  it.each(['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '0'])(
    'a connection to this machine through %s is refused',
    async (host) => {
      await expect(exchange(callTo(host))).rejects.toBeInstanceOf(PrivateAddressError);
      expect(connections).toBe(0);
    },
  );

  it('a connection to this machine is allowed by the operator’s permission, by name or address', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      const { status, bytes } = await exchange(callTo(host, { mayBePrivate: true }));
      expect([status, Buffer.from(bytes).toString()]).toEqual([200, 'fine']);
    }
  });

  it('each call resolves the host name anew, and is refused if the address has become private', async () => {
    const abort = new AbortController();
    let lookUps = 0;
    const agent = publicHosts((name, options, callback) => {
      lookUps += 1;
      // The first call is aborted before it connects to a host on the internet.
      if (lookUps === 1) abort.abort(new Error('looked up'));
      resolvesTo(lookUps === 1 ? '1.1.1.1' : '127.0.0.1')(name, options, callback);
    });
    const first = exchange(callTo('vendor.invalid', { signal: abort.signal }), agent);
    await expect(first).rejects.toThrow('looked up');
    await expect(exchange(callTo('vendor.invalid'), agent)).rejects.toBeInstanceOf(PrivateAddressError);
    expect([lookUps, connections]).toEqual([2, 0]);
  });
});

describe('an engine’s answer', () => {
  const call = (rest: Partial<Exchange> = {}) =>
    exchange(callTo('127.0.0.1', { mayBePrivate: true, ...rest }));

  it('an answer has its status, its headers and all of its bytes', async () => {
    const payload = new Uint8Array(3 * 1024 * 1024).fill(7);
    answer = (request, response) => {
      response.writeHead(418, { 'retry-after': '7', 'x-got': request.headers['content-length'] });
      request.pipe(response);
    };
    const { status, headers, bytes } = await call({ method: 'POST', body: payload });
    expect([status, headers['retry-after'], headers['x-got']]).toEqual([418, '7', String(payload.length)]);
    expect(Buffer.compare(bytes, payload)).toBe(0);
  });

  it('an answer closes its connection: each call has its own', async () => {
    const connectionHeaders: (string | undefined)[] = [];
    answer = (request, response) => {
      connectionHeaders.push(request.headers.connection);
      response.end();
    };
    await call();
    await call();
    expect([connectionHeaders, connections]).toEqual([['close', 'close'], 2]);
  });

  it('a redirect is not followed', async () => {
    answer = (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end();
    expect((await call()).status).toBe(307);
    expect(connections).toBe(1);
  });

  it('an answer is read up to the maximum size, and aborted beyond it', async () => {
    let size = MAX_ANSWER_BYTES;
    const chunk = Buffer.alloc(1024 * 1024);
    // Sends no content-length, so that the limit must be applied to the received bytes.
    answer = (_request, response) => {
      for (let sentBytes = 0; sentBytes < size; sentBytes += chunk.length)
        response.write(chunk.subarray(0, size - sentBytes));
      response.end();
    };
    expect((await call()).bytes).toHaveLength(MAX_ANSWER_BYTES);
    size += 1;
    const outcome: unknown = await call().then(
      ({ bytes }) => bytes.length,
      (error: unknown) => error,
    );
    expect(outcome).toBeInstanceOf(IncompleteAnswer);
  });

  it('a truncated answer is an error', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write('{"data": [', () => response.destroy());
    };
    await expect(call()).rejects.toBeInstanceOf(IncompleteAnswer);
  });

  it.each([
    ['does not begin', false],
    ['does not end', true],
  ])('an answer that %s is aborted at the timeout, and its connection closed', async (_how, begins) => {
    const closed = Promise.withResolvers<void>();
    answer = (request, response) => {
      request.socket.on('close', () => closed.resolve());
      if (begins) response.write('{"data": [');
    };
    await expect(call({ timeoutMs: 150 })).rejects.toBeInstanceOf(ExchangeTimeout);
    await closed.promise;
  });

  it('an abort ends a pending answer with the abort’s reason', async () => {
    const abort = new AbortController();
    answer = (_request, response) => {
      response.write('{"data": [', () => abort.abort(new Error('canceled')));
    };
    await expect(call({ signal: abort.signal })).rejects.toThrow('canceled');
    await expect(call({ signal: abort.signal })).rejects.toThrow('canceled');
    expect(connections).toBe(1);
  });
});
