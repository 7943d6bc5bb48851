import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { LAST_MODIFIED } from '../testing/http/fake-objects.ts';
import { listen, OBJECTS_PATH, testApp } from '../testing/http/test-app.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

async function start() {
  const testServer = testApp();
  open.push(testServer.app);
  return { ...testServer, url: (await listen(testServer.app)) + OBJECTS_PATH };
}

function uploadForm(fields: Record<string, string>, bytes: Uint8Array | null): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (bytes) form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'evil"name.html');
  return form;
}

const GOOD = { key: 'u/1.png', policy: 'good' };

async function readCode(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code;
}

describe('POST /objects', () => {
  it('stores the bytes of a permitted upload', async () => {
    const { url, stored } = await start();
    const bytes = new Uint8Array(300_000).map((_value, index) => index % 251);
    const response = await fetch(url, { method: 'POST', body: uploadForm(GOOD, bytes) });
    expect(response.status).toBe(204);
    expect(response.headers.get('etag')).toBe('"etag-1"');
    expect(Buffer.from(stored.get('u/1.png') ?? []).equals(Buffer.from(bytes))).toBe(true);
  });

  it('accepts a file of exactly the maximum size', async () => {
    const { url, stored } = await start();
    const response = await fetch(url, {
      method: 'POST',
      body: uploadForm(GOOD, new Uint8Array(UPLOAD_MAX_BYTES)),
    });
    expect(response.status).toBe(204);
    expect(stored.get('u/1.png')?.byteLength).toBe(UPLOAD_MAX_BYTES);
  });

  it.each([
    ['an expired policy', { ...GOOD, policy: 'old' }, new Uint8Array(9), 403, 'UPLOAD_EXPIRED'],
    ['a forged policy', { ...GOOD, policy: 'mine' }, new Uint8Array(9), 403, 'UPLOAD_FORBIDDEN'],
    ['another user’s key', { ...GOOD, key: 'v/1.png' }, new Uint8Array(9), 403, 'UPLOAD_FORBIDDEN'],
    ['no policy', { key: 'u/1.png' }, new Uint8Array(9), 403, 'UPLOAD_FORBIDDEN'],
    ['0 bytes', GOOD, new Uint8Array(0), 422, 'EMPTY_FILE'],
    ['one byte too many', GOOD, new Uint8Array(UPLOAD_MAX_BYTES + 1), 413, 'TOO_LARGE_BYTES'],
    ['no file', GOOD, null, 400, 'BAD_REQUEST'],
  ])('refuses %s and stores nothing', async (_what, fields, bytes, status, code) => {
    const { url, stored } = await start();
    const response = await fetch(url, { method: 'POST', body: uploadForm(fields, bytes) });
    expect(response.status).toBe(status);
    expect(await readCode(response)).toBe(code);
    expect(stored.size).toBe(0);
  });

  it('refuses fields that come after the file, as a bucket does', async () => {
    const { url, stored } = await start();
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.png');
    for (const [name, value] of Object.entries(GOOD)) form.append(name, value);
    const response = await fetch(url, { method: 'POST', body: form });
    expect(response.status).toBe(403);
    expect(stored.size).toBe(0);
  });

  it.each([
    ['JSON', 'application/json', '{}'],
    ['text', 'text/plain', 'x'],
    ['a form without boundary', 'multipart/form-data', 'x'],
  ])('refuses %s instead of a multipart form', async (_what, contentType, body) => {
    const { url } = await start();
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': contentType } });
    expect(response.status).toBe(400);
    expect(await readCode(response)).toBe('BAD_REQUEST');
  });

  it('refuses 26 MB by their declared length, and the client gets the answer while still sending', async () => {
    const { url, stored } = await start();
    const sizeBytes = 26 * 1024 * 1024 + 1000;
    const request = httpRequest(url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': sizeBytes },
    });
    request.write(Buffer.alloc(1000));
    const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
    expect(response.statusCode).toBe(413);
    // The server reads and discards the rest of the body, so that the connection isn't reset while the client is still
    // sending.
    const sending = new Promise<void>((resolve, reject) => {
      request.once('error', reject);
      request.end(Buffer.alloc(sizeBytes - 1000), resolve);
    });
    response.resume();
    await sending;
    expect(stored.size).toBe(0);
  });

  it('closes the server without waiting for a refused upload that is still arriving', async () => {
    const { app, url } = await start();
    const sizeBytes = 26 * 1024 * 1024 + 1000;
    const agent = new Agent({ keepAlive: true });
    const request = httpRequest(url, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': sizeBytes },
    });
    request.write(Buffer.alloc(1000));
    const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
    response.resume();
    await once(response, 'end');
    const closing = app.close();
    request.end(Buffer.alloc(sizeBytes - 1000));
    await expect(closing).resolves.toBeUndefined();
    agent.destroy();
  });

  it('refuses 26 MB of unknown length while they stream', async () => {
    const { url, stored } = await start();
    const boundary = 'b';
    const head =
      `--${boundary}\r\nContent-Disposition: form-data; name="key"\r\n\r\nu/1.png\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="policy"\r\n\r\ngood\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      duplex: 'half',
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from(head));
          for (let chunk = 0; chunk < 26; chunk += 1) controller.enqueue(Buffer.alloc(1024 * 1024));
          controller.enqueue(Buffer.from(`\r\n--${boundary}--\r\n`));
          controller.close();
        },
      }),
    });
    expect(response.status).toBe(413);
    expect(await readCode(response)).toBe('TOO_LARGE_BYTES');
    expect(stored.size).toBe(0);
  });

  it('keeps a connection reusable after it refuses an upload', async () => {
    const { url } = await start();
    for (const policy of ['old', 'old', 'good']) {
      const form = uploadForm({ ...GOOD, policy }, new Uint8Array(2_000_000));
      const response = await fetch(url, { method: 'POST', body: form });
      expect(response.status).toBe(policy === 'good' ? 204 : 403);
      await response.arrayBuffer();
    }
  });

  it('stores nothing of an upload whose connection is cut, and continues', async () => {
    const { url, stored, app, log } = await start();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${OBJECTS_PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n` +
        'content-length: 5000000\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nu/1.png\r\n' +
        '--b\r\nContent-Disposition: form-data; name="policy"\r\n\r\ngood\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n',
    );
    socket.write(Buffer.alloc(1_000_000));
    await expect.poll(() => log()).toContain('starting multipart parsing');
    socket.destroy();
    await expect.poll(() => log()).toContain('the client disconnected');
    expect(stored.size).toBe(0);
    expect(log()).not.toContain('"level":50');
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  });

  it('refuses a form that ends in the middle of the file', async () => {
    const { url, stored } = await start();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body:
        '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nu/1.png\r\n' +
        '--b\r\nContent-Disposition: form-data; name="policy"\r\n\r\ngood\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nhalf of it',
    });
    expect(response.status).toBe(400);
    expect(stored.size).toBe(0);
  });
});

