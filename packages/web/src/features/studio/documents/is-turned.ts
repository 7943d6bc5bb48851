/**
 * Whether a photo asks to be shown on its side. The engine's header reader tells the size as stored; this makes it
 * the size as seen, so that the skeleton of a phone photo stands upright before the photo is decoded.
 *
 * Sources: Exif 2.3 tag 0x0112 in TIFF 6.0, inside JPEG's APP1 (ITU-T T.81); ISO/IEC 23008-12 6.5.10 (irot).
 */

/** @param head the file's first bytes; what they do not tell counts as upright */
export function isTurned(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (view.byteLength > 3 && view.getUint16(0) === 0xffd8) return isJpegTurned(view);
  return text(view, 4, 4) === 'ftyp' && isHeicTurned(view);
}

function text(view: DataView, at: number, length: number): string {
  if (at + length > view.byteLength) return '';
  let read = '';
  for (let i = 0; i < length; i += 1) read += String.fromCharCode(view.getUint8(at + i));
  return read;
}

const APP1 = 0xe1;
const START_OF_SCAN = 0xda;
/** Orientations 5 to 8 swap width and height. */
const FIRST_TURNED_ORIENTATION = 5;

function isJpegTurned(view: DataView): boolean {
  let at = 2;
  while (at + 4 < view.byteLength) {
    const marker = view.getUint8(at + 1);
    // Stray bytes between segments, and more 0xff than are needed, are skipped as decoders do.
    if (view.getUint8(at) !== 0xff || marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) return false;
    if (marker === APP1 && text(view, at + 4, 6) === 'Exif\0\0') {
      return exifOrientation(view, at + 10) >= FIRST_TURNED_ORIENTATION;
    }
    at += 2 + view.getUint16(at + 2);
  }
  return false;
}

/** Orientation (1 to 8) in the TIFF block at `start`; 1 when absent or unreadable. */
function exifOrientation(view: DataView, start: number): number {
  if (start + 8 > view.byteLength) return 1;
  const littleEndian = text(view, start, 2) === 'II';
  const directory = start + view.getUint32(start + 4, littleEndian);
  if (directory + 2 > view.byteLength) return 1;
  const entries = view.getUint16(directory, littleEndian);
  for (let i = 0; i < entries; i += 1) {
    const entry = directory + 2 + i * 12;
    if (entry + 12 > view.byteLength) return 1;
    if (view.getUint16(entry, littleEndian) === 0x0112) return view.getUint16(entry + 8, littleEndian);
  }
  return 1;
}

/** The photo, its tiles and its thumbnail share one `irot` property, in quarter turns. */
function isHeicTurned(view: DataView): boolean {
  for (let at = 8; at + 5 <= view.byteLength; at += 1) {
    const first = view.getUint8(at);
    // The picture data may hold anything, so nothing is looked for in it.
    if (first === 0x6d && text(view, at, 4) === 'mdat') return false;
    if (first === 0x69 && text(view, at, 4) === 'irot') return (view.getUint8(at + 4) & 1) === 1;
  }
  return false;
}
