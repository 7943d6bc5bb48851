import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_SHADOW } from '@packshot/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { planScenes } from '../../packages/image-engine/src/pixels/scene-prompt/plan-scenes.ts';
import { UNLISTED_FAMILIES } from '../../packages/image-engine/src/pixels/scene-prompt/unlisted-families.ts';
import { composeScene, type ComposedScene } from '../../packages/image-engine/src/pixels/studio/compose.ts';
import { cutOutOf, type CutOut } from '../../packages/image-engine/src/pixels/studio/cut-out.ts';
import {
  decodeDepth,
  decodeLight,
  encodeDepth,
  encodeLight,
  layerFloats,
  LIGHT_CURVE,
  type DecodedStudioSet,
} from '../../packages/image-engine/src/pixels/studio/layers.ts';
import { defaultWeight, relight } from '../../packages/image-engine/src/pixels/studio/relight.ts';
import { finish } from '../../packages/image-engine/src/pixels/work.ts';
import { readSet } from '../../packages/image-engine/src/sets/read-set.ts';
import { studioSetSchema } from '../../packages/image-engine/src/sets/set-schema.ts';

const SETS = path.resolve(import.meta.dirname, '../../packages/image-engine/assets/sets');
const MAX_SET_BYTES = 1_600_000;
/** Enough to judge light and depth; full-size sets would take minutes. */
const THINNED_PX = 336;
/** Enough to see whether a product stands where it should. */
const THUMBNAIL_PX = 160;
/** Of 255: a black stage shows no shadow, and its polish mirrors the product instead. */
const NEARLY_BLACK = 24;

const FIXTURES = path.resolve(import.meta.dirname, '../../packages/image-engine/src/testing/fixtures');
/** Cut-outs; every set is tested with two of them, so that all products are tested in many sets. */
const PRODUCTS = (await readdir(FIXTURES)).filter((file) => file.endsWith('.png')).toSorted();

const names = await readdir(SETS);

async function readFixture(file: string): Promise<CutOut> {
  const product = cutOutOf((await decodePhoto(await readFile(path.join(FIXTURES, file)))).image);
  if (product === undefined) throw new Error(`Nothing is visible in ${file}`);
  return product;
}

/** A thumbnail of a set in its composed light, with a product in its default position. */
function thumbnail(decoded: DecodedStudioSet, product: CutOut, kind: 'contact' | 'none'): ComposedScene {
  const request = {
    prompt: '',
    light: 'as-composed',
    palette: [],
    product: null,
    seed: 1,
    count: 2,
  } as const;
  const [plan] = planScenes(request, [decoded.set]);
  if (plan === undefined) throw new Error('Nothing was planned');
  const shadow = { ...DEFAULT_SHADOW, kind };
  const picture = { aspectRatioId: 1, isLarger: true, longerSidePx: THUMBNAIL_PX, withLayers: true };
  return finish(composeScene({ decoded, plan, product, shadow, seed: 1, ...picture }));
}

/** The number of covered pixels, including fractions. */
function coverage(pixels: ArrayLike<number>, opaque: number): number {
  let sum = 0;
  for (let i = 3; i < pixels.length; i += 4) sum += (pixels[i] ?? 0) / opaque;
  return sum;
}

describe('the encodings of layers', () => {
  it('return light and depth unchanged', () => {
    const layer = { curve: LIGHT_CURVE, max: 12 };
    for (const value of [0, 0.001, 0.02, 0.5, 1, 4, 12]) {
      expect(decodeLight(encodeLight(value, layer.max), layer)).toBeCloseTo(value, 6);
    }
    for (const depthDm of [6, 13.4, 40, 900]) {
      expect(decodeDepth(encodeDepth(depthDm, 5, 1000), 5, 1000)).toBeCloseTo(depthDm, 6);
    }
  });

  it('spend at least as many steps on shadows as on highlights', () => {
    const step = (value: number): number => encodeLight(value * 1.01, 16) - encodeLight(value, 16);
    // A difference of one percent must exceed one 12-bit step, even in shadows.
    for (const value of [0.05, 0.2, 1, 8]) expect(step(value)).toBeGreaterThan(1 / 4096);
  });
});

/** Sets that are no references come in several views of one build: a product in each is enough. */
const isUnlisted = (name: string): boolean => UNLISTED_FAMILIES.some(({ id }) => name.startsWith(`${id}-`));

