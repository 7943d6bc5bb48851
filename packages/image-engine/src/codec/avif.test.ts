import { describe, expect, it } from 'vitest';
import { raster } from '../pixels/raster/raster.ts';
import { ImageRefusal } from '../pixels/raster/refusal.ts';
import { decodePhoto, decodeSmall } from './decode.ts';
import { encodeAvif } from './encode.ts';
import sharp from './sharp.ts';

const WIDTH_PX = 64;
const HEIGHT_PX = 40;

const picture = (() => {
  const data = new Uint8Array(WIDTH_PX * HEIGHT_PX * 4);
  for (let i = 0; i < WIDTH_PX * HEIGHT_PX; i++) {
    const isLeft = i % WIDTH_PX < WIDTH_PX / 2;
    const alpha = i < (WIDTH_PX * HEIGHT_PX) / 2 ? 255 : 128;
    data.set([...(isLeft ? [200, 40, 40] : [40, 60, 190]), alpha], i * 4);
  }
  return raster(data, WIDTH_PX, HEIGHT_PX, 4);
})();
const drawing = sharp(picture.data, { raw: { width: WIDTH_PX, height: HEIGHT_PX, channels: 4 } });
const AVIF = { quality: 90, effort: 0, chromaSubsampling: '4:4:4' } as const;
const opaque = await drawing.clone().removeAlpha().avif(AVIF).toBuffer();

async function outcome(bytes: Uint8Array): Promise<string> {
  try {
    await decodePhoto(bytes);
    return 'a picture';
  } catch (error) {
    if (error instanceof ImageRefusal) return error.code;
    throw error;
  }
}

async function expectPicture(bytes: Uint8Array, alphaBelow = 255): Promise<void> {
  const { image, format } = await decodePhoto(bytes);
  expect([format, image.widthPx, image.heightPx]).toEqual(['avif', WIDTH_PX, HEIGHT_PX]);
  const at = (x: number, y: number) => [...image.data.subarray((y * WIDTH_PX + x) * 4).subarray(0, 4)];
  const expectedPixels = [
    [at(8, 5), [200, 40, 40, 255]],
    [at(56, 5), [40, 60, 190, 255]],
    [at(8, 35), [200, 40, 40, alphaBelow]],
  ] as const;
  for (const [color, expected] of expectedPixels) {
    const off = Math.max(...color.map((value, c) => Math.abs(value - (expected[c] ?? 0))));
    expect(off, `${color.join()} for ${expected.join()}`).toBeLessThanOrEqual(6);
  }
}

/** Copy of the file in which a number is replaced: in the first box named `name`, `offset` bytes after the name. */
function patchBox(file: Uint8Array, name: string, offset: number, value: number, bytes: 2 | 4): Buffer {
  const copy = Buffer.from(file);
  copy.writeUIntBE(value, copy.indexOf(name) + 4 + offset, bytes);
  return copy;
}

/**
 * Copy of the file with a property added to its only item: appends the property's box to the list and assigns it to the
 * item.
 */
function withProperty(file: Uint8Array, box: readonly number[]): Buffer {
  const copy = Buffer.from(file);
  const [meta, iprp, ipco, ipma, iloc] = ['meta', 'iprp', 'ipco', 'ipma', 'iloc'].map(
    (n) => copy.indexOf(n) - 4,
  );
  const grow = (at: number, by: number) => copy.writeUInt32BE(copy.readUInt32BE(at) + by, at);
  const countAt = ipma + 18;
  const number = [...propertyNames(copy, ipco)].length + 1;
  // The iloc box has version 0, and four bytes for offsets and lengths; the base offset at +20 has four bytes too.
  expect([copy[iloc + 8], copy[iloc + 12]]).toEqual([0, 0x44]);
  grow(iloc + 20, box.length + 1);
  grow(meta, box.length + 1);
  grow(iprp, box.length + 1);
  grow(ipma, 1);
  copy[countAt] = (copy[countAt] ?? 0) + 1;
  const ipcoEnd = ipco + copy.readUInt32BE(ipco);
  const ipmaEnd = ipma + copy.readUInt32BE(ipma) - 1;
  grow(ipco, box.length);
  return Buffer.concat([
    copy.subarray(0, ipcoEnd),
    Buffer.from(box),
    copy.subarray(ipcoEnd, ipmaEnd),
    Buffer.from([0x80 | number]),
    copy.subarray(ipmaEnd),
  ]);
}

function* propertyNames(file: Buffer, ipco: number): Generator<string> {
  const end = ipco + file.readUInt32BE(ipco);
  for (let at = ipco + 8; at < end; at += file.readUInt32BE(at))
    yield file.toString('latin1', at + 4, at + 8);
}
const letters = (word: string): number[] => [...Buffer.from(word, 'latin1')];
const irot = (quarterTurns: number) => [0, 0, 0, 9, ...letters('irot'), quarterTurns];
const NCLX_HEADER = [0, 0, 0, 19, ...letters('colrnclx')];
const nclx = (primaries: number, transfer: number) => {
  const codePoints = [0, primaries, 0, transfer, 0, 6, 0x80];
  return [...NCLX_HEADER, ...codePoints];
};

