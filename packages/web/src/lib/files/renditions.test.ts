import { describe, expect, it } from 'vitest';
import { asPng, isJpegOrWebp } from './renditions.ts';

const createFile = (text: string, type: string): Blob =>
  new Blob([Uint8Array.from(text, (sign) => sign.charCodeAt(0))], { type });

describe('converting a picture to PNG', () => {
  it('the format is detected from the bytes, not from the stated media type', async () => {
    const files = [
      createFile('\xff\xd8\xff\xe0', 'image/png'),
      createFile('RIFF\n\r\0\0WEBPVP8 ', ''),
      createFile('\x89PNG\r\n\x1a\n', 'image/jpeg'),
      createFile('RIFF....WAVE', 'image/webp'),
      createFile('', 'image/jpeg'),
    ];
    expect(await Promise.all(files.map(isJpegOrWebp))).toEqual([true, true, false, false, false]);
  });

  it('a PNG is returned unchanged', async () => {
    const png = createFile('\x89PNG\r\n\x1a\n', 'image/png');
    expect(await asPng(png)).toBe(png);
  });
});
