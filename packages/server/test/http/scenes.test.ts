import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ASPECT_RATIOS, ERRORS, MESSAGES, OWN_MESSAGES, referencesResponseSchema } from '@packshot/contract';
import type { ErrorBody, TaskState } from '@packshot/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { iterateEvents, newGuest, readOutcome } from '../../src/testing/api-client.ts';
import { drawnPng } from '../../src/testing/drawn-png.ts';
import { expectPictures, productSuite } from '../../src/testing/product-suite.ts';

const PHOTO = readFileSync(new URL('../../src/testing/fixtures/perfume.jpg', import.meta.url));
const SIDE_PX = 160;
/** Test picture that is a cut-out: a red disc on a transparent background. */
const DISC = drawnPng(SIDE_PX, SIDE_PX, (x, y) =>
  Math.hypot(x - SIDE_PX / 2, y - SIDE_PX / 2) < SIDE_PX / 3 ? [200, 20, 30, 255] : [0, 0, 0, 0],
);
/** Test pictures that are cut-outs: a green and a blue block on transparent backgrounds. */
const BLOCKS = (
  [
    [30, 160, 40, 255],
    [30, 50, 190, 255],
  ] as const
).map((color) => drawnPng(60, 80, (x, y) => (Math.min(x, y, 59 - x, 79 - y) < 5 ? [0, 0, 0, 0] : color)));
const NOTHING = drawnPng(SIDE_PX, SIDE_PX, () => [0, 0, 0, 0]);
const SIX_BESIDE = JSON.stringify(
  Array.from({ length: 6 }, () => ({
    image_s3: 'k',
    placement: { centerX: 0.5, centerY: 0.5, width: 0.1, rotationDeg: 0, isFlipped: false },
  })),
);
const BALANCE = 5;

const suite = productSuite(BALANCE);
const { uploadAll: uploaded, expectFreeRefusal } = suite;

/** Lists the last state of each task, in the order of the tasks. */
function listLastStates({
  taskIds,
  states,
}: {
  taskIds: readonly string[];
  states: readonly TaskState[];
}): TaskState[] {
  return taskIds.map((taskId) => {
    const last = states.findLast(({ task_id }) => task_id === taskId);
    if (last === undefined) throw new Error(`Nothing was seen of the task ${taskId}`);
    return last;
  });
}

/** Reads the end of a scene's first variant, and cancels the others before they begin, because each takes seconds. */
async function readFirstVariant(response: Response): Promise<TaskState> {
  let taskIds: readonly string[] = [];
  const states: TaskState[] = [];
  for await (const event of iterateEvents(response)) {
    if ('task_ids' in event) {
      taskIds = event.task_ids;
      await suite.guest.json('cancel', { json: { task_ids: taskIds.slice(1) } });
    } else states.push(event);
  }
  const [end] = listLastStates({ taskIds: taskIds.slice(0, 1), states });
  if (end === undefined) throw new Error('There is no variant');
  return end;
}

/** Fetches a picture and returns its pixels; the bytes of the file differ each time because of the signature. */
const samplesAt = async (url = ''): Promise<Buffer> => {
  const response = await fetch(new URL(url, suite.product.address));
  return sharp(await response.arrayBuffer())
    .raw()
    .toBuffer();
};

const listReferences = async () =>
  referencesResponseSchema.parse(await suite.guest.json('listReferences', { access: null })).data;

