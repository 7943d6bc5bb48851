/**
 * Finds the C2PA manifest store in a file of each format, and checks the chunks or boxes that contain it. Source: C2PA
 * 2.2, annex A.
 */
import { ByteReader, crc32 } from '../header/bytes.ts';
import { isJpeg } from '../header/jpeg.ts';
import { joinBytes } from './chunks.ts';
import { isCredentials, manifestBoxesIn } from './credentials-in-file.ts';
import { iterateChunks } from './walk.ts';
import type { Chunk } from './walk.ts';

/**
 * Manifest store of a file.
 * @returns null if the file has no store, more than one, or one in a position that the format doesn't allow
 */
export function storeIn(file: Uint8Array): Uint8Array | null {
  const chunks = [...iterateChunks(file)].filter(isCredentials);
  if (isJpeg(new ByteReader(file))) return storeInSegments(file, chunks);
  const boxes = [...manifestBoxesIn(new ByteReader(file))];
  const [chunk, box] = [chunks[0], boxes[0]];
  if (chunks.length + boxes.length !== 1) return null;
  if (chunk !== undefined) return storeInChunk(file, chunk);
  return box === undefined ? null : storeInUuidBox(file.subarray(box.start, box.end));
}

function storeInChunk(file: Uint8Array, { type, at, start, end, next }: Chunk): Uint8Array | null {
  const reader = new ByteReader(file);
  const isWhole =
    type === 'caBX'
      ? reader.u32(end) === crc32(file.subarray(at + 4, end))
      : file.subarray(end, next).every((byte) => byte === 0);
  return isWhole ? file.subarray(start, end) : null;
}

/**
 * Lengths in a JPEG segment: its header with "JP", number of the box and sequence number; then the box's size and
 * type, which each segment repeats.
 */
const SEGMENT_HEAD_BYTES = 8;
const BOX_HEAD_BYTES = 8;
const JPEG_BOX = 'JP';
const STORE_LABEL = 'c2pa\0';

/** Finds the store in APP11 segments, which may also contain other boxes. */
function storeInSegments(file: Uint8Array, segments: readonly Chunk[]): Uint8Array | null {
  const reader = new ByteReader(file);
  const byBox = new Map<number, Chunk[]>();
  for (const segment of segments) {
    const { start, end } = segment;
    if (end - start < SEGMENT_HEAD_BYTES + BOX_HEAD_BYTES || reader.text(start, 2) !== JPEG_BOX) continue;
    const number = reader.u16(start + 2);
    byBox.set(number, [...(byBox.get(number) ?? []), segment]);
  }
  const stores = [...byBox.values()].filter(([first]) => first !== undefined && isStore(reader, first));
  const [store] = stores;
  return stores.length === 1 && store !== undefined ? joinedSegments(file, store) : null;
}

/**
 * True if the first description box has the label of a manifest store; the label follows the headers of both boxes,
 * the type and the flags.
 */
const isStore = (reader: ByteReader, { start }: Chunk): boolean =>
  reader.text(start + SEGMENT_HEAD_BYTES + 2 * BOX_HEAD_BYTES + 17, STORE_LABEL.length) === STORE_LABEL;

function joinedSegments(file: Uint8Array, segments: readonly Chunk[]): Uint8Array | null {
  const reader = new ByteReader(file);
  const headAt = (start: number): string => reader.text(start + SEGMENT_HEAD_BYTES, BOX_HEAD_BYTES);
  const [first] = segments;
  if (first === undefined) return null;
  const head = headAt(first.start);
  const isInOrder = segments.every(
    ({ start }, at) => reader.u32(start + 4) === at + 1 && headAt(start) === head,
  );
  return isInOrder
    ? joinBytes(
        ...segments.map(({ start, end }, at) =>
          file.subarray(start + SEGMENT_HEAD_BYTES + (at === 0 ? 0 : BOX_HEAD_BYTES), end),
        ),
      )
    : null;
}

const UUID_BYTES = 16;
/** Expected start of the box's content: version 0, no flags, purpose "manifest", and no offset of further boxes. */
const UUID_BOX_HEAD = `\0\0\0\0manifest\0${'\0'.repeat(8)}`;

function storeInUuidBox(content: Uint8Array): Uint8Array | null {
  const head = new ByteReader(content).text(UUID_BYTES, UUID_BOX_HEAD.length);
  return head === UUID_BOX_HEAD ? content.subarray(UUID_BYTES + UUID_BOX_HEAD.length) : null;
}
