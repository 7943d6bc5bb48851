import { beforeAll, describe, expect, it } from 'vitest';
import { bareFile } from '../pixels/file/metadata/bare.ts';
import { embedAuxiliaryMaps, readAuxiliaryMaps } from '../pixels/file/map-container.ts';
import sharp from './sharp.ts';

/** JPEG APP1 segment, in which cameras store names and locations. */
const note = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xe1, 0, text.length + 2]), Buffer.from(text)]);
const SECRET = note('Exif Jane Doe');

let noise: Buffer;
let jpeg: Buffer;
beforeAll(async () => {
  noise = Buffer.from(Array.from({ length: 64 * 48 * 3 }, (_, i) => (i * i * 31) % 256));
  jpeg = await picture().jpeg().toBuffer();
});
const picture = () => sharp(noise, { raw: { width: 64, height: 48, channels: 3 } });
const decodePixels = (file: Uint8Array) => sharp(file).removeAlpha().raw().toBuffer();

async function expectBare(dirty: Uint8Array, clean: Uint8Array): Promise<void> {
  const bare = bareFile(new Uint8Array(dirty));
  expect(Buffer.from(bare).toString('latin1')).not.toMatch(/Jane Doe|hidden/);
  expect((await decodePixels(bare)).equals(await decodePixels(clean))).toBe(true);
}

describe('a file stripped of metadata', () => {
  it('contains no comment that followed a fill byte', async () => {
    const dirty = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff]), SECRET, jpeg.subarray(2)]);
    await expectBare(dirty, jpeg);
  });

  it('contains no comment from between the scans of a progressive JPEG', async () => {
    const progressive = await picture().jpeg({ progressive: true }).toBuffer();
    const second = progressive.indexOf(
      Buffer.from([0xff, 0xda]),
      progressive.indexOf(Buffer.from([0xff, 0xda])) + 2,
    );
    expect(second).toBeGreaterThan(0);
    const dirty = Buffer.concat([progressive.subarray(0, second), SECRET, progressive.subarray(second)]);
    await expectBare(dirty, progressive);
  });

  it('contains no second picture or text from behind the picture’s end', async () => {
    await expectBare(Buffer.concat([jpeg, jpeg, Buffer.from('hidden')]), jpeg);
    const webp = await picture().webp({ lossless: true }).toBuffer();
    await expectBare(Buffer.concat([webp, Buffer.from('hidden')]), webp);
    const png = await picture().png().toBuffer();
    await expectBare(Buffer.concat([png, Buffer.from('hidden')]), png);
  });

  it('contains no text, even behind more chunks than are examined', async () => {
    const png = await picture().png().toBuffer();
    const empty = Buffer.from([0, 0, 0, 0, ...Buffer.from('zzZz'), 0x26, 0x69, 0x4e, 0x5a]);
    const text = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('tEXta\0hidden'), Buffer.alloc(4)]);
    const flood = Buffer.concat([png.subarray(0, 33), ...Array.from({ length: 66_000 }, () => empty), text]);
    const bare = bareFile(new Uint8Array(Buffer.concat([flood, png.subarray(33)])));
    expect(Buffer.from(bare).toString('latin1')).not.toContain('hidden');
  });

  it('keeps auxiliary maps without their metadata, and drops chunks that are named like a map but contain text', async () => {
    const png = new Uint8Array(await picture().png().toBuffer());
    const plane = await picture()
      .grayscale()
      .png()
      .withExif({ IFD0: { Artist: 'Jane Doe' } })
      .toBuffer();
    const withPlane = Buffer.concat(embedAuxiliaryMaps(png, { photoShadow: new Uint8Array(plane) }));
    expect(withPlane.toString('latin1')).toContain('Jane Doe');
    await expectBare(withPlane, png);
    expect(Object.keys(readAuxiliaryMaps(bareFile(new Uint8Array(withPlane))))).toEqual(['photoShadow']);
    const text = Buffer.from('Photographer: Jane Doe');
    const length = Buffer.from([0, 0, 0, text.length]);
    const chunk = Buffer.concat([length, Buffer.from('pkPL'), text, Buffer.alloc(4)]);
    await expectBare(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]), png);
  });

  it('equals the original file when there is nothing to remove', async () => {
    expect(Buffer.from(bareFile(new Uint8Array(jpeg))).equals(jpeg)).toBe(true);
    const gray = await picture().grayscale().jpeg({ progressive: true, quality: 100 }).toBuffer();
    expect(Buffer.from(bareFile(new Uint8Array(gray))).equals(gray)).toBe(true);
  });
});
