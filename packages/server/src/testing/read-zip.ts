import { crc32 } from 'node:zlib';

const CENTRAL_ENTRY = 0x02014b50;
const END_BYTES = 22;

/** Reads the files of an uncompressed ZIP, as listed in its central directory. Verifies their checksums. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = bytes.length - END_BYTES;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== CENTRAL_ENTRY) throw new Error('No entry of a central directory');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    ) as [number, number, number];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes);
    const sizeBytes = bytes.readUInt32LE(at + 24);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + sizeBytes);
    if (crc32(content) !== bytes.readUInt32LE(at + 16)) throw new Error(`The checksum of ${name} is wrong`);
    if (files.has(name)) throw new Error(`${name} is there twice`);
    files.set(name, content);
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return files;
}
