/**
 * Composes products into sets under several lights, and arranges the pictures, a strip per set and several strips per
 * row, to reveal faults of a set or of the products' placement.
 *
 *   node contact-sheet.ts OUT.webp [--products a.jpg,b.png@lies] [--lights as-composed,blue-hour] [--sets oak-window-eye,…] [--cell 160]
 *
 * Without options: every view with a product that stands, one that lies and a clear one, as in
 * docs/images/sets-contact-sheet.webp.
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { DEFAULT_SHADOW, SCENE_LIGHTS, type SceneLight } from '@packshot/contract';
import { createImageEngine } from '../../packages/image-engine/src/index.ts';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { decodeAuxiliaryMaps } from '../../packages/image-engine/src/codec/map-files.ts';
import { isCutOut } from '../../packages/image-engine/src/pixels/raster/alpha.ts';
import { planScenes } from '../../packages/image-engine/src/pixels/words/scene-prompt/plan-scenes.ts';
import { composeScene } from '../../packages/image-engine/src/pixels/scene/compose-scene.ts';
import { createCutOut, type CutOut } from '../../packages/image-engine/src/pixels/scene/cut-out.ts';
import type { SeenFrom } from '../../packages/image-engine/src/pixels/light/set/choose-shadow.ts';
import type { DecodedStudioSet } from '../../packages/image-engine/src/pixels/stage/layers.ts';
import { finish } from '../../packages/image-engine/src/pixels/raster/work.ts';
import { readSet } from '../../packages/image-engine/src/sets/read-set.ts';
import { readSetDescriptions, SETS_FOLDER } from '../../packages/image-engine/src/sets/set-description.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SAMPLES = path.join(ROOT, 'packages/web/src/lib/samples');
const GAP_PX = 6;
/** Strips per row: a single column of all sets would be taller than WebP allows. */
const ACROSS = 4;
const SEED = 7;
const SQUARE = 1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    products: {
      type: 'string',
      default: ['mug.jpg', 'sunglasses.jpg@lies', 'perfume.jpg'].map((f) => path.join(SAMPLES, f)).join(','),
    },
    lights: { type: 'string', default: 'as-composed' },
    sets: { type: 'string' },
    cell: { type: 'string', default: '160' },
  },
});

interface Product {
  readonly cutOut: CutOut;
  readonly productView: SeenFrom;
}

/** The products, with backgrounds removed where they have one. */
async function readProducts(names: readonly string[]): Promise<Product[]> {
  const engine = createImageEngine({ cacheDir: path.join(ROOT, '.packshot/models') });
  try {
    const products: Product[] = [];
    for (const name of names) {
      const [file = '', pose] = name.split('@');
      const photo = await readFile(file);
      const { image } = await decodePhoto(photo);
      const bytes = isCutOut(image) ? photo : (await engine.run('cut-out', { photo })).full;
      const cutOut = createCutOut((await decodePhoto(bytes)).image, await decodeAuxiliaryMaps(bytes));
      if (cutOut === undefined) throw new Error(`Nothing is visible in ${file}`);
      products.push({ cutOut, productView: { pose: pose === 'lies' ? pose : null, elevationDeg: null } });
    }
    return products;
  } finally {
    await engine.close();
  }
}

function compose(decoded: DecodedStudioSet, { cutOut, productView }: Product, light: SceneLight) {
  const request = { prompt: '', light, palette: [], product: null, seed: SEED, count: 2 };
  const [plan] = planScenes(request, [decoded.set]);
  if (plan === undefined) throw new Error('Nothing was planned');
  const order = {
    decoded,
    plan,
    product: cutOut,
    productView,
    shadow: DEFAULT_SHADOW,
    aspectRatioId: SQUARE,
    isLarger: true,
    longerSidePx: 2 * Number(values.cell),
    seed: SEED,
  };
  return finish(composeScene(order)).picture;
}

const isLight = (name: string): name is SceneLight => SCENE_LIGHTS.some((light) => light === name);

async function main(): Promise<void> {
  const [out] = positionals;
  if (out === undefined)
    throw new Error('usage: contact-sheet.ts OUT.webp [--products …] [--lights …] [--sets …] [--cell …]');
  const wanted = values.sets?.split(',');
  const sets = (await readSetDescriptions()).filter(({ id }) => wanted === undefined || wanted.includes(id));
  const lights = values.lights.split(',').filter(isLight);
  const products = await readProducts(values.products.split(','));
  const cellPx = Number(values.cell);
  const columns = products.length * lights.length;
  const cells: { input: Buffer; left: number; top: number }[] = [];
  for (const [place, { id }] of sets.entries()) {
    process.stderr.write(`${id}\n`);
    // Reduced to twice the cell, so that scaling down gives edges as fine as in a full picture.
    const decoded = await readSet(path.join(SETS_FOLDER, id), 2 * cellPx);
    for (const [p, product] of products.entries()) {
      for (const [l, light] of lights.entries()) {
        const { data, widthPx: width, heightPx: height } = compose(decoded, product, light);
        const input = await sharp(data, { raw: { width, height, channels: 3 } })
          .resize(cellPx)
          .png({ compressionLevel: 1 })
          .toBuffer();
        cells.push({
          input,
          left: ((place % ACROSS) * columns + p * lights.length + l) * (cellPx + GAP_PX),
          top: Math.floor(place / ACROSS) * (cellPx + GAP_PX),
        });
      }
    }
  }
  await mkdir(path.dirname(path.resolve(out)), { recursive: true });
  const width = ACROSS * columns * (cellPx + GAP_PX) - GAP_PX;
  const height = Math.ceil(sets.length / ACROSS) * (cellPx + GAP_PX) - GAP_PX;
  const sheet = sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite(cells);
  await (out.endsWith('.png') ? sheet.png() : sheet.webp({ quality: 80, effort: 5 })).toFile(out);
}

await main();
