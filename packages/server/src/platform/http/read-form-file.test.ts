import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { describe, expect, it } from 'vitest';
import { readFormFile } from './read-form-file.ts';

const CHUNK = Buffer.alloc(64 * 1024, 7);

/** File of a form that counts the bytes read from it. */
function createFile(chunks: number) {
  const counter = { readBytes: 0 };
  const file = Readable.from(
    (function* () {
      for (let at = 0; at < chunks; at += 1) {
        counter.readBytes += CHUNK.byteLength;
        yield CHUNK;
      }
    })(),
    { highWaterMark: 1 },
  );
  return { counter, part: { fieldname: 'image', file } as unknown as MultipartFile };
}

describe('readFormFile', () => {
  it('reads a file as large as the limit', async () => {
    const { part } = createFile(4);
    expect(await readFormFile(part, 4 * CHUNK.byteLength)).toEqual(Buffer.alloc(4 * CHUNK.byteLength, 7));
  });

  it('refuses a larger file without reading the rest', async () => {
    const { part, counter } = createFile(400);
    await expect(readFormFile(part, 4 * CHUNK.byteLength)).rejects.toMatchObject({
      code: 'TOO_LARGE_BYTES',
      detail: { param: 'image' },
    });
    expect(counter.readBytes).toBeLessThanOrEqual(8 * CHUNK.byteLength);
  });
});
