import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, createProvenance, nearestScene, sceneOfRecipe } from '@packshot/contract';
import type { Recipe } from '@packshot/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { decodePhoto } from '../../codec/decode.ts';
import { encodePng } from '../../codec/encode.ts';
import { createImageEngine } from '../../engine.ts';
import { frameProduct, placeProduct, productBoxes } from '../../pixels/scene/frame-product.ts';
import { provenanceIn } from '../../pixels/file/metadata/provenance-in-file.ts';
import { emptyRaster } from '../../pixels/raster/raster.ts';
import type { RgbaRaster } from '../../pixels/raster/raster.ts';
import { hashRecipe } from '../../recipe-hash.ts';
import { testCacheDir } from '../../testing/shared-files.ts';

/** Photo that is a cut-out already, so that no network is needed. */
const bottle = readFileSync(join(import.meta.dirname, '../../testing/fixtures/serum-bottle.png'));
const framing: Recipe['steps']['framing'] = {
  fill_percent: 60,
  margin_percent: 5,
  baseline_percent: 90,
  align_x: 'center',
  align_y: 'center',
};
const output = { width: 400, height: 500, quality: 90, name_pattern: '{sku}_{channel}.{ext}' };
const white: Recipe = {
  steps: {
    cut_out: {},
    ground: { kind: 'color', color: '#ffffff' },
    shadow: { kind: 'computed', strength: 1 },
    framing,
  },
  outputs: [
    { ...output, id: 'shop', format: 'png' },
    { ...output, id: 'wide', format: 'jpeg', width: 600, height: 300 },
  ],
};

const OAK: Recipe['steps']['ground'] = {
  kind: 'set',
  reference_id: 'oak-window',
  light: 'auto',
  seed: 0,
  view: null,
  look: null,
};

it('hashes only recipes with a studio set together with the composer’s version', () => {
  const hashJson = (recipe: Recipe): string =>
    createHash('sha256').update(canonicalJson(recipe)).digest('hex');
  const onGround = (ground: Recipe['steps']['ground']): Recipe => ({
    ...white,
    steps: { ...white.steps, ground },
  });
  expect(hashRecipe(white)).toBe(hashJson(white));
  expect(hashRecipe(onGround(OAK))).not.toBe(hashJson(onGround(OAK)));
  expect(hashRecipe(onGround({ ...OAK }))).toBe(hashRecipe(onGround(OAK)));
});

