// Before and after pictures of the editing tools for docs/images. Requires only npm packages, the photographs
// next to the checkout, and the previews of the studio sets.
//
//   node lab/contact-sheets/tool-results.ts [magic] [harmonize]
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import sharp from 'sharp';

const ROOT = join(import.meta.dirname, '../..');
const PHOTOS = join(ROOT, '../shared/photos');
const SETS = join(ROOT, 'packages/image-engine/assets/sets');
const CELL_PX = 400;
const GAP_PX = 6;
const WORK_PX = 1024;

interface Pair {
  readonly before: Buffer;
  readonly after: Uint8Array;
}

const readPhoto = (name: string): Buffer => readFileSync(join(PHOTOS, `composites/comp_${name}.jpg`));
const readAlpha = (name: string): Promise<Buffer> =>
  sharp(join(PHOTOS, `masks/comp_${name}.alpha.png`))
    .toColourspace('b-w')
    .png()
    .toBuffer();
/** Mask of an object with a margin, as a user would draw it. */
const drawnAround = async (name: string): Promise<Buffer> =>
  sharp(await readAlpha(name))
    .blur(6)
    .threshold(8)
    .png()
    .toBuffer();

async function magicPairs(engine: ImageEngine): Promise<Pair[]> {
  const asks: [name: string, prompt: string | undefined][] = [
    ['mug_on_cafe', undefined],
    ['mug_on_table', undefined],
    ['candle-holder_on_cafe', undefined],
    ['tank-top_on_wood', undefined],
    ['mug_on_table', 'make it navy blue'],
    ['tank-top_on_street', 'make it burgundy'],
    ['candle-holder_on_cafe', 'make it warmer'],
    ['mug_on_cafe', 'brighten'],
  ];
  const pairs: Pair[] = [];
  for (const [name, prompt] of asks) {
    const before = readPhoto(name);
    const mask = prompt === undefined ? await drawnAround(name) : await readAlpha(name);
    const { full } = await engine.run('magic', {
      photo: before,
      mask,
      prompt,
    });
    pairs.push({ before, after: full });
  }
  return pairs;
}

/** Pastes a product unchanged into a set's preview; also returns the product's alpha. */
async function pasteProduct(product: string, set: string): Promise<{ composite: Buffer; alpha: Buffer }> {
  const matte = await sharp(join(PHOTOS, `masks/${product}.ref.png`))
    .toColourspace('b-w')
    .toBuffer();
  const cutOut = await sharp(join(PHOTOS, `objects/${product}.jpg`))
    .joinChannel(matte)
    .png()
    .toBuffer();
  const trimmed = await sharp(cutOut).trim().resize(430, 430, { fit: 'inside' }).png().toBuffer();
  const { width, height } = await sharp(trimmed).metadata();
  const place = { left: Math.round((WORK_PX - width) / 2), top: 790 - height };
  const composite = await sharp(join(SETS, set, 'preview.webp'))
    .resize(WORK_PX, WORK_PX)
    .composite([{ input: trimmed, ...place }])
    .png()
    .toBuffer();
  const alpha = await sharp({
    create: { width: WORK_PX, height: WORK_PX, channels: 3, background: '#000000' },
  })
    .composite([
      { input: await sharp(trimmed).extractChannel('alpha').toColourspace('b-w').toBuffer(), ...place },
    ])
    .png()
    .toBuffer();
  return { composite, alpha };
}

async function harmonizePairs(engine: ImageEngine): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const name of [
    'candle-holder_on_cafe',
    'mug_on_cafe',
    'mug_on_table',
    'tank-top_on_street',
    'tank-top_on_wood',
  ]) {
    const before = readPhoto(name);
    pairs.push({
      before,
      after: (await engine.run('harmonize', { composite: before, productAlpha: await readAlpha(name) })).full,
    });
  }
  const pastes: [product: string, set: string][] = [
    ['ob_mug', 'oak-window-eye'],
    ['ob_candle-holder', 'blush-arches-eye'],
    ['ob_mug', 'citrus-kitchen-eye'],
    ['ob_sunglasses', 'still-water-eye'],
    ['ob_candle-holder', 'citrus-kitchen-eye'],
  ];
  for (const [product, set] of pastes) {
    const { composite, alpha } = await pasteProduct(product, set);
    pairs.push({
      before: composite,
      after: (await engine.run('harmonize', { composite, productAlpha: alpha })).full,
    });
  }
  return pairs;
}

/** Writes pairs side by side, two per row. */
async function writeSheet(pairs: readonly Pair[], path: string): Promise<void> {
  const cells = await Promise.all(
    pairs
      .flatMap(({ before, after }) => [before, after])
      .map((picture) => sharp(picture).resize(CELL_PX, CELL_PX).png().toBuffer()),
  );
  const columnLeft = (i: number): number => (i % 4) * CELL_PX + Math.floor((i % 4) / 2) * GAP_PX;
  const top = (i: number): number => Math.floor(i / 4) * (CELL_PX + GAP_PX);
  const height = top(cells.length - 1) + CELL_PX;
  await sharp({ create: { width: 4 * CELL_PX + GAP_PX, height, channels: 3, background: '#ffffff' } })
    .composite(cells.map((input, i) => ({ input, left: columnLeft(i), top: top(i) })))
    .webp({ quality: 80, effort: 6 })
    .toFile(path);
}

const SHEETS = { magic: magicPairs, harmonize: harmonizePairs } as const;

if (!existsSync(PHOTOS)) throw new Error('The photographs of ../shared/photos are not on this machine');
const asked = process.argv.slice(2);
const engine = createImageEngine({ cacheDir: join(ROOT, '.packshot/test-cache') });
for (const [name, pairsOf] of Object.entries(SHEETS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  await writeSheet(await pairsOf(engine), join(ROOT, `docs/images/${name}.webp`));
}
await engine.close();
