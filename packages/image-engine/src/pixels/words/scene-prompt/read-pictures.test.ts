import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { raster } from '../../raster/raster.ts';
import type { Rgb, RgbaRaster, RgbRaster } from '../../raster/raster.ts';
import { distance, oklabOfHex } from '../../color/oklab.ts';
import { readProduct } from './read-product.ts';
import { readReference } from './read-reference.ts';

function createPicture(widthPx: number, heightPx: number, color: (x: number, y: number) => Rgb): RgbRaster {
  const data = new Uint8Array(widthPx * heightPx * 3);
  for (let i = 0; i < widthPx * heightPx; i++) {
    data.set(color((i % widthPx) / widthPx, Math.floor(i / widthPx) / heightPx), 3 * i);
  }
  return raster(data, widthPx, heightPx, 3);
}

const near = (hex: string | undefined, other: string): number =>
  distance(oklabOfHex(hex ?? '#000000'), oklabOfHex(other));

describe('reading a reference picture', () => {
  test('a reference picture’s colors are read in order of their share', () => {
    const { palette } = readReference(
      createPicture(200, 150, (x) => (x < 0.6 ? [210, 180, 140] : x < 0.9 ? [40, 80, 120] : [200, 40, 40])),
    );
    expect(palette).toHaveLength(3);
    expect(near(palette[0], '#d2b48c')).toBeLessThan(0.03);
    expect(near(palette[1], '#285078')).toBeLessThan(0.03);
    expect(near(palette[2], '#c82828')).toBeLessThan(0.06);
  });

  test.each([
    ['left', (x: number) => 220 - 120 * x, 180],
    ['right', (x: number) => 100 + 120 * x, 0],
    ['above left', (x: number, y: number) => 240 - 80 * x - 80 * y, 225],
  ] as const)('the light in a reference picture is read as coming from the %s', (_, level, degrees) => {
    const { lightDirectionDeg } = readReference(
      createPicture(120, 120, (x, y) => [level(x, y), level(x, y), level(x, y)]),
    );
    expect(Math.abs((lightDirectionDeg ?? 90) - degrees)).toBeLessThan(15);
  });

  test('no light direction is read from even light, a bright floor or a bright object', () => {
    const even = createPicture(90, 90, () => [180, 180, 180]);
    const floor = createPicture(90, 90, (_, y) => (y > 0.6 ? [230, 225, 220] : [120, 110, 100]));
    const thing = createPicture(90, 90, (x, y) =>
      Math.hypot(x - 0.8, y - 0.2) < 0.12 ? [255, 255, 255] : [90, 90, 90],
    );
    for (const picture of [even, floor, thing]) expect(readReference(picture).lightDirectionDeg).toBeNull();
  });

  test('a reference picture’s warmth, brightness and contrast are read', () => {
    const paper = (rgb: Rgb) => readReference(createPicture(60, 60, () => rgb));
    expect(paper([255, 226, 190]).temperatureK).toBeLessThan(4600);
    expect(paper([225, 235, 255]).temperatureK).toBeGreaterThan(6200);
    expect(Math.abs(paper([240, 240, 240]).temperatureK - 5500)).toBeLessThan(200);
    expect(paper([250, 250, 250]).brightness).toBeGreaterThan(0.9);
    expect(paper([12, 12, 14]).brightness).toBeLessThan(0.15);
    expect(paper([128, 128, 128]).contrast).toBe(0);
    const hard = createPicture(60, 60, (x) => (x < 0.5 ? [250, 250, 250] : [20, 20, 20]));
    expect(readReference(hard).contrast).toBeGreaterThan(0.9);
  });

  test('a reference picture of any size and content can be read', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(),
        (w, h, seed) => {
          const data = Uint8Array.from(
            { length: w * h * 4 },
            (_, i) => (Math.imul(i + seed, 2654435761) >>> 13) & 255,
          );
          const reading = readReference(raster(data, w, h, 4));
          for (const hex of reading.palette) expect(hex).toMatch(/^#[0-9a-f]{6}$/);
          expect(reading.palette.length).toBeLessThanOrEqual(5);
          expect([reading.temperatureK, reading.brightness, reading.contrast].every(Number.isFinite)).toBe(
            true,
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a reference picture without a visible pixel is neutral', () => {
    expect(readReference(raster(new Uint8Array(16 * 4), 4, 4, 4))).toMatchObject({
      palette: [],
      lightDirectionDeg: null,
    });
  });
});

/** Picture of an upright cylinder seen from above: its base and lid are ellipses. */
function cylinder(elevationDeg: number, lean = 0): RgbaRaster {
  const [widthPx, heightPx] = [320, 420];
  const data = new Uint8Array(widthPx * heightPx * 4);
  const [half, flat] = [90, 90 * Math.sin((elevationDeg * Math.PI) / 180)];
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const u = (x - 160) / half;
      const bow = Math.abs(u) <= 1 ? flat * Math.sqrt(1 - u * u) : -1;
      const shift = lean * (x - 160);
      if (bow < 0 || y < 110 - bow + shift || y > 330 + bow + shift) continue;
      data.set([60, 90, 160, 255], 4 * (y * widthPx + x));
    }
  }
  return raster(data, widthPx, heightPx, 4);
}

