import { FILE_REFUSAL_CODES, MASK_REFUSAL_CODES } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../../src/testing/api-client.ts';
import type { ApiClient } from '../../src/testing/api-client.ts';
import {
  HOSTILE_REQUESTS,
  hostileFiles,
  hostileOutcome,
  uploadGoodPictures,
} from '../../src/testing/hostile-matrix.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';

/**
 * This test sends each malicious file to every tool. One tool, chosen by rotation, processes every fourth readable file
 * (every second one in a thorough run). `npm run bench -- hostile` runs every tool on every file, and the engine's own
 * tests process each picture.
 */
const REQUESTS = Object.entries(HOSTILE_REQUESTS);
const files = hostileFiles();
/** Error codes with which a task may fail. */
const PLAIN = new Set<string>([
  ...FILE_REFUSAL_CODES,
  ...MASK_REFUSAL_CODES,
  'NO_SUBJECT',
  'UPSCALE_TOO_LARGE',
  'INDECENT_IMAGE',
  // The code for a photo that can't be described.
  'TASK_FAILED',
]);
/** Number of files sent as one guest, to stay below the limit of calls per minute. */
const FILES_PER_GUEST = 8;
const BALANCE = 10_000;

/** One of this many readable files is processed: see “Thorough tests” in CONTRIBUTING.md. */
const SHARES = process.env['THOROUGH_TESTS'] === undefined ? 4 : 2;

let product: RunningProduct;
interface Sender {
  readonly guest: ApiClient;
  readonly good: Awaited<ReturnType<typeof uploadGoodPictures>>;
}
const senders: Promise<Sender>[] = [];
const getSender = (index: number): Promise<Sender> =>
  (senders[Math.floor(index / FILES_PER_GUEST)] ??= newGuest(product.address).then(async (guest) => ({
    guest,
    good: await uploadGoodPictures(guest),
  })));
let pictures = 0;
beforeAll(async () => {
  product = await startProduct({
    GUEST_FREE_GENERATIONS: String(BALANCE),
    GENERATIONS_PER_MINUTE: '10000',
    // A long time limit, because many requests wait for one worker.
    TASK_TIMEOUT_S: '3600',
    LOG_LEVEL: 'info',
  });
  product.startWorker();
});
afterAll(() => product.stop());

describe.skipIf(files.length === 0)('hostile files in every tool', () => {
  // Several files are tested in parallel: while one waits for the worker, others are refused.
  it.concurrent.each(files.map((file, index) => ({ ...file, index })))(
    'end in a picture or a refusal: $name',
    async ({ bytes, expected, index }) => {
      const { guest, good } = await getSender(index);
      const { key, response } = await guest.upload(bytes);
      // The object store already refuses an empty file.
      expect(response.status).toBe(bytes.length === 0 ? 422 : 204);
      const isWorkedOn = expected === 'reject' || index % SHARES === 0;
      for (const [at, [what, ask]] of REQUESTS.entries()) {
        const isWorkWanted = isWorkedOn && at === (index >> 1) % REQUESTS.length;
        const outcome = await hostileOutcome(guest, await ask(guest, key, good), isWorkWanted);
        if (outcome.kind === 'refused') {
          expect(outcome.status, what).toBeLessThan(500);
          expect(outcome.code, what).not.toBe('TOO_MANY_REQUESTS');
        }
        if (outcome.kind === 'failed') expect(PLAIN, what).toContain(outcome.code);
        if (expected === 'reject') expect(outcome.kind, what).not.toBe('picture');
        if (outcome.kind === 'picture') pictures += 1;
      }
    },
  );

  it('crash no process, cost nothing without a picture, and break no invariant', async () => {
    expect(product.api.exitCode).toBeNull();
    expect(product.log()).not.toMatch(/unexpected error|crashed|task attempt failed/);
    expect(pictures).toBeGreaterThan(0);
    const { rows } = await product.database.pool.query(
      `select sum(-delta)::int as charged from ledger_entries where kind in ('reserve', 'release')`,
    );
    expect(rows[0]).toMatchObject({ charged: expect.any(Number) as number });
    expect((rows[0] as { charged: number }).charged).toBeLessThanOrEqual(pictures);
    expect(await brokenInvariants(product.database.pool)).toEqual([]);
  });
});
