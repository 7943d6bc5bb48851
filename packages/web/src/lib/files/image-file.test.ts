import { describe, expect, it } from 'vitest';
import { imageFile } from './image-file.ts';

const readBytes = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];

describe('a picture to upload', () => {
  it('the file is named image.png by default', () => {
    expect(imageFile({ blobFile: new Blob(['x'], { type: 'image/png' }) }).name).toBe('image.png');
    expect(imageFile({ blobFile: new Blob(['x']), file_name: 'mug.jpg' }).name).toBe('mug.jpg');
  });

  it('the file has the extension .webp when it was converted to WebP', () => {
    const webp = new Blob(['x'], { type: 'image/webp' });
    expect([imageFile({ blobFile: webp }).name, imageFile({ blobFile: webp }).type]).toEqual([
      'image.webp',
      'image/webp',
    ]);
    expect(imageFile({ blobFile: webp, file_name: 'a.b.jpeg' }).name).toBe('a.b.webp');
  });

  it('the file is the same from base64 for any chunk size, by default 800000 characters', async () => {
    const bytes = Array.from({ length: 700_000 }, (_, index) => (index * 31) % 256);
    const base64Image = Buffer.from(bytes).toString('base64');
    expect(base64Image.length).toBeGreaterThan(800_000);
    expect(Buffer.from(await imageFile({ base64Image }).arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    for (const chunkSize of [1, 4, 7, 800_000]) {
      const file = imageFile({ base64Image: Buffer.from([1, 2, 3, 4, 5]).toString('base64'), chunkSize });
      expect([await readBytes(file), file.type]).toEqual([[1, 2, 3, 4, 5], 'image/png']);
    }
    expect(() => imageFile({ base64Image: 'no base64!' })).toThrow();
  });
});
