import { digitalSourceFor, ERRORS, OWN_MESSAGES } from '@packshot/contract';
import { stepsIn } from '@packshot/image-engine/pixels';
import type { EngineOffer, ErrorCode } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newGuest, readOutcome } from '../../src/testing/api-client.ts';
import type { ApiClient } from '../../src/testing/api-client.ts';
import { drawnMask, drawnPng } from '../../src/testing/drawn-png.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { startPictureVendor, VENDOR_KEY } from '../../src/testing/picture-vendor.ts';
import type { PictureVendor, VendorMood } from '../../src/testing/picture-vendor.ts';
import { startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';

const SIDE_PX = 200;
/** Test picture that is a cut-out: a red disc on a transparent background. */
const DISC = drawnPng(SIDE_PX, SIDE_PX, (x, y) =>
  Math.hypot(x - SIDE_PX / 2, y - SIDE_PX / 2) < SIDE_PX / 3 ? [200, 20, 30, 255] : [0, 0, 0, 0],
);
const BALANCE = 10;

let vendor: PictureVendor;
let product: RunningProduct;
let guest: ApiClient;
let disc: string;

beforeAll(async () => {
  vendor = await startPictureVendor();
  product = await startProduct({
    GUEST_FREE_GENERATIONS: String(BALANCE),
    MODERATION: 'false',
    ENGINE_BACKGROUND: 'openai',
    ENGINE_MAGIC: 'openai',
    OPENAI_IMAGES_URL: vendor.url,
    OPENAI_IMAGES_KEY: VENDOR_KEY,
    ENGINE_PRIVATE_HOSTS: '127.0.0.1',
  });
  product.startWorker();
  guest = await newGuest(product.address);
  disc = (await guest.upload(DISC)).key;
});
afterEach(async () => {
  vendor.mood = 'fine';
  vendor.requestCount = 0;
  expect(await brokenInvariants(product.database.pool)).toEqual([]);
  expect(product.log()).not.toContain(VENDOR_KEY);
});
afterAll(async () => {
  await product.stop();
  await vendor.stop();
});

const scene = (form: Record<string, string> = {}) =>
  guest.scene({
    feature_type: '2',
    image_s3: disc,
    prompt: 'a blue evening',
    count: '2',
    engine: 'provider',
    seed: '7',
    ...form,
  });

describe('an engine other than the built-in one, over HTTP', () => {
  it('is listed for the tools it is configured for, without its secrets', async () => {
    const response = await guest.call('listEngines');
    const text = await response.text();
    expect(text).not.toContain(VENDOR_KEY);
    const { data } = JSON.parse(text) as { data: EngineOffer[] };
    expect(data.map(({ tool, id }) => [tool, id])).toEqual([
      ['background', 'openai'],
      ['magic', 'openai'],
    ]);
  });

  it('paints around the product without changing a single pixel of it', async () => {
    const before = await guest.balance();
    const { taskIds, states } = await readOutcome(await scene());
    const ends = taskIds.map((id) => states.findLast((state) => state.task_id === id));
    expect(ends.map((end) => end?.status)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(await guest.balance()).toBe(before - 1);
    expect(vendor.requestCount).toBe(2);
    const { result } = ends[0] ?? {};
    expect(result).toMatchObject({
      width: 1024,
      height: 1024,
      engine: {
        id: 'openai',
        model: 'gpt-image-1.5',
        seed: null,
        cost_class: 'own-hardware',
        fell_back: false,
      },
    });
    expect(result?.engine?.prompt).toContain('a blue evening');
    const file = await fetch(new URL(result?.image_url ?? '', product.address));
    const steps = stepsIn(new Uint8Array(await file.arrayBuffer()));
    expect(steps).toEqual(result?.provenance);
    expect(steps && digitalSourceFor(steps)).toBe('compositeSynthetic');
    expect(steps?.steps.at(-1)?.engine).toMatchObject({ version: 'gpt-image-1.5' });
    expect(result).not.toHaveProperty('scene');
    expect(result?.product_pixels?.changed).toBe(0);
    expect(result?.product_pixels?.total).toBeGreaterThan(10_000);
    const map = await fetch(new URL(result?.product_pixels?.heat_map_url ?? '', product.address));
    expect(map.headers.get('content-type')).toBe('image/webp');
    const { rows } = await product.database.pool.query(
      'select engine, engine_model, engine_prompt, engine_seed, engine_cost_class from tasks where id = $1',
      [taskIds[0]],
    );
    expect(rows).toEqual([
      {
        engine: 'openai',
        engine_model: 'gpt-image-1.5',
        engine_prompt: result?.engine?.prompt,
        engine_seed: null,
        engine_cost_class: 'own-hardware',
      },
    ]);
  });

  it('counts the changed pixels when the product is not preserved', async () => {
    const { states } = await readOutcome(await scene({ product_lock: 'false' }));
    const pixels = states.findLast(({ status }) => status === 'SUCCESS')?.result?.product_pixels;
    expect(pixels?.changed).toBe(pixels?.total);
  });

  it('edits the masked area as the engine interprets the prompt', async () => {
    const mask = (await guest.upload(drawnMask(SIDE_PX, SIDE_PX))).key;
    const { states } = await readOutcome(
      await guest.call('magic', {
        form: {
          image_s3: disc,
          mask_s3: mask,
          prompt: 'a tiny brass frog',
          feature_type: '9',
          engine: 'provider',
        },
      }),
    );
    expect(states.at(-1)).toMatchObject({
      status: 'SUCCESS',
      result: { engine: { prompt: 'a tiny brass frog' } },
    });
  });

  it.each([
    ['unauthorized', 'ENGINE_UNAUTHORIZED'],
    ['moderated', 'ENGINE_MODERATED'],
  ] as const satisfies readonly (readonly [VendorMood, ErrorCode])[])(
    'that is %s ends a job with the error %s, free of charge',
    async (mood, code) => {
      const before = await guest.balance();
      vendor.mood = mood;
      const { states } = await readOutcome(await scene());
      const { message } = ERRORS[code];
      expect(states.at(-1)).toMatchObject({ status: 'FAILURE', error: { code, message } });
      expect(message).toContain('Nothing was charged');
      expect(await guest.balance()).toBe(before);
    },
  );

  it('falls back to the built-in engine only when the request allows it', async () => {
    vendor.mood = 'truncated';
    const { states } = await readOutcome(await scene({ engine_fallback: 'true' }));
    const end = states.findLast(({ status }) => status !== 'STARTED');
    expect(end?.error).toBeUndefined();
    expect(end?.result?.engine).toMatchObject({
      id: 'embedded',
      name: OWN_MESSAGES.builtInEngine,
      fell_back: true,
    });
    expect(end?.result?.scene?.title).toEqual(expect.any(String));
  });

  it('is told when its task is canceled', async () => {
    const before = await guest.balance();
    vendor.mood = 'hangs';
    const response = await scene();
    const disconnect = vendor.waitUntilGone();
    await eventually('both are asked for', async () => (vendor.requestCount === 2 ? true : undefined));
    const reader = readOutcome(response);
    const tasks = await product.database.pool.query<{ id: string }>(
      `select id from tasks where status = 'STARTED'`,
    );
    await guest.json('cancel', { json: { task_ids: tasks.rows.map(({ id }) => id) } });
    await disconnect;
    const { states } = await reader;
    expect(states.at(-1)?.status).toBe('REVOKED');
    expect(await guest.balance()).toBe(before);
  });

  it('is refused for tools that it isn’t configured for, before any charge', async () => {
    const before = await guest.balance();
    const { code } = await guest.json<{ code: string }>('upscale', {
      form: { image_s3: disc, value: '2', feature_type: '7', engine: 'provider' },
    });
    expect(code).toBe('ENGINE_NOT_AVAILABLE');
    expect(await guest.balance()).toBe(before);
  });
});