describe('an AVIF', () => {
  it.each<[string, () => Promise<Uint8Array>, number]>([
    ['of eight bits', () => Promise.resolve(opaque), 255],
    ['with alpha, as we write it', () => encodeAvif(picture, 90, '<x/>'), 128],
    [
      'of ten bits',
      () =>
        drawing
          .clone()
          .avif({ ...AVIF, bitdepth: 10 })
          .toBuffer(),
      128,
    ],
    [
      'of twelve bits',
      () =>
        drawing
          .clone()
          .removeAlpha()
          .avif({ ...AVIF, bitdepth: 12 })
          .toBuffer(),
      255,
    ],
    [
      'in Display P3 by its profile',
      () => drawing.clone().removeAlpha().withIccProfile('p3').avif(AVIF).toBuffer(),
      255,
    ],
  ])('an AVIF %s is decoded to sRGB', async (_what, make, alpha) => {
    await expectPicture(await make(), alpha);
  });

  it('an AVIF is rotated by the property in its container', async () => {
    const { image } = await decodePhoto(withProperty(opaque, irot(1)));
    expect([image.widthPx, image.heightPx]).toEqual([HEIGHT_PX, WIDTH_PX]);
    // Expected orientation after a quarter turn counterclockwise: the right side is at the top.
    const top = [...image.data.subarray((5 * HEIGHT_PX + 20) * 4).subarray(0, 3)];
    expect(Math.abs((top[2] ?? 0) - 190)).toBeLessThan(8);
  });

  it('an AVIF with a wide gamut or high dynamic range is converted to sRGB', async () => {
    const red = async (primaries: number, transfer: number) => {
      const { image } = await decodePhoto(withProperty(opaque, nclx(primaries, transfer)));
      return [...image.data.subarray((5 * WIDTH_PX + 8) * 4).subarray(0, 3)];
    };
    const [srgb, p3, wide, bright] = [
      await red(1, 13),
      await red(12, 13),
      await red(9, 13),
      await red(9, 16),
    ];
    // In a wider gamut, equal sample values mean a more saturated red, which is clipped to sRGB.
    expect(p3[0]).toBeGreaterThan((srgb[0] ?? 255) + 10);
    expect(wide[0]).toBeGreaterThan(p3[0] ?? 255);
    expect(wide[1]).toBeLessThan(srgb[1] ?? 0);
    // With the PQ transfer function, a sample of 200 is much brighter than with sRGB's.
    expect(bright[0]).toBeGreaterThan(240);
  });

  it('an AVIF is resized to the requested small size for analysis', async () => {
    const { widthPx, heightPx, channels } = await decodeSmall(opaque, { widthPx: 16, heightPx: 16 });
    expect([widthPx, heightPx, channels]).toEqual([16, 16, 3]);
  });

  it('an AVIF animation decodes to its still picture', async () => {
    const sequence = Buffer.from(opaque);
    sequence.write('avis', 8, 'latin1');
    await expectPicture(sequence);
  });

  it('a truncated AVIF is refused wherever it ends', async () => {
    for (const share of [0.2, 0.5, 0.9, 0.99]) {
      expect(await outcome(opaque.subarray(0, Math.floor(opaque.length * share))), String(share)).toBe(
        'CORRUPT_IMAGE',
      );
    }
  });

  it.each<[string, Uint8Array, string]>([
    ['too many pixels', patchBox(opaque, 'ispe', 4, 60_000, 4), 'TOO_MANY_PIXELS'],
    ['no pixels', patchBox(opaque, 'ispe', 4, 0, 4), 'CORRUPT_IMAGE'],
    ['a picture beyond its end', patchBox(opaque, 'iloc', 18, 0x7fff_ffff, 4), 'CORRUPT_IMAGE'],
    [
      'HEVC in it',
      Buffer.from(Buffer.from(opaque).toString('latin1').replace('av01', 'hvc1'), 'latin1'),
      'UNSUPPORTED_CODING',
    ],
  ])('an AVIF that claims %s is refused', async (_what, bytes, code) => {
    expect(await outcome(bytes)).toBe(code);
  });

  it('the process that decodes an AVIF ends when decoding is canceled', async () => {
    const controller = new AbortController();
    const decoding = decodePhoto(opaque, controller.signal);
    controller.abort(new Error('stop'));
    await expect(decoding).rejects.toThrow('stop');
  });
});

describe('animated WebP', () => {
  it('an animated WebP decodes to its first frame', async () => {
    const pages = Buffer.concat([0, 1, 2].map((page) => Buffer.alloc(24 * 16 * 4, [200, 90, 30][page])));
    for (let i = 3; i < pages.length; i += 4) pages[i] = 255;
    const file = await sharp(pages, { raw: { width: 24, height: 48, channels: 4, pageHeight: 16 } })
      .webp({ lossless: true, delay: [100, 100, 100] })
      .toBuffer();
    expect((await sharp(file).metadata()).pages).toBe(3);
    const { image } = await decodePhoto(file);
    expect([image.widthPx, image.heightPx]).toEqual([24, 16]);
    expect([...image.data.subarray(0, 4)]).toEqual([200, 200, 200, 255]);
  });
});
