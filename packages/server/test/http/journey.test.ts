import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MESSAGES } from '@packshot/contract';
import type { DownloadCredits, DownloadImageResponse, ModelInfo, TaskState } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { iterateEvents, newGuest, readOutcome } from '../../src/testing/api-client.ts';
import type { ApiClient } from '../../src/testing/api-client.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';

const PHOTO = readFileSync(new URL('../../src/testing/fixtures/perfume.jpg', import.meta.url));
const GENERATIONS = 2;
const DOWNLOADS = 1;

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct({
    GUEST_FREE_GENERATIONS: String(GENERATIONS),
    GUEST_FREE_DOWNLOADS: String(DOWNLOADS),
  });
  product.startWorker();
});
afterAll(() => product.stop());
afterEach(async () => {
  expect(await brokenInvariants(product.database.pool)).toEqual([]);
});

async function guestWithPhoto(): Promise<{ guest: ApiClient; key: string }> {
  const guest = await newGuest(product.address);
  const { key, response } = await guest.upload(PHOTO);
  expect(response.status).toBe(204);
  return { guest, key };
}

describe('the main workflow, over HTTP, with a real database and a real worker', () => {
  it('goes from a visit to a downloaded cut-out', async () => {
    const { guest, key } = await guestWithPhoto();
    const { taskIds, states } = await readOutcome(await guest.cutOut(key));
    expect(taskIds).toHaveLength(1);
    const last = states.at(-1);
    expect(last).toMatchObject({ status: 'SUCCESS', progress: 1, result: { width: 640, height: 640 } });
    const progress = states.map((state) => state.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(await guest.balance()).toBe(GENERATIONS - 1);

    const polled = await guest.json<TaskState>('checkStatus', { query: { task_id: taskIds[0] ?? '' } });
    expect(polled).toMatchObject({ status: 'SUCCESS', result: { key: last?.result?.key } });

    const before = await guest.json<DownloadCredits>('getDownloadCredits');
    expect(before.download_credits).toBe(DOWNLOADS);
    const download = { json: { key: last?.result?.key } };
    const bought = await guest.json<DownloadImageResponse>('downloadImage', download);
    expect(bought).toMatchObject({ id: before.id, download_credits: DOWNLOADS - 1 });
    const file = await fetch(new URL(bought.url ?? '', product.address));
    expect(file.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect(Number(file.headers.get('content-length'))).toBe(bytes.byteLength);

    // Downloading the same result again is free.
    const again = await guest.json<DownloadImageResponse>('downloadImage', download);
    expect(again.download_credits).toBe(DOWNLOADS - 1);
    expect(again.url).toBeDefined();
  });

  it('shows the result through links that need no sign-in, also in the browser', async () => {
    const { guest, key } = await guestWithPhoto();
    const { states } = await readOutcome(await guest.cutOut(key));
    const { image_url = '', std_url = '' } = states.at(-1)?.result ?? {};
    for (const [url, type] of [
      [image_url, 'image/png'],
      [std_url, 'image/webp'],
    ] as const) {
      const response = await fetch(new URL(url, product.address), { method: 'HEAD' });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('content-disposition')).toBe('inline');
      const forged = new URL(url, product.address);
      const signature = forged.searchParams.get('signature') ?? '';
      forged.searchParams.set('signature', signature.slice(1) + signature.slice(0, 1));
      expect((await fetch(forged)).status).toBe(403);
    }
    const part = await fetch(new URL(image_url, product.address), { headers: { range: 'bytes=1-3' } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('PNG');
  });

  it('refuses to generate without credits, with the catalog’s message, and charges nothing', async () => {
    const { guest, key } = await guestWithPhoto();
    for (let used = 0; used < GENERATIONS; used += 1) await readOutcome(await guest.cutOut(key));
    expect(await guest.balance()).toBe(0);
    const response = await guest.cutOut(key);
    expect(response.status).toBe(402);
    expect(await response.json()).toEqual({ code: 'OUT_OF_CREDITS', message: MESSAGES.outOfCredits });
    expect(await guest.balance()).toBe(0);
  });

  it('refuses a download without credits with -1 and no link', async () => {
    const { guest, key } = await guestWithPhoto();
    const results: (string | undefined)[] = [];
    for (let used = 0; used < 2; used += 1) {
      const { states } = await readOutcome(await guest.cutOut(key));
      results.push(states.at(-1)?.result?.key);
    }
    await guest.json('downloadImage', { json: { key: results[0] } });
    const refused = await guest.json<DownloadImageResponse>('downloadImage', { json: { key: results[1] } });
    expect(refused).toEqual({ id: expect.any(String), download_credits: -1 });
    const credits = await guest.json<DownloadCredits>('getDownloadCredits');
    expect(credits.download_credits).toBe(0);
  });

  it('runs and charges a double click once', async () => {
    const { guest, key } = await guestWithPhoto();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => guest.cutOut(key, { headers })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const outcomes = await Promise.all(answers.map(readOutcome));
    expect(new Set(outcomes.map(({ taskIds }) => taskIds.join())).size).toBe(1);
    expect(outcomes.every(({ states }) => states.at(-1)?.status === 'SUCCESS')).toBe(true);
    expect(await guest.balance()).toBe(GENERATIONS - 1);
    const replays = answers.map(({ headers: answered }) => answered.get('idempotency-replayed'));
    expect(replays.filter((replayed) => replayed === 'false')).toHaveLength(1);

    const other = await guest.upload(PHOTO);
    const conflict = await guest.cutOut(other.key, { headers });
    expect(conflict.status).toBe(409);
    expect(await guest.balance()).toBe(GENERATIONS - 1);
  });

  it('continues when the client leaves the stream', async () => {
    const { guest, key } = await guestWithPhoto();
    const leaving = new AbortController();
    const response = await guest.cutOut(key, { signal: leaving.signal });
    let taskId = '';
    for await (const event of iterateEvents(response)) {
      if ('task_ids' in event) taskId = event.task_ids[0] ?? '';
      break;
    }
    leaving.abort();
    await expect
      .poll(() => guest.json('checkStatus', { query: { task_id: taskId } }), {
        timeout: 30_000,
        interval: 200,
      })
      .toMatchObject({ status: 'SUCCESS' });
    expect(await guest.balance()).toBe(GENERATIONS - 1);
  });
});

describe('the models in use', () => {
  it('lists the models publicly, with hash, size and license', async () => {
    const { data } = await newGuest(product.address).then((guest) =>
      guest.json<{ data: ModelInfo[] }>('listModels', { access: null }),
    );
    expect(data.length).toBeGreaterThan(0);
    for (const model of data) {
      expect(model.sha256).toMatch(/^[\da-f]{64}$/);
      expect(model.sizeBytes).toBeGreaterThan(0);
      expect(model.license).not.toBe('');
    }
  });
});

describe('the logs of API and worker', () => {
  it('contains no token, signature, policy or signed URL of the preceding tests', async () => {
    const { guest, key } = await guestWithPhoto();
    const { states } = await readOutcome(await guest.cutOut(key));
    const target = await guest.createTarget();
    const secrets = [
      guest.session.access,
      guest.session.refresh,
      ...['policy', 'signature'].map((name) => target.fields[name]),
      new URL(states.at(-1)?.result?.image_url ?? '', product.address).searchParams.get('signature'),
    ];
    const log = product.log();
    expect(log.length).toBeGreaterThan(1000);
    for (const secret of secrets) {
      expect(secret?.length).toBeGreaterThan(20);
      expect(log.includes(secret ?? '')).toBe(false);
    }
    expect(/signature=(?!\[redacted\])/.test(log)).toBe(false);
  });
});
