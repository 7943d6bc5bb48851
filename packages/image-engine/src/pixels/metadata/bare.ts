/**
 * A file without anything but its picture: no profile, no note, no second picture that other programs may show instead. Sources: PNG specification
 * (section 11); WebP Container Specification; JPEG (ITU T.81, annex B) and JFIF.
 */
import { ByteReader } from '../header/bytes.ts';
import { isPng } from '../header/png.ts';
import { isWebp } from '../header/webp.ts';
import { PLANE_CHUNKS } from '../planes/container.ts';
import { chunksOf, withoutChunks } from './walk.ts';

const PNG_KEPT: readonly string[] = ['IHDR', 'PLTE', 'tRNS', 'sRGB', 'IDAT', 'IEND'];
const WEBP_KEPT: readonly string[] = ['VP8X', 'ALPH', 'VP8 ', 'VP8L'];
const KEPT: readonly string[] = [...PNG_KEPT, ...WEBP_KEPT, ...PLANE_CHUNKS];
/** JFIF without a small picture. */
const JFIF_BYTES = 14;
/** How the colors are stored. */
const ADOBE = 'FFEE';

/** Of a JPEG's segments those that are not for decoding: applications' and comments. */
const isNote = (marker: string): boolean => /^FF(?:E[0-9A-F]|FE)$/.test(marker) && marker !== ADOBE;

/** @param file a PNG, JPEG or WebP */
export function bareFile(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
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

/** What lies behind a PNG's end is no part of it. */
function withoutTail(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (!isPng(new ByteReader(file))) return file;
  for (const { type, next } of chunksOf(file)) if (type === 'IEND') return file.subarray(0, next);
  return file;
}
