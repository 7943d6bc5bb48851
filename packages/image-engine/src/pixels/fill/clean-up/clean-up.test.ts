import { describe, expect, test } from 'vitest';
import { decodePhoto } from '../../../codec/decode.ts';
import sharp from '../../../codec/sharp.ts';
import { readJpegCoding } from '../../file/header/jpeg-coding.ts';
import { seededRandom } from '../../raster/random.ts';
import { emptyRaster, raster } from '../../raster/raster.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import { finish } from '../../raster/work.ts';
import { cleanUp } from './clean-up.ts';
import { findCompression } from './compression.ts';
import { BLOCK_SIDE, BLOCK_SIZE, forwardDct, inverseDct } from './dct.ts';
import { readRows } from './color-planes.ts';

const WIDTH_PX = 168;
const HEIGHT_PX = 152;

/** Draws a shaded ball, some letter-like bars and a sky, without noise. */
function drawPicture(): RgbaRaster {
  const image = emptyRaster(WIDTH_PX, HEIGHT_PX, 4);
  for (let y = 0, at = 0; y < HEIGHT_PX; y++) {
    for (let x = 0; x < WIDTH_PX; x++, at += 4) {
      const isBar = x > 96 && x < 150 && y > 20 && y < 40 && Math.floor(x / 3) % 2 === 0;
      const ball = Math.min(1, Math.max(0, 46 - Math.hypot(x - 60, y - 84)));
      const shade = 0.55 + (x - y) / 500;
      image.data[at] = isBar ? 30 : (90 + y / 2) * (1 - ball) + 220 * shade * ball;
      image.data[at + 1] = isBar ? 34 : (120 + y / 3) * (1 - ball) + 110 * shade * ball;
      image.data[at + 2] = isBar ? 40 : (190 - y / 4) * (1 - ball) + 60 * shade * ball;
      image.data[at + 3] = 255;
    }
  }
  return image;
}

function noisy(image: RgbaRaster, deviation: number): RgbaRaster {
  const random = seededRandom(5);
  const data = image.data.slice();
  for (let i = 0; i < data.length; i++) {
    if (i % 4 === 3) continue;
    // Sum of twelve uniform random numbers, which is nearly normally distributed.
    let sum = -6;
    for (let k = 0; k < 12; k++) sum += random(4096) / 4096;
    data[i] = Math.min(255, Math.max(0, Math.round(data[i] + sum * deviation)));
  }
  return raster(data, image.widthPx, image.heightPx, 4);
}

const encodeTestJpeg = ({ data, widthPx, heightPx }: RgbaRaster, quality: number): Promise<Buffer> =>
  sharp(data, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality })
    .toBuffer();

const copyRaster = ({ data, widthPx, heightPx }: RgbaRaster): RgbaRaster =>
  raster(data.slice(), widthPx, heightPx, 4);

function psnrDb(a: RgbaRaster, b: RgbaRaster): number {
  const squares = a.data.reduce((sum, value, i) => sum + (value - b.data[i]) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / (a.data.length * 0.75)));
}

test('the cosine transform preserves energy, and its inverse restores the samples', () => {
  const random = seededRandom(1);
  const samples = Float32Array.from({ length: BLOCK_SIZE }, () => random(256));
  const block = samples.slice();
  forwardDct(block);
  const energy = (values: Float32Array): number => values.reduce((sum, value) => sum + value * value, 0);
  expect(energy(block) / energy(samples)).toBeCloseTo(1, 5);
  expect(block[0]).toBeCloseTo(samples.reduce((sum, value) => sum + value, 0) / BLOCK_SIDE, 2);
  inverseDct(block);
  expect(Math.max(...block.map((value, i) => Math.abs(value - samples[i])))).toBeLessThan(1e-3);
});

