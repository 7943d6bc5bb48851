import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import sharp from '../codec/sharp.ts';
import { seededRandom } from '../pixels/raster/random.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** Cut out already: nothing has to be segmented, which makes hundreds of them cheap. */
export const CUT_OUTS: readonly Uint8Array[] = [
  'serum-bottle',
  'headphones',
  'watch',
  'cream-jar',
  'speaker',
].map((name) => readFileSync(join(FIXTURES, `${name}.png`)));

/** One photo in so many is broken. */
const BROKEN_EVERY = 50;

interface VariedSize {
  readonly longestSidePx: number;
  readonly smallestShare: number;
}

export interface VariedPhoto {
  readonly file: Uint8Array;
  /** It cannot be decoded. */
  readonly isBroken: boolean;
}

/**
 * A catalog of any size from a few photos: each is scaled, turned, noised and written anew, two of a hundred are broken. The same number gives the
 * same photo.
 * @param size sides of the largest photo, and what share of them the smallest has
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
    const file = await varied(source, number, size);
    yield { file: isBroken ? broken(file, number) : file, isBroken };
  }
}

async function varied(
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
  // The last channel of four is how much the product covers.
  const isNoised = (at: number): boolean => info.channels !== 4 || at % 4 !== 3;
  const noised = data.map((level, at) => (isNoised(at) ? level + random(9) - 4 : level));
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const picture = sharp(clamped(data, noised), { raw });
  if (!hasAlpha) return picture.jpeg({ quality: 80 + random(16) }).toBuffer();
  return random(2) === 1 ? picture.png().toBuffer() : picture.webp({ lossless: true }).toBuffer();
}

const QUICK = { compressionLevel: 1 };
const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 };
/** Of the longer side: corners of what is turned by twelve degrees lie outside of it by less. */
const AROUND_SHARE = 0.12;

/** As by a camera that was held askew: the ground goes on into the corners, and the size stays. */
async function askew(photo: Sharp, degrees: number): Promise<Sharp> {
  // One after another: sharp turns first, whatever it is told first.
  const { data, info } = await photo.png(QUICK).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const px = Math.ceil(Math.max(width, height) * AROUND_SHARE);
  const around = { top: px, bottom: px, left: px, right: px, extendWith: 'mirror' } as const;
  const whole = await sharp(data).extend(around).png(QUICK).toBuffer();
  const turned = await sharp(whole).rotate(degrees).png(QUICK).toBuffer({ resolveWithObject: true });
  const [left, top] = [(turned.info.width - width) >> 1, (turned.info.height - height) >> 1];
  return sharp(turned.data).extract({ left, top, width, height });
}

/** Where noise went over an end of the scale, the level stays as it was. */
const clamped = (before: Buffer, after: Uint8Array): Buffer =>
  Buffer.from(
    before.map((level, at) => (Math.abs((after[at] ?? level) - level) > 4 ? level : (after[at] ?? level))),
  );

/** Cut off within its pixels, or no picture at all. */
const broken = (file: Uint8Array, number: number): Uint8Array =>
  number % 4 === 1 ? file.subarray(0, file.length >> 1) : Buffer.from(`not a photo, but number ${number}`);
