/**
 * Stores auxiliary maps, such as a cut-out's shadow, inside its picture file, so that they are not lost when the file
 * is copied. They describe light that a cut-out's colors and alpha can't. PNG: small pictures in a `pkPL` chunk, which
 * is ancillary, private and unsafe to copy (PNG specification, section 5.4), so that editors drop it when they change
 * pixels. WebP: a RIFF chunk `PKPL`.
 */
import { ByteReader } from './header/bytes.ts';
import { isPng, readPngHeader } from './header/png.ts';
import { isWebp, readWebpHeader } from './header/webp.ts';
import { encodeInteger, joinBytes, withPngChunk, withWebpChunk } from './metadata/chunks.ts';
import type { FileParts } from './metadata/chunks.ts';
import { iterateChunks, withoutChunks } from './metadata/walk.ts';

/** Encoded auxiliary maps: small PNG or WebP files stretched over the whole picture. `matte/auxiliary-maps.ts` defines their samples. */
export interface MapFiles {
  readonly photoShadow?: Uint8Array<ArrayBuffer>;
  readonly through?: Uint8Array<ArrayBuffer>;
  readonly coverage?: Uint8Array<ArrayBuffer>;
}

/** Maximum total size of one picture's auxiliary maps. */
export const MAPS_MAX_BYTES = 1024 ** 2;
export const MAP_MAX_SIDE_PX = 1024;

const PNG_CHUNK = 'pkPL';
const WEBP_CHUNK = 'PKPL';
const MAP_CHUNKS: readonly string[] = [PNG_CHUNK, WEBP_CHUNK];
const VERSION = 1;
const KINDS: ReadonlyMap<number, keyof MapFiles> = new Map([
  [1, 'photoShadow'],
  [2, 'through'],
  [3, 'coverage'],
]);
/** Size of an entry's header: one byte for the kind of map and four for its length. */
const ENTRY_HEAD_BYTES = 5;

/** Reads the auxiliary maps of a PNG or WebP. Returns no maps instead of throwing if any is invalid. */
export function readAuxiliaryMaps(file: Uint8Array): MapFiles {
  for (const { type, start, end } of iterateChunks(file)) {
    if (MAP_CHUNKS.includes(type)) return parseContainer(file.subarray(start, end)) ?? {};
  }
  return {};
}

/**
 * Replaces the auxiliary maps of a PNG or WebP.
 * @returns the file in parts
 * @throws RangeError for any other format, and for maps that `readAuxiliaryMaps` would reject
 */
export function embedAuxiliaryMaps(file: Uint8Array<ArrayBuffer>, maps: MapFiles): FileParts {
  const content = writeContainer(maps);
  const bare = withoutChunks(file, ({ type }) => MAP_CHUNKS.includes(type));
  if (content === undefined) return [bare];
  const reader = new ByteReader(bare);
  if (isPng(reader)) return withPngChunk(bare, PNG_CHUNK, content);
  if (isWebp(reader)) return withWebpChunk(bare, reader, WEBP_CHUNK, content);
  throw new RangeError('AuxiliaryMaps are written into PNG and WebP alone.');
}

function writeContainer(maps: MapFiles): Uint8Array<ArrayBuffer> | undefined {
  const parts: Uint8Array[] = [];
  for (const [kind, name] of KINDS) {
    const plane = maps[name];
    if (plane !== undefined) parts.push(Uint8Array.of(kind), encodeInteger(plane.length, 4, false), plane);
  }
  if (parts.length === 0) return undefined;
  const content = joinBytes(Uint8Array.of(VERSION), ...parts);
  if (parseContainer(content) === undefined)
    throw new RangeError('These planes are too large, or no pictures.');
  return content;
}

/**
 * Parses the chunk's content; undefined unless it consists of a version and maps of an acceptable size, each at most
 * once.
 */
function parseContainer(content: Uint8Array): MapFiles | undefined {
  if (content.length > MAPS_MAX_BYTES || content[0] !== VERSION) return undefined;
  const reader = new ByteReader(content);
  const maps: { -readonly [Name in keyof MapFiles]: MapFiles[Name] } = {};
  let at = 1;
  while (at < content.length) {
    if (!reader.has(at, ENTRY_HEAD_BYTES)) return undefined;
    const name = KINDS.get(reader.u8(at));
    const length = reader.u32(at + 1);
    at += ENTRY_HEAD_BYTES;
    if (!reader.has(at, length)) return undefined;
    // Skips unknown kinds of maps, so that this version can read files of newer ones.
    if (name !== undefined) {
      // Copies the map, so that the large file's memory can be freed.
      const plane = new Uint8Array(content.subarray(at, at + length));
      if (maps[name] !== undefined || !isMapChunk(plane)) return undefined;
      maps[name] = plane;
    }
    at += length;
  }
  return maps;
}

function isMapChunk(file: Uint8Array): boolean {
  const reader = new ByteReader(file);
  try {
    const { widthPx, heightPx } = isPng(reader) ? readPngHeader(reader) : readWebpHeader(reader);
    if (!isPng(reader) && !isWebp(reader)) return false;
    return Math.min(widthPx, heightPx) >= 1 && Math.max(widthPx, heightPx) <= MAP_MAX_SIDE_PX;
  } catch {
    return false;
  }
}
