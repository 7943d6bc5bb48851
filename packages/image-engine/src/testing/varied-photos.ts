import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import sharp from '../codec/sharp.ts';
import { seededRandom } from '../pixels/raster/random.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** Photos that are cut out already, so that tests with hundreds of them need no segmentation. */
export const CUT_OUTS: readonly Uint8Array[] = [
  'serum-bottle',
  'headphones',
  'watch',
  'cream-jar',
  'speaker',
].map((name) => readFileSync(join(FIXTURES, `${name}.png`)));

/** Interval between photos that can't be decoded. */
const BROKEN_EVERY = 50;

interface VariedSize {
  readonly longestSidePx: number;
  readonly smallestShare: number;
}

export interface VariedPhoto {
  readonly file: Uint8Array;
  /** True if the photo can't be decoded. */
  readonly isBroken: boolean;
}

/**
 * Generates a catalog of any size from a few photos, each scaled, rotated, with added noise, and encoded again; two of
 * a hundred can't be decoded. Equal numbers give equal photos.
 * @param size sides of the largest photo, and the relative size of the smallest
 */
export async function* variedPhotos(
  sources: readonly Uint8Array[],
  count: number,
  size: VariedSize,
): AsyncGenerator<VariedPhoto> {
  for (let number = 1; number <= count; number++) {
    const isBroken = number % BROKEN_EVERY === BROKEN_EVERY >> 1;
    const source = sources[number % sources.length];
    if (source === undefined) throw new RangeError('There has to be a photo to vary');
    const file = await varyPhoto(source, number, size);
    yield { file: isBroken ? breakFile(file, number) : file, isBroken };
  }
}

async function varyPhoto(
  source: Uint8Array,
  number: number,
  { longestSidePx, smallestShare }: VariedSize,
): Promise<Uint8Array> {
  const random = seededRandom(number);
  const sidePx = Math.round(longestSidePx * (smallestShare + (random(1000) / 1000) * (1 - smallestShare)));
  const degrees = random(24) - 12;
  const { hasAlpha } = await sharp(source).metadata();
  const scaled = sharp(source).resize(sidePx, sidePx, { fit: 'inside' });
  const turned = (
    hasAlpha ? scaled.rotate(degrees, { background: NOTHING }) : await askew(scaled, degrees)
  ).flop(random(2) === 1);
  const { data, info } = await (hasAlpha ? turned.ensureAlpha() : turned.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The fourth channel is alpha, to which no noise is added.
  const isNoised = (at: number): boolean => info.channels !== 4 || at % 4 !== 3;
  const noised = data.map((level, at) => (isNoised(at) ? level + random(9) - 4 : level));
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const picture = sharp(clampSize(data, noised), { raw });
  if (!hasAlpha) return picture.jpeg({ quality: 80 + random(16) }).toBuffer();
  return random(2) === 1 ? picture.png().toBuffer() : picture.webp({ lossless: true }).toBuffer();
}

const QUICK = { compressionLevel: 1 };
const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 };
/**
 * Width of the margin relative to the longer side; the corners of a picture rotated by twelve degrees extend by less.
 */
const AROUND_SHARE = 0.12;

/**
 * Rotates a photo as if taken with a tilted camera: the background extends into the corners, and the size doesn't
 * change.
 */
async function askew(photo: Sharp, degrees: number): Promise<Sharp> {
  // Extends and rotates in two separate steps, because within one step sharp always rotates first.
  const { data, info } = await photo.png(QUICK).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const px = Math.ceil(Math.max(width, height) * AROUND_SHARE);
  const around = { top: px, bottom: px, left: px, right: px, extendWith: 'mirror' } as const;
  const whole = await sharp(data).extend(around).png(QUICK).toBuffer();
  const turned = await sharp(whole).rotate(degrees).png(QUICK).toBuffer({ resolveWithObject: true });
  const [left, top] = [(turned.info.width - width) >> 1, (turned.info.height - height) >> 1];
  return sharp(turned.data).extract({ left, top, width, height });
}

/** Restores the original level where the noise wrapped around from 255 to 0 or back. */
const clampSize = (before: Buffer, after: Uint8Array): Buffer =>
  Buffer.from(
    before.map((level, at) => (Math.abs((after[at] ?? level) - level) > 4 ? level : (after[at] ?? level))),
  );

/** Truncates a file within its pixels, or replaces the file by text. */
const breakFile = (file: Uint8Array, number: number): Uint8Array =>
  number % 4 === 1 ? file.subarray(0, file.length >> 1) : Buffer.from(`not a photo, but number ${number}`);
