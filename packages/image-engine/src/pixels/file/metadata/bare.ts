/**
 * Removes everything except the picture from a file: profiles, metadata, and second pictures that other programs may
 * show instead of the first. Sources: PNG specification (section 11); WebP Container Specification; JPEG (ITU T.81,
 * annex B) and JFIF.
 */
import { ByteReader } from '../header/bytes.ts';
import { isPng } from '../header/png.ts';
import { isWebp } from '../header/webp.ts';
import { embedAuxiliaryMaps, readAuxiliaryMaps } from '../map-container.ts';
import { joinBytes } from './chunks.ts';
import { iterateChunks, START_OF_SCAN, withoutChunks } from './walk.ts';

const PNG_KEPT: readonly string[] = ['IHDR', 'PLTE', 'tRNS', 'sRGB', 'IDAT', 'IEND'];
const WEBP_KEPT: readonly string[] = ['VP8X', 'ALPH', 'VP8 ', 'VP8L'];
const KEPT: readonly string[] = [...PNG_KEPT, ...WEBP_KEPT];
/** Length of a JFIF segment without a thumbnail. */
const JFIF_BYTES = 14;
/** Marker of Adobe's JPEG segment, which states the color model. */
const ADOBE = 'FFEE';

/** True for JPEG segments that decoding doesn't need: application data and comments. Adobe's segment is needed. */
const isNote = (marker: string): boolean => /^FF(?:E[0-9A-F]|FE)$/.test(marker) && marker !== ADOBE;

/**
 * Removes everything except the picture and its auxiliary maps. The maps are validated, and metadata in them is
 * removed too.
 * @param file a PNG, JPEG or WebP
 */
export function bareFile(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const planes = Object.entries(readAuxiliaryMaps(file)).map(
    ([name, plane]) => [name, extractPicture(plane)] as const,
  );
  const bare = extractPicture(file);
  return planes.length === 0 ? bare : joinBytes(...embedAuxiliaryMaps(bare, Object.fromEntries(planes)));
}

function extractPicture(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const isUnwanted = ({ type, start, end }: { type: string; start: number; end: number }): boolean =>
    type.startsWith('FF')
      ? isNote(type) && !(type === 'FFE0' && end - start === JFIF_BYTES)
      : !KEPT.includes(type);
  const bare = withoutChunks(withoutTail(file), isUnwanted);
  const reader = new ByteReader(bare);
  if (!isWebp(reader) || reader.text(12, 4) !== 'VP8X') return bare;
  const flagged = bare.slice();
  flagged[FLAGS_AT] = reader.u8(FLAGS_AT) & ALPHA_FLAG;
  return flagged;
}

const FLAGS_AT = 20;
const ALPHA_FLAG = 0x10;

/**
 * Drops the bytes after the end of the picture; in a PNG or JPEG also all bytes from the first chunk on that can't be
 * parsed.
 */
function withoutTail(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const reader = new ByteReader(file);
  if (isWebp(reader)) return file.subarray(0, Math.min(file.length, 8 + reader.u32(4, true)));
  let walked = 0;
  for (const { type, next } of iterateChunks(file)) {
    walked = next;
    if (type === 'IEND') break;
  }
  return isPng(reader) ? file.subarray(0, walked) : withoutNotesBetweenScans(file, Math.max(2, walked));
}

const END_OF_IMAGE = 0xd9;

/**
 * Removes application segments and comments between the scans of a progressive JPEG, and all bytes after its end.
 * @param from offset of the first scan
 */
function withoutNotesBetweenScans(file: Uint8Array<ArrayBuffer>, from: number): Uint8Array<ArrayBuffer> {
  const retainedParts: Uint8Array[] = [file.subarray(0, from)];
  for (let at = from; at + 2 <= file.length && file[at] === 0xff;) {
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) {
      retainedParts.push(file.subarray(at, at + 2));
      break;
    }
    const end = at + 2 + ((file[at + 2] ?? 0) << 8) + (file[at + 3] ?? 0);
    if (end < at + 4 || end > file.length) break;
    const next = marker === START_OF_SCAN ? endOfScan(file, end) : end;
    if (!isNote(`FF${marker.toString(16).toUpperCase()}`)) retainedParts.push(file.subarray(at, next));
    at = next;
  }
  return joinBytes(...retainedParts);
}

/** Offset of the first marker after the scan, skipping stuffed bytes and restart markers inside it. */
function endOfScan(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const marker = file[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at;
  }
  return file.length;
}
