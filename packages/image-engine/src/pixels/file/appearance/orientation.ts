/** Reads the orientation from Exif data as Chromium does (Exif 2.3, tag 0x0112). */
import type { ByteReader, Orientation } from '../header/bytes.ts';
import type { Box } from '../../raster/raster.ts';

const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
const FIRST_TURNED: Orientation = 5;
const TAG = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;
const TIFF_NUMBER = 42;

export const swapsSides = (orientation: Orientation): boolean => orientation >= FIRST_TURNED;

/**
 * Orientation in the TIFF structure between `start` and `end`. Only values of type SHORT from 1 to 8 in the first
 * directory count. The first valid value wins; without any, the orientation is 1.
 */
export function orientationInTiff(reader: ByteReader, start: number, end: number): Orientation {
  return orientationEntries(reader, start, end).find((orientation) => orientation !== null) ?? 1;
}

/**
 * Values of all orientation entries in the first directory of the TIFF structure, in order; null for an entry that
 * isn't a SHORT from 1 to 8.
 */
export function orientationEntries(reader: ByteReader, start: number, end: number): (Orientation | null)[] {
  const has = (at: number, count: number): boolean => at + count <= end && reader.has(at, count);
  if (!has(start, 8)) return [];
  const order = reader.text(start, 2);
  const isLittleEndian = order === 'II';
  if ((!isLittleEndian && order !== 'MM') || reader.u16(start + 2, isLittleEndian) !== TIFF_NUMBER) return [];
  const directory = start + reader.u32(start + 4, isLittleEndian);
  if (!has(directory, 2)) return [];
  const count = reader.u16(directory, isLittleEndian);
  const orientations: (Orientation | null)[] = [];
  for (let i = 0; i < count; i++) {
    const entry = directory + 2 + i * ENTRY_BYTES;
    if (!has(entry, ENTRY_BYTES)) break;
    if (reader.u16(entry, isLittleEndian) !== TAG) continue;
    const isOneShort =
      reader.u16(entry + 2, isLittleEndian) === SHORT && reader.u32(entry + 4, isLittleEndian) === 1;
    const value = reader.u16(entry + 8, isLittleEndian);
    orientations.push((isOneShort && ORIENTATIONS.find((candidate) => candidate === value)) || null);
  }
  return orientations;
}

/** Orientations in which the upright picture reverses the stored columns (across) or rows (down). */
const MIRRORED_ACROSS: readonly Orientation[] = [2, 3, 7, 8];
const MIRRORED_DOWN: readonly Orientation[] = [3, 4, 6, 7];

/** Converts a box in the upright picture, whose size is given, to a box in the stored picture. */
export function storedBox(
  { xPx, yPx, widthPx, heightPx }: Box,
  upright: { readonly widthPx: number; readonly heightPx: number },
  orientation: Orientation,
): Box {
  const isTurned = swapsSides(orientation);
  const across = isTurned
    ? { from: yPx, length: heightPx, whole: upright.heightPx }
    : { from: xPx, length: widthPx, whole: upright.widthPx };
  const down = isTurned
    ? { from: xPx, length: widthPx, whole: upright.widthPx }
    : { from: yPx, length: heightPx, whole: upright.heightPx };
  const start = ({ from, length, whole }: typeof across, isBackwards: boolean): number =>
    isBackwards ? whole - from - length : from;
  return {
    xPx: start(across, MIRRORED_ACROSS.includes(orientation)),
    yPx: start(down, MIRRORED_DOWN.includes(orientation)),
    widthPx: across.length,
    heightPx: down.length,
  };
}
