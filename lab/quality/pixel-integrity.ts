/**
 * Checks that the pixel integrity check detects changes to a product, and nothing else:
 *
 *   node lab/quality/pixel-integrity.ts [--pictures 75] [--set DIR]
 *
 * Makes pictures of the ground truth's products like the tools do (harmonized; on a color or on another picture; by
 * another engine that was told to keep the product), stores them, and compares each with the expected product. Then
 * makes deliberate changes to the stored pictures, one of each kind in each. Exits with 1 if an untouched picture is
 * reported as changed, or a change isn't detected.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ESTIMATED_SURROUNDINGS } from '../../packages/contract/src/index.ts';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { encodeQuickPng } from '../../packages/image-engine/src/codec/encode.ts';
import { harmonize } from '../../packages/image-engine/src/pixels/light/harmonize/harmonize.ts';
import {
  expectedAsIs,
  expectedInLight,
  productWithin,
} from '../../packages/image-engine/src/pixels/quality/expected-product.ts';
import type { ExpectedProduct } from '../../packages/image-engine/src/pixels/quality/expected-product.ts';
import { productDifference } from '../../packages/image-engine/src/pixels/quality/product-difference.ts';
import { maskBounds } from '../../packages/image-engine/src/pixels/raster/mask.ts';
import {
  compositeOver,
  placementIn,
  productIn,
} from '../../packages/image-engine/src/pixels/scene/product-scene.ts';
import { emptyRaster, raster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import { seededRandom } from '../../packages/image-engine/src/pixels/raster/random.ts';
import { createCutOut } from '../../packages/image-engine/src/pixels/scene/cut-out.ts';
import { finish } from '../../packages/image-engine/src/pixels/raster/work.ts';
import { PLANTED_CHANGES, spotIn } from '../../packages/image-engine/src/testing/planted-changes.ts';
import { run as finishResponse } from '../../packages/image-engine/src/tools/finish-response/run.ts';
import { RENDERED_SET } from '../ground-truth/folders.ts';
import type { TruthItem } from '../ground-truth/ground-truth-item.ts';
import { readTruth, SAMPLE_FOLDER } from './read-ground-truth.ts';

const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '75' },
    set: {
      type: 'string',
      default: existsSync(join(RENDERED_SET, 'manifest.json')) ? RENDERED_SET : SAMPLE_FOLDER,
    },
  },
});
const random = seededRandom(73);
const between = (from: number, to: number): number => from + (random(1000) / 1000) * (to - from);
const { items } = JSON.parse(readFileSync(join(values.set, 'manifest.json'), 'utf8')) as {
  items: TruthItem[];
};
const things = items.filter(({ kind }) => kind === 'opaque');
const itemAt = (at: number): TruthItem => things[at % things.length];

/** Picture as stored, with the product that it should contain. */
interface Stored {
  readonly file: Uint8Array;
  readonly expected: ExpectedProduct;
}

const readPhoto = async ({ id }: TruthItem): Promise<RgbaRaster> =>
  (await decodePhoto(readFileSync(join(values.set, id, 'photo.jpg')))).image;
const readAlpha = async (item: TruthItem): Promise<AlphaRaster> =>
  (await readTruth(join(values.set, item.id), item)).alpha;

async function cutOut(item: TruthItem): Promise<RgbaRaster> {
  const { alpha, foreground } = await readTruth(join(values.set, item.id), item);
  const image = emptyRaster(item.widthPx, item.heightPx, 4);
  for (let i = 0; i < alpha.data.length; i++) {
    for (let c = 0; c < 3; c++) image.data[i * 4 + c] = foreground[i * 3 + c] ?? 0;
    image.data[i * 4 + 3] = alpha.data[i] ?? 0;
  }
  return image;
}

