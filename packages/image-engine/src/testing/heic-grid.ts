/**
 * Builds a HEIC with the structure that phones write, from a small HEIC: a grid of two tiles side by side, whose data
 * are at the end of the file. Boxes as in ISO/IEC 14496-12 and ISO/IEC 23008-12.
 */
export function heicGrid(tile: Buffer, tileWidthPx: number, tileHeightPx: number): Buffer {
  const hvcC = findBox(tile, 'hvcC');
  const data = findBox(tile, 'mdat').subarray(8);
  const size = (widthPx: number) => fullBox('ispe', u32(widthPx), u32(tileHeightPx));
  const properties = box('ipco', hvcC, size(tileWidthPx), size(2 * tileWidthPx));
  // Property associations: the tiles have a decoder configuration and a size, the grid has only a size.
  const associations = fullBox(
    'ipma',
    u32(3),
    ...[GRID, FIRST, SECOND].map((item) =>
      item === GRID ? [...u16(item), 1, 3] : [...u16(item), 2, 0x81, 2],
    ),
  );
  const items = [
    fullBox(
      'iinf',
      u16(3),
      ...[GRID, FIRST, SECOND].map((item) => itemInfo(item, item === GRID ? 'grid' : 'hvc1')),
    ),
    fullBox('iref', box('dimg', u16(GRID), u16(2), u16(FIRST), u16(SECOND))),
    box('iprp', properties, associations),
    // Content of the grid item: one row of two columns.
    box('idat', [0, 0, 0, 1], u16(2 * tileWidthPx), u16(tileHeightPx)),
  ];
  const ftyp = box('ftyp', letters('heic'), u32(0), letters('mif1heic'));
  const start = (mdatAt: number) =>
    Buffer.concat([
      ftyp,
      fullBox(
        'meta',
        fullBox('hdlr', u32(0), letters('pict'), u32(0), u32(0), u32(0), [0]),
        fullBox('pitm', u16(GRID)),
        locations(mdatAt, data.length),
        ...items,
      ),
    ]);
  const mdatAt = start(0).length + 8;
  return Buffer.concat([start(mdatAt), box('mdat', data, data)]);
}

const [GRID, FIRST, SECOND] = [1, 2, 3] as const;

type BoxBytes = Uint8Array | readonly number[];
const letters = (word: string): Buffer => Buffer.from(word, 'latin1');
const u16 = (value: number): number[] => [value >> 8, value & 255];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];

function box(type: string, ...content: BoxBytes[]): Buffer {
  const inside = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from(u32(inside.length + 8)), letters(type), inside]);
}
/** Builds a box with a version and flags. */
const versionedBox = (type: string, version: number, ...content: BoxBytes[]): Buffer =>
  box(type, [version, 0, 0, 0], ...content);
const fullBox = (type: string, ...content: BoxBytes[]): Buffer => versionedBox(type, 0, ...content);

const itemInfo = (item: number, type: string): Buffer =>
  versionedBox('infe', 2, u16(item), u16(0), letters(type), [0]);

/** Builds an item location box of version 1: the grid's content is in `idat`, the tiles are in the file. */
const locations = (mdatAt: number, tileBytes: number): Buffer =>
  versionedBox(
    'iloc',
    1,
    [0x44, 0x00],
    u16(3),
    [...u16(GRID), ...u16(1), ...u16(0), ...u16(1), ...u32(0), ...u32(8)],
    ...[FIRST, SECOND].map((item) => [
      ...u16(item),
      ...u16(0),
      ...u16(0),
      ...u16(1),
      ...u32(mdatAt + (item - FIRST) * tileBytes),
      ...u32(tileBytes),
    ]),
  );

function findBox(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type) - 4;
  return file.subarray(at, at + file.readUInt32BE(at));
}
