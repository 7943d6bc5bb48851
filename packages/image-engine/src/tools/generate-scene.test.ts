import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SHADOW } from '@packshot/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { decodePhoto } from '../codec/decode.ts';
import { encodePng } from '../codec/encode.ts';
import { createImageEngine } from '../engine.ts';
import { emptyRaster } from '../pixels/raster.ts';
import { planScenes } from '../pixels/scene-prompt/plan-scenes.ts';
import { composeScene } from '../pixels/studio/compose.ts';
import { cutOutOf } from '../pixels/studio/cut-out.ts';
import type { DecodedStudioSet } from '../pixels/studio/layers.ts';
import { finish } from '../pixels/work.ts';
import { readSet } from '../sets/read-set.ts';
import { readSetDescriptions, SETS_FOLDER } from '../sets/set-description.ts';
import { sharedPath, testCacheDir } from '../testing/shared-files.ts';
import type { GenerateRequest } from './generate-scene.ts';

const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../testing/fixtures', name));
const bottle = fixture('serum-bottle.png');
const request: GenerateRequest = {
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

  it('makes the same bytes of the same request, and others of another variant', async () => {
    const stages: string[] = [];
    const first = await engine.generate(bottle, request, { onProgress: (_, stage) => stages.push(stage) });
    const again = await engine.generate(bottle, request);
    const other = await engine.generate(bottle, { ...request, variant: 1 });
    expect(Buffer.compare(first.full, again.full)).toBe(0);
    expect(Buffer.compare(first.standard, again.standard)).toBe(0);
    expect(Buffer.compare(first.full, other.full)).not.toBe(0);
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
    const alone = await engine.generate(null, { ...request, aspectRatioId: 5 });
    expect(alone).toMatchObject({ widthPx: 1280, heightPx: 800, placement: null });
    const { layers } = await engine.generate(bottle, { ...request, withLayers: true });
    for (const layer of [layers?.background, layers?.shadow, layers?.product]) {
      expect((await decodePhoto(layer ?? new Uint8Array())).image.widthPx).toBe(1024);
    }
  });

  it('cuts a photo out first', async () => {
    const photo = sharedPath('photos/objects/ob_mug.jpg');
    if (photo === undefined) return;
    await engine.prepare();
    const stages: string[] = [];
    const made = await engine.generate(readFileSync(photo), request, {
      onProgress: (_, stage) => stages.push(stage),
    });
    expect(stages).toContain('segment');
    expect(stages.at(-1)).toBe('encode');
    expect(made.placement).not.toBeNull();
  }, 240_000);

  it('follows a picture of one’s own', async () => {
    const reference = fixture('mug.png');
    const made = await engine.generate(bottle, { ...request, prompt: '', reference });
    expect(made.widthPx).toBe(1024);
  });

  it('refuses what no scene can be made of', async () => {
    const clear = await encodePng(emptyRaster(64, 64, 4));
    await expect(engine.generate(clear, request)).rejects.toMatchObject({ code: 'NO_SUBJECT' });
    const noPicture = Buffer.from('a reference that is no picture');
    await expect(engine.generate(noPicture, request)).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' });
    await expect(engine.generate(bottle, { ...request, reference: noPicture })).rejects.toMatchObject({
      code: 'UNSUPPORTED_TYPE',
    });
    await expect(engine.generate(bottle, { ...request, variant: 4 })).rejects.toThrow(RangeError);
    await expect(engine.generate(bottle, { ...request, aspectRatioId: 2 })).rejects.toThrow(RangeError);
    await expect(engine.generate(bottle, { ...request, referenceId: 'the-moon' })).rejects.toThrow(
      'the-moon',
    );
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const made = engine.generate(
      bottle,
      { ...request, seed: 12 },
      {
        signal: controller.signal,
        onProgress: (_, stage) => stage === 'compose' && controller.abort(reason),
      },
    );
    await expect(made).rejects.toBe(reason);
  });
});

/** Enough to see whether a product stands where it should. */
const THUMBNAIL_PX = 224;
const THINNED_PX = 336;
const sets = await readSetDescriptions();

describe.each(sets.map((set) => [set.id, set] as const))('set %s', (id, set) => {
  let reading: Promise<DecodedStudioSet> | undefined;

  it.each(['mug.png', 'serum-bottle.png'])(
    'shows %s whole, in frame and standing on the floor',
    async (name) => {
      const decoded = await (reading ??= readSet(join(SETS_FOLDER, id), THINNED_PX));
      const product = cutOutOf((await decodePhoto(fixture(name))).image);
      if (product === undefined) throw new Error('The fixture is visible');
      const wish = {
        prompt: '',
        light: 'as-composed',
        palette: [],
        product: null,
        seed: 1,
        count: 2,
      } as const;
      const [plan] = planScenes(wish, [set]);
      if (plan === undefined) throw new Error('Nothing was planned');
      const compose = (kind: 'contact' | 'none') =>
        finish(
          composeScene({
            decoded,
            plan,
            product,
            shadow: { ...DEFAULT_SHADOW, kind },
            aspectRatioId: 1,
            isLarger: true,
            seed: 1,
            longerSidePx: THUMBNAIL_PX,
            withLayers: true,
          }),
        );
      const scene = compose('contact');
      const { placement, layers, picture } = scene;
      if (placement === null || layers === undefined)
        throw new Error('The product and its layers were asked for');
      const height = (placement.width * product.heightPx) / product.widthPx;
      for (const side of [placement.centerX - placement.width / 2, placement.centerY - height / 2]) {
        expect(side).toBeGreaterThan(0);
      }
      expect(placement.centerX + placement.width / 2).toBeLessThan(1);
      expect(placement.centerY + height / 2).toBeLessThan(0.97);
      // Nothing of the set hides more than a little of it.
      let visible = 0;
      for (let i = 3; i < layers.product.data.length; i += 4) visible += (layers.product.data[i] ?? 0) / 255;
      const whole = product.levels.at(-1);
      if (whole === undefined) throw new Error('A product has a size');
      let share = 0;
      for (let i = 3; i < whole.data.length; i += 4)
        share += (whole.data[i] ?? 0) / 65_535 / (whole.data.length / 4);
      const area = share * placement.width * height * picture.widthPx * picture.heightPx;
      expect(visible / area).toBeGreaterThan(0.9);
      // It darkens the ground around its foot: it stands on something.
      const bare = compose('none').picture;
      const foot = Math.round((placement.centerY + height / 2) * picture.heightPx);
      let [before, after] = [0, 0];
      for (let y = foot - 3; y < foot + 4; y++) {
        const from = Math.round((placement.centerX - placement.width / 2) * picture.widthPx);
        const to = Math.round((placement.centerX + placement.width / 2) * picture.widthPx);
        for (let x = from; x < to; x++) {
          const at = (y * picture.widthPx + x) * 3 + 1;
          if ((layers.product.data[((y * picture.widthPx + x) << 2) + 3] ?? 0) > 0) continue;
          before += bare.data[at] ?? 0;
          after += picture.data[at] ?? 0;
        }
      }
      expect(after).toBeLessThan(0.96 * before);
    },
  );
});