describe('cleaning up noise and JPEG traces', () => {
  test('a clean picture keeps every byte', () => {
    const image = drawPicture();
    expect(finish(cleanUp(image, null))).toEqual({ noise: 0, jpegStep: undefined, isChanged: false });
    expect(Buffer.compare(image.data, drawPicture().data)).toBe(0);
  });

  test.each([5, 10, 20])('noise of %i levels is measured and removed', (deviation) => {
    const image = noisy(drawPicture(), deviation);
    const before = psnrDb(image, drawPicture());
    // Standard deviation of luma, a weighted sum of three channels with independent noise.
    const ofLuma = deviation * Math.hypot(0.299, 0.587, 0.114);
    const { noise } = finish(cleanUp(image, null));
    expect(noise / ofLuma).toBeGreaterThan(0.75);
    expect(noise / ofLuma).toBeLessThan(1.5);
    expect(psnrDb(image, drawPicture())).toBeGreaterThan(before + 6);
  });

  test('edges and letters stay as sharp as they were', () => {
    const image = noisy(drawPicture(), 8);
    finish(cleanUp(image, null));
    const readMiddles = (first: number): number[] =>
      [first, first + 6, first + 12, first + 18].map((x) => image.data[(30 * WIDTH_PX + x) * 4]);
    expect(Math.max(...readMiddles(103))).toBeLessThan(50);
    expect(Math.min(...readMiddles(100))).toBeGreaterThan(85);
  });

  test.each([20, 40])(
    'JPEG blocks at quality %i are removed within the file’s quantization steps',
    async (quality) => {
      const file = await encodeTestJpeg(drawPicture(), quality);
      const { image } = await decodePhoto(file);
      const coding = readJpegCoding(file);
      const decoded = copyRaster(image);
      const { jpegStep } = finish(cleanUp(image, coding));
      expect(jpegStep).toBeGreaterThan(5);
      expect(psnrDb(image, drawPicture())).toBeGreaterThan(psnrDb(decoded, drawPicture()) + 0.5);
      const steps = coding?.lumaSteps ?? new Float32Array(BLOCK_SIZE);
      const [was, is] = [decoded, image].map((picture) => readRows(picture, 'luma', 1, 0, HEIGHT_PX));
      const block = (rows: typeof was, x: number, y: number): Float32Array => {
        const samples = new Float32Array(BLOCK_SIZE);
        for (let row = 0; row < BLOCK_SIDE; row++) {
          const from = (y + row) * WIDTH_PX + x;
          samples.set(rows?.data.subarray(from, from + BLOCK_SIDE) ?? [], row * BLOCK_SIDE);
        }
        forwardDct(samples);
        return samples;
      };
      let beyond = -Infinity;
      for (let y = 0; y < HEIGHT_PX; y += BLOCK_SIDE) {
        for (let x = 0; x < WIDTH_PX; x += BLOCK_SIDE) {
          const [a, b] = [block(was, x, y), block(is, x, y)];
          a.forEach((value, i) => (beyond = Math.max(beyond, Math.abs(value - b[i]) - steps[i] / 2)));
        }
      }
      // Allows for SLACK in the tested code and for rounding samples to bytes.
      expect(beyond).toBeLessThan(3);
    },
  );

  test('JPEG traces are removed from a cut-out’s colors, and its alpha stays', async () => {
    const { image } = await decodePhoto(await encodeTestJpeg(drawPicture(), 40));
    for (let y = 0; y < HEIGHT_PX; y++)
      for (let x = 0; x < 20; x++) image.data[(y * WIDTH_PX + x) * 4 + 3] = x * 12;
    const alpha = (picture: RgbaRaster): Uint8Array => picture.data.filter((_, i) => i % 4 === 3);
    const before = copyRaster(image);
    const compression = findCompression(image);
    expect([compression?.luma.offsetXPx, compression?.luma.offsetYPx]).toEqual([0, 0]);
    expect(finish(cleanUp(image, null)).isChanged).toBe(true);
    expect(alpha(image)).toEqual(alpha(before));
  });

  test('a picture that never was a JPEG shows no JPEG traces', () => {
    expect(findCompression(noisy(drawPicture(), 6))).toBeNull();
    expect(findCompression(drawPicture())).toBeNull();
  });
});
