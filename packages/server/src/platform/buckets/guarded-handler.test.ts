import { expect, it } from 'vitest';
import type { PublicRequest } from '../public-fetch/public-fetch-error.ts';
import { guardedHandler } from './guarded-handler.ts';

const BOUNDS = { maxObjectBytes: 1000, timeoutMs: 60_000 };

/** Returns the request that the guard receives when the handler sends this query. */
async function guardRequest(query: Readonly<Record<string, string>>): Promise<PublicRequest> {
  const requests: PublicRequest[] = [];
  const handler = guardedHandler(async (request) => {
    requests.push(request);
    return { status: 200, headers: {}, bytes: Buffer.alloc(0), url: request.url };
  }, BOUNDS) as { handle(request: unknown): Promise<unknown> };
  await handler.handle({
    method: 'GET',
    protocol: 'https:',
    hostname: 'bucket.example',
    path: '/photos',
    query,
    headers: {},
  });
  const [request] = requests;
  if (request === undefined) throw new Error('The guard was not asked');
  return request;
}

it('listing a bucket has a shorter timeout than reading a photo, because a user waits for the list', async () => {
  expect((await guardRequest({})).timeoutMs).toBe(BOUNDS.timeoutMs);
  expect((await guardRequest({ 'list-type': '2', prefix: 'spring/' })).timeoutMs).toBeLessThanOrEqual(15_000);
});
