import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SHADOW, likelyView } from '@packshot/contract';
import type { Placement, SceneLock } from '@packshot/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { decodePhoto } from '../../codec/decode.ts';
import { encodePng, encodeRenditions } from '../../codec/encode.ts';
import sharp from '../../codec/sharp.ts';
import { createImageEngine } from '../../engine.ts';
import { emptyRaster, raster } from '../../pixels/raster/raster.ts';
import { testCacheDir } from '../../testing/shared-files.ts';
import type { JobOptions } from '../../image-engine.ts';
import type { SceneJobInput, SceneResult } from './run.ts';
import { scene } from './tool.ts';

const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../testing/fixtures', name));
const bottle = fixture('serum-bottle.png');
const request: Omit<SceneJobInput, 'product'> = {
  prompt: 'warm morning on a wooden table',
  light: 'auto',
  palette: [],
  aspectRatioId: 1,
  isLarger: false,
  seed: 11,
  variant: 0,
  count: 4,
};

/** Changes of every set's main light, and of parts that some sets have. */
const DIMMERS = {
  lamps: { key: { level: 0.4, warmth: 0.5 } },
  partColors: { wall: '#aa1122', backdrop: '#aa1122', moon: '#000000' },
} as const;

/** Photo of a cut-out's product on a plain background. */
const toPhoto = (cutOut: Uint8Array): Promise<Uint8Array> =>
  sharp(cutOut).flatten({ background: '#c8d0d8' }).jpeg({ quality: 92 }).toBuffer();

/** Cut-out of a product that could stand only on its cable, so it must be lying. */
function lyingProduct(): Promise<Uint8Array> {
  const image = emptyRaster(200, 200, 4);
  const fill = (x: number, y: number, width: number, height: number): void => {
    for (let row = y; row < y + height; row++) {
      for (let k = x; k < x + width; k++) image.data.set([120, 90, 60, 255], (row * 200 + k) * 4);
    }
  };
  fill(70, 40, 60, 60);
  fill(98, 100, 4, 40);
  return encodePng(image);
}

