import { describe, expect, it } from 'vitest';
import { asPng, isJpegOrWebp } from './renditions.ts';

const fileOf = (text: string, type: string): Blob =>
  new Blob([Uint8Array.from(text, (sign) => sign.charCodeAt(0))], { type });

describe('converting a picture to PNG', () => {
  it('the format is detected from the bytes, whatever the file is called', async () => {
    const files = [
      fileOf('\xff\xd8\xff\xe0', 'image/png'),
      fileOf('RIFF\n\r\0\0WEBPVP8 ', ''),
      fileOf('\x89PNG\r\n\x1a\n', 'image/jpeg'),
      fileOf('RIFF....WAVE', 'image/webp'),
      fileOf('', 'image/jpeg'),
    ];
    expect(await Promise.all(files.map(isJpegOrWebp))).toEqual([true, true, false, false, false]);
  });

  it('a PNG is returned unchanged', async () => {
    const png = fileOf('\x89PNG\r\n\x1a\n', 'image/png');
    expect(await asPng(png)).toBe(png);
  });
});
