/** Reads the JUMBF boxes of a C2PA manifest store. Sources: JUMBF (ISO 19566-5), B.1 to B.3; C2PA 2.2, 11.1. */
import { ByteReader } from '../header/bytes.ts';

interface JumbfBox {
  readonly type: string;
  readonly content: Uint8Array;
}

/** Box that contains other boxes, with the fields of its description box. */
export interface SuperBox {
  /** Type of the box: four letters if JUMBF or C2PA define it, else all 32 hexadecimal digits. */
  readonly kind: string;
  /** Bit flags: requestable, has a label, has a number, has a hash, has a private field. */
  readonly toggles: number;
  readonly label: string;
  /** Bytes of the description after the label: private fields, such as salt. */
  readonly rest: Uint8Array;
  readonly boxes: readonly JumbfBox[];
}

/** Maximum number of boxes that are read; a store for a hundred ingredients has some thousands. */
const BOXES_MAX = 20_000;
const LARGE_SIZE = 1;

/**
 * Parses consecutive boxes.
 * @returns null if the boxes don't fill the bytes exactly
 */
export function boxesIn(bytes: Uint8Array): readonly JumbfBox[] | null {
  const reader = new ByteReader(bytes);
  const boxes: JumbfBox[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (!reader.has(at, 8) || boxes.length === BOXES_MAX) return null;
    const isLarge = reader.u32(at) === LARGE_SIZE;
    const head = isLarge ? 16 : 8;
    if (!reader.has(at, head)) return null;
    const size = isLarge ? reader.u32(at + 8) * 2 ** 32 + reader.u32(at + 12) : reader.u32(at);
    // A size of 0 would mean that the box reaches to the end of the file, which isn't allowed inside a manifest store.
    if (size < head || !reader.has(at, size)) return null;
    boxes.push({ type: reader.text(at + 4, 4), content: bytes.subarray(at + head, at + size) });
    at += size;
  }
  return boxes;
}

const DESCRIPTION = 'jumd';
const UUID_BYTES = 16;
/** Second part of the UUID of a type, after the type's four letters (ISO 19566-5, B.1). */
const NAMED_UUID = '00110010800000aa00389b71';
const MAY_HAVE_LABEL = 2;

/**
 * Parses a superbox.
 * @returns null if the box isn't a superbox or doesn't start with a description
 */
export function parseSuperBox({ type, content }: JumbfBox): SuperBox | null {
  const boxes = type === 'jumb' ? boxesIn(content) : null;
  const [first, ...others] = boxes ?? [];
  if (first?.type !== DESCRIPTION || first.content.length <= UUID_BYTES) return null;
  const { content: description } = first;
  const toggles = description[UUID_BYTES] ?? 0;
  const end = (toggles & MAY_HAVE_LABEL) === 0 ? -1 : description.indexOf(0, UUID_BYTES + 1);
  const hasLabel = end !== -1;
  return {
    kind: formatKind(description.subarray(0, UUID_BYTES)),
    toggles,
    label: hasLabel ? new TextDecoder().decode(description.subarray(UUID_BYTES + 1, end)) : '',
    rest: description.subarray(hasLabel ? end + 1 : UUID_BYTES + 1),
    boxes: others,
  };
}

function formatKind(uuid: Uint8Array): string {
  const digits = Array.from(uuid, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.endsWith(NAMED_UUID) ? String.fromCharCode(...uuid.subarray(0, 4)) : digits;
}