describe('a scene over HTTP, with a real worker', () => {
  it('arrives one variant at a time, for one credit, with the same pictures for the same seed', async () => {
    const [product] = await uploaded(DISC);
    // The camera angle is given, because a disc could be either a ball or a bowl seen from above.
    const view = JSON.stringify({ pose: 'stands', elevationDeg: 8 });
    const words = { prompt: 'a marble podium', view };
    const form = { feature_type: '2', image_s3: product, ...words, count: '2', seed: '7' };
    const headers = { 'idempotency-key': randomUUID() };
    const response = await suite.guest.scene(form, { headers });
    expect(response.status).toBe(200);
    const outcome = await readOutcome(response);
    expect(outcome.taskIds).toHaveLength(2);

    const order = outcome.states.map(
      ({ task_id, status }) => `${outcome.taskIds.indexOf(task_id)} ${status}`,
    );
    expect(order.indexOf('0 SUCCESS')).toBeLessThan(order.indexOf('1 STARTED'));
    const ends = listLastStates(outcome);
    const ofFirst = ends[0]?.result?.scene?.understood.map(({ phrase }) => phrase);
    expect(ofFirst).toContain('marble');
    const references = await listReferences();
    for (const [variant, { status, progress, result }] of ends.entries()) {
      expect({ status, progress }).toEqual({ status: 'SUCCESS', progress: 1 });
      expect(result).toMatchObject({ width: 1024, height: 1024, seed: 7, variant });
      expect(references.map(({ id }) => id)).toContain(result?.scene?.reference_id);
      // Each text describes only its own picture.
      const understoodPhrases = result?.scene?.understood.map(({ phrase }) => phrase) ?? [];
      expect(['marble', 'podium']).toEqual(expect.arrayContaining(understoodPhrases));
      expect(understoodPhrases).toContain('podium');
      expect(result?.placement?.width).toBeGreaterThan(0.05);
      await expectPictures(suite.product, result);
      const polled = await suite.guest.json<TaskState>('checkStatus', {
        query: { task_id: outcome.taskIds[variant] ?? '' },
      });
      expect(polled.result).toMatchObject({ key: result?.key, scene: result?.scene });
    }
    expect(await suite.guest.balance()).toBe(BALANCE - 1);

    const replay = await readOutcome(await suite.guest.scene(form, { headers }));
    expect(replay.taskIds).toEqual(outcome.taskIds);
    expect(await suite.guest.balance()).toBe(BALANCE - 1);

    const again = await readFirstVariant(await suite.guest.scene(form));
    const [first, second, firstAgain] = await Promise.all(
      [ends[0], ends[1], again].map((end) => samplesAt(end?.result?.image_url)),
    );
    expect(firstAgain?.equals(first ?? Buffer.of())).toBe(true);
    expect(second?.equals(first ?? Buffer.of())).toBe(false);
    expect(await suite.guest.balance()).toBe(BALANCE - 2);
  });

  it('is made again with its own scene lock for free, with the same pixels', async () => {
    const [product] = await uploaded(DISC);
    const form = { feature_type: '2', image_s3: product, count: '2' };
    const words = { prompt: 'pure white, no shadow' };
    const [, second] = listLastStates(await readOutcome(await suite.guest.scene({ ...form, ...words })));
    const balance = await suite.guest.balance();
    const { key = '', scene, placement } = second?.result ?? {};
    const again = await readOutcome(
      await suite.guest.scene({
        ...form,
        scene_s3: key,
        look: JSON.stringify(scene?.look),
        placement: JSON.stringify(placement),
      }),
    );
    const [changed] = listLastStates(again);
    expect(again.taskIds).toHaveLength(1);
    expect(changed?.result?.scene).toMatchObject({ look: scene?.look, shadow: 'none' });
    const [before, after] = [second, changed].map((end) => samplesAt(end?.result?.image_url));
    expect((await after)?.equals((await before) ?? Buffer.of())).toBe(true);
    expect(await suite.guest.balance()).toBe(balance);
  });

  it('shows several products, in its layers and changed versions too', async () => {
    const [disc, ...blocks] = await uploaded(DISC, ...BLOCKS);
    const at = (centerX: number) => ({
      centerX,
      centerY: 0.6,
      width: 0.15,
      rotationDeg: 0,
      isFlipped: false,
    });
    const beside = blocks.map((image_s3, i) => ({ image_s3, placement: at(0.5 + 0.25 * i) }));
    const placement = JSON.stringify(at(0.25));
    const form = { feature_type: '2', image_s3: disc, placement, prompt: 'oak', count: '2', seed: '7' };
    const scene = (fields: Record<string, string>) => suite.guest.scene({ ...form, ...fields });
    const first = await readFirstVariant(await scene({ beside: JSON.stringify(beside) }));
    const { key = '', scene: facts, ...result } = first.result ?? {};
    expect(facts?.beside).toEqual(beside);
    expect(result.product_pixels).toMatchObject({ changed: 0 });
    const strongest = async (url: string | undefined) => {
      const { data, info } = await sharp(
        await (await fetch(new URL(url ?? '', suite.product.address))).arrayBuffer(),
      )
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [0.25, 0.5, 0.75].map((x) => {
        const i = (Math.round(0.6 * info.height) * info.width + Math.round(x * info.width)) * 3;
        const sample = [...data.subarray(i, i + 3)];
        return sample.indexOf(Math.max(...sample));
      });
    };
    expect(await strongest(result.image_url)).toEqual([0, 1, 2]);
    const alphasAt = async (url: string | undefined) => {
      const file = await (await fetch(new URL(url ?? '', suite.product.address))).arrayBuffer();
      const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const row = Math.round(0.6 * info.height) * info.width;
      return [0.25, 0.5, 0.75].map((x) => data[(row + Math.round(x * info.width)) * 4 + 3] ?? 0);
    };

    await suite.guest.json('downloadImage', { json: { key } });
    const parts = await readOutcome(
      await suite.guest.call('layers', { form: { image_s3: key, feature_type: '2' } }),
    );
    const layers = listLastStates(parts).slice(2);
    expect(layers.map(({ result }) => result?.product).toSorted()).toEqual([1, 2, 3]);
    for (const { result } of layers) {
      const alphas = await alphasAt(result?.image_url);
      expect(alphas.map((alpha, at) => alpha > 0 && at + 1)).toEqual(
        [1, 2, 3].map((number) => number === result?.product && number),
      );
    }

    const balance = await suite.guest.balance();
    const change = { scene_s3: key, look: JSON.stringify(facts?.look) };
    const swapped = beside.map((other, i) => ({ ...other, placement: at(0.75 - 0.25 * i) }));
    const again = await readOutcome(await scene({ ...change, beside: JSON.stringify(swapped) }));
    const [changed] = listLastStates(again);
    expect(changed?.result?.scene?.beside).toEqual(swapped);
    expect(await strongest(changed?.result?.image_url)).toEqual([0, 2, 1]);
    const tiny = beside.map((other) => ({ ...other, placement: { ...other.placement, width: 0.02 } }));
    const hidden = await readOutcome(await scene({ ...change, beside: JSON.stringify(tiny) }));
    const { message } = ERRORS.PRODUCT_HIDDEN;
    expect(listLastStates(hidden)).toMatchObject([
      { status: 'FAILURE', error: { code: 'PRODUCT_HIDDEN', message, product: 2 } },
    ]);
    expect(await suite.guest.balance()).toBe(balance);
  });

  it('places the product where and in the aspect ratio that was requested', async () => {
    const [product] = await uploaded(DISC);
    const placement = { centerX: 0.3, centerY: 0.6, width: 0.2, rotationDeg: 30, isFlipped: true };
    const [reference] = await listReferences();
    const upright = ASPECT_RATIOS.find(({ label }) => label === '3:4');
    const first = await readFirstVariant(
      await suite.guest.scene({
        feature_type: '5',
        image_s3: product,
        reference_id: reference?.id ?? '',
        placement: JSON.stringify(placement),
        shadow: JSON.stringify({ kind: 'floating', directionDeg: 90, softness: 0.5, opacity: 1 }),
        aspect_ratio: String(upright?.id),
        count: '2',
      }),
    );
    expect(first.result).toMatchObject({ width: upright?.x, height: upright?.y, placement });
    expect(first.result?.scene?.reference_id).toBe(reference?.id);
  });

  it('cuts out a photo first, and reports it as a stage', async () => {
    const [product] = await uploaded(PHOTO);
    const outcome = await readOutcome(
      await suite.guest.scene({ feature_type: '2', image_s3: product, count: '2' }),
    );
    expect(listLastStates(outcome).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
    const stages = outcome.states.map(({ stage }) => stage);
    expect(stages).toContain(MESSAGES.removingBackground);
    expect(stages).toContain(OWN_MESSAGES.composingScene);
  });

  it('works without a product, with the user’s own reference picture, and with unknown words', async () => {
    const [reference] = await uploaded(PHOTO);
    for (const form of [
      { feature_type: '4', prompt: '🌊 xyzzy' },
      { feature_type: '6', reference_s3: reference },
    ]) {
      const outcome = await readOutcome(await suite.guest.scene({ ...form, count: '2' }));
      for (const { result } of listLastStates(outcome)) {
        await expectPictures(suite.product, result);
        expect(result?.placement).toBeUndefined();
      }
    }
    expect(await suite.guest.balance()).toBe(BALANCE - 2);
  });

  it('fails free of charge when the product is invisible', async () => {
    const [product] = await uploaded(NOTHING);
    const outcome = await readOutcome(
      await suite.guest.scene({ feature_type: '2', image_s3: product, count: '2' }),
    );
    const { message } = ERRORS.NO_SUBJECT;
    for (const end of listLastStates(outcome)) {
      expect(end).toMatchObject({ status: 'FAILURE', error: { code: 'NO_SUBJECT', message } });
    }
    expect(await suite.guest.balance()).toBe(BALANCE);
  });

  it('fails free of charge when the product’s own shape would place it outside', async () => {
    const [product] = await uploaded(DISC);
    // A product with a tall shape would reach into the picture at this position; only the real shape shows that this
    // one doesn't.
    const placement = { centerX: 0.5, centerY: -0.9, width: 0.3, rotationDeg: 0, isFlipped: false };
    const form = { feature_type: '2', image_s3: product, placement: JSON.stringify(placement), count: '2' };
    const { message } = ERRORS.PLACEMENT_OUTSIDE;
    for (const end of listLastStates(await readOutcome(await suite.guest.scene(form)))) {
      expect(end).toMatchObject({ status: 'FAILURE', error: { code: 'PLACEMENT_OUTSIDE', message } });
    }
    expect(await suite.guest.balance()).toBe(BALANCE);
  });

  it('ends when canceled, either a single variant or all that remain', async () => {
    const [product] = await uploaded(DISC);
    const stream = await suite.guest.scene({ feature_type: '2', image_s3: product, count: '4' });
    const ends = new Map<string, string>();
    let taskIds: readonly string[] = [];
    for await (const event of iterateEvents(stream)) {
      if ('task_ids' in event) {
        taskIds = event.task_ids;
        await suite.guest.json('cancel', { json: { task_ids: [taskIds[1]] } });
        continue;
      }
      ends.set(event.task_id, event.status);
      if (event.task_id === taskIds[0] && event.status === 'SUCCESS') {
        await suite.guest.json('cancel', { json: { task_ids: taskIds } });
      }
    }
    expect(taskIds.map((taskId) => ends.get(taskId))).toEqual(['SUCCESS', 'REVOKED', 'REVOKED', 'REVOKED']);
    expect(await suite.guest.balance()).toBe(BALANCE - 1);
  });
});

describe('a refused scene request', () => {
  it('costs nothing and gives the reason', async () => {
    const [product, words] = await uploaded(DISC, Buffer.from('just some words'));
    const foreign = await (await newGuest(suite.product.address)).upload(DISC);
    const refusals = [
      [{ feature_type: '4' }, 'PROMPT_EMPTY'],
      [{ feature_type: '6', reference_id: 'the-moon' }, 'REFERENCE_NOT_FOUND'],
      [{ feature_type: '6', reference_s3: words }, 'UNSUPPORTED_TYPE'],
      [{ feature_type: '6', reference_s3: foreign.key }, 'UPLOAD_NOT_FOUND'],
      [{ feature_type: '2', image_s3: foreign.key }, 'UPLOAD_NOT_FOUND'],
    ] as const;
    for (const [form, code] of refusals) await expectFreeRefusal(await suite.guest.scene(form), code);
    const placement = { centerX: 1.4, centerY: 0.5, width: 0.1, rotationDeg: 0, isFlipped: false };
    const outside = { feature_type: '2', image_s3: product, placement: JSON.stringify(placement) };
    await expectFreeRefusal(await suite.guest.scene(outside), 'PLACEMENT_OUTSIDE');
    const within = { ...placement, centerX: 0.5 };
    for (const [beside, code] of [
      [{ image_s3: product, placement }, 'PLACEMENT_OUTSIDE'],
      [{ image_s3: foreign.key, placement: within }, 'UPLOAD_NOT_FOUND'],
      [{ image_s3: words, placement: within }, 'UNSUPPORTED_TYPE'],
    ] as const) {
      const stated = { placement: JSON.stringify(within), beside: JSON.stringify([beside]) };
      const form = { feature_type: '2', image_s3: product, ...stated };
      await expectFreeRefusal(await suite.guest.scene(form), code);
    }
  });

  it.each([
    ['no product', { feature_type: '2' }, 'image_s3', OWN_MESSAGES.productNeeded],
    ['no reference', { feature_type: '6' }, 'reference_id', OWN_MESSAGES.referenceNeeded],
    [
      'a prompt of ten thousand characters',
      { feature_type: '4', prompt: 'x'.repeat(10_000) },
      'prompt',
      OWN_MESSAGES.scenePromptTooLong,
    ],
    ['an invalid placement', { feature_type: '4', placement: '{"centerX":9}' }, 'placement', null],
    [
      'six products beside the first',
      { feature_type: '4', prompt: 'snow', beside: SIX_BESIDE },
      'beside',
      null,
    ],
    ['three variants', { feature_type: '4', prompt: 'snow', count: '3' }, 'count', null],
  ] as const)('names the invalid field: %s', async (_what, form, field, message) => {
    await uploaded();
    const response = await suite.guest.scene(form);
    expect(response.status).toBe(400);
    const { code, detail } = (await response.json()) as ErrorBody;
    expect(code).toBe('BAD_REQUEST');
    const { fields } = detail as { fields: { field: string; message: string }[] };
    expect(fields[0]?.field.split('.')[0]).toBe(field);
    if (message !== null) expect(fields[0]?.message).toBe(message);
    expect(await suite.guest.balance()).toBe(BALANCE);
  });
});
