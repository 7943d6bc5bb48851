/** Generates AVIFs that state color and orientation in many ways. */
import { exif, joinBytes, u16, u32 } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { adobeRgbProfile } from './icc.ts';
import { colorPicture } from './picture.ts';

const box = (type: string, ...content: readonly Bytes[]): Buffer => {
  const inside = joinBytes(...content);
  return joinBytes(u32(inside.length + 8), type, inside);
};

interface HeifParts {
  readonly before: Buffer;
  readonly properties: readonly Buffer[];
  readonly data: Buffer;
}

const boxAt = (file: Buffer, at: number): Buffer => file.subarray(at, at + file.readUInt32BE(at));
const boxNamed = (file: Buffer, type: string): Buffer => boxAt(file, file.indexOf(type) - 4);

/** Splits a file with one picture, as libheif writes it, into the parts needed for rebuilding it. */
function splitParts(file: Buffer): HeifParts {
  const ipco = boxNamed(file, 'ipco');
  const properties: Buffer[] = [];
  for (let at = 8; at < ipco.length; at += ipco.readUInt32BE(at)) {
    const property = boxAt(ipco, at);
    if (!['colr', 'irot', 'imir'].includes(property.toString('latin1', 4, 8))) properties.push(property);
  }
  return { before: boxNamed(file, 'ftyp'), properties, data: boxNamed(file, 'mdat').subarray(8) };
}

/**
 * Marks rotation, mirroring and codec configuration as essential properties, which decoders must apply (ISO/IEC
 * 23008-12, section 6.5.10).
 */
const toAssociation = (property: Buffer, number: number): number =>
  ['irot', 'imir', 'av1C'].includes(property.toString('latin1', 4, 8)) ? 0x80 | number : number;

/** Rebuilds the file with further properties, and with EXIF as a separate item. */
function rebuildFile(
  { before, properties, data }: HeifParts,
  added: readonly Buffer[],
  exifItem?: Buffer,
): Buffer {
  const all = [...properties, ...added];
  const exifBytes = exifItem === undefined ? Buffer.alloc(0) : joinBytes(u32(0), exifItem);
  const items = exifItem === undefined ? [1] : [1, 2];
  const info = (item: number): Buffer =>
    box('infe', [2, 0, 0, 0], u16(item), u16(0), item === 1 ? 'av01' : 'Exif', [0]);
  const start = (mdatAt: number): Buffer =>
    joinBytes(
      before,
      box(
        'meta',
        u32(0),
        box('hdlr', u32(0), u32(0), 'pict', u32(0), u32(0), u32(0), [0]),
        box('pitm', u32(0), u16(1)),
        box(
          'iloc',
          u32(0),
          [0x44, 0],
          u16(items.length),
          ...items.map((item) =>
            joinBytes(
              u16(item),
              u16(0),
              u16(1),
              u32(item === 1 ? mdatAt : mdatAt + data.length),
              u32(item === 1 ? data.length : exifBytes.length),
            ),
          ),
        ),
        box('iinf', u32(0), u16(items.length), ...items.map(info)),
        ...(exifItem === undefined ? [] : [box('iref', u32(0), box('cdsc', u16(2), u16(1), u16(1)))]),
        box(
          'iprp',
          box('ipco', ...all),
          box('ipma', u32(0), u32(1), u16(1), [
            all.length,
            ...all.map((property, i) => toAssociation(property, i + 1)),
          ]),
        ),
      ),
    );
  return joinBytes(start(start(0).length + 8), box('mdat', data, exifBytes));
}

const irot = (turns: number): Buffer => box('irot', [turns]);
const imir = (axis: number): Buffer => box('imir', [axis]);
const nclx = (primaries: number, transfer: number): Buffer =>
  box('colr', 'nclx', u16(primaries), u16(transfer), u16(6), [0x80]);
const prof = (profile: Uint8Array): Buffer => box('colr', 'prof', profile);

export async function avifFiles(): Promise<[string, Buffer][]> {
  const options = { quality: 95, effort: 0, chromaSubsampling: '4:4:4' } as const;
  const eight = splitParts(await colorPicture().avif(options).toBuffer());
  const ten = splitParts(
    await colorPicture()
      .avif({ ...options, bitdepth: 10 })
      .toBuffer(),
  );
  const srgb = nclx(1, 13);
  const files: [string, Buffer][] = [
    ['plain', rebuildFile(eight, [srgb])],
    ['no color box', rebuildFile(eight, [])],
    ['10 bits', rebuildFile(ten, [srgb])],
    ...[1, 3].map((turns): [string, Buffer] => [`irot ${turns}`, rebuildFile(eight, [srgb, irot(turns)])]),
    ...[0, 1].map((axis): [string, Buffer] => [`imir ${axis}`, rebuildFile(eight, [srgb, imir(axis)])]),
    ['irot 3, imir 1', rebuildFile(eight, [srgb, irot(3), imir(1)])],
    ['EXIF 6', rebuildFile(eight, [srgb], exif(6))],
    ['EXIF 6, irot 3', rebuildFile(eight, [srgb, irot(3)], exif(6))],
    ['profile', rebuildFile(eight, [prof(adobeRgbProfile())])],
    ['nclx, profile', rebuildFile(eight, [nclx(9, 13), prof(adobeRgbProfile())])],
    ['truncated profile', rebuildFile(eight, [prof(adobeRgbProfile().subarray(0, 200))])],
    ...[
      [12, 13],
      [9, 13],
      [1, 1],
      [1, 8],
      [22, 13],
      [2, 2],
      [9, 16],
      [9, 18],
    ].map(([primaries = 0, transfer = 0]): [string, Buffer] => [
      `nclx ${primaries}, ${transfer}`,
      rebuildFile(eight, [nclx(primaries, transfer)]),
    ]),
  ];
  return files.map(([name, bytes]) => [`AVIF: ${name}`, bytes]);
}
