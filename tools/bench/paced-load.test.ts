import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { loadAtPace } from './paced-load.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('the load test sends all requests in turn, and distinguishes failures from answers', async () => {
  const requestedUrls: string[] = [];
  const address = await startServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    response.writeHead(request.url === '/b' ? 500 : 200).end();
  });
  const figures = await loadAtPace(address, { rate: 200, connections: 1 }, 0.1, [
    { path: '/a' },
    { path: '/b' },
  ]);
  expect(requestedUrls.toSorted()).toEqual([
    ...Array<string>(10).fill('/a'),
    ...Array<string>(10).fill('/b'),
  ]);
  expect(figures).toMatchObject({ answers: 10, failures: 10 });
});
