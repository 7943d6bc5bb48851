import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { openLibrary } from './library.ts';

/** Result that a thread with the started library gets from evaluating code. */
async function answerIn(code: string): Promise<unknown> {
  const start = new URL('./start-library.ts', import.meta.url).href;
  const thread = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     import(${JSON.stringify(start)}).then(async ({ startLibrary }) => { ${code} });`,
    { eval: true, execArgv: [], workerData: await openLibrary() },
  );
  const [answer] = (await once(thread, 'message')) as [unknown];
  await thread.terminate();
  return answer;
}

it('the signing library leaves its thread without network, whatever a file names', async () => {
  const server = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/did.json`;
  const ask = `parentPort.postMessage(await fetch('${address}').then((r) => r.text(), () => 'refused'));`;
  expect(await answerIn(ask)).toBe('reached');
  expect(await answerIn(`await startLibrary(workerData); ${ask}`)).toBe('refused');
  server.close();
});
