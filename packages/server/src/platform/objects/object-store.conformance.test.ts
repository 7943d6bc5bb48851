import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidObjectKeyError, ObjectNotFoundError } from './object-store.ts';
import type { UploadTargetOptions } from './object-store.ts';
import {
  collect,
  postFile,
  s3TestServer,
  startDiskStore,
  startS3Store,
} from './testing/stores-under-test.ts';
import type { StoreUnderTest } from './testing/stores-under-test.ts';

/** How long tests wait for an expiry. Stores use whole seconds and may accept a second more. */
const EXPIRY = { interval: 100, timeout: 10_000 };

const s3 = s3TestServer();

describe('objects in a local folder', () => {
  conformance(startDiskStore);
});

describe.skipIf(!s3)('objects in a bucket', () => {
  conformance(async () => {
    if (!s3) throw new Error('unreachable: skipped without a server');
    return startS3Store(s3);
  });
});

function conformance(start: () => Promise<StoreUnderTest>) {
  let current: StoreUnderTest;
  beforeAll(async () => {
    current = await start();
  }, 60_000);
  afterAll(() => current.close());

  const newKey = (extension = 'png') => `tests/${randomUUID()}/photo.${extension}`;
  const createBytes = (sizeBytes: number) => new Uint8Array(randomBytes(sizeBytes));
  const get = (url: string) => fetch(new URL(url, current.origin));
  const target = (options: Partial<UploadTargetOptions> = {}) =>
    current.store.createUploadTarget({
      key: newKey(),
      contentTypes: ['image/png'],
      minSizeBytes: 1,
      maxSizeBytes: 1_000_000,
      expiresInSeconds: 60,
      ...options,
    });

  describe('objects written and read by the server', () => {
    it('returns the stored bytes, with size, type and modification time', async () => {
      const [key, bytes] = [newKey(), createBytes(300_000)];
      await current.store.write(key, bytes, { contentType: 'image/png' });
      expect(Buffer.from(await current.store.read(key)).equals(bytes)).toBe(true);
      const head = await current.store.head(key);
      expect(head).toMatchObject({ sizeBytes: 300_000, contentType: 'image/png' });
      expect(head?.etag).not.toBe('');
      expect(Math.abs(Date.now() - (head?.lastModified.getTime() ?? 0))).toBeLessThan(60_000);
    });

    it('replaces an object and its etag', async () => {
      const key = newKey();
      await current.store.write(key, createBytes(10), { contentType: 'image/png' });
      const before = await current.store.head(key);
      await current.store.write(key, createBytes(11), { contentType: 'image/webp' });
      const after = await current.store.head(key);
      expect(after).toMatchObject({ sizeBytes: 11, contentType: 'image/webp' });
      expect(after?.etag).not.toBe(before?.etag);
    });

    it('lists all objects page by page, each once, at any depth', async () => {
      const folder = `pages/${randomUUID()}/`;
      const names = ['a/1', 'a/2', 'a-b/1', 'a.b', 'b/c/d/e', 'b/c/f', 'c'];
      for (const name of names) {
        await current.store.write(`${folder}${name}`, createBytes(1), { contentType: 'image/png' });
      }
      const listedKeys: string[] = [];
      let pages = 0;
      for (let after: string | null = null; pages < 9; pages += 1) {
        const page = await current.store.listPage(folder, after, 2);
        listedKeys.push(...page.map(({ key }) => key.slice(folder.length)));
        if (page.length < 2) break;
        after = page.at(-1)?.key ?? null;
      }
      expect(pages).toBe(3);
      expect(listedKeys.toSorted()).toEqual(names.toSorted());
      expect(await current.store.listPage(`pages/${randomUUID()}/`, null, 2)).toEqual([]);
    });

    it('stores an empty object', async () => {
      const key = newKey();
      await current.store.write(key, new Uint8Array(), { contentType: 'image/png' });
      expect(await current.store.head(key)).toMatchObject({ sizeBytes: 0 });
      expect(await current.store.read(key)).toHaveLength(0);
    });

    it('reads ranges, clamped to the end of the object', async () => {
      const [key, bytes] = [newKey(), createBytes(1000)];
      await current.store.write(key, bytes, { contentType: 'image/png' });
      expect([...(await current.store.readRange(key, 0, 9))]).toEqual([...bytes.subarray(0, 10)]);
      expect([...(await current.store.readRange(key, 990, 5000))]).toEqual([...bytes.subarray(990)]);
      expect(await current.store.readRange(key, 1000, 1010)).toHaveLength(0);
    });

    it('streams an object or a part of it, with the metadata of the whole', async () => {
      const [key, bytes] = [newKey(), createBytes(500_000)];
      await current.store.write(key, bytes, { contentType: 'image/png' });
      const whole = await current.store.readStream(key);
      expect(Buffer.concat(await collect(whole.body)).equals(bytes)).toBe(true);
      const part = await current.store.readStream(key, {
        range: { startByte: 100, endByteInclusive: 299_999 },
      });
      expect(part.head.sizeBytes).toBe(500_000);
      expect(Buffer.concat(await collect(part.body)).equals(bytes.subarray(100, 300_000))).toBe(true);
    });

    it('stops reading when the signal is aborted', async () => {
      const key = newKey();
      await current.store.write(key, createBytes(100_000), { contentType: 'image/png' });
      await expect(current.store.read(key, AbortSignal.abort())).rejects.toMatchObject({
        name: 'AbortError',
      });
    });

    it('reports a missing object', async () => {
      const key = newKey();
      expect(await current.store.head(key)).toBeNull();
      await expect(current.store.read(key)).rejects.toBeInstanceOf(ObjectNotFoundError);
      await expect(current.store.readRange(key, 0, 1)).rejects.toBeInstanceOf(ObjectNotFoundError);
      await expect(current.store.readStream(key)).rejects.toBeInstanceOf(ObjectNotFoundError);
    });

    it('deletes objects, including missing ones', async () => {
      const key = newKey();
      await current.store.write(key, createBytes(10), { contentType: 'image/png' });
      await current.store.delete(key);
      expect(await current.store.head(key)).toBeNull();
      await current.store.delete(key);
    });

    it('lists keys with a prefix, across folders', async () => {
      const folder = `tests/${randomUUID()}`;
      const keys = [`${folder}/a/1.png`, `${folder}/a/2.png`, `${folder}/ab/3.png`, `${folder}/b/4.png`];
      for (const key of keys) await current.store.write(key, createBytes(7), { contentType: 'image/png' });
      const listNames = async (prefix: string) =>
        (await collect(current.store.list(prefix))).map((object) => object.key).sort();
      expect(await listNames(`${folder}/`)).toEqual(keys);
      expect(await listNames(`${folder}/a`)).toEqual(keys.slice(0, 3));
      expect(await listNames(`${folder}/a/`)).toEqual(keys.slice(0, 2));
      expect(await listNames(`${folder}/none/`)).toEqual([]);
      const [object] = await collect(current.store.list(`${folder}/b/`));
      expect(object).toMatchObject({ sizeBytes: 7, lastModified: expect.any(Date) as Date });
    });

    it.each([
      '../secret',
      'a/../../b',
      '/etc/passwd',
      'a//b',
      '.hidden',
      'a/.b',
      'a b',
      'a~type',
      'a\\b',
      '',
    ])('refuses %j as an object key', async (key) => {
      await expect(current.store.head(key)).rejects.toBeInstanceOf(InvalidObjectKeyError);
      await expect(current.store.read(key)).rejects.toBeInstanceOf(InvalidObjectKeyError);
      await expect(
        current.store.write(key, createBytes(1), { contentType: 'image/png' }),
      ).rejects.toBeInstanceOf(InvalidObjectKeyError);
      await expect(target({ key })).rejects.toBeInstanceOf(InvalidObjectKeyError);
    });

    it('reports that the store is ready', async () => {
      await expect(current.store.check()).resolves.toBeUndefined();
    });
  });

  describe('uploads by presigned POST', () => {
    const isRefused = (status: number) => status === 400 || status === 403;

    it('stores the file with its type', async () => {
      const [key, bytes] = [newKey(), createBytes(50_000)];
      expect(await postFile(current.origin, await target({ key }), bytes)).toBe(204);
      expect(Buffer.from(await current.store.read(key)).equals(bytes)).toBe(true);
      expect(await current.store.head(key)).toMatchObject({ contentType: 'image/png', sizeBytes: 50_000 });
    });

    it('lets the client choose among the allowed content types', async () => {
      const key = newKey('jpg');
      const { url, fields } = await target({ key, contentTypes: ['image/png', 'image/jpeg'] });
      const typedTarget = { url, fields: { ...fields, 'Content-Type': 'image/jpeg' } };
      expect(await postFile(current.origin, typedTarget, createBytes(10))).toBe(204);
      expect(await current.store.head(key)).toMatchObject({ contentType: 'image/jpeg' });
    });

    it('accepts the same upload twice, as after a lost reply', async () => {
      const upload = await target();
      const bytes = createBytes(1000);
      expect(await postFile(current.origin, upload, bytes)).toBe(204);
      expect(await postFile(current.origin, upload, bytes)).toBe(204);
    });

    interface BadUpload {
      name: string;
      sizeBytes?: number;
      options?: Partial<UploadTargetOptions>;
      fields?: Record<string, string>;
      policy?: (text: string) => string;
    }
    const badUploads: BadUpload[] = [
      { name: 'a file over the limit', options: { maxSizeBytes: 1000 }, sizeBytes: 1001 },
      { name: 'a file under the limit', options: { minSizeBytes: 100 }, sizeBytes: 99 },
      { name: 'an empty file', sizeBytes: 0 },
      { name: 'another content type', fields: { 'Content-Type': 'text/html' } },
      { name: 'another key', fields: { key: newKey() } },
      { name: 'a forged policy', policy: (text) => text.replace('1000000', '9000000') },
    ];

    it.each(badUploads)('refuses $name and stores nothing', async (bad) => {
      const key = newKey();
      const { url, fields } = await target({ key, ...bad.options });
      const altered = { ...fields, ...bad.fields };
      if (bad.policy) {
        const policyField = Object.keys(fields).find((field) => field.toLowerCase() === 'policy') ?? '';
        const text = Buffer.from(fields[policyField] ?? '', 'base64').toString();
        expect(bad.policy(text)).not.toBe(text);
        altered[policyField] = Buffer.from(bad.policy(text)).toString('base64');
      }
      const status = await postFile(
        current.origin,
        { url, fields: altered },
        createBytes(bad.sizeBytes ?? 10),
      );
      expect(isRefused(status), `status ${String(status)}`).toBe(true);
      expect(await current.store.head(key)).toBeNull();
      const otherKey = bad.fields?.['key'];
      if (otherKey) expect(await current.store.head(otherKey)).toBeNull();
    });

    it('refuses an expired policy', async () => {
      const key = newKey();
      const other = newKey();
      await current.store.write(other, createBytes(10), { contentType: 'image/png' });
      const upload = await target({ key, expiresInSeconds: 1 });
      // The URL is created after the policy and has the same lifetime. Once the URL has expired, the policy has expired
      // as well.
      const url = await current.store.signedReadUrl(other, { expiresInSeconds: 1 });
      await expect.poll(async () => (await get(url)).status, EXPIRY).toBe(403);
      expect(isRefused(await postFile(current.origin, upload, createBytes(10)))).toBe(true);
      expect(await current.store.head(key)).toBeNull();
    });
  });

  describe('reads by signed URL', () => {
    it('serves the bytes with their type', async () => {
      const [key, bytes] = [newKey(), createBytes(2000)];
      await current.store.write(key, bytes, { contentType: 'image/webp' });
      const response = await get(await current.store.signedReadUrl(key, { expiresInSeconds: 60 }));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    });

    it('lets the browser save the file under a name with any characters', async () => {
      const key = newKey();
      await current.store.write(key, createBytes(10), { contentType: 'image/png' });
      const url = await current.store.signedReadUrl(key, {
        expiresInSeconds: 60,
        downloadFileName: 'Zoë "AI" Bild; 100%.png',
      });
      const response = await get(url);
      expect(response.status).toBe(200);
      const disposition = response.headers.get('content-disposition') ?? '';
      expect(disposition).toContain('attachment;');
      expect(disposition).toContain("filename*=UTF-8''Zo%C3%AB%20%22AI%22%20Bild%3B%20100%25.png");
    });

    it('refuses a URL with another key, an altered name or an altered signature', async () => {
      const [key, other] = [newKey(), newKey()];
      await current.store.write(key, createBytes(10), { contentType: 'image/png' });
      await current.store.write(other, createBytes(10), { contentType: 'image/png' });
      const url = await current.store.signedReadUrl(key, { expiresInSeconds: 60 });
      expect((await get(url)).status).toBe(200);
      expect((await get(url.replace(key, other))).status).toBe(403);
      expect((await get(`${url}&name=x.html&response-content-type=text%2Fhtml`)).status).toBe(403);
      const lastDigit = url.at(-1) === '0' ? '1' : '0';
      expect((await get(url.slice(0, -1) + lastDigit)).status).toBe(403);
    });

    it('refuses an expired URL', async () => {
      const key = newKey();
      await current.store.write(key, createBytes(10), { contentType: 'image/png' });
      const url = await current.store.signedReadUrl(key, { expiresInSeconds: 1 });
      await expect.poll(async () => (await get(url)).status, EXPIRY).toBe(403);
    });
  });
}