describe('reading a product’s picture', () => {
  test.each([12, 20, 30, 40])(
    'the elevation of a product with a round base is read as %i degrees',
    (elevationDeg) => {
      expect(
        Math.abs((readProduct(cylinder(elevationDeg)).elevationDeg ?? 0) - elevationDeg),
      ).toBeLessThanOrEqual(3);
    },
  );

  test('no elevation is read from an ambiguous product', () => {
    const shape = (isInside: (x: number, y: number) => boolean): RgbaRaster => {
      const data = new Uint8Array(300 * 300 * 4);
      for (let i = 0; i < 300 * 300; i++) {
        if (isInside(i % 300, Math.floor(i / 300))) data.set([200, 30, 30, 255], 4 * i);
      }
      return raster(data, 300, 300, 4);
    };
    const box = shape((x, y) => x > 60 && x < 240 && y > 80 && y < 260);
    const ball = shape((x, y) => Math.hypot(x - 150, y - 150) < 100);
    const wedge = shape((x, y) => Math.abs(x - 150) < y - 40 && y < 240 - Math.abs(x - 150) / 2);
    for (const product of [box, ball, wedge, cylinder(25, 0.2)]) {
      expect(readProduct(product).elevationDeg).toBeNull();
    }
  });

  test('a product’s colors are read without its background’s', () => {
    const { palette } = readProduct(cylinder(20));
    expect(palette).toHaveLength(1);
    expect(near(palette[0], '#3c5aa0')).toBeLessThan(0.02);
  });

  test('a product without a visible pixel has neither colors nor elevation', () => {
    expect(readProduct(raster(new Uint8Array(100 * 4), 10, 10, 4))).toEqual({
      palette: [],
      elevationDeg: null,
    });
  });
});

const PHOTOS = join(import.meta.dirname, '../../../../../../shared/photos');

describe('reading real photos', () => {
  test('an elevation is read from a mug’s rim, but not from a candle holder’s round body', async (context) => {
    if (!existsSync(PHOTOS)) context.skip(`no photos at ${PHOTOS}`);
    const cutOut = async (name: string): Promise<RgbaRaster> => {
      const mask = sharp(join(PHOTOS, `masks/ob_${name}.ref.png`)).extractChannel(0);
      const { data: alpha, info } = await mask.raw().toBuffer({ resolveWithObject: true });
      const rgb = await sharp(join(PHOTOS, `objects/ob_${name}.jpg`))
        .removeAlpha()
        .raw()
        .toBuffer();
      const data = new Uint8Array(info.width * info.height * 4);
      for (let i = 0; i < alpha.length; i++)
        data.set([rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2], alpha[i]], 4 * i);
      return raster(data, info.width, info.height, 4);
    };
    const mug = readProduct(await cutOut('mug'));
    expect(mug.elevationDeg).toBeGreaterThan(25);
    expect(mug.elevationDeg).toBeLessThan(42);
    expect(near(mug.palette[0], '#222222')).toBeLessThan(0.1);
    expect(readProduct(await cutOut('candle-holder')).elevationDeg).toBeNull();
    expect(readProduct(await cutOut('tank-top')).elevationDeg).toBeNull();
  });
});
