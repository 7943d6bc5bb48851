import { ImageRefusal } from '../../raster/refusal.ts';
import type { ByteReader, HeaderFacts } from './bytes.ts';
import { readExtents } from './heic-extents.ts';

// Brands of HEVC-coded still pictures (ISO/IEC 23008-12, annex B).
const BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']);
// Brands of AV1-coded pictures and of AV1-coded sequences, of which the still picture is read (AV1 Image File Format,
// section 6).
const AVIF_BRANDS = new Set(['avif', 'avis']);
// Brands that don't name a codec: `mif1` only means "an image file"; the compatible brands then name the codec.
const GENERIC_BRANDS = new Set(['mif1', 'msf1']);

interface BmffBox {
  readonly type: string;
  /** Offset of the first byte after the box's header. */
  readonly start: number;
  readonly end: number;
}

/** Properties of the picture beyond its size. */
interface HeicFacts extends HeaderFacts {
  /** Embedded ICC profile of the primary picture. */
  readonly iccProfile: Uint8Array | undefined;
  /** Coding-independent color primaries (ITU-T H.273) of the primary picture; 1 is sRGB, 12 Display P3. */
  readonly colorPrimaries: number | undefined;
  /** Coding-independent transfer characteristics of the primary picture; 13 is sRGB, 16 and 18 are HDR. */
  readonly transfer: number | undefined;
}

export const isHeic = (reader: ByteReader): boolean => isOfBrand(reader, BRANDS);

export const isAvif = (reader: ByteReader): boolean => isOfBrand(reader, AVIF_BRANDS);

function isOfBrand(reader: ByteReader, brands: ReadonlySet<string>): boolean {
  if (reader.text(4, 4) !== 'ftyp') return false;
  const end = Math.min(reader.has(0, 4) ? reader.u32(0) : 0, 256);
  const major = reader.text(8, 4);
  if (brands.has(major)) return true;
  if (!GENERIC_BRANDS.has(major)) return false;
  for (let at = 16; at + 4 <= end; at += 4) if (brands.has(reader.text(at, 4))) return true;
  return false;
}

/** Maximum number of boxes, items or properties that are read; a tiled photo of 50 megapixels has some hundreds. */
const ENTRIES_MAX = 10_000;

/**
 * Yields the boxes in a range. Their number is limited, because headers are read on the main thread.
 * @throws ImageRefusal (CORRUPT_IMAGE) for more boxes than a photo has, or a box smaller than its header
 */
function* boxes(reader: ByteReader, from: number, to: number): Generator<BmffBox> {
  let at = from;
  for (let count = 0; at + 8 <= to && reader.has(at, 8); count++) {
    if (count === ENTRIES_MAX) throw new ImageRefusal('CORRUPT_IMAGE');
    let size = reader.u32(at);
    let start = at + 8;
    if (size === 1) {
      if (!reader.has(at, 16) || reader.u32(at + 8) !== 0) return;
      size = reader.u32(at + 12);
      start = at + 16;
    } else if (size === 0) {
      size = to - at;
    }
    if (size < start - at) throw new ImageRefusal('CORRUPT_IMAGE');
    yield { type: reader.text(at + 4, 4), start, end: Math.min(at + size, to) };
    at += size;
  }
}

function find(reader: ByteReader, from: number, to: number, type: string): BmffBox {
  for (const box of boxes(reader, from, to)) if (box.type === type) return box;
  throw new ImageRefusal('CORRUPT_IMAGE');
}

function primaryItemId(reader: ByteReader, pitm: BmffBox): number {
  return reader.u8(pitm.start) === 0 ? reader.u16(pitm.start + 4) : reader.u32(pitm.start + 4);
}

/** One-based property numbers of an item (box `ipma`, ISO/IEC 23008-12, section 9.3.1). */
function listItemProperties(reader: ByteReader, ipma: BmffBox, itemId: number): number[] {
  const version = reader.u8(ipma.start);
  const wide = (reader.u8(ipma.start + 3) & 1) === 1;
  const count = reader.u32(ipma.start + 4);
  let at = ipma.start + 8;
  if (count > ENTRIES_MAX) throw new ImageRefusal('CORRUPT_IMAGE');
  for (let i = 0; i < count && at + 3 < ipma.end; i++) {
    const id = version < 1 ? reader.u16(at) : reader.u32(at);
    at += version < 1 ? 2 : 4;
    const associations = reader.u8(at);
    at += 1;
    const numbers: number[] = [];
    for (let k = 0; k < associations; k++) {
      numbers.push(wide ? reader.u16(at) & 0x7fff : reader.u8(at) & 0x7f);
      at += wide ? 2 : 1;
    }
    if (id === itemId) return numbers;
  }
  throw new ImageRefusal('CORRUPT_IMAGE');
}