describe('generating a scene', () => {
  const engine = createImageEngine({ cacheDir: testCacheDir });
  afterAll(() => engine.close());
  const scenes = new Map<Uint8Array, Map<string, Promise<SceneResult>>>();
  /** Scene of a product. Tests that request the same scene share one result. */
  function makeSceneOnce(
    product: Uint8Array,
    changes: Partial<SceneJobInput> = {},
    options: JobOptions = {},
  ): Promise<SceneResult> {
    const ofProduct = scenes.get(product) ?? new Map<string, Promise<SceneResult>>();
    scenes.set(product, ofProduct);
    const key = JSON.stringify(changes);
    const scene = ofProduct.get(key) ?? engine.run('scene', { product, ...request, ...changes }, options);
    ofProduct.set(key, scene);
    return scene;
  }
  const makeBottleScene = (changes?: Partial<SceneJobInput>) => makeSceneOnce(bottle, changes);
  const bottlePhoto = toPhoto(bottle);
  const mugPhoto = toPhoto(fixture('stoneware-mug.png'));

  it('makes the same bytes for the same request, and others for another variant or view', async () => {
    const stages: string[] = [];
    const first = await makeSceneOnce(bottle, {}, { onProgress: (_, stage) => stages.push(stage) });
    const again = await engine.run('scene', { product: bottle, ...request });
    const other = await makeBottleScene({ variant: 1 });
    const view = { pose: 'stands', elevationDeg: 27 } as const;
    const fromAbove = await engine.run('scene', { product: bottle, ...request, view });
    expect(Buffer.compare(first.full, again.full)).toBe(0);
    expect(Buffer.compare(first.standard, again.standard)).toBe(0);
    expect(Buffer.compare(first.full, other.full)).not.toBe(0);
    expect(Buffer.compare(first.full, fromAbove.full)).not.toBe(0);
    const exact = await engine.run('scene', { product: bottle, ...request, matchPercent: 0 });
    expect(Buffer.compare(first.full, exact.full)).not.toBe(0);
    expect(again.light).toEqual(first.light);
    expect(new Set(first.light?.field.gains).size).toBeGreaterThan(1);
    expect(new Set(exact.light?.field.gains).size).toBe(1);
    expect([...new Set(stages)]).toEqual(['decode', 'plan', 'set', 'compose', 'encode', 'prove']);
    expect(first).toMatchObject({ widthPx: 1024, heightPx: 1024, seed: 11 });
    expect(first.facts.understood.length).toBeGreaterThan(0);
    expect(first.placement?.width).toBeGreaterThan(0.1);
    expect(first.productPixels).toMatchObject({
      changed: 0,
      worstDeltaE: 0,
      comparedWith: 'cut-out',
      light: { kind: 'smooth-field', strength: 0.7 },
    });
    const { leastGain = 0, mostGain = 0 } = first.productPixels?.light ?? {};
    expect(leastGain).toBeGreaterThan(0.25);
    expect(mostGain).toBeGreaterThan(leastGain);
    expect(exact.productPixels).toMatchObject({ changed: 0, comparedWith: 'cut-out', light: null });
    expect(first.productPixels?.total).toBeGreaterThan(20_000);
    const { image } = await decodePhoto(first.full);
    expect(image).toMatchObject({ widthPx: 1024, heightPx: 1024 });
    // The product was decoded only for the first job; the other variants used the cache.
    expect(again.stagesMs).not.toHaveProperty('decode');
  });

  it('makes the scene with the user’s changes of lamps and parts, which its scene lock contains', async () => {
    const before = await makeBottleScene();
    const { full, facts } = await makeBottleScene(DIMMERS);
    expect(Buffer.compare(before.full, full)).not.toBe(0);
    expect(facts.look?.lights['key']?.[1]).toBeCloseTo(0.4 * (before.facts.look?.lights['key']?.[1] ?? 0));
    expect(facts.look?.tints).not.toHaveProperty('moon');
    expect(facts.look?.setId).toBe(before.facts.look?.setId);
  });

  it('makes a series from a scene lock, and refuses a scene lock whose set is gone', async () => {
    const first = await makeBottleScene({ variant: 1 });
    const { look } = first.facts;
    // With a scene lock, the prompt, seed and variant of the request are ignored.
    const order = { ...request, prompt: 'snow', seed: 99, variant: 0, count: 1, look };
    const again = await engine.run('scene', { product: bottle, ...order });
    expect(Buffer.compare(again.full, first.full)).toBe(0);
    expect(again.facts).toMatchObject({ look, title: first.facts.title, ignored: ['snow'] });
    const missingLock = look && { ...look, setId: 'the-moon' };
    await expect(engine.run('scene', { product: bottle, ...order, look: missingLock })).rejects.toMatchObject(
      {
        code: 'LOOK_GONE',
      },
    );
  });

  it('puts a product that its photo shows to be furniture into a room', async () => {
    const folder = join(import.meta.dirname, '../../testing/truth/shelf-3');
    const shelf = await decodePhoto(readFileSync(join(folder, 'foreground.webp')));
    const alpha = await sharp(join(folder, 'alpha.png')).extractChannel(0).raw().toBuffer();
    for (const [i, value] of alpha.entries()) shelf.image.data[i * 4 + 3] = value;
    const product = await encodePng(shelf.image);
    const order = { ...request, product, prompt: 'bright room with a plain wall' };
    const { facts } = await engine.run('scene', order);
    expect(['living-room', 'plaster-room']).toContain(facts.reference_id);
    const small = await engine.run('scene', { ...order, scale: 'table' });
    expect(['living-room', 'plaster-room']).not.toContain(small.facts.reference_id);
    // A caller that states the view has seen the whole photo; it states no size, so the product isn't treated as
    // furniture.
    const productView = { pose: 'stands', elevationDeg: 8 } as const;
    const unsaid = await engine.run('scene', { ...order, prompt: 'oak, morning sun', view: productView });
    expect(['living-room', 'plaster-room']).not.toContain(unsaid.facts.reference_id);
  });

  it('casts no shadow and makes the background white for “pure white, no shadow”', async () => {
    const { facts, full } = await makeBottleScene({ prompt: 'pure white, no shadow' });
    expect(facts.shadow).toBe('none');
    const { image } = await decodePhoto(full);
    const at = (x: number, y: number): number =>
      image.data[(Math.round(y * image.heightPx) * image.widthPx + Math.round(x * image.widthPx)) * 4] ?? 0;
    // Positions to the left and right of the product's base, and higher up behind it.
    for (const [x, y] of [
      [0.05, 0.85],
      [0.95, 0.85],
      [0.05, 0.5],
      [0.95, 0.5],
    ] as const)
      expect(at(x, y)).toBeGreaterThanOrEqual(250);
  });

  it('stands a cut-out on the product’s foot, not on a shadow under it', async () => {
    const { data, info } = await sharp(bottle)
      .extend({ bottom: 160, left: 60, right: 60, background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const bare = raster(new Uint8Array(data), width, height, 4);
    const shaded = raster(bare.data.slice(), width, height, 4);
    for (let y = height - 120; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const away = ((x - width / 2) / (width * 0.35)) ** 2 + ((y - height + 60) / 40) ** 2;
        const at = (y * width + x) * 4;
        if (away < 1 && shaded.data[at + 3] === 0) shaded.data[at + 3] = Math.round(120 * (1 - away) ** 2);
      }
    }
    const [first, other] = await Promise.all([bare, shaded].map((picture) => encodePng(picture)));
    const standing = await engine.run('scene', { product: first, ...request });
    const onShadow = await engine.run('scene', { product: other, ...request });
    expect(Buffer.compare(first, other)).not.toBe(0);
    expect(Buffer.compare(standing.full, onShadow.full)).toBe(0);
  });

  it('needs no product, and returns layers on request', async () => {
    const alone = await engine.run('scene', { product: null, ...request, aspectRatioId: 5 });
    expect(alone).toMatchObject({ widthPx: 1280, heightPx: 800, placement: null });
    const { layers } = await engine.run('scene', { product: bottle, ...request, withLayers: true });
    for (const layer of [layers?.background, layers?.shadow, layers?.product]) {
      expect((await decodePhoto(layer ?? new Uint8Array())).image.widthPx).toBe(1024);
    }
  });

  describe('with a photo shadow', () => {
    const SIDE_PX = 240;
    /** Photo of a square in the middle third; the background to its right has half of its light. */
    const withShadow = async (): Promise<Uint8Array> => {
      const image = emptyRaster(SIDE_PX, SIDE_PX, 4);
      const plane = new Uint8Array(SIDE_PX ** 2).fill(255);
      for (let y = 80; y < 160; y++) {
        for (let x = 80; x < 160; x++) image.data.set([90, 60, 40, 255], (y * SIDE_PX + x) * 4);
        plane.fill(128, y * SIDE_PX + 160, y * SIDE_PX + 200);
      }
      const photoShadow = raster(plane, SIDE_PX, SIDE_PX, 1);
      return (await encodeRenditions(image, () => ({ photoShadow }))).full;
    };
    const sweep: Partial<SceneJobInput> = { prompt: 'pure white, seamless' };
    const composeScene = async (input: Partial<SceneJobInput>) => {
      const scene = await engine.run('scene', { product: await withShadow(), ...request, ...input });
      const { image } = await decodePhoto(scene.full);
      const { centerX = 0, centerY = 0, width = 0 } = scene.placement ?? {};
      /** Green sample at a position relative to the product's center, in widths of the product. */
      const at = (x: number, y: number): number => {
        const [px, py] = [
          (centerX + x * width) * image.widthPx,
          centerY * image.heightPx + y * width * image.widthPx,
        ];
        return image.data[(Math.round(py) * image.widthPx + Math.round(px)) * 4 + 1];
      };
      return { ...scene, at };
    };

    it('lays the shadow on a plain background, which is pure white elsewhere', async () => {
      const { facts, at } = await composeScene({ ...sweep, view: { pose: 'stands', elevationDeg: 25 } });
      expect(facts).toMatchObject({ reference_id: 'plain-sweep', shadow: 'photo' });
      // Half of the light is 188 of 255 in sRGB.
      expect(Math.abs(at(0.75, 0.3) - 188)).toBeLessThan(4);
      expect([at(-0.75, 0.3), at(0.75, -0.8), at(-0.75, -0.3)]).toEqual([255, 255, 255]);
    });

    it('computes a shadow when the user chooses a computed shadow, or when the scene has another view', async () => {
      const contact = { kind: 'contact', directionDeg: null, softness: null, opacity: 1 } as const;
      expect((await composeScene({ ...sweep, shadow: contact })).facts.shadow).toBe('computed');
      const flat = { prompt: 'flat lay on oak, top view', view: { pose: 'lies', elevationDeg: 40 } } as const;
      expect((await composeScene(flat)).facts.shadow).toBe('computed');
      expect((await composeScene({ ...flat, shadow: { ...contact, kind: 'photo' } })).facts.shadow).toBe(
        'photo',
      );
      expect((await composeScene({ ...sweep, shadow: { ...contact, kind: 'none' } })).facts.shadow).toBe(
        'none',
      );
    });
  });

  it('cuts a photo out first, with a network that is prepared only when needed', async () => {
    const photo = await bottlePhoto;
    expect(engine.status().ready).toBe(false);
    const heard: { fraction: number; stage: string }[] = [];
    const composedScene = await engine.run(
      'scene',
      { product: photo, ...request },
      { onProgress: (fraction, stage) => heard.push({ fraction, stage }) },
    );
    expect(engine.status().ready).toBe(true);
    const stages = [...new Set(heard.map(({ stage }) => stage))];
    expect(stages).toEqual([
      'decode',
      'segment',
      'prepare',
      'name',
      'refine',
      'plan',
      'set',
      'compose',
      'encode',
      'prove',
    ]);
    const fractions = heard.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((one, other) => one - other));
    const { full: cutOut, view = null } = await engine.run('cut-out', { photo });
    const viewInput = { view: likelyView(view) ?? undefined };
    const again = await engine.run('scene', { product: cutOut, ...request, ...viewInput });
    expect(Buffer.compare(composedScene.full, again.full)).toBe(0);
  }, 240_000);

  describe('with several products', () => {
    const mug = fixture('mug.png');
    const at = (centerX: number, width = 0.2): Placement => ({
      centerX,
      centerY: 0.6,
      width,
      rotationDeg: 0,
      isFlipped: false,
    });
    const several = {
      ...request,
      product: bottle,
      placement: at(0.3),
      beside: [{ product: mug, placement: at(0.6) }],
    };

    it('shows all products, and compares the pixels of the first product with its cut-out', async () => {
      const first = await engine.run('scene', several);
      expect(first.productPixels).toMatchObject({ changed: 0, comparedWith: 'cut-out' });
      const alone = await engine.run('scene', { ...several, beside: [] });
      expect(alone.productPixels?.total).toBe(first.productPixels?.total);
      const [one, other] = [(await decodePhoto(first.full)).image, (await decodePhoto(alone.full)).image];
      const isChanged = (x: number): boolean => {
        const i = (Math.round(0.6 * one.heightPx) * one.widthPx + Math.round(x * one.widthPx)) * 4;
        return one.data
          .subarray(i, i + 3)
          .some((value, c) => Math.abs(value - (other.data[i + c] ?? 0)) > 20);
      };
      expect([isChanged(0.6), isChanged(0.1)]).toEqual([true, false]);
    });

    it('shows a tall product in the full detail of a large picture', async () => {
      const [widthPx, heightPx] = [200, 2600];
      const striped = emptyRaster(widthPx, heightPx, 4);
      for (let y = 2; y < heightPx - 2; y++)
        for (let x = 2; x < widthPx - 2; x++)
          striped.data.set(y % 2 === 0 ? [30, 30, 30, 255] : [220, 220, 220, 255], (y * widthPx + x) * 4);
      // One pixel of the product covers one pixel of the picture.
      const placement = { ...at(0.3), centerY: 0.5, width: (widthPx - 4) / 3072 };
      const large = { isLarger: true, largerSidePx: 3072, placement } as const;
      const scene = await engine.run('scene', { ...several, ...large, product: await encodePng(striped) });
      const { image } = await decodePhoto(scene.full);
      const sample = (y: number): number => image.data[(y * image.widthPx + Math.round(0.3 * 3072)) * 4] ?? 0;
      expect(Math.abs(sample(1500) - sample(1501))).toBeGreaterThan(100);
      expect(scene.productPixels).toMatchObject({ changed: 0 });
    });

    it('prepares the products one after another, without a decrease in progress', async () => {
      const fractions: number[] = [];
      // Files that no other test uses, so that they are prepared in this job.
      const [newPhoto, newMug] = [
        await sharp(await bottlePhoto)
          .png()
          .toBuffer(),
        await sharp(mug).webp({ lossless: true }).toBuffer(),
      ];
      await engine.run(
        'scene',
        { ...several, product: newPhoto, beside: [{ product: newMug, placement: at(0.6) }] },
        { onProgress: (fraction) => fractions.push(fraction) },
      );
      expect(fractions).toEqual(fractions.toSorted((one, another) => one - another));
    }, 240_000);

    it('counts each product toward the limits of its job', () => {
      expect(scene.files({ ...several, reference: mug })).toEqual([bottle, mug, mug]);
      const pixels = (input: SceneJobInput, ofFiles: number) => scene.pixels?.(input, ofFiles);
      expect(pixels({ ...several, beside: [] }, 12e6)).toBe(12e6);
      expect(pixels(several, 12e6)).toBe(24e6);
      expect(pixels(several, 1e5)).toBe(1024 ** 2 + 10e6);
    });

    it('refuses a photo beside the first product without removing its background', async () => {
      const refusal = { code: 'BESIDE_NOT_CUT_OUT', product: 2 };
      const stages: string[] = [];
      const beside = [{ product: await toPhoto(mug), placement: at(0.6) }];
      const refused = engine.run(
        'scene',
        { ...several, beside },
        { onProgress: (_, stage) => stages.push(stage) },
      );
      await expect(refused).rejects.toMatchObject(refusal);
      expect(stages).not.toContain('segment');
      // The further product is the same file as the first one, whose background is removed.
      const product = await bottlePhoto;
      const twice = { ...several, product, beside: [{ product, placement: at(0.6) }] };
      await expect(engine.run('scene', twice)).rejects.toMatchObject(refusal);
    }, 240_000);

    it('refuses a further product that isn’t a picture, and names a damaged or empty product by its number', async () => {
      const expectRefused = async (product: Uint8Array) =>
        engine.run('scene', { ...several, beside: [...several.beside, { product, placement: at(0.8) }] });
      const noPicture = Buffer.from('a product that is no picture');
      await expect(expectRefused(noPicture)).rejects.toMatchObject({ code: 'UNSUPPORTED_TYPE' });
      const clear = await encodePng(emptyRaster(64, 64, 4));
      await expect(expectRefused(clear)).rejects.toMatchObject({ code: 'BESIDE_UNREADABLE', product: 3 });
      const damaged = mug.subarray(0, mug.length / 2);
      await expect(expectRefused(damaged)).rejects.toMatchObject({ code: 'BESIDE_UNREADABLE', product: 3 });
    });
  });

  it('accepts the user’s own reference picture', async () => {
    const reference = fixture('mug.png');
    const composedScene = await engine.run('scene', { product: bottle, ...request, prompt: '', reference });
    expect(composedScene.widthPx).toBe(1024);
  });

  it('shows a product from the height of its photo, unless the request says otherwise', async () => {
    const photo = await mugPhoto;
    const { view = null } = await engine.run('cut-out', { photo });
    const planElevation = async (changes: Partial<SceneJobInput>) =>
      (await makeSceneOnce(photo, { prompt: 'oak', ...changes })).facts.elevation_deg;
    expect(likelyView(view)?.elevationDeg).toBeGreaterThan(18);
    expect(await planElevation({})).toBe(25);
    expect(await planElevation({ view: { pose: 'stands', elevationDeg: 8 } })).toBe(8);
  });

  it('refuses input that no scene can be made of', async () => {
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
    const pendingScene = engine.run(
      'scene',
      { product: bottle, ...request, seed: 12 },
      {
        signal: controller.signal,
        onProgress: (_, stage) => stage === 'compose' && controller.abort(reason),
      },
    );
    await expect(pendingScene).rejects.toBe(reason);
  });

  it('hangs the product up for words that ask for it, unless the caller states its view', async () => {
    const order = { ...request, product: bottle, prompt: 'hanging on a hook' };
    const HUNG = ['wall-hook', 'clothes-rail'];
    const hung = await engine.run('scene', order);
    expect(HUNG).toContain(hung.facts.reference_id);
    expect(hung.facts.look?.view?.pose).toBe('hangs');
    const standing = { pose: 'stands', elevationDeg: 5 } as const;
    const stood = await engine.run('scene', { ...order, view: standing });
    expect(HUNG).not.toContain(stood.facts.reference_id);
    expect(stood.facts.look?.view).toEqual(standing);
  });

  describe('made again with its own scene lock and placement', () => {
    it('keeps the view of its scene lock, and ignores words about another view', async () => {
      const first = await makeBottleScene({ prompt: 'oak' });
      const withWords = await makeBottleScene({
        prompt: 'lying on oak',
        look: JSON.parse(JSON.stringify(first.facts.look)) as SceneLock,
        placement: first.placement ?? undefined,
        count: 1,
        isOwnLook: true,
      });
      expect(Buffer.compare(withWords.full, first.full)).toBe(0);
    });

    /** Photo of a bottle on a gray background, whose shadow falls to the right. */
    const makeShadowed = async (): Promise<Uint8Array> => {
      const { data, info } = await sharp(bottle).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const cutOut = raster(new Uint8Array(data), info.width, info.height, 4);
      const plane = new Uint8Array(info.width * info.height).fill(255);
      for (let y = Math.round(info.height * 0.7); y < info.height; y++) {
        for (let x = Math.round(info.width * 0.6); x < info.width; x++) plane[y * info.width + x] = 120;
      }
      const photoShadow = raster(plane, info.width, info.height, 1);
      return (await encodeRenditions(cutOut, () => ({ photoShadow }))).full;
    };
    const standing = { pose: 'stands', elevationDeg: 12 } as const;

    it.each<[string, Partial<SceneJobInput>, string]>([
      ['words', {}, 'computed'],
      ['words that ask for no shadow', { prompt: 'pure white, no shadow' }, 'none'],
      ['a shadow that was chosen', { shadow: { ...DEFAULT_SHADOW, kind: 'floating' } }, 'computed'],
      ['a larger picture', { isLarger: true, largerSidePx: 2048, aspectRatioId: 5 }, 'computed'],
      ['words for a painted plain background', { prompt: 'plain navy blue background' }, 'computed'],
      ['a stated view', { view: { pose: 'floats', elevationDeg: 10 } }, 'computed'],
      ['changed lamps and parts', DIMMERS, 'computed'],
    ])('has the same bytes as the first picture, from %s', async (_, changes, shadow) => {
      await expectSame(bottle, changes, shadow);
    });

    it('has the same bytes as the first picture, with the shadow of the photo', async () => {
      await expectSame(await makeShadowed(), { prompt: 'pure white, seamless', view: standing }, 'photo');
    });

    it('has the same bytes as the first picture, beside a product with the shadow of its photo', async () => {
      const placement = { centerX: 0.75, centerY: 0.6, width: 0.15, rotationDeg: 0, isFlipped: false };
      const beside = [{ product: await makeShadowed(), placement }];
      const order = { prompt: 'pure white, seamless', view: standing, beside };
      await expectSame(bottle, order, 'computed');
      await expectSame(await makeShadowed(), order, 'photo');
    });

    it('has the same bytes as the first picture, for a view that only the outline shows', async () => {
      const product = await lyingProduct();
      const facts = await expectSame(product, { prompt: '' }, null);
      // A cut-out's outline is used when its photo is gone.
      expect(facts.elevation_deg).toBeGreaterThan(55);
      await expectSame(product, { prompt: 'gray paper', referenceId: 'plain-sweep' }, null);
    });

    it('has the same bytes as the first picture, for a photo of which the engine is unsure', async () => {
      await expectSame(await mugPhoto, { prompt: 'oak' }, null);
    }, 240_000);

    /** A plain background's color is calculated from its rounded paint, so each sample may differ by two. */
    function expectNear(hex = '', other: string): void {
      const samples = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
      for (const [c, value] of samples(hex).entries())
        expect(Math.abs(value - (samples(other)[c] ?? 0)), `${hex} for ${other}`).toBeLessThanOrEqual(2);
    }

    async function expectSame(product: Uint8Array, changes: Partial<SceneJobInput>, shadow: string | null) {
      const order = { ...request, product, ...changes };
      const first = await makeSceneOnce(product, changes);
      const sceneLock = JSON.parse(JSON.stringify(first.facts.look)) as SceneLock;
      const placement = first.placement ?? undefined;
      const again = await engine.run('scene', {
        ...order,
        look: sceneLock,
        placement,
        beside: order.beside?.map((other, i) => ({
          ...other,
          placement: first.beside?.[i] ?? other.placement,
        })),
        count: 1,
        seed: 99,
        isOwnLook: true,
      });
      if (shadow !== null) expect(first.facts.shadow).toBe(shadow);
      const { palette, ...facts } = first.facts;
      expect(again.facts).toMatchObject(facts);
      for (const [i, color] of palette.entries()) expectNear(again.facts.palette[i], color);
      expect(again.placement).toEqual(first.placement);
      expect(Buffer.compare(again.full, first.full)).toBe(0);
      return facts;
    }
  });
});
