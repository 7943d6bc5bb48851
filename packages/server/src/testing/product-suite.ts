import { ERRORS } from '@packshot/contract';
import type { ErrorCode, TaskState } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { newGuest, readOutcome } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { brokenInvariants } from './invariants.ts';
import { expectNoSubscriptions, startProduct } from './running-product.ts';
import type { RunningProduct } from './running-product.ts';

export interface ProductSuite {
  /** The running server with its worker; available from the first test on. */
  readonly product: RunningProduct;
  /** The guest that made the last upload. */
  readonly guest: ApiClient;
  /** Uploads pictures as a new guest and returns their storage keys. */
  uploadAll<Pictures extends readonly Uint8Array[]>(
    ...pictures: Pictures
  ): Promise<{ [K in keyof Pictures]: string }>;
  /** Reads the event stream of one task to its end, and expects a success whose pictures can be fetched. */
  readSuccess(response: Response): Promise<PictureState>;
  /** Expects a refusal that doesn't change the guest's credits. */
  expectFreeRefusal(response: Response, code: ErrorCode): Promise<void>;
}

type PictureState = TaskState & { readonly result: NonNullable<TaskState['result']> };

/**
 * Creates a suite for tests of tools over HTTP: the real API and one real worker, with invariants checked after each
 * test.
 * @param environment additional variables of the processes
 */
export function productSuite(
  balance: number,
  environment: Readonly<Record<string, string>> = {},
): ProductSuite {
  let product: RunningProduct | null = null;
  let guest: ApiClient | null = null;
  const suite: ProductSuite = {
    get product() {
      if (product === null) throw new Error('The product starts before the first test');
      return product;
    },
    get guest() {
      if (guest === null) throw new Error('Upload a picture first');
      return guest;
    },
    async uploadAll<Pictures extends readonly Uint8Array[]>(...pictures: Pictures) {
      const newcomer = await newGuest(suite.product.address);
      guest = newcomer;
      const uploads = await Promise.all(pictures.map((bytes) => newcomer.upload(bytes)));
      expect(uploads.map(({ response }) => response.status)).toEqual(pictures.map(() => 204));
      return uploads.map(({ key }) => key) as { [K in keyof Pictures]: string };
    },
    async readSuccess(response) {
      expect(response.status).toBe(200);
      const { taskIds, states } = await readOutcome(response);
      expect(taskIds).toHaveLength(1);
      const progress = states.map((state) => state.progress);
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      const last = states.at(-1);
      expect(last).toMatchObject({ task_id: taskIds[0], status: 'SUCCESS', progress: 1 });
      await expectPictures(suite.product, last?.result);
      return last as PictureState;
    },
    async expectFreeRefusal(response, code) {
      expect(response.status).toBe(ERRORS[code].status);
      expect(await response.json()).toMatchObject({ code, message: ERRORS[code].message });
      expect(await suite.guest.balance()).toBe(balance);
    },
  };
  beforeAll(async () => {
    product = await startProduct({ GUEST_FREE_GENERATIONS: String(balance), ...environment });
    product.startWorker();
  });
  afterEach(async () => {
    expect(await brokenInvariants(suite.product.database.pool)).toEqual([]);
    await expectNoSubscriptions(suite.product);
  });
  afterAll(() => product?.stop());
  return suite;
}

/** Expects that both sizes of a result can be fetched by their links, with the right content type. */
export async function expectPictures(
  { address }: RunningProduct,
  result: TaskState['result'],
): Promise<void> {
  for (const [url, type] of [
    [result?.image_url, 'image/png'],
    [result?.std_url, 'image/webp'],
  ] as const) {
    const file = await fetch(new URL(url ?? '', address), { method: 'HEAD' });
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe(type);
  }
}