describe('a recipe', () => {
  const engine = createImageEngine({ cacheDir: testCacheDir });
  afterAll(() => engine.close());
  const make = (recipe: Recipe) =>
    engine.run('recipe', { photo: bottle, recipe, provenance: createProvenance(['photo']) });

  it('makes the same bytes from the same photo, and records the recipe in them', async () => {
    const [first, again] = [await make(white), await make(white)];
    expect(first.outputs.map(({ id }) => id)).toEqual(['shop', 'wide']);
    expect(again.outputs).toEqual(first.outputs);
    const steps = first.outputs.map(({ file }) => provenanceIn(file).steps.at(-1));
    for (const step of steps) expect(step?.parameters?.['recipe']).toBe(hashRecipe(white));
  });

  it('shows a product as lying if its title names a garment that was spread out', async () => {
    const image = emptyRaster(400, 400, 4);
    for (let y = 40; y < 340; y++) image.data.fill(255, (y * 400 + 80) * 4, (y * 400 + 320) * 4);
    const photo = await encodePng(image);
    const provenance = createProvenance(['photo']);
    const pictures = await Promise.all(
      ['', 'Camp mug', 'Linen shirt'].map((productName) =>
        engine.run('recipe', { photo, recipe: white, provenance, productName }),
      ),
    );
    const [unnamed, mug, shirt] = pictures.map(({ outputs }) => Buffer.from(outputs[0]?.file ?? []));
    expect(mug).toEqual(unnamed);
    expect(shirt).not.toEqual(unnamed);
  });

  it('stands the product on its baseline, on exact white outside of its shadow', async () => {
    const { outputs } = await make(white);
    const { image } = await decodePhoto(outputs[0]?.file ?? new Uint8Array());
    const at = (x: number, y: number) => [...image.data.subarray((y * 400 + x) * 4, (y * 400 + x) * 4 + 4)];
    expect([image.widthPx, image.heightPx]).toEqual([400, 500]);
    for (const [x, y] of [
      [0, 0],
      [399, 0],
      [0, 499],
      [399, 499],
    ] as const)
      expect(at(x, y)).toEqual([255, 255, 255, 255]);
    expect(at(200, 440)).not.toEqual([255, 255, 255, 255]);
  });

  it('darkens its studio set under the product, unless the shadow’s strength is 0', async () => {
    const inSet = async (shadow: Recipe['steps']['shadow']) => {
      const scene = sceneOfRecipe({ ...white, steps: { ...white.steps, ground: OAK, shadow } });
      if (scene === null) throw new Error('The recipe has no scene.');
      // The usual size of a scene suffices, and takes a quarter of the time of a recipe's larger one.
      const size = { aspectRatioId: 1, isLarger: false };
      const { full } = await engine.run('scene', {
        ...scene,
        ...size,
        product: bottle,
        variant: 0,
        count: 1,
      });
      return (await decodePhoto(full)).image;
    };
    const [usual, bare] = [
      await inSet({ kind: 'none', strength: 1 }),
      await inSet({ kind: 'computed', strength: 0 }),
    ];
    let [darker, lighter] = [0, 0];
    for (let at = 1; at < bare.data.length; at += 4) {
      if (usual.data[at] < bare.data[at] - 10) darker++;
      if (usual.data[at] > bare.data[at] + 10) lighter++;
    }
    expect(darker).toBeGreaterThan(400);
    expect(lighter).toBe(0);
  });

  it('makes a product’s own scene as it was adjusted, moved in other aspect ratios too', async () => {
    const placement = { centerX: 0.4, centerY: 0.5, width: 0.12, rotationDeg: 10, isFlipped: true };
    const square = { ...output, id: 'square', format: 'png', width: 1280, height: 1280 } as const;
    const wide = { ...square, id: 'wide', height: 800 };
    const options = {
      prompt: '',
      light: 'soft-box',
      palette: [],
      referenceId: 'oak-window',
      seed: 5,
    } as const;
    const only = { ...options, product: bottle, variant: 0, count: 1 };
    const { look } = (await engine.run('scene', { ...only, aspectRatioId: 1, isLarger: false })).facts;
    if (!look) throw new Error('The scene has no scene lock.');
    const again = { ...only, look, isOwnLook: true };
    const shape = nearestScene(square);
    const { full } = await engine.run('scene', { ...again, ...shape, placement });
    const scene = { look, placement, aspectRatioId: shape.aspectRatioId, isOwnLook: true };
    const { outputs } = await engine.run('recipe', {
      photo: bottle,
      provenance: createProvenance(['photo']),
      recipe: { steps: { ...white.steps, ground: OAK }, outputs: [square, wide] },
      scene,
    });
    const usual = await engine.run('scene', { ...again, ...nearestScene(wide) });
    const files = [outputs[0]?.file, full, outputs[1]?.file, usual.full].map(
      (file) => file ?? new Uint8Array(),
    );
    const [asAdjusted, adjusted, inWide, atUsualPlace] = await Promise.all(
      files.map(async (file) => (await decodePhoto(file)).image.data),
    );
    expect(asAdjusted).toEqual(adjusted);
    const differing =
      inWide?.filter((value, at) => Math.abs(value - (atUsualPlace?.[at] ?? 0)) > 40).length ?? 0;
    expect(differing).toBeGreaterThan(20_000);
  });

  it('lays a spread-out shirt’s shadow around the shirt, and a standing product’s shadow to one side', async () => {
    const engineOn = async (photo: Uint8Array) => {
      const { outputs } = await engine.run('recipe', {
        photo,
        recipe: white,
        provenance: createProvenance(['photo']),
      });
      return (await decodePhoto(outputs[0]?.file ?? new Uint8Array())).image;
    };
    const [shirt, panel] = [await encodePng(drawCutOut(isInShirt)), await encodePng(drawCutOut(isInPanel))];
    const [lying, standing] = [await engineOn(shirt), await engineOn(panel)];
    expect(darkBeside(lying, 3)).toBeGreaterThan(8);
    expect(darkBeside(lying, 30)).toBeLessThan(1);
    expect(darkBeside(standing, 30)).toBeGreaterThan(8);
  });
});

const CUT_OUT_PX = 512;
const isInShirt = (x: number, y: number): boolean => {
  if (y < 0.12 || y > 0.88) return false;
  const sleeve = Math.min(0.38, 0.17 + (y - 0.12) * 1.1);
  return Math.abs(x - 0.5) < (y < 0.42 ? sleeve : 0.23);
};
const isInPanel = (x: number, y: number): boolean => Math.abs(x - 0.5) < 0.23 && Math.abs(y - 0.5) < 0.38;

/** Cut-out that is blue where `isInside` is true; positions are from 0 to 1 across and down. */
function drawCutOut(isInside: (x: number, y: number) => boolean) {
  const image = emptyRaster(CUT_OUT_PX, CUT_OUT_PX, 4);
  for (let y = 0; y < CUT_OUT_PX; y++)
    for (let x = 0; x < CUT_OUT_PX; x++)
      if (isInside((x + 0.5) / CUT_OUT_PX, (y + 0.5) / CUT_OUT_PX))
        image.data.set([40, 60, 160, 255], (y * CUT_OUT_PX + x) * 4);
  return image;
}