/** Picture of a harmonized product, with estimated or random surroundings. */
async function harmonizeScene(at: number): Promise<Stored> {
  const [image, alpha] = [await readPhoto(itemAt(at)), await readAlpha(itemAt(at))];
  const box = maskBounds(alpha);
  if (box === undefined) throw new Error('There is a product');
  const before = productWithin(image, alpha, box);
  const set = {
    light: { fromDeg: between(-180, 180), heightDeg: between(5, 90) },
    warmth: between(-1, 1),
    brightness: between(-1, 1),
  };
  const surroundings = at % 2 === 0 ? ESTIMATED_SURROUNDINGS : { ...ESTIMATED_SURROUNDINGS, ...set };
  const light = finish(harmonize(image, alpha, { strength: at % 5 === 0 ? 0 : between(0, 1), surroundings }));
  return { file: await encodeQuickPng(image), expected: expectedInLight(before, box, light) };
}

/** Picture of a product on a color, or on another photo. */
async function composeCase(at: number): Promise<Stored> {
  const product = await cutOut(itemAt(at));
  const { widthPx, heightPx } = product;
  const other = await readPhoto(itemAt(at + 1 + random(things.length - 1)));
  const color = [random(256), random(256), random(256), 255];
  const ground = emptyRaster(widthPx, heightPx, 4);
  for (let i = 0; i < ground.data.length; i++)
    ground.data[i] = (at % 2 === 0 ? color[i % 4] : other.data[i % other.data.length]) ?? 0;
  compositeOver(ground, product);
  return { file: await encodeQuickPng(ground), expected: expectedAsIs(product) };
}

const FRAME = { aspectRatioId: 1, isLarger: false } as const;
const SIZES = { kind: 'listed', sizes: [{ widthPx: 512, heightPx: 512 }] } as const;

/** Picture by a fake engine that paints noise over everything. */
async function provideCase(at: number): Promise<Stored> {
  const image = await cutOut(itemAt(at));
  const product = await encodeQuickPng(image);
  const cut = createCutOut((await decodePhoto(product)).image);
  if (cut === undefined) throw new Error('There is a product');
  const frame = { widthPx: 1024, heightPx: 1024 };
  const placement = placementIn(cut, frame, undefined);
  const noise = Uint8Array.from({ length: 512 * 512 * 4 }, (_, i) => (i % 4 === 3 ? 255 : random(256)));
  const { full } = await finishResponse(
    {
      kind: 'scene',
      ...FRAME,
      sizes: SIZES,
      picture: await encodeQuickPng(raster(noise, 512, 512, 4)),
      product,
      placement,
      shadow: 'contact',
      keepsProduct: true,
    },
    {
      checkpoint: () => Promise.resolve(),
      onProgress: () => undefined,
      signal: new AbortController().signal,
    },
  );
  const expected = productIn(cut, placement, frame);
  if (expected === undefined) throw new Error('It is in the picture');
  return { file: full, expected: expectedAsIs(expected) };
}

const KINDS = { harmonized: harmonizeScene, composed: composeCase, provided: provideCase };
let wrong = 0;
for (const [kind, make] of Object.entries(KINDS)) {
  const found: Record<string, number> = Object.fromEntries(
    Object.keys(PLANTED_CHANGES).map((what) => [what, 0]),
  );
  let falseAlarms = 0;
  const count = Number(values.pictures);
  for (let at = 0; at < count; at++) {
    const { file, expected } = await make(at);
    const { image } = await decodePhoto(file);
    if (productDifference(expected, image).changed > 0) falseAlarms += 1;
    const spot = spotIn(expected, image, at);
    for (const [what, plant] of Object.entries(PLANTED_CHANGES)) {
      const touched = raster(image.data.slice(), image.widthPx, image.heightPx, 4);
      plant(touched, spot);
      const { image: read } = await decodePhoto(await encodeQuickPng(touched));
      if (productDifference(expected, read).changed > 0) found[what] = (found[what] ?? 0) + 1;
    }
  }
  wrong += falseAlarms + Object.values(found).reduce((sum, one) => sum + count - one, 0);
  console.log(`${kind}: ${count} untouched, ${falseAlarms} reported`);
  for (const [what, number] of Object.entries(found)) console.log(`  ${what}: ${number} of ${count} found`);
}
process.exit(wrong === 0 ? 0 : 1);