describe('GET /objects', () => {
  const BYTES = Buffer.from('0123456789');

  async function get(path: string, init: RequestInit = {}) {
    const { url, stored } = await start();
    stored.set('u/1.png', BYTES);
    return await fetch(`${url}/${path}`, init);
  }

  it('returns the whole object with headers that make it inert', async () => {
    const response = await get('u/1.png?signature=good');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '10',
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: '"etag-1"',
      'last-modified': LAST_MODIFIED.toUTCString(),
    });
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=3(600|59\d), immutable$/);
  });

  it('returns a range', async () => {
    const response = await get('u/1.png?signature=good', { headers: { range: 'bytes=2-4' } });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe('234');
    expect(response.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(response.headers.get('content-length')).toBe('3');
  });

  it('returns the whole object when the range refers to another version', async () => {
    const headers = { range: 'bytes=2-4', 'if-range': '"older"' };
    const response = await get('u/1.png?signature=good', { headers });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
  });

  it('refuses a range past the end', async () => {
    const response = await get('u/1.png?signature=good', { headers: { range: 'bytes=10-' } });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */10');
  });

  it('returns 304 to a client that has the object', async () => {
    const headers = { 'if-none-match': 'W/"other", "etag-1"' };
    const response = await get('u/1.png?signature=good', { headers });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
  });

  it('answers HEAD without the bytes', async () => {
    const response = await get('u/1.png?signature=good', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('10');
    expect(await response.text()).toBe('');
  });

  it.each([
    ['a forged signature', 'u/1.png?signature=bad', 403, 'FORBIDDEN'],
    ['no signature', 'u/1.png', 403, 'FORBIDDEN'],
    ['a parameter sent twice', 'u/1.png?signature=good&signature=good', 403, 'FORBIDDEN'],
    ['an object that doesn’t exist', 'u/2.png?signature=good', 404, 'NOT_FOUND'],
  ])('refuses %s', async (_what, path, status, code) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(await readCode(response)).toBe(code);
  });

  it('accepts keys of every allowed length', async () => {
    const { url, stored } = await start();
    const key = `${'a'.repeat(200)}/${'b'.repeat(200)}/${'c'.repeat(100)}.png`;
    stored.set(key, BYTES);
    expect((await fetch(`${url}/${key}?signature=good`)).status).toBe(200);
  });

  it('doesn’t exist if objects are in a bucket', async () => {
    const { app } = testApp({ localObjects: null });
    const answer = await app.inject({ url: '/objects/u/1.png?signature=good' });
    expect(answer.statusCode).toBe(404);
  });
});
