/**
 * Planes inside a picture file: what a cut-out's colors and alpha cannot say, as small pictures in a private chunk, so that they go wherever
 * the file goes. PNG: `pkPL`, ancillary, private and unsafe to copy (PNG specification, section 5.4), because an editor that changes the pixels
 * must not keep it. WebP: a RIFF chunk `PKPL`.
 */
import { ByteReader } from './header/bytes.ts';
import { isPng, readPngHeader } from './header/png.ts';
import { isWebp, readWebpHeader } from './header/webp.ts';
import { bytesOf, joined, withPngChunk, withWebpChunk } from './metadata/chunks.ts';
import type { FileParts } from './metadata/chunks.ts';
import { chunksOf, withoutChunks } from './metadata/walk.ts';

/** Each a small PNG or WebP that lies stretched over the whole picture's frame; see `matte/auxiliary-maps.ts` for what its samples mean. */
export interface PlaneFiles {
  readonly ownShadow?: Uint8Array<ArrayBuffer>;
  readonly through?: Uint8Array<ArrayBuffer>;
  readonly coverage?: Uint8Array<ArrayBuffer>;
}

/** The planes of one picture together. */
export const PLANES_MAX_BYTES = 1024 ** 2;
export const PLANE_MAX_SIDE_PX = 1024;

const PNG_CHUNK = 'pkPL';
const WEBP_CHUNK = 'PKPL';
const PLANE_CHUNKS: readonly string[] = [PNG_CHUNK, WEBP_CHUNK];
const VERSION = 1;
const KINDS: ReadonlyMap<number, keyof PlaneFiles> = new Map([
  [1, 'ownShadow'],
  [2, 'through'],
  [3, 'coverage'],
]);
/** A kind, and a length of four bytes. */
const ENTRY_HEAD_BYTES = 5;

/** The planes of a PNG or a WebP. Never throws: planes that are wrong in any way are none. */
export function readPlanes(file: Uint8Array): PlaneFiles {
  for (const { type, start, end } of chunksOf(file)) {
    if (PLANE_CHUNKS.includes(type)) return parsed(file.subarray(start, end)) ?? {};
  }
  return {};
}

/**
 * Writes planes into a PNG or a WebP and takes away those that are there.
 * @returns the file in parts
 * @throws RangeError for any other file, and for planes that `readPlanes` would not accept
 */
export function embedPlanes(file: Uint8Array<ArrayBuffer>, planes: PlaneFiles): FileParts {
  const content = written(planes);
  const bare = withoutChunks(file, ({ type }) => PLANE_CHUNKS.includes(type));
  if (content === undefined) return [bare];
  const reader = new ByteReader(bare);
  if (isPng(reader)) return withPngChunk(bare, PNG_CHUNK, content);
  if (isWebp(reader)) return withWebpChunk(bare, reader, WEBP_CHUNK, content);
  throw new RangeError('Planes are written into PNG and WebP alone.');
}

function written(planes: PlaneFiles): Uint8Array<ArrayBuffer> | undefined {
  const parts: Uint8Array[] = [];
  for (const [kind, name] of KINDS) {
    const plane = planes[name];
    if (plane !== undefined) parts.push(Uint8Array.of(kind), bytesOf(plane.length, 4, false), plane);
  }
  if (parts.length === 0) return undefined;
  const content = joined(Uint8Array.of(VERSION), ...parts);
  if (parsed(content) === undefined) throw new RangeError('These planes are too large, or no pictures.');
  return content;
}

/** Undefined for anything that is not exactly a version and planes of an acceptable size, each at most once. */
function parsed(content: Uint8Array): PlaneFiles | undefined {
  if (content.length > PLANES_MAX_BYTES || content[0] !== VERSION) return undefined;
  const reader = new ByteReader(content);
  const planes: { -readonly [Name in keyof PlaneFiles]: PlaneFiles[Name] } = {};
  let at = 1;
  while (at < content.length) {
    if (!reader.has(at, ENTRY_HEAD_BYTES)) return undefined;
    const name = KINDS.get(reader.u8(at));
    const length = reader.u32(at + 1);
    at += ENTRY_HEAD_BYTES;
    if (!reader.has(at, length)) return undefined;
    // A kind that came later is skipped, so that older programs read the others.
    if (name !== undefined) {
      // A copy, because the file may be large and does not have to live as long.
      const plane = new Uint8Array(content.subarray(at, at + length));
      if (planes[name] !== undefined || !isPlane(plane)) return undefined;
      planes[name] = plane;
    }
    at += length;
  }
  return planes;
}

function isPlane(file: Uint8Array): boolean {
  const reader = new ByteReader(file);
  try {
    const { widthPx, heightPx } = isPng(reader) ? readPngHeader(reader) : readWebpHeader(reader);
    if (!isPng(reader) && !isWebp(reader)) return false;
    return Math.min(widthPx, heightPx) >= 1 && Math.max(widthPx, heightPx) <= PLANE_MAX_SIDE_PX;
  } catch {
    return false;
  }
}
