// Makes the home page's tool tiles and before/after pictures with the built-in engine from the sample photos,
// without retouching. Run it again after improving the engine or the sets.
//
//   node lab/contact-sheets/home-pictures.ts [OUT_FOLDER]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine, ToolJobInput } from '@packshot/image-engine';
import sharp from 'sharp';
import type { Sharp } from 'sharp';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLES = join(ROOT, 'packages/web/src/lib/samples');
const OUT = process.argv[2] ?? SAMPLES;
const QUALITY = 78;
const EFFORT = 6;
/**
 * Size of a tile in pixels. Tiles are shown at most 360 px wide; a size for high-density screens would double the
 * weight of the files for little gain.
 */
const TILE = { width: 480, height: 360 } as const;
const AFTER_SIDE_PX = 720;
const SQUARE = 1;
const FOUR_TO_THREE = 3;

const readPhoto = (id: string): Buffer => readFileSync(join(SAMPLES, `${id}.jpg`));

async function write(name: string, picture: Sharp): Promise<void> {
  const bytes = await picture.webp({ quality: QUALITY, effort: EFFORT }).toBuffer();
  writeFileSync(join(OUT, `${name}.webp`), bytes);
  console.log(`${name}.webp ${Math.round(bytes.length / 100) / 10} kB`);
}

type SceneRequest = Omit<ToolJobInput<'scene'>, 'product'>;

const request = (own: Partial<SceneRequest>): SceneRequest => ({
  prompt: '',
  light: 'as-composed',
  palette: [],
  aspectRatioId: SQUARE,
  isLarger: true,
  seed: 7,
  variant: 0,
  count: 2,
  ...own,
});

async function makeScene(engine: ImageEngine, id: string | null, own: Partial<SceneRequest>): Promise<Buffer> {
  const product = id === null ? null : (await engine.run('cut-out', { photo: readPhoto(id) })).full;
  return Buffer.from((await engine.run('scene', { product, ...request(own) })).full);
}

const RESULTS: Readonly<Record<string, string>> = {
  perfume: 'rose-petals',
  headphones: 'concrete-loft',
  'cream-jar': 'linen-books',
  speaker: 'terrazzo-sage',
  'stoneware-mug': 'oak-window',
  'candle-holder': 'terracotta-court',
};

async function writeResults(engine: ImageEngine): Promise<void> {
  for (const [id, referenceId] of Object.entries(RESULTS)) {
    const scene = await makeScene(engine, id, { referenceId });
    await write(`${id}-after`, sharp(scene).resize(AFTER_SIDE_PX, AFTER_SIDE_PX));
  }
}

const tile = (picture: Uint8Array): Sharp => sharp(picture).resize({ ...TILE, fit: 'cover' });

const SLANT = 0.13;
const LINE_PX = 4;

/** Joins two pictures: the first to the left of a slanted white line, the second to its right. */
async function halves(before: Sharp, after: Sharp): Promise<Sharp> {
  const { width, height } = TILE;
  const [left, right] = await Promise.all(
    [before, after].map((picture) => picture.flatten({ background: '#ffffff' }).raw().toBuffer()),
  );
  if (!left || !right) throw new Error('A half is missing');
  for (let y = 0; y < height; y++) {
    const cutX = width / 2 + (height / 2 - y) * SLANT;
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      // The line's coverage of the pixel, for smooth edges.
      const line = Math.min(1, Math.max(0, LINE_PX / 2 + 0.5 - Math.abs(x - cutX)));
      const side = x < cutX ? left : right;
      for (let c = 0; c < 3; c++) right[at + c] = (side[at + c] ?? 0) * (1 - line) + 255 * line;
    }
  }
  return sharp(right, { raw: { width, height, channels: 3 } });
}

