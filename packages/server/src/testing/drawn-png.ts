import { crc32, deflateSync } from 'node:zlib';

/** Color of a pixel: red, green, blue and alpha, 0 to 255. */
type PngColor = readonly [number, number, number, number];

/** Creates an 8-bit RGBA PNG from a function that returns the color of each pixel. */
export function drawnPng(
  widthPx: number,
  heightPx: number,
  colorAt: (x: number, y: number) => PngColor,
): Uint8Array {
  const rows = Buffer.alloc(heightPx * (1 + widthPx * 4));
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      rows.set(colorAt(x, y), y * (1 + widthPx * 4) + 1 + x * 4);
    }
  }
  return encodePng(widthPx, heightPx, deflateSync(rows));
}

/** Creates a PNG with a header but no pixels, for code that only reads headers. */
export const emptyPng = (widthPx: number, heightPx: number): Uint8Array =>
  encodePng(widthPx, heightPx, deflateSync(Buffer.alloc(0)));

function encodePng(widthPx: number, heightPx: number, pixels: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.byteLength + 8);
  framed.writeUInt32BE(data.byteLength, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), typed.byteLength + 4);
  return framed;
}

/**
 * Creates a mask for a picture of this size: on black, a centered white box whose sides are the given fraction of the
 * picture's.
 */
export const drawnMask = (widthPx: number, heightPx: number, share = 0.2): Uint8Array => {
  const isInside = (at: number, size: number) => Math.abs(at + 0.5 - size / 2) < (size * share) / 2;
  return drawnPng(widthPx, heightPx, (x, y) => {
    const value = isInside(x, widthPx) && isInside(y, heightPx) ? 255 : 0;
    return [value, value, value, 255];
  });
};
