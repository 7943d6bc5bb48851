import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePhoto } from '../codec/decode.ts';
import { encodePng, fitForModel } from '../codec/encode.ts';
import sharp from '../codec/sharp.ts';
import { createImageEngine } from '../engine.ts';
import type { ImageEngine } from '../image-engine.ts';
import { seededRandom } from '../pixels/raster/random.ts';
import { emptyRaster } from '../pixels/raster/raster.ts';
import { sharedPath, testCacheDir } from '../testing/shared-files.ts';
import { MODERATION_SIDE_PX, openModerationSession } from './moderation-session.ts';
import type { ModerationScores, ModerationSession } from './moderation-session.ts';
import { prepareModel } from './prepare-model.ts';
import { compareScores } from './self-check.ts';

let engine: ImageEngine;
let session: ModerationSession;
beforeAll(async () => {
  engine = createImageEngine({ cacheDir: testCacheDir });
  // Preparing the model compares its scores for the drawn check picture with those of TensorFlow.js, and fails if they
  // differ.
  const prepared = await prepareModel({
    name: 'nsfw',
    cacheDir: testCacheDir,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(prepared).toMatchObject({ precision: 'fp32', selfCheck: { passed: true } });
  session = await openModerationSession(prepared.modelFile);
});
afterAll(() => Promise.all([engine.close(), session.release()]));

/** Scores by nsfwjs 4.3.0 on TensorFlow.js 4.22 for the photo stretched to 224 x 224: drawing, hentai, neutral, porn, sexy. */
const REFERENCE: [file: string, number, number, number, number, number][] = [
  ['objects/ob_bamboo-glass-jar.jpg', 0.00048, 0.00019, 0.999, 0.00031, 0.00002],
  ['objects/ob_candle-holder.jpg', 0.00009, 0.00001, 0.99987, 0.00003, 0],
  ['objects/ob_mug.jpg', 0.00005, 0.00001, 0.99993, 0.00001, 0],
  ['objects/ob_sunglasses.jpg', 0.00009, 0.00001, 0.9999, 0.00001, 0],
  ['objects/ob_tank-top.jpg', 0.00035, 0.00028, 0.9753, 0.02158, 0.0025],
  ['objects/pymatting_lemur.png', 0.00012, 0.00001, 0.99983, 0.00003, 0],
  ['objects/un_camera-lens.jpg', 0.00532, 0.00029, 0.98799, 0.00358, 0.00281],
  ['composites/comp_candle-holder_on_cafe.jpg', 0.00013, 0.00001, 0.99984, 0.00002, 0],
  ['composites/comp_mug_on_cafe.jpg', 0.0037, 0.00109, 0.99377, 0.00127, 0.00017],
  ['composites/comp_mug_on_table.jpg', 0.00169, 0.00035, 0.99703, 0.00079, 0.00013],
  ['composites/comp_tank-top_on_street.jpg', 0.01676, 0.00068, 0.98062, 0.00115, 0.0008],
  ['composites/comp_tank-top_on_wood.jpg', 0.00534, 0.00458, 0.83767, 0.11088, 0.04153],
];

const photos = sharedPath('photos');
test.skipIf(photos === undefined).each(REFERENCE)(
  'photo %s gets the score of the published runtime, far from indecent',
  async (file, drawing, hentai, neutral, porn, sexy) => {
    const bytes = readFileSync(join(photos ?? '', file));
    const { image } = await decodePhoto(bytes);
    const picture = await fitForModel(image, MODERATION_SIDE_PX, MODERATION_SIDE_PX);
    const scores = await session.score(picture);
    const compared = compareScores({ drawing, hentai, neutral, porn, sexy }, scores);
    expect(compared, JSON.stringify(scores)).toMatchObject({ passed: true });
    // The engine shrinks photos with another filter than nsfwjs, so only the verdict is compared.
    const { scores: shrunk } = await engine.run('moderate', { photo: bytes });
    expect(shrunk.porn + shrunk.hentai).toBeLessThan(0.3);
    expect(shrunk.neutral).toBeGreaterThan(0.7);
  },
);

test.each(['heic', 'avif'])('a photo in %s is scored', async (format) => {
  const photo = readFileSync(new URL(`../testing/fixtures/mug.${format}`, import.meta.url));
  const { scores } = await engine.run('moderate', { photo });
  expect(Object.values(scores).reduce((sum, score) => sum + score)).toBeCloseTo(1, 4);
  expect(scores.porn + scores.hentai).toBeLessThan(0.3);
});

describe('a drawing that the network mistakes for an indecent photo', () => {
  const file = new URL('../testing/fixtures/soft-shapes.webp', import.meta.url);
  const drawing = readFileSync(file);
  const indecency = ({ porn, hentai }: ModerationScores): number => porn + hentai;
  const ofEngine = async (photo: Uint8Array): Promise<number> =>
    indecency((await engine.run('moderate', { photo })).scores);

  test('scores as indecent when it is turned, cut, made smaller or compressed', async () => {
    const variants = await Promise.all([
      sharp(drawing).flop().png().toBuffer(),
      sharp(drawing).extract({ left: 20, top: 20, width: 400, height: 420 }).png().toBuffer(),
      sharp(drawing).resize(200, 200, { kernel: 'cubic' }).jpeg({ quality: 50 }).toBuffer(),
    ]);
    for (const photo of [drawing, ...variants]) expect(await ofEngine(photo)).toBeGreaterThan(0.85);
  });

  test('scores as indecent with the noise of a phone’s camera as well', async () => {
    const { image } = await decodePhoto(drawing);
    const random = seededRandom(1);
    for (let i = 0; i < image.data.length; i += 4) {
      const noise = (random(201) + random(201) - 200) * 0.1;
      for (let c = i; c < i + 3; c++) image.data[c] = Math.min(255, Math.max(0, image.data[c] + noise));
    }
    expect(await ofEngine(await encodePng(image))).toBeGreaterThan(0.8);
  });

  test('scores as harmless with the grain of sand, although a smoothed copy scores as indecent', async () => {
    const { image } = await decodePhoto(drawing);
    const random = seededRandom(1);
    for (let i = 0; i < image.data.length; i += 4) {
      const grain = (random(201) + random(201) - 200) * 0.7;
      for (let c = i; c < i + 3; c++) image.data[c] = Math.min(255, Math.max(0, image.data[c] + grain));
    }
    const smoothed = await fitForModel(image, MODERATION_SIDE_PX, MODERATION_SIDE_PX, 'linear');
    expect(indecency(await session.score(smoothed))).toBeGreaterThan(0.8);
    expect(await ofEngine(await encodePng(image))).toBeLessThan(0.6);
  });

  test('scores skin-colored plaster as harmless, although a sharply scaled copy scores as indecent', async () => {
    const side = 448;
    const picture = emptyRaster(side, side, 4);
    const random = seededRandom(3);
    const waves = Array.from(
      { length: 24 },
      () => [random(40) - 20, random(40) - 20, random(628) / 100] as const,
    );
    for (let y = 0, at = 0; y < side; y++) {
      for (let x = 0; x < side; x++, at += 4) {
        const rough = waves.reduce((sum, [u, v, w]) => sum + Math.sin((x * u + y * v) / 70 + w), 0) / 24;
        const light = 0.82 + 0.16 * rough;
        picture.data.set([198 * light, 134 * light, 98 * light, 255], at);
      }
    }
    const sharply = await fitForModel(picture, MODERATION_SIDE_PX, MODERATION_SIDE_PX, 'lanczos3');
    expect(indecency(await session.score(sharply))).toBeGreaterThan(0.7);
    expect(await ofEngine(await encodePng(picture))).toBeLessThan(0.3);
  });
});

test('pixels hidden by transparency, and orientation, do not affect the score', async () => {
  const picture = sharp({
    create: { width: 640, height: 320, channels: 4, background: { r: 200, g: 30, b: 60, alpha: 0 } },
  });
  const white = sharp({ create: { width: 320, height: 640, channels: 3, background: '#ffffff' } });
  const [hidden, blank] = await Promise.all([
    engine.run('moderate', { photo: await picture.png().toBuffer() }),
    engine.run('moderate', { photo: await white.jpeg().withMetadata({ orientation: 6 }).toBuffer() }),
  ]);
  expect(compareScores(blank.scores, hidden.scores)).toMatchObject({ passed: true });
});

test('a damaged photo is refused by moderation', async () => {
  const jpeg = await sharp({ create: { width: 640, height: 320, channels: 3, background: '#88a0c0' } })
    .jpeg()
    .toBuffer();
  await expect(engine.run('moderate', { photo: jpeg.subarray(0, 700) })).rejects.toMatchObject({
    code: 'CORRUPT_IMAGE',
  });
});
