import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { MESSAGES } from '@packshot/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { newGuest, readOutcome, pathTo } from '../../src/testing/api-client.ts';
import { startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';
import { startTcpGate } from '../../src/testing/tcp-gate.ts';
import type { TcpGate } from '../../src/testing/tcp-gate.ts';

const PHOTO = readFileSync(new URL('../../src/testing/fixtures/perfume.jpg', import.meta.url));

const products: RunningProduct[] = [];
afterEach(async () => {
  await Promise.all(products.splice(0).map((product) => product.stop()));
});

async function launch(environment: Record<string, string> = {}): Promise<RunningProduct> {
  const product = await startProduct(environment);
  products.push(product);
  return product;
}

describe('the API process', () => {
  it.each([
    ['SIGTERM', (product: RunningProduct) => void product.api.kill('SIGTERM')],
    ['SIGINT', (product: RunningProduct) => void product.api.kill('SIGINT')],
    ['the end of its launcher', (product: RunningProduct) => product.api.disconnect()],
  ])('stops on %s: streams end cleanly, and pending answers finish', async (_what, stop) => {
    const product = await launch();
    const guest = await newGuest(product.address);
    const { key } = await guest.upload(PHOTO);
    const stream = await guest.cutOut(key);
    const ended = once(product.api, 'exit');
    stop(product);
    const { taskIds } = await readOutcome(stream);
    expect(taskIds).toHaveLength(1);
    expect(await ended).toEqual([0, null]);
    await expect(fetch(`${product.address}/healthz`)).rejects.toThrow('fetch failed');
    expect(product.log()).toContain('the API has stopped');
  });

  it('names the problem in its configuration, without the values', async () => {
    const start = startProduct({ SESSION_SECRET: 'too-short-s3cr3t', PRODUCT_SLUG: 'No Slug' });
    await expect(start).rejects.toThrow(/PRODUCT_SLUG: must[\s\S]*SESSION_SECRET: .*at least 32/);
    await expect(start).rejects.not.toThrow('too-short-s3cr3t');
  });
});

describe('a process that cannot start', () => {
  it.each([
    [
      { DATABASE_URL: 'postgres://app:s3cr3t-word@127.0.0.1:1/packshot' },
      /^DATABASE_URL: the database at postgres:\/\/app@127\.0\.0\.1:1\/packshot cannot be reached \(ECONNREFUSED\)$/m,
    ],
    [
      { NODE_ENV: 'production', HOST: 'nowhere.invalid' },
      /^HOST: unknown address nowhere\.invalid:0 \(\w+\)$/m,
    ],
    [{ HOST: '0.0.0.0' }, /^NODE_ENV=production\nPUBLIC_URL=https:\/\/[\w.]+\nTRUST_PROXY=127\.0\.0\.1$/m],
  ] as [Record<string, string>, RegExp][])(
    'logs one line without a stack trace for %o',
    async (change, line) => {
      const reason = await startProduct(change).then(() => '', String);
      expect(reason).toMatch(line);
      expect(reason).toContain('ended with 1');
      expect(reason.split('log:').join('')).not.toMatch(/s3cr3t-word|\n +at [\s\S]*starting/);
    },
  );

  it('starts in development on a public interface when configured to, with a warning', async () => {
    const product = await launch({ HOST: '0.0.0.0', DEVELOPMENT_OPEN_TO_OTHERS: 'true' });
    expect(product.log()).toMatch(/"level":40.*"because":"HOST=0\.0\.0\.0".*in development mode/);
  });
});

describe('an unavailable database', () => {
  it('causes 503 with Retry-After until it is back, while the process stays alive', async () => {
    let gate: TcpGate | null = null;
    const product = await startProduct(async (databaseUrl) => {
      const url = new URL(databaseUrl);
      gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
      url.hostname = '127.0.0.1';
      url.port = String(gate.port);
      return { DATABASE_URL: url.href };
    });
    products.push(product);
    const database = gate as unknown as TcpGate;
    const guest = await newGuest(product.address);

    await database.shut();
    const response = await guest.call('getDownloadCredits');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toEqual({ code: 'SERVERS_BUSY', message: MESSAGES.serversBusy });
    const ready = await fetch(product.address + pathTo('readiness'));
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ status: 'unavailable', checks: { database: 'failed' } });
    expect((await fetch(product.address + pathTo('health'))).status).toBe(200);

    await database.open();
    await expect
      .poll(async () => (await guest.call('getDownloadCredits')).status, { timeout: 20_000 })
      .toBe(200);
    await expect
      .poll(async () => (await fetch(product.address + pathTo('readiness'))).status, { timeout: 20_000 })
      .toBe(200);
    await product.stop();
    products.pop();
    await database.shut();
  });
});
