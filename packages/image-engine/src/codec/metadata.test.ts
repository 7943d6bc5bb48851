import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digitalSourceUri } from '@packshot/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embedXmp } from '../pixels/metadata/embed.ts';
import { xmpPacket } from '../pixels/metadata/xmp.ts';
import { raster } from '../pixels/raster.ts';
import { encodeAvif } from './encode.ts';
import sharp from './sharp.ts';

const RED = { r: 200, g: 30, b: 40 };
const opaque = sharp({ create: { width: 31, height: 17, channels: 3, background: RED } });
const clear = sharp({ create: { width: 31, height: 17, channels: 4, background: { ...RED, alpha: 0.4 } } });

const FILES = {
  'a PNG': clear.clone().png(),
  'a JPEG': opaque.clone().jpeg(),
  'a lossy WebP': opaque.clone().webp(),
  'a lossy WebP with alpha': clear.clone().webp(),
  'a lossless WebP': opaque.clone().webp({ lossless: true }),
  'a lossless WebP with alpha': clear.clone().webp({ lossless: true }),
} as const;

const written = (parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);

describe('metadata in files', () => {
  it.each(Object.entries(FILES))(
    'metadata is read back from %s, whose pixels stay the same',
    async (_name, maker) => {
      const file = new Uint8Array(await maker.toBuffer());
      // Odd and even lengths, because a WebP chunk is padded.
      for (const altText of ['A red mug — “hand-made” & <glazed>', 'A red mug.']) {
        const packet = xmpPacket({ altText, digitalSourceType: 'compositeSynthetic' });
        const after = written(embedXmp(file, packet));
        const facts = await sharp(after).metadata();
        expect(facts.xmp?.toString('utf8')).toBe(packet);
        expect(facts).toMatchObject({
          width: 31,
          height: 17,
          hasAlpha: (await sharp(file).metadata()).hasAlpha,
        });
        const pixels = (bytes: Uint8Array) =>
          sharp(bytes, { failOn: 'warning' }).ensureAlpha().raw().toBuffer();
        expect(await pixels(after)).toEqual(await pixels(file));
      }
    },
  );

  it('an AVIF has metadata too, and its alpha and colors are close to the picture’s', async () => {
    const image = raster(new Uint8Array(await clear.clone().raw().toBuffer()), 31, 17, 4);
    const packet = xmpPacket({ altText: 'A red mug.', digitalSourceType: 'composite' });
    const folder = await mkdtemp(join(tmpdir(), 'avif-'));
    try {
      // We do not read AVIF from bytes, only from our own files.
      const file = join(folder, 'mug.avif');
      await writeFile(file, await encodeAvif(image, 80, packet));
      const facts = await sharp(file).metadata();
      expect(facts).toMatchObject({ width: 31, height: 17, hasAlpha: true, compression: 'av1' });
      expect(facts.xmp?.toString('utf8')).toBe(packet);
      const { channels } = await sharp(file).stats();
      expect(channels.map(({ mean }) => Math.round(mean / 8))).toEqual([25, 4, 5, 13]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('metadata names the source by its URL, and omits empty texts', () => {
    const packet = xmpPacket({ altText: '  ', digitalSourceType: 'composite' });
    expect(packet).toContain(`>${digitalSourceUri('composite')}<`);
    expect(packet).not.toContain('AltText');
  });

  it('metadata is well-formed whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (altText) => {
        const packet = xmpPacket({ altText, digitalSourceType: 'composite' });
        const text = /<rdf:li xml:lang="x-default">([^<]*)<\/rdf:li>/.exec(packet)?.[1] ?? '';
        expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos);)/);
        // XML 1.0, production 2.
        expect(text).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
      }),
    );
  });

  it('metadata is refused in other formats, and a JPEG refuses a text that is too long', async () => {
    const jpeg = new Uint8Array(await FILES['a JPEG'].toBuffer());
    expect(() => embedXmp(jpeg, 'x'.repeat(70_000))).toThrow(RangeError);
    expect(() => embedXmp(new TextEncoder().encode('Only a text.'), 'x')).toThrow(RangeError);
  });
});