async function writeTiles(engine: ImageEngine): Promise<void> {
  const scene = await makeScene(engine, 'perfume', {
    referenceId: 'blush-arches',
    aspectRatioId: FOUR_TO_THREE,
  });
  await write('tile-scene', tile(scene));

  const idea = await makeScene(engine, null, { prompt: 'still water at sunset', aspectRatioId: FOUR_TO_THREE });
  await write('tile-inspire', tile(idea));

  const sunglasses = await engine.run('cut-out', { photo: readPhoto('sunglasses') });
  const onColor = await sharp(sunglasses.full).flatten({ background: '#f0c6bd' }).png().toBuffer();
  await write('tile-cut-out', await halves(tile(readPhoto('sunglasses')), tile(onColor)));

  const mug = readPhoto('stoneware-mug');
  const alpha = await sharp((await engine.run('cut-out', { photo: mug })).full)
    .extractChannel('alpha')
    .png()
    .toBuffer();
  const burgundy = await engine.run('magic', { photo: mug, mask: alpha, prompt: 'make it burgundy' });
  await write('tile-magic', await halves(tile(mug), tile(burgundy.full)));

  await write('tile-harmonize', tile(await harmonizePaste(engine)));
  await writeEnlarged(engine);
  await write('tile-describe', tile(readPhoto('candle-holder')));
}

/** Pastes a cream jar into another picture, and matches it to that picture's light. */
async function harmonizePaste(engine: ImageEngine): Promise<Uint8Array> {
  const side = 1024;
  const jar = await sharp((await engine.run('cut-out', { photo: readPhoto('cream-jar') })).full)
    .trim()
    .resize({ width: 380 })
    .png()
    .toBuffer();
  const { height } = await sharp(jar).metadata();
  const place = { left: (side - 380) / 2, top: 760 - height };
  const ground = await makeScene(engine, null, { referenceId: 'citrus-kitchen' });
  const composite = await sharp(ground)
    .resize(side, side)
    .composite([{ input: jar, ...place }])
    .png()
    .toBuffer();
  const jarAlpha = await sharp(jar).extractChannel('alpha').png().toBuffer();
  const alpha = await sharp({ create: { width: side, height: side, channels: 3, background: '#000000' } })
    .composite([{ input: jarAlpha, ...place }])
    .toColourspace('b-w')
    .png()
    .toBuffer();
  return (await engine.run('harmonize', { composite, productAlpha: alpha, strength: 1 })).full;
}

