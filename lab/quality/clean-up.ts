/**
 * Measures the effect of "Clean up first" on enlargements:
 *
 *   node lab/quality/clean-up.ts [--side 640] [--only mug,jar] [--mode faithful|detailed] [--pictures OUT_FOLDER] [FOLDER]
 *
 * Each photo of the folder (../shared/photos/objects) is shrunk to `side`, which is the ground truth. A copy of half
 * this size gets JPEG artifacts or noise, and is enlarged twice, with and without the clean-up. Measures PSNR over the
 * three channels and SSIM of lightness against the ground truth (Wang et al., "Image quality assessment: from error
 * visibility to structural similarity", IEEE Transactions on Image Processing, 2004; windows of 9 x 9). `changed`
 * compares the small picture before and after the clean-up: clean pictures should stay as they are.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { openUpscaleSession } from '../../packages/image-engine/src/models/esrgan-session.ts';
import { prepareModel } from '../../packages/image-engine/src/models/prepare-model.ts';
import { boxMean } from '../../packages/image-engine/src/pixels/raster/box-filter.ts';
import { cleanUp } from '../../packages/image-engine/src/pixels/fill/clean-up/clean-up.ts';
import { readJpegCoding } from '../../packages/image-engine/src/pixels/file/header/jpeg-coding.ts';
import { seededRandom } from '../../packages/image-engine/src/pixels/raster/random.ts';
import { raster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import type { RgbaRaster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import { resample } from '../../packages/image-engine/src/pixels/raster/resample.ts';
import { finish } from '../../packages/image-engine/src/pixels/raster/work.ts';
import { enlargeTiled, type Enlarger } from '../../packages/image-engine/src/tools/upscale/enlarge-tiled.ts';
import { createNetworkEnlarger, createInterpolator } from '../../packages/image-engine/src/tools/upscale/run.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TILE = { sidePx: 192, overlapPx: 16 };
const SSIM_RADIUS_PX = 4;

interface Case {
  readonly name: string;
  /** JPEG quality; missing without JPEG compression. */
  readonly quality?: number;
  /** Standard deviation of the noise in each channel. */
  readonly noise?: number;
  /**
   * True if the clean-up has to estimate the quantization tables, as for a cut-out, because the file doesn't contain
   * them.
   */
  readonly isFound?: boolean;
}

const CASES: readonly Case[] = [
  { name: 'clean' },
  { name: 'JPEG 30', quality: 30 },
  { name: 'JPEG 50', quality: 50 },
  { name: 'JPEG 70', quality: 70 },
  { name: 'JPEG 90', quality: 90 },
  { name: 'JPEG 50 in a PNG', quality: 50, isFound: true },
  { name: 'noise 5', noise: 5 },
  { name: 'noise 10', noise: 10 },
  { name: 'noise 20', noise: 20 },
  { name: 'noise 10, JPEG 70', noise: 10, quality: 70 },
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    side: { type: 'string', default: '640' },
    only: { type: 'string', default: '' },
    mode: { type: 'string', default: 'faithful' },
    pictures: { type: 'string' },
  },
});

const encodeRaster = ({ data, widthPx, heightPx }: RgbaRaster): ReturnType<typeof sharp> =>
  sharp(data, { raw: { width: widthPx, height: heightPx, channels: 4 } });

function noisy({ data, widthPx, heightPx }: RgbaRaster, deviation: number): RgbaRaster {
  const random = seededRandom(11);
  const uniform = (): number => (random(1_000_000) + 0.5) / 1_000_000;
  const out = data.map((value, i) => {
    if (i % 4 === 3) return value;
    const bell = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    return Math.min(255, Math.max(0, Math.round(value + deviation * bell)));
  });
  return raster(out, widthPx, heightPx, 4);
}

function psnrDb(a: RgbaRaster, b: RgbaRaster): number {
  let squares = 0;
  for (let i = 0; i < a.data.length; i++) {
    if (i % 4 !== 3) squares += (a.data[i] - b.data[i]) ** 2;
  }
  return 10 * Math.log10(255 ** 2 / (squares / (a.data.length * 0.75)));
}

function computeLuma({ data, widthPx, heightPx }: RgbaRaster): Float32Array {
  return Float32Array.from(
    { length: widthPx * heightPx },
    (_, i) => 0.299 * data[i * 4] + 0.587 * data[i * 4 + 1] + 0.114 * data[i * 4 + 2],
  );
}

