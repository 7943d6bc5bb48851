import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Resolve } from '@packshot/image-engine/public-addresses';
import type { PublicRequest } from './public-fetch-error.ts';
import { createPublicFetch } from './public-fetch.ts';

let server: Server;
let port: number;
let connections: number;
let answer: RequestListener;
let requests: IncomingMessage[];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  connections = 0;
  requests = [];
  answer = (_request, response) => response.end('fine');
});

/** Lets the test server on this machine be called under the public name `public.test`. */
const privateHosts = new Set(['public.test']);
const leadsTo =
  (...addresses: string[]): Resolve =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
const here = leadsTo('127.0.0.1');
const get = (url: string, rest: Partial<PublicRequest> = {}, resolve = here) =>
  createPublicFetch({ resolve, privateHosts })({
    url,
    maxBytes: 1000,
    timeoutMs: 5_000,
    maxRedirects: 3,
    ...rest,
  });
const redirectTo = (location: string): void => {
  answer = (_request, response) => response.writeHead(302, { location }).end();
};

describe('a URL from a user', () => {
  it('is requested without credentials, and its answer is read', async () => {
    const { status, bytes } = await get(`http://public.test:${port}/a.png`);
    expect([status, Buffer.from(bytes).toString()]).toEqual([200, 'fine']);
    expect(requests[0]?.headers).toEqual({
      host: `public.test:${port}`,
      'user-agent': 'packshot',
      'accept-encoding': 'identity',
      connection: 'close',
    });
  });

  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://[fe80::1]',
    'http://169.254.169.254',
    'http://100.64.0.1',
    'http://224.0.0.1',
  ])('is refused when it is private: %s', async (origin) => {
    await expect(get(`${origin}:${port}/`)).rejects.toMatchObject({ fault: 'refused' });
    expect(connections).toBe(0);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://public.test/',
    'data:image/png;base64,AA',
    'https://a:b@public.test/',
    'nonsense',
    '',
  ])('is refused when it isn’t an HTTP address: %s', async (url) => {
    await expect(get(url)).rejects.toMatchObject({ fault: 'refused' });
  });

  it.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    // A single private address among a name's addresses is enough for a refusal.
    ['93.184.216.34', '192.168.0.1'],
  ])('is refused when its name resolves to %s', async (...addresses) => {
    const refused = get(`http://elsewhere.test:${port}/`, {}, leadsTo(...addresses));
    await expect(refused).rejects.toMatchObject({ fault: 'refused' });
    expect(connections).toBe(0);
  });

  it('has its host name resolved once, and later addresses of the name aren’t used', async () => {
    let lookUps = 0;
    const resolveChanging: Resolve = (_name, _options, callback) => {
      lookUps += 1;
      // The first address doesn't respond. A second lookup would return the address of the test server.
      callback(null, [{ address: lookUps === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }]);
    };
    await expect(
      get(`http://changing.test:${port}/`, { timeoutMs: 200 }, resolveChanging),
    ).rejects.toMatchObject({
      fault: expect.stringMatching(/refused|timed-out|unreachable/) as string,
    });
    expect([lookUps, connections]).toEqual([1, 0]);
  });
});

describe('a redirect', () => {
  it('is followed three times, but not a fourth', async () => {
    const chain =
      (length: number): RequestListener =>
      (request, response) => {
        const at = Number(request.url?.slice(1));
        if (at === length) response.end('there');
        else response.writeHead(302, { location: `/${at + 1}` }).end();
      };
    answer = chain(3);
    expect((await get(`http://public.test:${port}/0`)).status).toBe(200);
    answer = chain(4);
    await expect(get(`http://public.test:${port}/0`)).rejects.toMatchObject({ fault: 'redirects' });
  });

  it.each(['http://127.0.0.1/', 'http://[::ffff:7f00:1]/', 'http://elsewhere.test/', 'file:///etc/passwd'])(
    'is refused when it leads to %s',
    async (location) => {
      redirectTo(location);
      await expect(get(`http://public.test:${port}/`)).rejects.toMatchObject({ fault: 'refused' });
      expect(connections).toBe(1);
    },
  );

  it('is returned as an answer when redirects are disabled', async () => {
    redirectTo('http://public.test/');
    const { status } = await get(`http://public.test:${port}/`, {
      method: 'POST',
      body: Buffer.from('{}'),
      maxRedirects: 0,
    });
    expect([status, requests.length, requests[0]?.headers['content-length']]).toEqual([302, 1, '2']);
  });
});

