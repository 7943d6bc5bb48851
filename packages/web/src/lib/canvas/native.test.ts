import { afterEach, describe, expect, it, vi } from 'vitest';
import { CanvasLimitError } from './canvas-errors.ts';
import { nativeSurfaces } from './native.ts';
import { isReadBackTrue } from './trust.ts';

afterEach(() => vi.unstubAllGlobals());

/** Fakes a canvas with one stored pixel, on a device that draws at most 16 megapixels. */
function stubCanvas(more: { convertToBlob?: () => Promise<Blob | null>; context?: null } = {}): void {
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      readonly width: number;
      readonly height: number;
      constructor(width: number, height: number) {
        [this.width, this.height] = [width, height];
      }
      getContext() {
        if (more.context === null) return null;
        const isDrawn = this.width * this.height <= 16_777_216;
        let pixel = [0, 0, 0, 0];
        return {
          save: () => undefined,
          restore: () => undefined,
          resetTransform: () => undefined,
          fillRect: () => (pixel = isDrawn ? [255, 0, 255, 255] : pixel),
          getImageData: () => ({ data: pixel }),
          putImageData: ({ data }: { data: number[] }) => (pixel = data),
        };
      }
      convertToBlob = more.convertToBlob ?? (async () => new Blob(['file'], { type: 'image/png' }));
    },
  );
}

describe('a browser canvas', () => {
  it('is refused when nothing can be drawn in its last corner', () => {
    stubCanvas();
    expect(() => nativeSurfaces.create(4096, 4096, false)).not.toThrow();
    expect(() => nativeSurfaces.create(4097, 4096, false)).toThrow(CanvasLimitError);
  });

  it('is refused when there is no canvas, or no context', () => {
    expect(() => nativeSurfaces.create(1, 1, false)).toThrow(CanvasLimitError);
    stubCanvas({ context: null });
    expect(() => nativeSurfaces.create(1, 1, false)).toThrow(CanvasLimitError);
  });

  it.each([
    ['null', null],
    ['an empty file', new Blob([])],
  ])('fails to encode when the browser returns %s', async (_what, file) => {
    stubCanvas({ convertToBlob: async () => file });
    const drawing = nativeSurfaces.create(8, 8, false);
    await expect(nativeSurfaces.encode(drawing, 'image/png', 1)).rejects.toThrow(CanvasLimitError);
  });

  it.each([
    ['fails', () => Promise.reject(new DOMException('memory', 'InvalidStateError'))],
    ['returns a smaller picture', async () => ({ width: 3, height: 2, close: () => undefined })],
  ])('reports the canvas limit when decoding %s', async (_how, createImageBitmap) => {
    vi.stubGlobal('createImageBitmap', createImageBitmap);
    const statedSize = { widthPx: 30, heightPx: 20 };
    await expect(nativeSurfaces.decode(new Blob(['picture']), { statedSize })).rejects.toThrow(
      CanvasLimitError,
    );
  });

  it('isn’t trusted when it can’t be tested', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(await isReadBackTrue()).toBe(false);
  });
});