/** Item types that the decoders read: one picture, or a picture derived from others (ISO/IEC 23008-12, section 6.6). */
const DERIVED = ['grid', 'iden', 'iovl'];
const HEVC_ITEMS = new Set(['hvc1', 'hev1', ...DERIVED]);
const AV1_ITEMS = new Set(['av01', ...DERIVED]);

/** Type of an item, from the box `iinf` (ISO/IEC 14496-12, section 8.11.6); undefined if the box doesn't state it. */
function findItemCoding(reader: ByteReader, from: number, to: number, itemId: number): string | undefined {
  for (const iinf of boxes(reader, from, to)) {
    if (iinf.type !== 'iinf') continue;
    const entries = iinf.start + (reader.u8(iinf.start) === 0 ? 6 : 8);
    for (const infe of boxes(reader, entries, iinf.end)) {
      const version = reader.u8(infe.start);
      if (infe.type !== 'infe' || version < 2) continue;
      const id = version === 2 ? reader.u16(infe.start + 4) : reader.u32(infe.start + 4);
      if (id === itemId) return reader.text(infe.start + (version === 2 ? 8 : 10), 4);
    }
  }
  return undefined;
}

/**
 * Reads size, rotation and color of the primary picture (ISO/IEC 23008-12).
 * @throws ImageRefusal if the first bytes of the file don't describe the primary picture
 */
export function readHeicHeader(reader: ByteReader): HeicFacts {
  try {
    return readProperties(reader);
  } catch (error) {
    if (error instanceof RangeError) throw new ImageRefusal('CORRUPT_IMAGE', { cause: error });
    throw error;
  }
}

function readProperties(reader: ByteReader): HeicFacts {
  const meta = find(reader, 0, reader.length, 'meta');
  const inMeta = meta.start + 4;
  const itemId = primaryItemId(reader, find(reader, inMeta, meta.end, 'pitm'));
  const coding = findItemCoding(reader, inMeta, meta.end, itemId);
  const readable = isHeic(reader) ? HEVC_ITEMS : AV1_ITEMS;
  if (coding !== undefined && !readable.has(coding)) throw new ImageRefusal('UNSUPPORTED_CODING');
  const iprp = find(reader, inMeta, meta.end, 'iprp');
  const ipco = find(reader, iprp.start, iprp.end, 'ipco');
  const ipma = find(reader, iprp.start, iprp.end, 'ipma');
  const properties = [...boxes(reader, ipco.start, ipco.end)];
  let isTurned = false;
  let size: { widthPx: number; heightPx: number } | undefined;
  let iccProfile: Uint8Array | undefined;
  let colorPrimaries: number | undefined;
  let transfer: number | undefined;
  for (const number of listItemProperties(reader, ipma, itemId)) {
    const box = properties[number - 1];
    if (box?.type === 'ispe') {
      size = { widthPx: reader.u32(box.start + 4), heightPx: reader.u32(box.start + 8) };
    } else if (box?.type === 'irot') {
      // Rotation in quarter turns (ISO/IEC 23008-12, section 6.5.10). An item may have several; decoders apply each of
      // them.
      if ((reader.u8(box.start) & 1) === 1) isTurned = !isTurned;
    } else if (box?.type === 'colr') {
      const kind = reader.text(box.start, 4);
      if (kind === 'prof' || kind === 'rICC') iccProfile = reader.bytes.slice(box.start + 4, box.end);
      else if (kind === 'nclx') {
        colorPrimaries = reader.u16(box.start + 4);
        transfer = reader.u16(box.start + 6);
      }
    }
  }
  if (size === undefined) throw new ImageRefusal('CORRUPT_IMAGE');
  return { ...size, isTurned, iccProfile, colorPrimaries, transfer };
}

/**
 * Checks that the file contains all bytes that its index refers to. With missing bytes, decoders would fill in gray
 * tiles and report success.
 * @throws ImageRefusal if bytes are missing
 */
export function assertHeicComplete(reader: ByteReader): void {
  try {
    const meta = find(reader, 0, reader.length, 'meta');
    const iloc = find(reader, meta.start + 4, meta.end, 'iloc');
    for (const { offset, length } of readExtents(reader, iloc.start)) {
      if (!reader.has(offset, length)) throw new ImageRefusal('CORRUPT_IMAGE');
    }
  } catch (error) {
    if (error instanceof RangeError) throw new ImageRefusal('CORRUPT_IMAGE', { cause: error });
    throw error;
  }
}
