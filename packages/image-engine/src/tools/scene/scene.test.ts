import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { decodePhoto } from '../../codec/decode.ts';
import { encodePng } from '../../codec/encode.ts';
import sharp from '../../codec/sharp.ts';
import { createImageEngine } from '../../engine.ts';
import { emptyRaster } from '../../pixels/raster.ts';
import { testCacheDir } from '../../testing/shared-files.ts';
import type { SceneInput } from './run.ts';

const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../testing/fixtures', name));
const bottle = fixture('serum-bottle.png');
const request: Omit<SceneInput, 'product'> = {
  prompt: 'warm morning on a wooden table',
  light: 'auto',
  palette: [],
  aspectRatioId: 1,
  isLarger: false,
  seed: 11,
  variant: 0,
  count: 4,
};

describe('generating a scene', () => {
  const engine = createImageEngine({ cacheDir: testCacheDir });
  afterAll(() => engine.close());

  it('makes the same bytes of the same request, and others of another variant or view', async () => {
    const stages: string[] = [];
    const first = await engine.run(
      'scene',
      { product: bottle, ...request },
      { onProgress: (_, stage) => stages.push(stage) },
    );
    const again = await engine.run('scene', { product: bottle, ...request });
    const other = await engine.run('scene', { product: bottle, ...request, variant: 1 });
    const view = { pose: 'stands', elevationDeg: 27 } as const;
    const fromAbove = await engine.run('scene', { product: bottle, ...request, view });
    expect(Buffer.compare(first.full, again.full)).toBe(0);
    expect(Buffer.compare(first.standard, again.standard)).toBe(0);
    expect(Buffer.compare(first.full, other.full)).not.toBe(0);
    expect(Buffer.compare(first.full, fromAbove.full)).not.toBe(0);
    expect([...new Set(stages)]).toEqual(['decode', 'plan', 'set', 'compose', 'encode']);
    expect(first).toMatchObject({ widthPx: 1024, heightPx: 1024, seed: 11 });
    expect(first.facts.understood.length).toBeGreaterThan(0);
    expect(first.placement?.width).toBeGreaterThan(0.1);
    const { image } = await decodePhoto(first.full);
    expect(image).toMatchObject({ widthPx: 1024, heightPx: 1024 });
    // The product was decoded once for all of them.
    expect(again.stagesMs).not.toHaveProperty('decode');
  });

  it('needs no product, and gives layers when they are asked for', async () => {
    const alone = await engine.run('scene', { product: null, ...request, aspectRatioId: 5 });
    expect(alone).toMatchObject({ widthPx: 1280, heightPx: 800, placement: null });
    const { layers } = await engine.run('scene', { product: bottle, ...request, withLayers: true });
    for (const layer of [layers?.background, layers?.shadow, layers?.product]) {
      expect((await decodePhoto(layer ?? new Uint8Array())).image.widthPx).toBe(1024);
    }
  });

  it('cuts a photo out first, with a network that is made ready when the photo turns out to need it', async () => {
    const photo = await sharp(bottle).flatten({ background: '#c8d0d8' }).jpeg({ quality: 92 }).toBuffer();
    expect(engine.status().ready).toBe(false);
    const heard: { fraction: number; stage: string }[] = [];
    const made = await engine.run(
      'scene',
      { product: photo, ...request },
      { onProgress: (fraction, stage) => heard.push({ fraction, stage }) },
    );
    expect(engine.status().ready).toBe(true);
    const stages = [...new Set(heard.map(({ stage }) => stage))];
    expect(stages).toEqual(['decode', 'segment', 'prepare', 'refine', 'plan', 'set', 'compose', 'encode']);
    const fractions = heard.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((one, other) => one - other));
    const { full: cutOut } = await engine.run('cut-out', { photo });
    const again = await engine.run('scene', { product: cutOut, ...request });
    expect(Buffer.compare(made.full, again.full)).toBe(0);
  }, 240_000);

  it('follows a picture of one’s own', async () => {
    const reference = fixture('mug.png');
    const made = await engine.run('scene', { product: bottle, ...request, prompt: '', reference });
    expect(made.widthPx).toBe(1024);
  });

  it('refuses what no scene can be made of', async () => {
    const clear = await encodePng(emptyRaster(64, 64, 4));
    await expect(engine.run('scene', { product: clear, ...request })).rejects.toMatchObject({
      code: 'NO_SUBJECT',
    });
    const noPicture = Buffer.from('a reference that is no picture');
    await expect(engine.run('scene', { product: noPicture, ...request })).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
    });
    await expect(
      engine.run('scene', { product: bottle, ...request, reference: noPicture }),
    ).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
    });
    await expect(engine.run('scene', { product: bottle, ...request, variant: 4 })).rejects.toThrow(
      RangeError,
    );
    await expect(engine.run('scene', { product: bottle, ...request, aspectRatioId: 2 })).rejects.toThrow(
      RangeError,
    );
    await expect(
      engine.run('scene', { product: bottle, ...request, referenceId: 'the-moon' }),
    ).rejects.toThrow('the-moon');
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const made = engine.run(
      'scene',
      { product: bottle, ...request, seed: 12 },
      {
        signal: controller.signal,
        onProgress: (_, stage) => stage === 'compose' && controller.abort(reason),
      },
    );
    await expect(made).rejects.toBe(reason);
  });
});
