import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeThumbnail, resizePicture } from './small-pictures.ts';

/** Canvas sizes and encoder options that the tested code used. */
let encoded: unknown[];

beforeEach(() => {
  encoded = [];
  vi.stubGlobal('fetch', async () => new Response('picture'));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      readonly width: number;
      readonly height: number;
      constructor(width: number, height: number) {
        [this.width, this.height] = [width, height];
      }
      getContext = () => ({
        save: () => undefined,
        restore: () => undefined,
        resetTransform: () => undefined,
        drawImage: () => undefined,
        fillRect: () => undefined,
        putImageData: () => undefined,
        getImageData: () => ({ data: [255, 0, 255, 255] }),
      });
      convertToBlob = async (options: { type: string; quality: number }) => {
        encoded.push([this.width, this.height, options]);
        return new Blob(['webp'], { type: options.type });
      };
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function picture(width: number, height: number) {
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }));
  return { url: 'blob:1', widthPx: width, heightPx: height };
}
const WEBP = { type: 'image/webp', quality: 0.6 };

it('a thumbnail is a WebP of quality 0.6, at most 544 px wide', async () => {
  await makeThumbnail(picture(4000, 3000));
  await makeThumbnail(picture(300, 9000));
  await makeThumbnail(picture(9000, 1));
  expect(encoded).toEqual([
    [544, 408, WEBP],
    [300, 9000, WEBP],
    [544, 1, WEBP],
  ]);
});

it('a picture is resized to 768 px on its longest side, and never enlarged', async () => {
  await resizePicture(picture(4000, 3000));
  await resizePicture(picture(3000, 4000));
  await resizePicture(picture(640, 480));
  await resizePicture(picture(640, 480), 64);
  expect(encoded).toEqual([
    [768, 576, WEBP],
    [576, 768, WEBP],
    [640, 480, WEBP],
    [64, 48, WEBP],
  ]);
});
