import { ByteReader } from '../header/bytes.ts';
import { isJpeg } from '../header/jpeg.ts';
import { isPng } from '../header/png.ts';
import { isWebp } from '../header/webp.ts';
import { inflateStream } from './inflate.ts';
import { iterateChunks } from './walk.ts';

/**
 * Maximum size of a packet; longer ones are ignored. Our packets have a few kilobytes, those of photo editors some
 * tens.
 */
const PACKET_MAX_BYTES = 512 * 1024;

const PNG_KEYWORD = 'XML:com.adobe.xmp\0';
const JPEG_NAMES = ['http://ns.adobe.com/xap/1.0/\0', 'http://ns.adobe.com/xmp/extension/\0'] as const;

interface ChunkContent {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** True if a chunk of a PNG or WebP, or a segment of a JPEG, contains XMP. */
export function isXmp({ type, start, end }: ChunkContent, file: Uint8Array): boolean {
  if (type === 'XMP ') return true;
  const begins = (text: string): boolean =>
    end - start >= text.length && new ByteReader(file).text(start, text.length) === text;
  if (type === 'iTXt' || type === 'zTXt') return begins(PNG_KEYWORD);
  return type === 'FFE1' && JPEG_NAMES.some(begins);
}

/** Reads the XMP packet of a file as text; empty if it is missing or too long. Never throws. */
export function readXmp(file: Uint8Array): string {
  const reader = new ByteReader(file);
  const hasParts = isPng(reader) || isWebp(reader) || isJpeg(reader);
  return hasParts ? packetInParts(file) : packetInBytes(file);
}

function packetInParts(file: Uint8Array): string {
  let text = '';
  for (const part of iterateChunks(file)) {
    if (!isXmp(part, file) || part.end - part.start > PACKET_MAX_BYTES) continue;
    text += readText(part, file);
    if (text.length > PACKET_MAX_BYTES) break;
  }
  return text;
}

/** Reads the packet's text from a chunk. A PNG may compress it, as `zTXt` or by a flag after the keyword. */
function readText({ type, start, end }: ChunkContent, file: Uint8Array): string {
  const flagAt = start + PNG_KEYWORD.length;
  const isCompressed = type === 'zTXt' || (type === 'iTXt' && file[flagAt] === 1);
  if (!isCompressed) return decodeText(file, start, end);
  const part = file.subarray(0, end);
  // In `iTXt` chunks the keyword is followed by flag, method, language and translated keyword; in `zTXt` chunks, by the
  // method alone.
  const languageEnd = part.indexOf(0, flagAt + 2);
  const from = type === 'zTXt' ? flagAt + 1 : part.indexOf(0, languageEnd + 1) + 1;
  return decodeText(inflateStream(part, from, PACKET_MAX_BYTES), 0, PACKET_MAX_BYTES);
}

const OPENS = new TextEncoder().encode('<x:xmpmeta');
/**
 * Number of bytes that are searched in HEIC and AVIF files. They store the packet uncompressed, so a search finds it
 * without parsing the index.
 */
const SEARCHED_BYTES = 4 * 1024 ** 2;

function packetInBytes(file: Uint8Array): string {
  const end = Math.min(file.length, SEARCHED_BYTES) - OPENS.length;
  for (let at = file.indexOf(OPENS[0] ?? 0); at >= 0 && at <= end; at = file.indexOf(OPENS[0] ?? 0, at + 1))
    if (OPENS.every((byte, offset) => file[at + offset] === byte))
      return decodeText(file, at, at + PACKET_MAX_BYTES).split('</x:xmpmeta>')[0] ?? '';
  return '';
}

const decodeText = (file: Uint8Array, start: number, end: number): string =>
  new TextDecoder().decode(file.subarray(start, end));