describe.each(names)('set %s', (name) => {
  const folder = path.join(SETS, name);
  let decoding: Promise<DecodedStudioSet> | undefined;
  const thinned = (): Promise<DecodedStudioSet> => (decoding ??= readSet(folder, THINNED_PX));

  it('has a valid description and every file it names, within the size budget', async () => {
    const set = studioSetSchema.parse(JSON.parse(await readFile(path.join(folder, 'set.json'), 'utf8')));
    expect(set.id).toBe(name);
    expect(set.id).toBe(`${set.family}-${set.view}`);
    const pictures = [
      ...set.lights.map((l) => l.layer.file),
      set.albedo.file,
      ...set.tints.map((t) => t.file),
    ];
    const files = [...pictures, set.depth.file, set.preview, 'set.json'];
    expect(new Set(files).size).toBe(files.length);
    expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
    for (const file of pictures) {
      const { width, height } = await sharp(path.join(folder, file)).metadata();
      expect([file, width, height]).toEqual([file, set.widthPx, set.heightPx]);
    }
    const depth = await sharp(path.join(folder, set.depth.file)).metadata();
    expect([depth.width, depth.height]).toEqual([set.depth.widthPx, set.depth.heightPx]);
    const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_SET_BYTES);
  });

  it('puts its stage where the camera sees it, with matching depth', async () => {
    const { set, depth } = await thinned();
    const world = [...set.stage.worldDm, 1];
    const [x, y, z] = set.camera.worldToCamera.map((row) =>
      row.reduce((sum, v, i) => sum + v * (world[i] ?? 0), 0),
    );
    const half = Math.tan((set.camera.fovDeg * Math.PI) / 360);
    const image = [0.5 + (x ?? 0) / -(z ?? 0) / half / 2, 0.5 - (y ?? 0) / -(z ?? 0) / half / 2];
    expect(image[0]).toBeCloseTo(set.stage.image[0], 3);
    expect(image[1]).toBeCloseTo(set.stage.image[1], 3);
    const column = Math.floor(set.stage.image[0] * depth.widthPx);
    const row = Math.floor(set.stage.image[1] * depth.heightPx);
    const seen = layerFloats(depth)[row * depth.widthPx + column] ?? 0;
    expect(Math.abs(seen + (z ?? 0)) / -(z ?? 1)).toBeLessThan(0.03);
    expect(set.stage.image[1] - set.stage.maxHeight).toBeGreaterThan(0);
  });

  it('is lit by every one of its lights, without a burnt-out or black picture', async () => {
    const decoded = await thinned();
    const mean = (data: Float32Array): number => data.reduce((sum, v) => sum + v, 0) / data.length;
    const whole = relight(decoded);
    let parts = 0;
    for (const light of decoded.set.lights) {
      const alone = mean(relight(decoded, { lights: { [light.id]: defaultWeight(light) } }).data);
      expect(alone).toBeGreaterThan(0.0005);
      parts += alone;
    }
    expect(parts).toBeCloseTo(mean(whole.data), 3);
    expect(mean(whole.data)).toBeGreaterThan(0.03);
    expect(whole.data.filter((v) => v > 4).length / whole.data.length).toBeLessThan(0.02);
  });

  it.each(isUnlisted(name) ? [0] : [0, 1])(
    'shows a product whole, in frame and standing on the floor (%s)',
    async (turn) => {
      const file = PRODUCTS[(names.indexOf(name) + turn * (PRODUCTS.length >> 1)) % PRODUCTS.length] ?? '';
      const product = await readFixture(file);
      const decoded = await thinned();
      const [shaded, bare] = [thumbnail(decoded, product, 'contact'), thumbnail(decoded, product, 'none')];
      const { placement, layers, picture } = shaded;
      if (placement === null || layers === undefined) throw new Error('Product and layers were asked for');
      const height = (placement.width * product.heightPx) / product.widthPx;
      const foot = placement.centerY + height / 2;
      expect(placement.centerX - placement.width / 2).toBeGreaterThan(0);
      expect(placement.centerX + placement.width / 2).toBeLessThan(1);
      expect(foot - height).toBeGreaterThan(0);
      expect(foot).toBeLessThan(0.97);
      // The set hides at most a little of it.
      const whole = product.levels.at(-1);
      if (whole === undefined) throw new Error('A product has a size');
      const share = coverage(whole.data, 65_535) / (whole.data.length / 4);
      const area = share * placement.width * height * picture.widthPx * picture.heightPx;
      expect(coverage(layers.product.data, 255) / area).toBeGreaterThan(0.9);
      // It darkens the ground around its foot, unless that is already black, because it stands on something.
      const [before, after] = [bare, shaded].map((scene) => groundBeside(scene, layers.product.data, foot));
      expect(after).toBeLessThan(Math.max(NEARLY_BLACK, 0.985 * (before ?? 0)));
    },
  );
});

/** Mean green of the visible ground in a band around a product's foot. */
function groundBeside(
  { picture, placement }: ComposedScene,
  product: ArrayLike<number>,
  foot: number,
): number {
  const { widthPx, heightPx, data } = picture;
  const { centerX, width } = placement ?? { centerX: 0, width: 0 };
  let [sum, count] = [0, 0];
  for (let y = Math.round(foot * heightPx) - 3; y < Math.round(foot * heightPx) + 4; y += 1) {
    for (let x = Math.round((centerX - width / 2) * widthPx); x < (centerX + width / 2) * widthPx; x += 1) {
      if ((product[(y * widthPx + x) * 4 + 3] ?? 0) > 0) continue;
      sum += data[(y * widthPx + x) * 3 + 1] ?? 0;
      count += 1;
    }
  }
  return sum / Math.max(1, count);
}
