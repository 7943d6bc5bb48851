import { randomUUID } from 'node:crypto';
import { ERRORS } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { iterateEvents, newGuest, readOutcome } from '../../src/testing/api-client.ts';
import { drawnMask, drawnPng, emptyPng } from '../../src/testing/drawn-png.ts';
import { productSuite } from '../../src/testing/product-suite.ts';

const SIDE_PX = 96;
/**
 * Test picture that is small enough to be processed instantly, and striped, so that filling an area has a pattern to
 * continue.
 */
const DRAWING = drawnPng(SIDE_PX, SIDE_PX, (x) => (x % 12 < 6 ? [200, 60, 40, 255] : [240, 230, 220, 255]));
const MASK = drawnMask(SIDE_PX, SIDE_PX);
const BALANCE = 5;

// Moderation is off, because most of these tests then load no network.
const suite = productSuite(BALANCE, { MODERATION: 'false' });
const { uploadAll: uploaded, readSuccess, expectFreeRefusal } = suite;

describe('the magic tool over HTTP, with a real worker', () => {
  it('removes an object, and follows a prompt', async () => {
    const [photo, mask] = await uploaded(DRAWING, MASK);
    for (const prompt of [undefined, 'make it navy blue']) {
      const { result } = await readSuccess(await suite.guest.magic(photo, mask, prompt));
      expect(result).toMatchObject({ width: SIDE_PX, height: SIDE_PX });
    }
    expect(await suite.guest.balance()).toBe(BALANCE - 2);
  });

  it('returns the same task for a repeated idempotency key, and charges it once', async () => {
    const [photo, mask] = await uploaded(DRAWING, MASK);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      [1, 2, 3].map(() => suite.guest.magic(photo, mask, 'darken', { headers })),
    );
    const outcomes = await Promise.all(answers.map(readOutcome));
    expect(new Set(outcomes.map(({ taskIds }) => taskIds.join())).size).toBe(1);
    expect(outcomes.map(({ states }) => states.at(-1)?.status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    const conflict = await suite.guest.magic(photo, mask, 'brighten', { headers });
    expect(conflict.status).toBe(ERRORS.IDEMPOTENCY_CONFLICT.status);
    expect(await suite.guest.balance()).toBe(BALANCE - 1);
  });

  it('refuses invalid requests before charging', async () => {
    const [photo, mask, otherShape] = await uploaded(DRAWING, MASK, drawnMask(SIDE_PX, SIDE_PX / 2));
    const foreign = await (await newGuest(suite.product.address)).upload(MASK);
    await expectFreeRefusal(await suite.guest.magic(photo, foreign.key), 'UPLOAD_NOT_FOUND');
    await expectFreeRefusal(await suite.guest.magic(photo, otherShape), 'MASK_MISMATCH');
    await expectFreeRefusal(await suite.guest.magic(photo, mask, 'add a dragon'), 'PROMPT_NOT_UNDERSTOOD');
    await expectFreeRefusal(await suite.guest.magic(photo, mask, 'x'.repeat(301)), 'BAD_REQUEST');
    await expectFreeRefusal(await suite.guest.magic(photo, mask, 'remove\u0000'), 'BAD_REQUEST');
  });

  it.each([
    ['nothing', 0, 'EMPTY_MASK'],
    ['everything', 2, 'FULL_MASK'],
  ] as const)('fails with its message, free of charge, when %s is drawn over', async (_what, share, code) => {
    const [photo, mask] = await uploaded(DRAWING, drawnMask(SIDE_PX, SIDE_PX, share));
    const { states } = await readOutcome(await suite.guest.magic(photo, mask));
    const { message } = ERRORS[code];
    expect(states.at(-1)).toMatchObject({ status: 'FAILURE', error: { code, message } });
    expect(await suite.guest.balance()).toBe(BALANCE);
  });
});

describe('harmonizing over HTTP, with a real worker', () => {
  it('returns a picture of the same size, unchanged at strength 0', async () => {
    const [photo, mask] = await uploaded(DRAWING, drawnMask(SIDE_PX, SIDE_PX, 0.5));
    const pixelsAt = async (form: Record<string, string>) => {
      const { result } = await readSuccess(await suite.guest.harmonize(photo, mask, { form }));
      expect(result).toMatchObject({ width: SIDE_PX, height: SIDE_PX });
      const { image_url } = result as { image_url: string };
      return Buffer.from(await (await fetch(new URL(image_url, suite.product.address))).arrayBuffer());
    };
    const [none, some, more] = [
      await pixelsAt({ strength: '0' }),
      await pixelsAt({}),
      await pixelsAt({ strength: '1' }),
    ];
    expect(new Set([none, some, more].map((bytes) => bytes.toString('base64'))).size).toBe(3);
    expect(await suite.guest.balance()).toBe(BALANCE - 3);
  });

  it('refuses invalid requests before charging', async () => {
    const [photo, mask, otherShape] = await uploaded(DRAWING, MASK, drawnMask(SIDE_PX, SIDE_PX / 2));
    const foreign = await (await newGuest(suite.product.address)).upload(MASK);
    await expectFreeRefusal(await suite.guest.harmonize(photo, foreign.key), 'UPLOAD_NOT_FOUND');
    await expectFreeRefusal(await suite.guest.harmonize(photo, otherShape), 'MASK_MISMATCH');
    for (const strength of ['', '1.5', '-1', 'much']) {
      await expectFreeRefusal(
        await suite.guest.harmonize(photo, mask, { form: { strength } }),
        'BAD_REQUEST',
      );
    }
    const surroundings = { light: null, groundLine: null, warmth: null, brightness: null };
    for (const hostile of [
      'left',
      '{}',
      JSON.stringify({ ...surroundings, groundLine: 1.01 }),
      JSON.stringify({ ...surroundings, warmth: '1' }),
      JSON.stringify({ ...surroundings, elevationDeg: 91 }),
      JSON.stringify({ ...surroundings, light: { fromDeg: 1e308, heightDeg: 40 } }),
      JSON.stringify({ ...surroundings, light: { fromDeg: 0, heightDeg: 0 } }),
      JSON.stringify({ ...surroundings, __proto__: null, sun: 1 }),
    ]) {
      await expectFreeRefusal(
        await suite.guest.harmonize(photo, mask, { form: { surroundings: hostile } }),
        'BAD_REQUEST',
      );
    }
  });

  it('fails free of charge without a product', async () => {
    const [photo, mask] = await uploaded(DRAWING, drawnMask(SIDE_PX, SIDE_PX, 0));
    const { states } = await readOutcome(await suite.guest.harmonize(photo, mask));
    const { message } = ERRORS.EMPTY_MASK;
    expect(states.at(-1)).toMatchObject({ status: 'FAILURE', error: { code: 'EMPTY_MASK', message } });
    expect(await suite.guest.balance()).toBe(BALANCE);
  });
});

describe('refining a cut-out over HTTP, with a real worker', () => {
  const RED = [200, 60, 40, 255] as const;
  const photo = drawnPng(SIDE_PX, SIDE_PX, (x) => (x < SIDE_PX / 2 ? RED : [240, 230, 220, 255]));
  const leftHalf = drawnPng(SIDE_PX, SIDE_PX, (x, y) => (x < SIDE_PX / 2 && y < 60 ? RED : [0, 0, 0, 0]));
  /** Strokes that restore the lower left, slightly beyond the edge of the product, and erase the upper left corner. */
  const strokes = drawnPng(SIDE_PX, SIDE_PX, (x, y) => {
    if (x < SIDE_PX / 2 + 4 && y > 50) return [255, 0, 0, 255];
    return x < 20 && y < 20 ? [0, 255, 0, 255] : [0, 0, 0, 0];
  });

  it('restores and erases, free of charge, even without credits', async () => {
    const [photoKey, matteKey, strokesKey] = await uploaded(photo, leftHalf, strokes);
    for (let i = 0; i < BALANCE; i += 1) {
      await readOutcome(await suite.guest.upscale(photoKey, 2, { form: { mode: 'faithful' } }));
    }
    expect(await suite.guest.balance()).toBe(0);
    const { result } = await readSuccess(await suite.guest.refine(photoKey, matteKey, strokesKey));
    expect(result).toMatchObject({ width: SIDE_PX, height: SIDE_PX });
    expect(await suite.guest.balance()).toBe(0);
    const again = await readSuccess(await suite.guest.refine(photoKey, result.key ?? '', strokesKey));
    expect(again.result).toMatchObject({ width: SIDE_PX, height: SIDE_PX });
  });

  it('refuses an invalid request before the work begins, or fails it with the right message', async () => {
    const [photoKey, matteKey, nothing, otherShape] = await uploaded(
      photo,
      leftHalf,
      drawnPng(SIDE_PX, SIDE_PX, () => [0, 0, 255, 255]),
      drawnMask(SIDE_PX, SIDE_PX / 2),
    );
    const foreign = await (await newGuest(suite.product.address)).upload(leftHalf);
    const { refine } = suite.guest;
    await expectFreeRefusal(await refine(photoKey, foreign.key, matteKey), 'UPLOAD_NOT_FOUND');
    await expectFreeRefusal(await refine(photoKey, matteKey, otherShape), 'MASK_MISMATCH');
    await expectFreeRefusal(await refine(photoKey, otherShape, nothing), 'MASK_MISMATCH');
    const { states } = await readOutcome(await refine(photoKey, matteKey, nothing));
    expect(states.at(-1)).toMatchObject({ status: 'FAILURE', error: { code: 'EMPTY_MASK' } });
    expect(await suite.guest.balance()).toBe(BALANCE);
  });
});

describe('enlarging over HTTP, with a real worker', () => {
  it('doubles the size, in the faithful mode by default', async () => {
    const [photo] = await uploaded(DRAWING);
    const { result } = await readSuccess(await suite.guest.upscale(photo, 2));
    expect(result).toMatchObject({ width: SIDE_PX * 2, height: SIDE_PX * 2 });
    const { rows } = await suite.product.database.pool.query(
      'select input from generation_requests where user_id = $1',
      [suite.guest.session.info.user.id],
    );
    expect(rows).toMatchObject([{ input: { factor: 2, mode: 'faithful' } }]);
    expect(await suite.guest.balance()).toBe(BALANCE - 1);
  });

  it('quadruples the size with the enlargement model', async () => {
    const [photo] = await uploaded(DRAWING);
    const { result } = await readSuccess(await suite.guest.upscale(photo, 4, { form: { mode: 'detailed' } }));
    expect(result).toMatchObject({ width: SIDE_PX * 4, height: SIDE_PX * 4 });
  });

  it('refuses invalid requests before charging', async () => {
    const [photo, large] = await uploaded(DRAWING, emptyPng(3001, 200));
    const foreign = await (await newGuest(suite.product.address)).upload(DRAWING);
    await expectFreeRefusal(await suite.guest.upscale(foreign.key, 2), 'UPLOAD_NOT_FOUND');
    await expectFreeRefusal(await suite.guest.upscale(large, 2), 'UPSCALE_TOO_LARGE');
    for (const form of [{ value: '3' }, { value: '' }, { mode: 'wild' }]) {
      await expectFreeRefusal(await suite.guest.upscale(photo, 2, { form }), 'BAD_REQUEST');
    }
  });
});

describe('canceling a running task', () => {
  it.each([
    {
      what: 'an enlargement',
      side: 1200,
      ask: (photo: string) => suite.guest.upscale(photo, 4, { form: { mode: 'detailed' } }),
    },
    {
      what: 'harmonizing',
      side: 1200,
      ask: (photo: string, mask: string) => suite.guest.harmonize(photo, mask),
    },
    {
      what: 'the magic tool',
      side: 1200,
      ask: (photo: string, mask: string) => suite.guest.magic(photo, mask),
    },
  ])('ends $what when it is canceled, free of charge, and frees the worker', async ({ side, ask }) => {
    const large = drawnPng(side, side, (x, y) => [x % 251, y % 241, (x * y) % 239, 255]);
    const [photo, mask, small, smallMask] = await uploaded(large, drawnMask(side, side, 0.6), DRAWING, MASK);
    let isCanceled = false;
    let last: TaskState | undefined;
    for await (const event of iterateEvents(await ask(photo, mask))) {
      if ('task_ids' in event) continue;
      last = event;
      if (event.status === 'STARTED' && event.progress > 0.04 && !isCanceled) {
        isCanceled = true;
        await suite.guest.json('cancel', { json: { task_ids: [event.task_id] } });
      }
    }
    expect([isCanceled, last?.status]).toEqual([true, 'REVOKED']);
    expect(await suite.guest.balance()).toBe(BALANCE);
    // The engine has one thread, so the next task would have to wait if the canceled one continued.
    await readSuccess(await suite.guest.magic(small, smallMask, 'brighten'));
  });
});
