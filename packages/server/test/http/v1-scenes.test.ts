/** Scenes of several products over the public API, with the real engine. */
import { ERRORS, problemSchema, UPLOAD_MAX_BYTES } from '@packshot/contract';
import type { ErrorCode } from '@packshot/contract';
import { createImageEngine } from '@packshot/image-engine';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnPng } from '../../src/testing/drawn-png.ts';
import { ENGINE_CACHE } from '../../src/testing/engine-cache.ts';
import { newKeyOwner } from '../../src/testing/key-owner.ts';
import { multipartForm } from '../../src/testing/multipart-form.ts';
import type { FormParts } from '../../src/testing/multipart-form.ts';
import { startTestApi } from '../../src/testing/test-api.ts';
import type { TestApi } from '../../src/testing/test-api.ts';
import { startTestWorker } from '../../src/testing/test-worker.ts';
import type { TestWorker } from '../../src/testing/test-worker.ts';

type Rgb = readonly [number, number, number];
const isRim = (x: number, y: number): boolean => Math.min(x, y, 59 - x, 79 - y) < 5;
/** Cut-out of a block of one color. */
const block = (color: Rgb) => drawnPng(60, 80, (x, y) => (isRim(x, y) ? [0, 0, 0, 0] : [...color, 255]));
const [RED, GREEN, BLUE] = [block([200, 30, 40]), block([30, 160, 40]), block([30, 50, 190])];
const PHOTO = drawnPng(60, 80, (x, y) => [200, x, y, 255]);
const NOTHING = drawnPng(60, 80, () => [0, 0, 0, 0]);
const at = (centerX: number, width = 0.15) =>
  JSON.stringify({ centerX, centerY: 0.6, width, rotationDeg: 0, isFlipped: false });

/** Placement above the picture's top edge, where only a tall product would still be visible. */
const ABOVE = at(0.5).replace('0.6', '-0.5');

const engine = createImageEngine({ cacheDir: ENGINE_CACHE });
let api: TestApi;
let worker: TestWorker;
let secret: string;
let credits: () => Promise<number>;

beforeAll(async () => {
  api = await startTestApi();
  worker = await startTestWorker(api.services, engine);
  const owner = await newKeyOwner(api.services);
  secret = await owner.key();
  ({ credits } = owner);
});
afterAll(async () => {
  await worker.stop();
  await api.stop();
  await engine.close();
});

function scene(form: FormParts) {
  const { headers, payload } = multipartForm({ prompt: 'oak', count: '2', seed: '7', ...form }, 'mug.png');
  const accept = 'image/png';
  return api.app.inject({
    method: 'POST',
    url: '/v1/scenes',
    headers: { ...headers, accept, 'x-api-key': secret },
    payload,
  });
}

/** For each horizontal position (0 to 1), the index of the strongest channel in the picture: 0 red, 1 green, 2 blue. */
async function strongestAt(picture: Uint8Array, ...places: readonly number[]): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return places.map((x) => {
    const from = (Math.round(0.6 * info.height) * info.width + Math.round(x * info.width)) * 3;
    const sample = [...data.subarray(from, from + 3)];
    return sample.indexOf(Math.max(...sample));
  });
}

describe('POST /v1/scenes with several products', () => {
  it('shows each product at its placement', async () => {
    const answer = await scene({
      image: RED,
      placement: at(0.25),
      image_2: GREEN,
      placement_2: at(0.5),
      image_3: BLUE,
      placement_3: at(0.75),
    });
    expect(answer.statusCode).toBe(200);
    expect(await strongestAt(answer.rawPayload, 0.25, 0.5, 0.75)).toEqual([0, 1, 2]);
  });

  it('shows products without a placement in a row with the first one', async () => {
    const answer = await scene({ image: RED, placement: at(0.5), image_2: GREEN, image_3: BLUE });
    expect(answer.statusCode).toBe(200);
    expect(await strongestAt(answer.rawPayload, 0.36, 0.5, 0.64)).toEqual([2, 0, 1]);
  });

  it.each<[string, FormParts, ErrorCode, string | undefined]>([
    ['a photo', { image_2: PHOTO }, 'BESIDE_NOT_CUT_OUT', 'image_2'],
    ['a cut-out of nothing', { image_2: GREEN, image_3: NOTHING }, 'BESIDE_UNREADABLE', 'image_3'],
    ['words', { image_2: Buffer.from('just some words') }, 'UNSUPPORTED_TYPE', 'image_2'],
    ['a place far outside', { image_2: GREEN, placement_2: at(1.9) }, 'PLACEMENT_OUTSIDE', 'image_2'],
    ['a place outside', { image_2: GREEN, placement_2: ABOVE }, 'PLACEMENT_OUTSIDE', 'image_2'],
    ['no placement', { image_2: GREEN, placement_2: 'left' }, 'BAD_REQUEST', 'placement_2'],
    ['a placement without its picture', { placement_2: at(0.5) }, 'BAD_REQUEST', 'image_2'],
    ['a seventh product', { image_7: GREEN }, 'BAD_REQUEST', 'image_7'],
    [
      'products that are too large together',
      {
        larger_size: 'true',
        larger_side: '4096',
        placement: at(0.5, 0.9),
        image_2: GREEN,
        placement_2: at(0.5, 0.9),
      },
      'PRODUCTS_TOO_LARGE',
      undefined,
    ],
  ])('refuses %s free of charge', async (_what, form, code, param) => {
    const before = await credits();
    const answer = await scene({ image: RED, placement: at(0.25), ...form });
    const problem = problemSchema.parse(answer.json());
    expect([problem.code, problem.param]).toEqual([code, param]);
    expect(answer.statusCode).toBe(ERRORS[code].status);
    expect(await credits()).toBe(before);
  });

  it('refuses further products without the first one', async () => {
    const problem = problemSchema.parse((await scene({ image_2: GREEN })).json());
    expect([problem.code, problem.param]).toEqual(['BAD_REQUEST', 'image']);
  });

  it.each([
    ['by the length of the request', [18e6, 18e6, 18e6], undefined],
    // The request as a whole isn't too long. Only the files together are too large.
    ['while it reads them', [UPLOAD_MAX_BYTES, UPLOAD_MAX_BYTES, 1000], 'image_3'],
  ])('refuses files that are too large together, %s', async (_when, sizes, param) => {
    const files = sizes.map(
      (size, at) => [at === 0 ? 'image' : `image_${at + 1}`, Buffer.alloc(size)] as const,
    );
    const problem = problemSchema.parse((await scene(Object.fromEntries(files))).json());
    expect([problem.code, problem.param]).toEqual(['TOO_LARGE_BYTES', param]);
  });
});
