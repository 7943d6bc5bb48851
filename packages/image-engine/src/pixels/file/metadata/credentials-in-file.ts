/** Finds the Content Credentials of an untrusted file. Source: C2PA 2.1, annex A. */
import { ByteReader } from '../header/bytes.ts';
import { iterateChunks } from './walk.ts';

/** Types of the chunks or segments that contain a manifest: PNG, WebP, JPEG (JUMBF in APP11). */
const PLACES: readonly string[] = ['caBX', 'C2PA', 'FFEB'];

export const isCredentials = ({ type }: { readonly type: string }): boolean => PLACES.includes(type);

export function isSigned(file: Uint8Array): boolean {
  for (const chunk of iterateChunks(file)) if (isCredentials(chunk)) return true;
  return false;
}

/** Maximum number of bytes that are searched; manifests with several thumbnails have some megabytes. */
const SEARCHED_BYTES = 8 * 1024 ** 2;

/**
 * Bytes of all manifests in the file as text, one character per byte. Most manifests store strings uncompressed, so a
 * search needs no parsing.
 */
export function textOfCredentials(file: Uint8Array): string {
  let text = '';
  for (const { start, end } of manifestsIn(file)) {
    const last = Math.min(end, start + SEARCHED_BYTES - text.length);
    text += new TextDecoder('latin1').decode(file.subarray(start, last));
    if (text.length >= SEARCHED_BYTES) break;
  }
  return text;
}

interface ManifestRange {
  readonly start: number;
  readonly end: number;
}

function* manifestsIn(file: Uint8Array): Generator<ManifestRange> {
  for (const chunk of iterateChunks(file)) if (isCredentials(chunk)) yield chunk;
  yield* manifestBoxesIn(new ByteReader(file));
}

/** UUID of the manifest box in AVIF and HEIC (C2PA 2.1, A.5). */
const BOX_NAME = 'd8fec3d61b0e483c92975828877ec481';
const MOST_BOXES = 1024;

/**
 * Yields the manifest boxes. A top-level box has a size in four or eight bytes, or reaches to the end of the file (ISO
 * 14496-12, 4.2).
 */
export function* manifestBoxesIn(reader: ByteReader): Generator<ManifestRange> {
  if (!reader.has(0, 8) || reader.text(4, 4) !== 'ftyp') return;
  for (let at = 0, count = 0; reader.has(at, 8) && count < MOST_BOXES; count += 1) {
    const isLong = reader.u32(at) === 1;
    if (isLong && !reader.has(at, 16)) return;
    const stated = isLong ? reader.u32(at + 8) * 2 ** 32 + reader.u32(at + 12) : reader.u32(at);
    const start = at + (isLong ? 16 : 8);
    const end = stated === 0 ? reader.length : at + stated;
    if (end < start || end > reader.length) return;
    if (reader.text(at + 4, 4) === 'uuid' && nameAt(reader, start) === BOX_NAME) yield { start, end };
    at = end;
  }
}

const nameAt = (reader: ByteReader, at: number): string =>
  reader.has(at, 16)
    ? Array.from({ length: 16 }, (_, i) =>
        reader
          .u8(at + i)
          .toString(16)
          .padStart(2, '0'),
      ).join('')
    : '';