/** Writes a detail of the watch from a small photo, and the same detail enlarged four times. */
async function writeEnlarged(engine: ImageEngine): Promise<void> {
  const small = await sharp(readPhoto('watch')).resize(240, 240).png().toBuffer();
  const large = await engine.run('upscale', { photo: small, factor: 4 });
  const part = { left: 540, top: 260, width: 280, height: 210 };
  const before = sharp(await sharp(small).resize(960, 960, { kernel: 'nearest' }).png().toBuffer()).extract(
    part,
  );
  const after = sharp(Buffer.from(large.full)).extract(part);
  const showPicture = async (picture: Sharp): Promise<Sharp> => tile(await picture.png().toBuffer());
  await write('tile-upscale', await halves(await showPicture(before), await showPicture(after)));
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Bounds of the area that is more than half opaque, in the picture's own pixels. */
async function opaqueBox(picture: Uint8Array): Promise<Box> {
  const { data, info } = await sharp(picture)
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if ((data[y * info.width + x] ?? 0) < 128) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  return { left, top, width: right - left, height: bottom - top };
}

const HERO_SIDE_PX = 840;
const HERO_SETS: Readonly<Record<string, string>> = {
  blush: 'blush-arches',
  oak: 'oak-window',
  citrus: 'citrus-kitchen',
};

/**
 * Writes the mug in three sets. Each photo is positioned so that its mug coincides with the mug in the scene: the line
 * between before and after then cuts one mug. The photo's table is extended to the frame's edges.
 */
async function writeHero(engine: ImageEngine): Promise<void> {
  const photo = readPhoto('mug');
  const cutOut = (await engine.run('cut-out', { photo })).full;
  const inPhoto = await opaqueBox(cutOut);
  for (const [name, referenceId] of Object.entries(HERO_SETS)) {
    const scene = await engine.run('scene', {
      product: cutOut,
      ...request({ referenceId, withLayers: true }),
    });
    if (!scene.layers) throw new Error('The scene has no layers');
    const { width } = await sharp(scene.full).metadata();
    const inScene = await opaqueBox(scene.layers.product);
    await write(`mug-scene-${name}`, sharp(scene.full).resize(HERO_SIDE_PX, HERO_SIDE_PX));
    await write(`mug-scene-${name}-thumb`, sharp(scene.full).resize(96, 96));
    const zoom = (inScene.width / inPhoto.width) * (HERO_SIDE_PX / width);
    const side = Math.round((await sharp(photo).metadata()).width * zoom);
    const left = Math.round((inScene.left * HERO_SIDE_PX) / width - inPhoto.left * zoom);
    const top = Math.round((inScene.top * HERO_SIDE_PX) / width - inPhoto.top * zoom);
    await write(`mug-photo-${name}`, await layPicture(sharp(photo).resize(side, side), side, { left, top }));
  }
}

const GROUND_BLUR_PX = 24;
const FEATHER_PX = 24;

async function layPicture(picture: Sharp, side: number, at: { left: number; top: number }): Promise<Sharp> {
  const extend = {
    left: Math.max(0, at.left),
    top: Math.max(0, at.top),
    right: Math.max(0, HERO_SIDE_PX - at.left - side),
    bottom: Math.max(0, HERO_SIDE_PX - at.top - side),
  };
  const framed = await picture.png().toBuffer();
  // Extending the edge pixels makes stripes, so the extended area is blurred.
  const ground = await sharp(
    await sharp(framed)
      .extend({ ...extend, extendWith: 'copy' })
      .png()
      .toBuffer(),
  )
    .blur(GROUND_BLUR_PX)
    .png()
    .toBuffer();
  const inner = side - 2 * FEATHER_PX;
  const border = { top: FEATHER_PX, bottom: FEATHER_PX, left: FEATHER_PX, right: FEATHER_PX };
  const mask = await sharp({ create: { width: inner, height: inner, channels: 3, background: '#ffffff' } })
    .extend({ ...border, background: '#000000' })
    .blur(FEATHER_PX / 2)
    .toColourspace('b-w')
    .png()
    .toBuffer();
  const soft = await sharp(framed).joinChannel(mask).png().toBuffer();
  const whole = await sharp(ground)
    .composite([{ input: soft, left: extend.left, top: extend.top }])
    .png()
    .toBuffer();
  const seen = {
    left: Math.max(0, -at.left),
    top: Math.max(0, -at.top),
    width: HERO_SIDE_PX,
    height: HERO_SIDE_PX,
  };
  return sharp(await sharp(whole).extract(seen).png().toBuffer());
}

/**
 * Close-ups of the cut-out watch, by their center in the photo in pixels: the crown, the leather strap, the brushed
 * steel case.
 */
const CLOSE_UPS = [
  { name: 'thin', x: 1980, y: 1110, ground: '#f0c6bd' },
  { name: 'texture', x: 700, y: 870, ground: '#b5cabb' },
  { name: 'halo', x: 1420, y: 640, ground: '#e8c7a4' },
] as const;
const CLOSE_UP_PX = { width: 400, height: 300 } as const;

/** Writes close-ups of the cut-out of a photo of 2400 × 2400 px, enlarged to 200 %. */
async function writeCloseUps(engine: ImageEngine): Promise<void> {
  const photo = readFileSync(join(import.meta.dirname, 'watch-2400.jpg'));
  const cutOut = (await engine.run('cut-out', { photo })).full;
  const { width, height } = CLOSE_UP_PX;
  for (const { name, x, y, ground } of CLOSE_UPS) {
    const part = await sharp(cutOut)
      .extract({ left: x - width / 2, top: y - height / 2, width, height })
      .flatten({ background: ground })
      .png()
      .toBuffer();
    await write(`close-up-${name}`, sharp(part).resize(2 * width, 2 * height));
  }
}

mkdirSync(OUT, { recursive: true });
const engine = createImageEngine({ cacheDir: join(ROOT, '.packshot/test-cache') });
try {
  await writeCloseUps(engine);
  await writeHero(engine);
  await writeResults(engine);
  await writeTiles(engine);
} finally {
  await engine.close();
}