function ssim(a: RgbaRaster, b: RgbaRaster): number {
  const { widthPx, heightPx } = a;
  const mean = (plane: Float32Array): Float32Array => {
    const target = new Float32Array(plane.length);
    boxMean(plane, target, widthPx, heightPx, SSIM_RADIUS_PX, new Float32Array(plane.length));
    return target;
  };
  const [x, y] = [computeLuma(a), computeLuma(b)];
  const product = (p: Float32Array, q: Float32Array): Float32Array => p.map((value, i) => value * q[i]);
  const [mx, my] = [mean(x), mean(y)];
  const [xx, yy, xy] = [mean(product(x, x)), mean(product(y, y)), mean(product(x, y))];
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  let sum = 0;
  for (let i = 0; i < x.length; i++) {
    const [p, q] = [mx[i], my[i]];
    const variances = xx[i] - p * p + yy[i] - q * q;
    const covariance = xy[i] - p * q;
    sum += ((2 * p * q + c1) * (2 * covariance + c2)) / ((p * p + q * q + c1) * (variances + c2));
  }
  return sum / x.length;
}

async function createEnlarger(mode: string): Promise<Enlarger> {
  if (mode === 'faithful') return createInterpolator(2);
  const { modelFile } = await prepareModel({
    name: 'esrgan',
    cacheDir: path.join(ROOT, '.packshot/models'),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return createNetworkEnlarger(await openUpscaleSession(modelFile), 2);
}

interface Row {
  readonly psnr: readonly [plain: number, cleaned: number];
  readonly ssim: readonly [plain: number, cleaned: number];
  readonly changedDb: number;
  readonly secondsPerMegapixel: number;
}

async function measureCase(
  truth: RgbaRaster,
  { quality, noise, isFound }: Case,
  enlarger: Enlarger,
  name: string,
): Promise<Row> {
  const small = resample(truth, truth.widthPx / 2, truth.heightPx / 2, 'cubic');
  let image = noise === undefined ? small : noisy(small, noise);
  let file: Uint8Array = new Uint8Array();
  if (quality !== undefined) {
    file = await encodeRaster(image).removeAlpha().jpeg({ quality }).toBuffer();
    ({ image } = await decodePhoto(file));
  }
  const cleaned = raster(image.data.slice(), image.widthPx, image.heightPx, 4);
  const before = process.cpuUsage();
  finish(cleanUp(cleaned, isFound === true ? null : readJpegCoding(file)));
  const { user } = process.cpuUsage(before);
  const options = { ...TILE, onTile: () => undefined, checkpoint: () => Promise.resolve() };
  const [plain, better] = [
    await enlargeTiled(image, enlarger, options),
    await enlargeTiled(cleaned, enlarger, options),
  ];
  if (values.pictures !== undefined) {
    mkdirSync(values.pictures, { recursive: true });
    for (const [what, picture] of Object.entries({ truth, plain, cleaned: better })) {
      await encodeRaster(picture)
        .png()
        .toFile(path.join(values.pictures, `${name} ${what}.png`));
    }
  }
  return {
    psnr: [psnrDb(truth, plain), psnrDb(truth, better)],
    ssim: [ssim(truth, plain), ssim(truth, better)],
    changedDb: Math.min(99, psnrDb(image, cleaned)),
    secondsPerMegapixel: user / image.widthPx / image.heightPx,
  };
}

async function main(): Promise<void> {
  const folder = positionals[0] ?? path.join(ROOT, '../shared/photos/objects');
  const wanted = values.only.split(',');
  const enlarger = await createEnlarger(values.mode);
  const rows = new Map<string, Row[]>();
  for (const file of readdirSync(folder)) {
    if (!/\.(jpg|png)$/.test(file) || !wanted.some((part) => file.includes(part))) continue;
    const { image } = await decodePhoto(readFileSync(path.join(folder, file)));
    for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
    const scale = Math.min(1, Number(values.side) / Math.max(image.widthPx, image.heightPx));
    const even = (px: number): number => Math.floor((px * scale) / 2) * 2;
    const truth = resample(image, even(image.widthPx), even(image.heightPx), 'lanczos3');
    for (const one of CASES) {
      const row = await measureCase(truth, one, enlarger, `${file} ${one.name}`);
      rows.set(one.name, [...(rows.get(one.name) ?? []), row]);
    }
    process.stderr.write(`${file}\n`);
  }
  console.log('| | PSNR plain | cleaned | worst photo | SSIM plain | cleaned | changed | s a megapixel |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const [name, all] of rows) {
    const mean = (of: (row: Row) => number): number =>
      all.reduce((sum, row) => sum + of(row), 0) / all.length;
    const worst = Math.min(...all.map(({ psnr: [plain, cleaned] }) => cleaned - plain));
    const cells = [
      mean(({ psnr }) => psnr[0]).toFixed(1),
      mean(({ psnr }) => psnr[1]).toFixed(1),
      `${worst >= 0 ? '+' : ''}${worst.toFixed(2)}`,
      mean((row) => row.ssim[0]).toFixed(3),
      mean((row) => row.ssim[1]).toFixed(3),
      `${mean(({ changedDb }) => changedDb).toFixed(1)} dB`,
      mean(({ secondsPerMegapixel }) => secondsPerMegapixel).toFixed(1),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

await main();
