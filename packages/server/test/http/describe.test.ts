import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { descriptionToPromptResponseSchema, ERRORS, OWN_MESSAGES } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { iterateEvents, newGuest, readOutcome } from '../../src/testing/api-client.ts';
import { drawnPng } from '../../src/testing/drawn-png.ts';
import { productSuite } from '../../src/testing/product-suite.ts';

const PHOTO = readFileSync(new URL('../../src/testing/fixtures/perfume.jpg', import.meta.url));
const SIDE_PX = 160;
/** Test picture that is a cut-out: a red disc on a transparent background. */
const DISC = drawnPng(SIDE_PX, SIDE_PX, (x, y) =>
  Math.hypot(x - SIDE_PX / 2, y - SIDE_PX / 2) < SIDE_PX / 3 ? [200, 20, 30, 255] : [0, 0, 0, 0],
);
const NOTHING = drawnPng(SIDE_PX, SIDE_PX, () => [0, 0, 0, 0]);
const BALANCE = 1;

const suite = productSuite(BALANCE);
const { uploadAll: uploaded } = suite;

describe('describing over HTTP, with a real worker', () => {
  it('describes a photo, repeatedly and free of charge', async () => {
    const [photo] = await uploaded(DISC);
    for (let i = 0; i < 2; i += 1) {
      const response = await suite.guest.describe(photo);
      expect(response.status).toBe(200);
      const { taskIds, states } = await readOutcome(response);
      expect(states.at(-1)).toMatchObject({ task_id: taskIds[0], status: 'SUCCESS', progress: 1 });
      const { result } = states.at(-1) ?? {};
      expect(Object.keys(result ?? {})).toEqual(['final_description', 'shop_texts']);
      expect(result?.final_description).toMatch(/^A .*red.*\.$/);
      expect(result?.shop_texts?.de.title).toBe('Produkt in Rot');
    }
    expect(await suite.guest.balance()).toBe(BALANCE);
  });

  it('uses the product name as one line of text in quotation marks', async () => {
    const [photo] = await uploaded(DISC);
    const name = ' <b>Frisbee</b>\n for dogs ';
    const response = await suite.guest.describe(photo, { form: { product_name: name } });
    const { result } = (await readOutcome(response)).states.at(-1) ?? {};
    expect(result?.final_description).toBe('<b>Frisbee</b> for dogs in red.');
    expect(result?.shop_texts?.fr.title).toBe('<b>Frisbee</b> for dogs, coloris rouge');
    const tooLong = await suite.guest.describe(photo, { form: { product_name: 'x'.repeat(81) } });
    expect(tooLong.status).toBe(400);
  });

  it('returns the same task for a repeated idempotency key', async () => {
    const [photo] = await uploaded(DISC);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => suite.guest.describe(photo, { headers })));
    const outcomes = await Promise.all(answers.map(readOutcome));
    expect(new Set(outcomes.map(({ taskIds }) => taskIds.join())).size).toBe(1);
    expect(outcomes.map(({ states }) => states.at(-1)?.status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  });

  it('reports that there is no product when nothing stands out, free of charge', async () => {
    const [photo] = await uploaded(NOTHING);
    const response = await suite.guest.describe(photo);
    expect(response.status).toBe(200);
    const { states } = await readOutcome(response);
    const { message } = ERRORS.NO_SUBJECT;
    expect(states.at(-1)).toMatchObject({ status: 'FAILURE', error: { code: 'NO_SUBJECT', message } });
    expect(await suite.guest.balance()).toBe(BALANCE);
  });

  it('refuses callers without credits, others’ photos, and files that are not pictures', async () => {
    const [photo] = await uploaded(DISC);
    const expectRefusal = async (response: Response, code: keyof typeof ERRORS) => {
      expect(response.status).toBe(ERRORS[code].status);
      expect(await response.json()).toMatchObject({ code, message: ERRORS[code].message });
    };
    const foreign = await (await newGuest(suite.product.address)).upload(DISC);
    await expectRefusal(await suite.guest.describe(foreign.key), 'UPLOAD_NOT_FOUND');
    const { key: words } = await suite.guest.upload(Buffer.from('just some words'));
    await expectRefusal(await suite.guest.describe(words), 'UNSUPPORTED_TYPE');
    await readOutcome(await suite.guest.upscale(photo, 2));
    expect(await suite.guest.balance()).toBe(0);
    await expectRefusal(await suite.guest.describe(photo), 'OUT_OF_CREDITS');
  });

  it('stops when it is canceled, free of charge, and frees the worker', async () => {
    const [photo] = await uploaded(PHOTO);
    const { key: disc } = await suite.guest.upload(DISC);
    let isCanceled = false;
    let last: TaskState | undefined;
    for await (const event of iterateEvents(await suite.guest.describe(photo))) {
      if ('task_ids' in event) continue;
      expect(event.status).not.toBe('SUCCESS');
      last = event;
      if (event.stage === OWN_MESSAGES.describing && !isCanceled) {
        isCanceled = true;
        await suite.guest.json('cancel', { json: { task_ids: [event.task_id] } });
      }
    }
    expect([isCanceled, last?.status]).toEqual([true, 'REVOKED']);
    const { states } = await readOutcome(await suite.guest.describe(disc));
    expect(states.at(-1)).toMatchObject({ status: 'SUCCESS' });
    expect(await suite.guest.balance()).toBe(BALANCE);
  });
});

describe('prompts from a description', () => {
  const ask = (json: unknown) => suite.guest.call('descriptionToPrompt', { json });

  it('suggests a scene and three alternatives, the same each time, for free', async () => {
    await uploaded();
    const description = 'A glossy cup-shaped product in black and golden yellow.';
    const response = await ask({ description });
    expect(response.status).toBe(200);
    const answer = descriptionToPromptResponseSchema.parse(await response.json());
    expect(new Set([answer.prompt, ...answer.suggestions]).size).toBe(4);
    expect(await (await ask({ description: ` ${description}\n` })).json()).toEqual(answer);
    expect(await suite.guest.balance()).toBe(BALANCE);
  });

  it.each([
    ['nothing', {}],
    ['an empty description', { description: ' ' }],
    ['2001 characters', { description: 'x'.repeat(2001) }],
    ['a list', { description: ['a mug'] }],
  ])('refuses %s', async (_what, json) => {
    await uploaded();
    const response = await ask(json);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'BAD_REQUEST' });
  });
});
