import type { V1Job } from '@packshot/contract';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createDeveloperWorkplace } from '../packages/server/src/testing/developer-workplace.ts';
import { makeKey, takeSecret } from './fixtures/api-keys.ts';
import { printedExamples } from './fixtures/examples.ts';
import { newAddress, signUp } from './fixtures/people.ts';
import { sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { StudioPage } from './fixtures/studio.ts';

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** @returns the job ID of a cut-out */
async function startJob(key: string): Promise<string> {
  const { name, bytes } = sample('mug');
  const body = new FormData();
  body.set('wait', '0');
  body.set('image', new Blob([new Uint8Array(bytes)]), name);
  const headers = { 'x-api-key': key };
  const answer = await fetch(`${product.url}/v1/cutouts`, { method: 'POST', headers, body });
  return ((await answer.json()) as V1Job).id;
}

it('a webhook is set up, tested with the documented receiver, notified of a job, and replayed', async () => {
  const { studio, context } = await StudioPage.open(product);
  const { page } = studio;
  await page.goto(`${product.url}/api/docs/webhooks`);
  const example = (await printedExamples(page)).find(({ name }) => name === 'receive/typescript');
  await signUp(product, page, { firstName: 'Dev', lastName: 'Ops', email: newAddress('hook') });
  const key = await makeKey(product, page, { name: 'Shop', mode: 'Test' });

  const port = await freePort();
  const address = `http://localhost:${port}/hook`;
  await page.getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('URL').fill(address);
  await form.getByRole('button', { name: 'Create webhook' }).click();
  const secret = await takeSecret(page, 'Signing secret');

  // The receiver prints each event whose signature it could verify, and answers 401 to all other requests.
  const workplace = await createDeveloperWorkplace({});
  const receiver = await workplace.start(
    { name: 'receive/typescript', code: example?.code ?? '' },
    {
      PACKSHOT_WEBHOOK_SECRET: secret,
      PORT: String(port),
    },
  );
  onTestFinished(async () => {
    receiver.kill();
    await workplace.remove();
  });
  let printed = '';
  receiver.stdout?.on('data', (chunk) => (printed += String(chunk)));
  const arrivals = (type: string) => printed.split('\n').filter((line) => line.startsWith(type)).length;
  const listens = () =>
    fetch(address, { method: 'POST', body: '{}' }).then(
      ({ status }) => status,
      () => null,
    );
  await expect.poll(listens).toBe(401);

  await page.getByRole('button', { name: `Send test event: ${address}` }).click();
  const outcome = page.getByRole('dialog', { name: 'Test event' });
  await outcome.getByText('Delivered').waitFor();
  await expect.poll(() => arrivals('webhook.test')).toBe(1);
  await outcome.getByRole('button', { name: 'Done' }).click();

  const job = await startJob(key);
  await expect.poll(() => printed, { timeout: 180_000 }).toContain(`job.succeeded ${job}`);

  await page.getByRole('button', { name: `Deliveries: ${address}` }).click();
  const log = page.getByRole('dialog', { name: 'Deliveries' });
  await log.getByText('Delivered').nth(1).waitFor();
  await log.getByRole('button', { name: /^Resend: job\.succeeded/ }).click();
  await expect.poll(() => arrivals('job.succeeded')).toBe(2);
  // The receiver has the event before the server records its answer.
  await expect
    .poll(async () => {
      await log.getByRole('button', { name: 'Refresh' }).click();
      return log.getByText('Delivered').count();
    })
    .toBe(2);

  expect(studio.problems).toEqual([]);
  await context.close();
}, 300_000);
