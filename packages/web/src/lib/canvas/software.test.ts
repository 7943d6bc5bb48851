import loadKit from 'canvaskit-wasm/full';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { softwareSurfaces } from './software.ts';
import type { SoftwareSurfaces } from './software.ts';

let surfaces: SoftwareSurfaces;
beforeAll(async () => {
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data: Uint8ClampedArray;
      readonly width: number;
      readonly height: number;
      constructor(data: Uint8ClampedArray, width: number, height: number) {
        [this.data, this.width, this.height] = [data, width, height];
      }
    },
  );
  surfaces = softwareSurfaces(await loadKit());
});
afterAll(() => {
  surfaces.freeAll();
  vi.unstubAllGlobals();
});

/** Pseudorandom pixels with varying alpha, as a PNG and as bytes. */
async function noise(side: number): Promise<{ png: Blob; bytes: Uint8Array }> {
  const bytes = Uint8Array.from({ length: side * side * 4 }, (_, i) => (i * 2_654_435_761) >>> 24);
  const raw = { width: side, height: side, channels: 4 } as const;
  const png = await sharp(bytes, { raw }).png().toBuffer();
  return { png: new Blob([new Uint8Array(png)]), bytes };
}

const decodePixels = async (file: Blob): Promise<number[]> => [
  ...(await sharp(new Uint8Array(await file.arrayBuffer()))
    .raw()
    .toBuffer()),
];

describe('a software surface', () => {
  it('returns every pixel of a picture drawn unscaled, half-transparent ones included', async () => {
    const { png, bytes } = await noise(33);
    const drawing = surfaces.create(33, 33, true);
    drawing.context.drawImage(await surfaces.decode(png, {}), 0, 0);
    const visibleSamples = (pixels: Uint8Array | Uint8ClampedArray) =>
      Array.from(pixels, (sample, at) => ((pixels[at - (at % 4) + 3] ?? 0) === 0 ? 0 : sample));
    const apart = visibleSamples(surfaces.read(drawing, 0, 0, 33, 33).data).map((sample, at) =>
      Math.abs(sample - (visibleSamples(bytes)[at] ?? 0)),
    );
    expect(Math.max(...apart)).toBeLessThanOrEqual(1);
  });

  it('writes PNG, JPEG and WebP files of a color, and an empty JPEG in black', async () => {
    const drawing = surfaces.create(16, 16, false);
    const empty = await decodePixels(await surfaces.encode(drawing, 'image/jpeg', 0.9));
    expect(empty.slice(0, 3)).toEqual([0, 0, 0]);
    drawing.context.fillStyle = '#336699';
    drawing.context.fillRect(0, 0, 16, 16);
    for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
      const file = await surfaces.encode(drawing, type, 0.95);
      expect(file.type).toBe(type);
      const [red = 0, green = 0, blue = 0] = await decodePixels(file);
      for (const [sample, expected] of [
        [red, 0x33],
        [green, 0x66],
        [blue, 0x99],
      ] as const)
        expect(Math.abs(sample - expected), type).toBeLessThanOrEqual(3);
    }
  });

  it('rotates, scales and blends like a canvas', () => {
    const part = surfaces.create(2, 1, false);
    part.context.fillStyle = '#ff0000';
    part.context.fillRect(0, 0, 1, 1);
    const whole = surfaces.create(4, 4, true);
    const { context } = whole;
    context.fillStyle = '#808080';
    context.fillRect(0, 0, 4, 4);
    context.save();
    context.translate(4, 4);
    context.rotate(Math.PI);
    context.globalCompositeOperation = 'multiply';
    context.drawImage(part.canvas, 0, 0);
    context.restore();
    context.clearRect(0, 0, 1, 1);
    const { data } = surfaces.read(whole, 0, 0, 4, 4);
    const at = (x: number, y: number) => Array.from(data.slice((y * 4 + x) * 4, (y * 4 + x) * 4 + 4));
    expect(at(0, 0)).toEqual([0, 0, 0, 0]);
    expect(at(3, 3)).toEqual([128, 0, 0, 255]);
    expect(at(2, 3)).toEqual([128, 128, 128, 255]);
    expect(() => {
      context.globalCompositeOperation = 'hue';
      context.fillRect(0, 0, 1, 1);
    }).toThrow('hue');
  });

  it('draws a picture upright according to its orientation', async () => {
    const turned = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { width, height } = await surfaces.decode(new Blob([new Uint8Array(turned)]), {});
    expect([width, height]).toEqual([20, 40]);
  });
});