/** Mean darkness of the background, of 255, at this distance to the right of the blue product's lower half. */
function darkBeside({ data, widthPx, heightPx }: RgbaRaster, apartPx: number): number {
  let [sum, rows] = [0, 0];
  for (let y = Math.round(heightPx * 0.7); y < Math.round(heightPx * 0.8); y++) {
    const blueAt = (x: number): boolean => data[(y * widthPx + x) * 4] < 100;
    let x = widthPx - 1;
    while (x > 0 && !blueAt(x)) x--;
    sum += 255 - data[(y * widthPx + x + apartPx) * 4];
    rows++;
  }
  return sum / rows;
}

describe('a product’s box in a recipe’s picture', () => {
  const picture = { widthPx: 1000, heightPx: 800 };

  it('is as large as the recipe’s fill, margin and baseline allow', () => {
    const tall = frameProduct({ widthPx: 100, heightPx: 400 }, framing, picture);
    expect(tall).toEqual({ widthPx: 120, heightPx: 480, xPx: 440, yPx: 240 });
    const wide = frameProduct({ widthPx: 400, heightPx: 100 }, { ...framing, fill_percent: 100 }, picture);
    expect(wide).toEqual({ widthPx: 920, heightPx: 230, xPx: 40, yPx: 490 });
  });

  it('ends at the margin on the side to which the product is aligned', () => {
    const aligned = { ...framing, baseline_percent: null, align_x: 'right', align_y: 'bottom' } as const;
    const { xPx, yPx, widthPx, heightPx } = frameProduct({ widthPx: 1, heightPx: 1 }, aligned, picture);
    expect([xPx + widthPx, yPx + heightPx]).toEqual([960, 760]);
  });
});

/** Block with a soft edge around it, whose lower edge may have another width. */
function softBlock(widthPx: number, heightPx: number, softPx: number, softBelowPx = softPx) {
  const image = emptyRaster(widthPx + 2 * softPx, heightPx + softPx + softBelowPx, 4);
  for (let y = 0, at = 3; y < image.heightPx; y++) {
    for (let x = 0; x < image.widthPx; x++, at += 4) {
      const isSolid = x >= softPx && x < softPx + widthPx && y >= softPx && y < softPx + heightPx;
      image.data[at] = isSolid ? 255 : 40;
    }
  }
  return image;
}

describe('a product’s placement in a recipe’s picture', () => {
  const picture = { widthPx: 2000, heightPx: 2000 };
  const placeBlock = (image: ReturnType<typeof softBlock>, how: typeof framing) => {
    const boxes = productBoxes(image);
    if (boxes === undefined) throw new Error('Nothing is seen.');
    const { visible, solid } = boxes;
    const at = placeProduct(boxes, how, picture);
    const [timesX, timesY] = [at.widthPx / visible.widthPx, at.heightPx / visible.heightPx];
    const left = at.xPx + (solid.xPx - visible.xPx) * timesX;
    const top = at.yPx + (solid.yPx - visible.yPx) * timesY;
    return { at, left, top, right: left + solid.widthPx * timesX, bottom: top + solid.heightPx * timesY };
  };

  it('puts all products of a range on one line, however wide their soft edges are', () => {
    for (let softPx = 0; softPx < 8; softPx += 1) {
      for (const [widthPx, heightPx] of [
        [97, 211],
        [160, 83],
        [333, 331],
      ] as const) {
        const standing = placeBlock(softBlock(widthPx, heightPx, softPx, Math.floor(softPx / 2)), framing);
        expect(Math.abs(standing.bottom - 1800)).toBeLessThanOrEqual(0.5);
        expect(Math.abs((standing.left + standing.right) / 2 - 1000)).toBeLessThanOrEqual(0.75);
        const larger = Math.max(standing.right - standing.left, standing.bottom - standing.top);
        expect(Math.abs(larger - 1200)).toBeLessThanOrEqual(1.5);
        const hung = placeBlock(softBlock(widthPx, heightPx, softPx), {
          ...framing,
          baseline_percent: null,
          align_x: 'left',
          align_y: 'top',
        });
        expect(Math.abs(hung.top - 100)).toBeLessThanOrEqual(0.5);
        expect(Math.abs(hung.left - 100)).toBeLessThanOrEqual(0.5);
      }
    }
  });

  it('keeps the soft edge inside the picture', () => {
    const full = { ...framing, fill_percent: 100, margin_percent: 0, baseline_percent: null };
    expect(placeBlock(softBlock(300, 300, 6), full).at).toEqual({
      xPx: 0,
      yPx: 0,
      widthPx: 2000,
      heightPx: 2000,
    });
  });

  it('measures everything visible when little of the product is solid, as in glass', () => {
    const glass = softBlock(200, 200, 40);
    const { at } = placeBlock(glass, framing);
    expect(at).toEqual(frameProduct({ widthPx: 280, heightPx: 280 }, framing, picture));
  });
});
