import { crc32, deflateSync } from 'node:zlib';

/**
 * Generates a PNG photo of any size, so that a benchmark needs no 12-megapixel file: a dark bottle in front of a
 * bright, slightly uneven background.
 */
export function bottlePhoto(widthPx: number, heightPx: number): Uint8Array {
  const rowBytes = 1 + widthPx * 3;
  const rows = Buffer.alloc(rowBytes * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const offset = y * rowBytes + 1 + x * 3;
      rows.set(colorAt(x / widthPx, y / heightPx), offset);
    }
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header(widthPx, heightPx)),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Color at a position. @param u horizontal and @param v vertical position from the upper left corner, 0 to 1 */
function colorAt(u: number, v: number): [number, number, number] {
  const fromMiddle = Math.abs(u - 0.5);
  const isNeck = v > 0.15 && v < 0.35 && fromMiddle < 0.06;
  const isBody = v >= 0.35 && v < 0.85 && fromMiddle < 0.18;
  if (!isNeck && !isBody) {
    const ground = 235 - Math.round(v * 30);
    return [ground, ground, ground - 4];
  }
  const shine = Math.round(90 * Math.max(0, 1 - Math.abs(u - 0.42) / 0.05));
  return [40 + shine, 60 + shine, 110 + shine];
}

function header(widthPx: number, heightPx: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(widthPx, 0);
  bytes.writeUInt32BE(heightPx, 4);
  // PNG header: 8 bits per channel, RGB.
  bytes.set([8, 2, 0, 0, 0], 8);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(body.byteLength + 8);
  bytes.writeUInt32BE(data.byteLength, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), bytes.byteLength - 4);
  return bytes;
}
