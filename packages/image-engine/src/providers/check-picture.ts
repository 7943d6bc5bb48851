import { probeImageHeader } from '../pixels/file/header/probe.ts';
import type { ProvidedPicture } from './port.ts';

/** Tolerance for the aspect ratio, because engines round sides to multiples of their block size. */
const SHAPE_TOLERANCE = 0.03;
/** Minimum width of a result relative to the requested width; a smaller result would be blurry when enlarged. */
const SMALLEST_SHARE = 0.49;

/** Error for a picture that doesn't match the request; `message` says why. */
export class UnusablePicture extends Error {
  override readonly name = 'UnusablePicture';
}

/**
 * Checks a result's header: PNG, JPEG or WebP, a complete file, the requested aspect ratio and enough pixels. The
 * pixels are decoded later, in the engine's process, under its limits.
 * @throws UnusablePicture if a check fails
 */
export function checkPicture(
  bytes: Uint8Array,
  expected: { readonly widthPx: number; readonly heightPx: number },
): ProvidedPicture {
  const { widthPx, heightPx, format } = readHeader(bytes);
  if (format === 'heic' || format === 'avif') {
    throw new UnusablePicture(`${format.toUpperCase()}, which was not asked for`);
  }
  if (!isWhole(bytes, format)) throw new UnusablePicture(`a truncated ${format} of ${bytes.length} bytes`);
  const shape = widthPx / heightPx / (expected.widthPx / expected.heightPx);
  if (Math.abs(shape - 1) > SHAPE_TOLERANCE || widthPx < expected.widthPx * SMALLEST_SHARE) {
    throw new UnusablePicture(`${widthPx}x${heightPx} instead of ${expected.widthPx}x${expected.heightPx}`);
  }
  return { bytes, widthPx, heightPx };
}

function readHeader(bytes: Uint8Array) {
  try {
    return probeImageHeader(bytes, bytes.length);
  } catch (error) {
    throw new UnusablePicture('no picture that we can read', { cause: error });
  }
}

/** True if a file is complete, judged by its end marker or, for WebP, by its stated length. */
function isWhole(bytes: Uint8Array, format: 'png' | 'jpeg' | 'webp'): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (format) {
    case 'png':
      // The last chunk of a PNG is empty: its name is followed directly by its checksum.
      return bytes.length > 12 && view.getUint32(bytes.length - 8) === 0x49_45_4e_44;
    case 'webp':
      return view.getUint32(4, true) + 8 <= bytes.length;
    case 'jpeg':
      // Searches the last bytes of the file, because some encoders pad after the end marker.
      return Buffer.from(bytes.subarray(Math.max(0, bytes.length - 512))).includes(Buffer.from([0xff, 0xd9]));
  }
}
