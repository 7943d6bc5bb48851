import { STANDARD_LONGEST_SIDE_PX } from '@packshot/contract';
import { expect, test } from 'vitest';
import { decodePhoto } from '../../codec/decode.ts';
import { encodePng } from '../../codec/encode.ts';
import sharp from '../../codec/sharp.ts';
import { seededRandom } from '../../pixels/raster/random.ts';
import { raster } from '../../pixels/raster/raster.ts';
import type { RgbaRaster } from '../../pixels/raster/raster.ts';
import { magic } from './run.ts';
import type { InstructedInput } from './run.ts';
import type { ToolContext } from '../stages.ts';

const WIDTH_PX = 240;
const HEIGHT_PX = 180;
const grainy = (): RgbaRaster => {
  const random = seededRandom(11);
  const data = Uint8Array.from({ length: WIDTH_PX * HEIGHT_PX * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : 120 + random(60),
  );
  return raster(data, WIDTH_PX, HEIGHT_PX, 4);
};
const asJpeg = async ({ data }: RgbaRaster): Promise<Uint8Array> =>
  sharp(data, { raw: { width: WIDTH_PX, height: HEIGHT_PX, channels: 4 } })
    .jpeg({ quality: 90 })
    .toBuffer();
const drawStrokes = (inside: (x: number, y: number) => boolean): RgbaRaster =>
  raster(
    Uint8Array.from(
      Array.from({ length: WIDTH_PX * HEIGHT_PX }, (_, i) => {
        return [255, 0, 0, inside(i % WIDTH_PX, Math.floor(i / WIDTH_PX)) ? 255 : 0];
      }).flat(),
    ),
    WIDTH_PX,
    HEIGHT_PX,
    4,
  );
const disc = (x: number, y: number): boolean => Math.hypot(x - 90, y - 80) < 22;

const run = (
  input: Partial<InstructedInput> & Pick<InstructedInput, 'photo' | 'mask'>,
  context: Partial<ToolContext> = {},
) =>
  magic(
    { instruction: { kind: 'fill' }, ...input },
    {
      checkpoint: () => Promise.resolve(),
      onProgress: () => undefined,
      signal: new AbortController().signal,
      ...context,
    },
  );

test.each<[string, InstructedInput['instruction']]>([
  ['fill', { kind: 'fill' }],
  ['color', { kind: 'edit', edits: [{ kind: 'color', color: [204, 31, 45], amount: 1 }] }],
])(
  'a magic edit (%s) returns a PNG whose pixels outside the mask equal the photo’s',
  async (_, instruction) => {
    const photo = await asJpeg(grainy());
    const { image } = await decodePhoto(photo);
    const result = await run({ photo, mask: await encodePng(drawStrokes(disc)), instruction });
    expect(result).toMatchObject({ widthPx: WIDTH_PX, heightPx: HEIGHT_PX });
    expect(result.changedFraction).toBeCloseTo((Math.PI * 22 ** 2) / (WIDTH_PX * HEIGHT_PX), 2);
    const output = await decodePhoto(result.full);
    expect(output.format).toBe('png');
    let changed = 0;
    for (let i = 0; i < WIDTH_PX * HEIGHT_PX; i++) {
      const same = [0, 1, 2, 3].every((c) => image.data[4 * i + c] === output.image.data[4 * i + c]);
      if (!same && !disc(i % WIDTH_PX, Math.floor(i / WIDTH_PX))) throw new Error(`Pixel ${i} changed`);
      if (!same) changed++;
    }
    expect(changed).toBeGreaterThan(1000);
    const standard = await decodePhoto(result.standard);
    expect(standard.format).toBe('webp');
    expect(Math.max(standard.image.widthPx, standard.image.heightPx)).toBeLessThanOrEqual(
      STANDARD_LONGEST_SIDE_PX,
    );
  },
);

test('the progress of a magic edit rises through the stages', async () => {
  const progressEvents: [number, string][] = [];
  await run(
    { photo: await encodePng(grainy()), mask: await encodePng(drawStrokes(disc)) },
    { onProgress: (fraction, stage) => progressEvents.push([fraction, stage]) },
  );
  expect([...new Set(progressEvents.map(([, stage]) => stage))]).toEqual(['decode', 'change', 'encode']);
  expect(progressEvents.map(([fraction]) => fraction)).toEqual(
    progressEvents.map(([fraction]) => fraction).toSorted((a, b) => a - b),
  );
});

test('a canceled magic edit stops in the middle of the fill', async () => {
  const controller = new AbortController();
  const reason = new Error('canceled');
  const stages: string[] = [];
  const job = run(
    { photo: await encodePng(grainy()), mask: await encodePng(drawStrokes(disc)) },
    {
      signal: controller.signal,
      onProgress: (fraction, stage) => {
        stages.push(stage);
        if (stage === 'change' && fraction > 0.1) controller.abort(reason);
      },
      checkpoint: () => {
        controller.signal.throwIfAborted();
        return Promise.resolve();
      },
    },
  );
  await expect(job).rejects.toBe(reason);
  expect(stages).not.toContain('encode');
});

test.each([
  ['EMPTY_MASK', drawStrokes(() => false)],
  ['FULL_MASK', drawStrokes(() => true)],
  ['MASK_MISMATCH', raster(new Uint8Array(64 * 64 * 4).fill(255), 64, 64, 4)],
])('a magic edit refuses a useless mask with %s', async (code, mask) => {
  const job = run({ photo: await encodePng(grainy()), mask: await encodePng(mask) });
  await expect(job).rejects.toMatchObject({ code });
});
