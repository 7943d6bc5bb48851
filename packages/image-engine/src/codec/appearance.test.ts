import { describe, expect, it } from 'vitest';
import { colorDifference, toLab } from '../pixels/color/color-difference.ts';
import { isReadAlike } from '../pixels/file/appearance/read-alike.ts';
import { probeImageHeader } from '../pixels/file/header/probe.ts';
import { readFileFacts } from '../pixels/quality/channels/file-facts.ts';
import { storedReadings } from '../testing/appearance/chromium-readings.ts';
import { appearanceFiles } from '../testing/appearance/index.ts';
import { PATCH_PX, readPatches } from '../testing/appearance/picture.ts';
import type { PictureReading } from '../testing/appearance/picture.ts';
import { decodePhoto, decodeScaled, decodeSmall } from './decode.ts';

const readings = storedReadings();
const files = await appearanceFiles();
const MAX_DELTA_E = 2;
/**
 * Larger tolerance for CMYK files with a profile: Little CMS and Chromium's color library map dark tones differently.
 */
const MAX_DELTA_E_OF_INKS = 11;
const INKS = 'JPEG: CMYK, profile';

function difference(a: PictureReading, b: PictureReading): number {
  if (a.widthPx !== b.widthPx || a.heightPx !== b.heightPx) return Infinity;
  const of = ([red = 0, green = 0, blue = 0]: readonly number[]) => toLab(red, green, blue);
  return Math.max(...a.colors.map((color, i) => colorDifference(of(color), of(b.colors[i] ?? []))));
}

const isFast = ([name]: readonly [string, Buffer]): boolean => !name.startsWith('AVIF');

describe('files that state their color or orientation', () => {
  it('have each a recorded appearance in Chromium', () => {
    expect(files.map(([name]) => name)).toEqual([...readings.keys()]);
  });

  it.each(['PNG', 'JPEG', 'WebP', 'AVIF'])(
    'are decoded to the colors that Chromium shows: %s',
    async (format) => {
      for (const [name, bytes] of files.filter((file) => file[0].startsWith(format))) {
        const { image } = await decodePhoto(new Uint8Array(bytes));
        const reading = readings.get(name);
        if (!reading) continue;
        const decoded = readPatches(image.data, image.widthPx, image.heightPx, PATCH_PX);
        expect(difference(decoded, reading), `${name}: ${JSON.stringify(decoded)}`).toBeLessThan(
          name === INKS ? MAX_DELTA_E_OF_INKS : MAX_DELTA_E,
        );
      }
    },
  );

  it('have the upright size that Chromium shows, according to their headers', () => {
    for (const [name, bytes] of files) {
      const reading = readings.get(name);
      if (!reading) continue;
      const { widthPx, heightPx, isTurned } = probeImageHeader(bytes, bytes.length);
      const displayedSize = isTurned ? [heightPx, widthPx] : [widthPx, heightPx];
      expect(displayedSize, name).toEqual([reading.widthPx, reading.heightPx]);
      const facts = readFileFacts(new Uint8Array(bytes), null);
      expect([facts.widthPx, facts.heightPx], name).toEqual(displayedSize);
    }
  });

  it('keep their colors when they are scaled during decoding', async () => {
    const scales = [0.5, 0.5] as const;
    const part = { xPx: PATCH_PX, yPx: PATCH_PX, widthPx: PATCH_PX, heightPx: PATCH_PX };
    for (const [name, bytes] of files.filter(isFast)) {
      const file = new Uint8Array(bytes);
      const { image } = await decodePhoto(file);
      const whole = readPatches(image.data, image.widthPx, image.heightPx, PATCH_PX);
      const scaled = await decodeScaled(file, () => ({ scales }));
      expect([scaled.widthPx, scaled.heightPx], name).toEqual([image.widthPx, image.heightPx]);
      const { data, widthPx, heightPx } = scaled.image;
      const small = readPatches(data, widthPx, heightPx, PATCH_PX / 2);
      expect(difference({ ...whole, widthPx, heightPx }, small), name).toBeLessThan(1);
      const cut = await decodeScaled(file, () => ({ scales, part }));
      const patch = readPatches(cut.image.data, cut.image.widthPx, cut.image.heightPx, PATCH_PX / 2);
      const expectedColor = whole.colors[image.widthPx / PATCH_PX + 1] ?? [];
      expect(difference({ ...patch, colors: [expectedColor] }, patch), name).toBeLessThan(1);
    }
  });

  it('keep their colors when they are stretched for analysis', async () => {
    for (const [name, bytes] of files.filter(isFast)) {
      const file = new Uint8Array(bytes);
      const { image } = await decodePhoto(file);
      const whole = readPatches(image.data, image.widthPx, image.heightPx, PATCH_PX);
      const { widthPx, heightPx } = { widthPx: image.widthPx / 2, heightPx: image.heightPx / 2 };
      const { data } = await decodeSmall(file, { widthPx, heightPx });
      const colors = whole.colors.map((_, i) => {
        const columns = image.widthPx / PATCH_PX;
        const side = PATCH_PX / 2;
        const [x, y] = [(i % columns) * side + side / 2, Math.floor(i / columns) * side + side / 2];
        return [...data.subarray((y * widthPx + x) * 3).subarray(0, 3)];
      });
      expect(difference(whole, { ...whole, colors }), name).toBeLessThan(3);
    }
  });
});

describe('files that every browser reads alike', () => {
  const alike = new Set(
    files.filter(([, bytes]) => isReadAlike(new Uint8Array(bytes))).map(([name]) => name),
  );

  it.each([
    'JPEG: plain',
    'JPEG: profile',
    'JPEG: profile in two parts',
    'JPEG: EXIF 6',
    'JPEG: gray',
    'JPEG: gray profile on gray',
    'PNG: none',
    'PNG: iCCP',
    'WebP: plain',
  ])('includes a file that states its color plainly: %s', (name) => expect([...alike]).toContain(name));

  it.each([
    'JPEG: CMYK, profile',
    'JPEG: two profiles',
    'JPEG: EXIF 9, then 8 in one directory',
    'JPEG: EXIF with a one for its second zero',
    'PNG: gAMA 1.0',
    'PNG: sRGB, gAMA 1.0',
    'PNG: cICP PQ',
  ])('excludes a file that browsers read differently: %s', (name) => {
    expect(files.map(([each]) => each)).toContain(name);
    expect([...alike]).not.toContain(name);
  });
});

describe('valid JPEGs that decoders can’t read', () => {
  it('are refused as unsupported, not as damaged', async () => {
    const plain = files.find(([name]) => name === 'JPEG: plain')?.[1] ?? Buffer.alloc(0);
    const frameAt = plain.indexOf(Buffer.from([0xff, 0xc0]));
    const fractional = Buffer.from(plain);
    // Horizontal sampling factors of 3 for luma and 2 for one chroma channel: their ratio isn't a whole number.
    fractional.set([0x31], frameAt + 11);
    fractional.set([0x21], frameAt + 14);
    await expect(decodePhoto(new Uint8Array(fractional))).rejects.toMatchObject({
      code: 'UNSUPPORTED_CODING',
    });
  });
});
