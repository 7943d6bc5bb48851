import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import sharp from '../../codec/sharp.ts';
import { embedXmp } from './metadata/embed.ts';
import { embedAuxiliaryMaps, MAP_MAX_SIDE_PX, MAPS_MAX_BYTES, readAuxiliaryMaps } from './map-container.ts';

const create = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 40, alpha: 0.5 } } });
const bytes = async (picture: { toBuffer(): Promise<Buffer> }) => new Uint8Array(await picture.toBuffer());

const png = await bytes(create(31, 17).png());
const webp = await bytes(create(31, 17).webp());
const shadow = await bytes(create(9, 5).grayscale().webp({ lossless: true }));
const through = await bytes(create(10, 6).removeAlpha().png());
const maps = { photoShadow: shadow, through };

const whole = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const pixels = (file: Uint8Array) => sharp(file, { failOn: 'warning' }).ensureAlpha().raw().toBuffer();

const FILES = {
  'a PNG': png,
  'a WebP': webp,
  'a lossless WebP without an extended header': await bytes(create(31, 17).webp({ lossless: true })),
};

describe('auxiliary maps (photo shadow, clear light, coverage) inside a file', () => {
  it.each(Object.entries(FILES))(
    'reads the maps back from %s, whose pixels stay the same',
    async (_name, file) => {
      const after = whole(embedAuxiliaryMaps(file, maps));
      expect(readAuxiliaryMaps(after)).toEqual(maps);
      expect(await pixels(after)).toEqual(await pixels(file));
      expect((await sharp(after).metadata()).hasAlpha).toBe(true);
    },
  );

  it.each(Object.entries(FILES))(
    'replaces the maps of %s, and removes them when no maps are given',
    (_name, file) => {
      const after = whole(embedAuxiliaryMaps(whole(embedAuxiliaryMaps(file, maps)), { through: shadow }));
      expect(readAuxiliaryMaps(after)).toEqual({ through: shadow });
      const bare = whole(embedAuxiliaryMaps(after, {}));
      expect(readAuxiliaryMaps(bare)).toEqual({});
      expect(bare.length).toBeLessThan(file.length + 20);
    },
  );

  it('keeps the maps when metadata is embedded', () => {
    for (const file of [png, webp]) {
      expect(readAuxiliaryMaps(whole(embedXmp(whole(embedAuxiliaryMaps(file, maps)), '<x/>')))).toEqual(maps);
    }
  });

  it('finds no maps in a copy saved by another program', async () => {
    expect(readAuxiliaryMaps(await bytes(sharp(whole(embedAuxiliaryMaps(png, maps))).png()))).toEqual({});
  });

  it('finds no maps in other files', async () => {
    expect(readAuxiliaryMaps(new Uint8Array())).toEqual({});
    expect(readAuxiliaryMaps(await bytes(create(20, 20).jpeg()))).toEqual({});
  });
});

/** Builds an entry of the chunk byte by byte, independently of the tested code. */
const entry = (kind: number, content: Uint8Array, length = content.length) =>
  Buffer.concat([Buffer.from([kind, length >>> 24, length >>> 16, length >>> 8, length]), content]);
const fileWith = (...content: readonly Uint8Array[]) => {
  const good = whole(embedAuxiliaryMaps(webp, maps));
  const at = Buffer.from(good).indexOf('PKPL');
  const chunk = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(chunk.length);
  return Buffer.concat([good.subarray(0, at + 4), size, chunk, Buffer.alloc(chunk.length & 1)]);
};
const VERSION = Buffer.from([1]);

describe('the parsing of auxiliary maps', () => {
  it('reads a map from a chunk that was assembled byte by byte', () => {
    expect(readAuxiliaryMaps(fileWith(VERSION, entry(2, through)))).toEqual({ through });
  });

  it('skips a map of an unknown kind', () => {
    expect(readAuxiliaryMaps(fileWith(VERSION, entry(77, shadow), entry(2, through)))).toEqual({ through });
  });

  it.each([
    ['an unknown version', [Buffer.from([2]), entry(2, through)]],
    ['a length that leaves the chunk', [VERSION, entry(2, through, through.length + 1)]],
    ['a length of four gigabytes', [VERSION, entry(2, through, 0xff_ff_ff_ff)]],
    ['an entry that is cut off', [VERSION, entry(2, through), Buffer.from([1, 0])]],
    ['one kind twice', [VERSION, entry(2, through), entry(2, through)]],
    ['something that is no picture', [VERSION, entry(2, Buffer.from('no picture at all, but long enough'))]],
    ['no content', []],
  ])('reads no map from a chunk with %s', (_name, content) => {
    expect(readAuxiliaryMaps(fileWith(...content))).toEqual({});
  });

  it('ignores a map with too many pixels or bytes, and refuses to embed it', async () => {
    const large = await bytes(create(MAP_MAX_SIDE_PX + 1, 8).png());
    expect(readAuxiliaryMaps(fileWith(VERSION, entry(2, large)))).toEqual({});
    expect(() => embedAuxiliaryMaps(png, { through: large })).toThrow(RangeError);
    const long = new Uint8Array(MAPS_MAX_BYTES);
    long.set(through);
    expect(readAuxiliaryMaps(fileWith(VERSION, entry(2, long)))).toEqual({});
    expect(() => embedAuxiliaryMaps(png, { through: long })).toThrow(RangeError);
  });

  it('survives damage of any kind without an error', () => {
    const good = [png, webp].map((file) => whole(embedAuxiliaryMaps(file, maps)));
    fc.assert(
      fc.property(fc.constantFrom(...good), fc.nat(), fc.nat(255), fc.nat(), (file, at, value, length) => {
        const damaged = file.slice(0, 1 + (length % (2 * file.length)));
        damaged[at % damaged.length] = value;
        expect(Object.keys(readAuxiliaryMaps(damaged)).length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 300 },
    );
  });
});
