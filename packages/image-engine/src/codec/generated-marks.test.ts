import { deflateSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { marksIn } from '../pixels/file/metadata/provenance-in-file.ts';
import sharp from './sharp.ts';

const TYPE = 'trainedAlgorithmicMedia';
const URI = `http://cv.iptc.org/newscodes/digitalsourcetype/${TYPE}`;
const packet = (value: string): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description Iptc4xmpExt:DigitalSourceType="${value}"/></x:xmpmeta>`;
const XMP = Buffer.from(packet(URI));
const KEYWORD = Buffer.from('XML:com.adobe.xmp\0');
const NAME = 'http://ns.adobe.com/xap/1.0/\0';

let png: Buffer;
let jpeg: Buffer;
let avif: Buffer;
beforeAll(async () => {
  const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: '#c33' } });
  png = await picture.clone().png().toBuffer();
  jpeg = await picture.clone().jpeg().toBuffer();
  avif = await picture.clone().avif().toBuffer();
});

/** Inserts a chunk into a PNG. Its checksum is zero, because our metadata readers ignore checksums. */
function inPng(type: string, content: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const chunk = Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)]);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

function inJpeg(...segments: readonly (readonly [marker: number, content: Uint8Array])[]): Buffer {
  const written = segments.map(([marker, content]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...written, jpeg.subarray(2)]);
}

/** Splits the text in two, in the middle of the media type's name, and puts a header before each half. */
const halves = (text: string, head: (number: number) => Uint8Array): [Buffer, Buffer] => {
  const middle = text.indexOf('Algorithmic');
  return [
    Buffer.concat([head(1), Buffer.from(text.slice(0, middle))]),
    Buffer.concat([head(2), Buffer.from(text.slice(middle))]),
  ];
};
const extension = (): Uint8Array =>
  Buffer.concat([Buffer.from('http://ns.adobe.com/xmp/extension/\0'), Buffer.alloc(40, 0x41)]);
/**
 * Header of a JPEG segment with part of a JUMBF box: identifier, instance, sequence number and, from the second
 * segment on, the repeated box header.
 */
const boxPart = (number: number): Uint8Array =>
  Buffer.from([
    0x4a,
    0x50,
    0,
    1,
    0,
    0,
    0,
    number,
    ...(number === 1 ? [] : [0, 0, 9, 9, 0x6a, 0x75, 0x6d, 0x62]),
  ]);
const rawProfile = (): Buffer =>
  deflateSync(
    `\nxmp\n${String(XMP.length).padStart(8)}\n${XMP.toString('hex').replaceAll(/(.{72})/g, '$1\n')}\n`,
  );

it.each<readonly [string, () => Uint8Array]>([
  ['plain text of a PNG', () => inPng('tEXt', Buffer.concat([KEYWORD, XMP]))],
  [
    'a raw profile of a PNG',
    () => inPng('zTXt', Buffer.concat([Buffer.from('Raw profile type xmp\0\0'), rawProfile()])),
  ],
  ['UTF-16', () => inJpeg([0xe1, Buffer.concat([Buffer.from(NAME), Buffer.from(packet(URI), 'utf16le')])])],
  ['a tag of EXIF', () => inJpeg([0xe1, Buffer.concat([Buffer.from('Exif\0\0'), XMP])])],
  [
    'a packet in two segments',
    () => inJpeg(...halves(packet(URI), extension).map((part) => [0xe1, part] as const)),
  ],
  ['credentials in two segments', () => inJpeg(...halves(URI, boxPart).map((part) => [0xeb, part] as const))],
  ['a resource of Photoshop', () => inJpeg([0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), XMP])])],
  ['a short name', () => inJpeg([0xe1, Buffer.from(NAME + packet(`digsrctype:${TYPE}`))])],
  ['the word alone', () => inJpeg([0xe1, Buffer.from(NAME + packet(TYPE))])],
  ['capitals', () => inJpeg([0xe1, Buffer.from(NAME + packet(URI.toUpperCase()))])],
  [
    'an AVIF without a packet’s frame',
    () => Buffer.concat([avif, Buffer.from(`DigitalSourceType="${URI}"`)]),
  ],
  ['an AVIF behind many bytes', () => Buffer.concat([avif, Buffer.alloc(5 * 1024 ** 2), XMP])],
])('the mark of a generated picture is found in %s', (_where, file) => {
  expect(marksIn(file()).contents).toEqual(['generated']);
});

it('no mark of a generated picture is found in a file without a mark', () => {
  for (const file of [png, jpeg, avif]) expect(marksIn(file).contents).toEqual(['picture']);
});