describe('the answer of a URL', () => {
  it('isn’t read to its end when it is too large', async () => {
    answer = (_request, response) => {
      response.on('error', () => {});
      response.write(Buffer.alloc(600));
      setTimeout(() => response.write(Buffer.alloc(600)), 10);
    };
    await expect(get(`http://public.test:${port}/`)).rejects.toMatchObject({ fault: 'too-large' });
  });

  it('is cut off on request, and the rest is never read', async () => {
    answer = (_request, response) => {
      response.on('error', () => {});
      response.write('x'.repeat(1500));
    };
    const { status, bytes } = await get(`http://public.test:${port}/`, { isCut: true });
    expect([status, bytes.byteLength]).toEqual([200, 1000]);
  });

  it('times out when it is late, redirects included', async () => {
    answer = () => {};
    await expect(get(`http://public.test:${port}/`, { timeoutMs: 50 })).rejects.toMatchObject({
      fault: 'timed-out',
    });
  });

  it('is abandoned when the caller aborts', async () => {
    answer = () => {};
    const abortController = new AbortController();
    const asking = get(`http://public.test:${port}/`, { signal: abortController.signal });
    abortController.abort(new Error('gone'));
    await expect(asking).rejects.toThrow('gone');
  });

  it('fails the request when it switches to another protocol', async () => {
    answer = ({ socket }) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    };
    await expect(get(`http://public.test:${port}/`)).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it('is an error when the connection breaks off', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half');
      setTimeout(() => response.destroy(), 10);
    };
    await expect(get(`http://public.test:${port}/`)).rejects.toMatchObject({ fault: 'unreachable' });
  });
});

/** Runs garbage collection immediately, which normally requires a command-line flag. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

describe('a request that has ended', () => {
  it.each(['GET', 'PUT'] as const)(
    'is released from memory at once, not only at its timeout: %s',
    async (method) => {
      const { signal } = new AbortController();
      const answers: WeakRef<object>[] = [];
      const send = async () => {
        const body = method === 'PUT' ? new Uint8Array(1000) : undefined;
        const rest = { method, body, timeoutMs: 60_000, signal };
        answers.push(new WeakRef(await get(`http://public.test:${port}/`, rest)));
      };
      for (let request = 0; request < 20; request += 1) await send();
      expect(getEventListeners(signal, 'abort')).toEqual([]);
      const countHeldAnswers = () => {
        collectGarbage();
        return answers.filter((each) => each.deref() !== undefined).length;
      };
      // At most one response may remain: the JavaScript engine may hold the last one in a register or a cache.
      await expect.poll(countHeldAnswers, { timeout: 5_000 }).toBeLessThanOrEqual(1);
    },
  );
});

describe('an answer that is compressed although the request didn’t accept it', () => {
  const PICTURE = Buffer.from('the bytes of a picture '.repeat(20));
  it.each([
    ['gzip', gzipSync(PICTURE)],
    ['x-gzip', gzipSync(PICTURE)],
    ['GZIP', gzipSync(PICTURE)],
    ['deflate', deflateSync(PICTURE)],
    ['deflate', deflateRawSync(PICTURE)],
    ['br', brotliCompressSync(PICTURE)],
    ['zstd', zstdCompressSync(PICTURE)],
    ['gzip, br', brotliCompressSync(gzipSync(PICTURE))],
  ])('is decoded from %s', async (coding, body) => {
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(body);
    const { bytes } = await get(`http://public.test:${port}/`);
    expect(Buffer.from(bytes).toString()).toBe(PICTURE.toString());
  });

  it.each(['identity', 'aws-chunked', 'utf-8', 'gzip', 'br'])(
    'is left unchanged when its bytes aren’t in the declared coding %s',
    async (coding) => {
      answer = (_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(PICTURE);
      const { bytes } = await get(`http://public.test:${port}/`);
      expect(Buffer.from(bytes).toString()).toBe(PICTURE.toString());
    },
  );

  it.each(['gzip', 'gzip, gzip, gzip, gzip, gzip'])(
    'is limited in size after decoding: %s',
    async (coding) => {
      const bomb = gzipSync(Buffer.alloc(10_000_000));
      answer = (_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(bomb);
      const fetching = get(`http://public.test:${port}/`, { maxBytes: 100_000 });
      await expect(fetching).rejects.toMatchObject({ fault: 'too-large' });
    },
  );
});
