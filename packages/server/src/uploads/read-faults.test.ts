import { afterEach, describe, expect, it } from 'vitest';
import { ObjectNotFoundError, StorageUnavailableError } from '../platform/objects/object-store.ts';
import { fakeObjects } from '../testing/http/fake-objects.ts';
import { listen, OBJECTS_PATH, testApp } from '../testing/http/test-app.ts';

const BYTES = new Uint8Array(300_000).fill(7);
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

type OpenRead = ReturnType<typeof fakeObjects>['gateway']['openRead'];

/** Requests an object from a store that returns the object's metadata, but then fails to read its bytes. */
async function getFrom(openRead: (sound: OpenRead) => OpenRead, headers: Record<string, string> = {}) {
  const { gateway, stored } = fakeObjects();
  stored.set('u/1.png', BYTES);
  const failing = { ...gateway, openRead: openRead(gateway.openRead) };
  const { app } = testApp({ localObjects: { path: OBJECTS_PATH, gateway: failing } });
  open.push(app);
  return fetch(`${await listen(app)}${OBJECTS_PATH}/u/1.png?signature=good`, { headers });
}

/** Returns a stream that yields this many bytes of the object, then fails. */
const breakingAfter =
  (sizeBytes: number) =>
  (sound: OpenRead): OpenRead =>
  async (grant, options) => ({
    head: (await sound(grant, options)).head,
    body: (async function* () {
      if (sizeBytes > 0) yield BYTES.subarray(0, sizeBytes);
      throw new StorageUnavailableError({ cause: new Error('EIO') });
    })(),
  });

describe('an object that proves unreadable', () => {
  it.each([{}, { range: 'bytes=0-99' }])(
    'leads to the right error before its first byte, with the request headers %j',
    async (range) => {
      const answer = await getFrom(breakingAfter(0), range);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      for (const name of ['content-range', 'content-disposition', 'etag', 'last-modified']) {
        expect(answer.headers.get(name), name).toBeNull();
      }
      expect(await answer.json()).toMatchObject({ code: 'SERVERS_BUSY' });
    },
  );

  it('breaks off the answer, so that a client can’t mistake a part for the whole', async () => {
    const answer = await getFrom(breakingAfter(100_000));
    expect(answer.headers.get('content-length')).toBe(String(BYTES.length));
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  });

  it('leads to “not found” if it was deleted meanwhile', async () => {
    const answer = await getFrom(() => () => Promise.reject(new ObjectNotFoundError('u/1.png')));
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('is answered with 503 if it was replaced while it was read', async () => {
    const answer = await getFrom((sound) => async (grant, options) => {
      const { head, body } = await sound(grant, options);
      return { head: { ...head, sizeBytes: 10, etag: 'etag-2' }, body };
    });
    expect(answer.status).toBe(503);
  });
});
