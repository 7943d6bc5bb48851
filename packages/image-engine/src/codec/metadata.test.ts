import { constants, deflateSync } from 'node:zlib';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProvenance, digitalSourceUri, withStep } from '@packshot/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../pixels/file/header/bytes.ts';
import {
  encodeInteger,
  joinBytes,
  latin1,
  withPngChunk,
  withWebpChunk,
} from '../pixels/file/metadata/chunks.ts';
import { embedXmp } from '../pixels/file/metadata/embed.ts';
import { marksIn, provenanceIn, stepsIn } from '../pixels/file/metadata/provenance-in-file.ts';
import { xmpPacket } from '../pixels/file/metadata/xmp.ts';
import { embedAuxiliaryMaps, readAuxiliaryMaps } from '../pixels/file/map-container.ts';
import { raster } from '../pixels/raster/raster.ts';
import { decodePhoto } from './decode.ts';
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

const step = (effect: 'put-on-set' | 'generate-ground', engine: string, version: string | null) =>
  withStep(createProvenance(['photo']), { tool: 'scene', effect, engine: { name: engine, version } });
const ON_SET = step('put-on-set', 'Packshot', '0.1.0');
const GENERATED = step('generate-ground', 'Acme <paints> & "sons"', 'v2');

const smallAvif = async (): Promise<Uint8Array> => new Uint8Array(await opaque.clone().avif().toBuffer());
/** Creates the box that contains a C2PA manifest in an AVIF or HEIC file. */
const createUuidBox = (manifest: Uint8Array, size = manifest.length + 24): Uint8Array =>
  joinBytes(
    encodeInteger(size, 4, false),
    latin1('uuid'),
    Uint8Array.from(Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')),
    manifest,
  );
const writeParts = (parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);

describe('metadata in files', () => {
  it.each(Object.entries(FILES))(
    'metadata is read back from %s, whose pixels stay the same',
    async (_name, maker) => {
      const file = new Uint8Array(await maker.toBuffer());
      // Packets of odd and even length, because a WebP chunk of odd length is padded.
      for (const altText of ['A red mug — “hand-made” & <glazed>', 'A red mug.']) {
        const packet = xmpPacket({ altText, provenance: GENERATED });
        const after = writeParts(embedXmp(file, packet));
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

  it('a signed file stays as it is for equal metadata, and loses its signature for other metadata', async () => {
    const file = new Uint8Array(await clear.clone().png().toBuffer());
    // Changes the order of the fields, because another program may have rewritten them.
    const { version, ...rest } = GENERATED;
    const first = xmpPacket({ altText: '', provenance: { ...rest, version } });
    const describedFile = new Uint8Array(writeParts(embedXmp(file, first)));
    const packet = xmpPacket({ altText: '', provenance: stepsIn(describedFile) ?? createProvenance([]) });
    const signed = new Uint8Array(writeParts(withPngChunk(describedFile, 'caBX', new Uint8Array(90))));
    expect(writeParts(embedXmp(signed, packet)).equals(signed)).toBe(true);
    const other = writeParts(embedXmp(signed, xmpPacket({ altText: 'A red mug.', provenance: GENERATED })));
    expect([other.includes('caBX'), other.includes('A red mug.')]).toEqual([false, true]);
  });

  it.each(['caBX', 'C2PA', 'FFEB', 'uuid'])(
    'the source type in another program’s C2PA credentials is read from the place %s',
    async (place) => {
      const manifest = latin1(
        '\0\0jumb digitalSourceTypexF' + digitalSourceUri('trainedAlgorithmicMedia') + '\xa0',
      );
      const png = new Uint8Array(await opaque.clone().png().toBuffer());
      const jpeg = new Uint8Array(await opaque.clone().jpeg().toBuffer());
      const webp = new Uint8Array(await opaque.clone().webp().toBuffer());
      const segment = joinBytes(
        Uint8Array.of(0xff, 0xeb),
        encodeInteger(manifest.length + 2, 2, false),
        manifest,
      );
      const files = {
        uuid: [await smallAvif(), createUuidBox(manifest)],
        caBX: withPngChunk(png, 'caBX', manifest),
        C2PA: withWebpChunk(webp, new ByteReader(webp), 'C2PA', manifest),
        FFEB: [jpeg.subarray(0, 2), segment, jpeg.subarray(2)],
      };
      const file = writeParts(files[place as keyof typeof files]);
      expect(provenanceIn(file)).toEqual(createProvenance(['generated']));
    },
  );

  it('foreign manifests don’t affect decoding, whatever they contain', async () => {
    const nonsense = new Uint8Array(3_000_000).map((_, at) => at * 31);
    const png = new Uint8Array(await clear.clone().png().toBuffer());
    const jpeg = new Uint8Array(await opaque.clone().jpeg().toBuffer());
    const webp = new Uint8Array(await opaque.clone().webp().toBuffer());
    const segment = Uint8Array.of(0xff, 0xeb, 0xff, 0xff, ...nonsense.subarray(0, 0xfffd));
    const files = [
      writeParts(withPngChunk(png, 'caBX', nonsense)),
      writeParts([jpeg.subarray(0, 2), segment, segment, jpeg.subarray(2)]),
      writeParts(withWebpChunk(webp, new ByteReader(webp), 'C2PA', nonsense)),
    ];
    // Invalid box sizes: gigabytes, zero, and less than a box header.
    for (const size of [0xffff_ffff, 0, 1, 3])
      expect(provenanceIn(writeParts([await smallAvif(), createUuidBox(nonsense, size)]))).toEqual(
        createProvenance(['picture']),
      );
    for (const file of files) {
      expect(provenanceIn(file)).toEqual(createProvenance(['picture']));
      expect((await decodePhoto(file)).image).toMatchObject({ widthPx: 31, heightPx: 17 });
    }
  });

  it('an AVIF carries metadata, and its alpha and colors stay close to the picture’s', async () => {
    const image = raster(new Uint8Array(await clear.clone().raw().toBuffer()), 31, 17, 4);
    const packet = xmpPacket({ altText: 'A red mug.', provenance: ON_SET });
    const folder = await mkdtemp(join(tmpdir(), 'avif-'));
    try {
      // Sharp refuses AVIF files given as bytes, and reads them only by file name, which is reserved for our own files.
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

  it.each(Object.entries(FILES))(
    '%s carries its editing steps, and a second XMP packet replaces the first',
    async (_name, maker) => {
      const file = new Uint8Array(await maker.toBuffer());
      const once = writeParts(embedXmp(file, xmpPacket({ altText: 'One.', provenance: ON_SET })));
      expect(stepsIn(once)).toEqual(ON_SET);
      const twice = writeParts(
        embedXmp(new Uint8Array(once), xmpPacket({ altText: 'Two.', provenance: GENERATED })),
      );
      expect(stepsIn(twice)).toEqual(GENERATED);
      expect(provenanceIn(twice)).toEqual(GENERATED);
      const packet = (await sharp(twice).metadata()).xmp?.toString('utf8') ?? '';
      expect(packet).toContain('Two.');
      expect(twice.toString('latin1').split('<x:xmpmeta')).toHaveLength(2);
      expect(packet).toContain('<Iptc4xmpExt:AISystemUsed>Acme &lt;paints&gt; &amp; "sons"<');
    },
  );

  it('the auxiliary maps of a cut-out stay when metadata is written, even twice', async () => {
    const plane = new Uint8Array(await opaque.clone().grayscale().webp().toBuffer());
    for (const maker of [FILES['a PNG'], FILES['a lossy WebP with alpha']]) {
      const cutOut = writeParts(
        embedAuxiliaryMaps(new Uint8Array(await maker.toBuffer()), { photoShadow: plane }),
      );
      let file = new Uint8Array(cutOut);
      for (const provenance of [ON_SET, GENERATED]) {
        file = new Uint8Array(writeParts(embedXmp(file, xmpPacket({ altText: '', provenance }))));
        expect(readAuxiliaryMaps(file).photoShadow).toEqual(plane);
      }
    }
  });

  it('the source type that a foreign file states is trusted, in any notation', async () => {
    const jpeg = new Uint8Array(await FILES['a JPEG'].toBuffer());
    const statedProvenance = (packet: string) => provenanceIn(writeParts(embedXmp(jpeg, packet))).contents;
    const uri = digitalSourceUri('trainedAlgorithmicMedia');
    expect(statedProvenance(`<rdf:Description Iptc4xmpExt:DigitalSourceType="${uri}"/>`)).toEqual([
      'generated',
    ]);
    expect(statedProvenance(`<a>${uri}</a><a>${digitalSourceUri('compositeCapture')}</a>`)).toContain(
      'generated',
    );
    expect(statedProvenance('<a>http://cv.iptc.org/newscodes/digitalsourcetype/constructor</a>')).toEqual([
      'picture',
    ]);
    // Simulates another program that replaced a part of our picture with generated content.
    const ours = xmpPacket({ altText: '', provenance: ON_SET });
    const edited = ours.replace(
      digitalSourceUri('composite'),
      digitalSourceUri('compositeWithTrainedAlgorithmicMedia'),
    );
    expect(statedProvenance(edited)).toContain('generated-part');
    const camera = await opaque
      .clone()
      .withExif({ IFD0: { Make: 'Cam' } })
      .jpeg()
      .toBuffer();
    expect(provenanceIn(camera).contents).toEqual(['photo']);
    expect(provenanceIn(jpeg).contents).toEqual(['picture']);
  });

  it.each<readonly [string, string, (packet: Buffer) => Buffer]>([
    ['compressed', 'iTXt', (packet) => Buffer.concat([Buffer.from('\x01\0de\0XMP\0'), deflateSync(packet)])],
    [
      'compressed by fixed codes',
      'iTXt',
      (packet) =>
        Buffer.concat([Buffer.from('\x01\0\0\0'), deflateSync(packet, { strategy: constants.Z_FIXED })]),
    ],
    [
      'stored',
      'iTXt',
      (packet) => Buffer.concat([Buffer.from('\x01\0\0\0'), deflateSync(packet, { level: 0 })]),
    ],
    ['compressed whole', 'zTXt', (packet) => Buffer.concat([Buffer.from('\0'), deflateSync(packet)])],
  ])('a PNG’s XMP packet is read when it is %s', async (_how, type, inChunk) => {
    const png = new Uint8Array(await FILES['a PNG'].toBuffer());
    const packet = Buffer.from(xmpPacket({ altText: 'x'.repeat(400), provenance: GENERATED }));
    const content = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0'), inChunk(packet)]);
    const file = writeParts(withPngChunk(png, type, new Uint8Array(content)));
    expect(stepsIn(file)).toEqual(GENERATED);
    expect(marksIn(file).contents).toEqual(expect.arrayContaining(['generated-ground']));
    // Embedding a new packet must replace the existing one.
    const other = embedXmp(new Uint8Array(file), xmpPacket({ altText: '', provenance: ON_SET }));
    expect(stepsIn(writeParts(other))).toEqual(ON_SET);
    fc.assert(
      fc.property(fc.nat(content.length - 20), fc.nat(255), (at, value) => {
        const damaged = Uint8Array.from(content);
        damaged[at + 18] = value;
        marksIn(writeParts(withPngChunk(png, type, damaged)));
      }),
    );
  });

  it('an XMP packet that would fill the memory is read only in part', async () => {
    const png = new Uint8Array(await FILES['a PNG'].toBuffer());
    const bomb = deflateSync(Buffer.alloc(300 * 1024 ** 2));
    const content = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'), bomb]);
    expect(bomb.length).toBeLessThan(512 * 1024);
    expect(marksIn(writeParts(withPngChunk(png, 'iTXt', new Uint8Array(content)))).contents).toEqual([
      'picture',
    ]);
  });

  it('a source type written with character references is read', async () => {
    const png = new Uint8Array(await FILES['a PNG'].toBuffer());
    const uri = digitalSourceUri('trainedAlgorithmicMedia');
    for (const hidden of [
      uri.replace('trained', '&#x74;rained'),
      uri.replaceAll('e', '&#101;'),
      [...uri].map((sign) => `&#x${sign.charCodeAt(0).toString(16)};`).join(''),
    ])
      expect(marksIn(writeParts(embedXmp(png, `<a>${hidden}</a>`))).contents).toEqual(['generated']);
    expect(marksIn(writeParts(embedXmp(png, '<a>&#x110000;&#9999999;&#;</a>'))).contents).toEqual([
      'picture',
    ]);
  });

  it('damaged or invalid editing steps in metadata are ignored without an error', async () => {
    const file = new Uint8Array(await FILES['a PNG'].toBuffer());
    const with_ = (steps: string) =>
      writeParts(embedXmp(file, `<packshot:provenance>${steps}</packshot:provenance>`));
    for (const steps of ['', '{', 'null', '[]', '{"version":1}', `"${'x'.repeat(60_000)}"`])
      expect(stepsIn(with_(steps))).toBeNull();
    const whole = with_(JSON.stringify(ON_SET));
    expect(stepsIn(whole)).toEqual(ON_SET);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
        const damaged = Uint8Array.from(whole);
        damaged[at] = value;
        provenanceIn(damaged);
        provenanceIn(damaged.subarray(0, at));
      }),
    );
  });

  it('metadata names the source by its URL, and omits empty texts', () => {
    const packet = xmpPacket({ altText: '  ', provenance: ON_SET });
    expect(packet).toContain(`>${digitalSourceUri('composite')}<`);
    expect(packet).not.toContain('AltText');
  });

  it('metadata is well-formed for any alt text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (altText) => {
        const packet = xmpPacket({ altText, provenance: ON_SET });
        const text = /<rdf:li xml:lang="x-default">([^<]*)<\/rdf:li>/.exec(packet)?.[1] ?? '';
        expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos);)/);
        // Only characters that XML 1.0 allows (production 2).
        expect(text).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
      }),
    );
  });

  it('metadata isn’t written into unsupported formats, or into a JPEG if it is too long', async () => {
    const jpeg = new Uint8Array(await FILES['a JPEG'].toBuffer());
    expect(() => embedXmp(jpeg, 'x'.repeat(70_000))).toThrow(RangeError);
    expect(() => embedXmp(new TextEncoder().encode('Only a text.'), 'x')).toThrow(RangeError);
  });
});
