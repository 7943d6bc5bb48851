import { describe, expect, test } from 'vitest';
import { raster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import type { RgbaRaster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import { colorDifference } from '../../packages/image-engine/src/pixels/color/color-difference.ts';
import { countFaults, GROUNDS, judge, onGround, truthOnGround } from './measures.ts';
import type { Truth } from './measures.ts';
import { formatTable } from './summary.ts';
import type { Measured } from './summary.ts';

const SIZE_PX = 64;
const COLOR = [200, 60, 40] as const;

/** Truth with a square of one color in the middle of the picture, and alpha by `alphaAt`. */
function createTruth(alphaAt: (x: number, y: number) => number, clear = 0): Truth {
  const alpha = new Uint8Array(SIZE_PX ** 2);
  for (let i = 0; i < alpha.length; i++) alpha[i] = alphaAt(i % SIZE_PX, Math.floor(i / SIZE_PX));
  const foreground = new Uint8Array(alpha.length * 3);
  for (let i = 0; i < foreground.length; i++) foreground[i] = COLOR[i % 3];
  const truth = { alpha: raster(alpha, SIZE_PX, SIZE_PX, 1), foreground };
  if (clear === 0) return truth;
  return {
    ...truth,
    transmission: Uint8Array.from(foreground, (_, i) => (alpha[Math.floor(i / 3)] > 0 ? clear * 255 : 0)),
    highlights: new Uint8Array(foreground.length),
  };
}

const square = (x: number, y: number): number => (x >= 16 && x < 48 && y >= 16 && y < 48 ? 255 : 0);

function createCutOut(alphaAt: (x: number, y: number) => number, color: readonly number[] = COLOR): RgbaRaster {
  const data = new Uint8Array(SIZE_PX ** 2 * 4);
  for (let i = 0; i < SIZE_PX ** 2; i++) {
    data.set(color, i * 4);
    data[i * 4 + 3] = alphaAt(i % SIZE_PX, Math.floor(i / SIZE_PX));
  }
  return raster(data, SIZE_PX, SIZE_PX, 4);
}

test('CIEDE2000 agrees with the published pairs', () => {
  // From the supplement of Sharma, Wu and Dalal: pairs 1, 7, 14 and 25.
  expect(colorDifference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(colorDifference([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 4);
  expect(colorDifference([50, 2.49, -0.001], [50, -2.49, 0.0011])).toBeCloseTo(7.2195, 3);
  expect(colorDifference([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4);
});

describe('the judgment of a cut-out against the ground truth', () => {
  test('finds no fault in the ground truth itself', () => {
    const perfect = judge(createCutOut(square), createTruth(square));
    expect(perfect).toMatchObject({ iou: 1, iouWithoutBand: 1, boundary: 1, alphaError: 0, glass: null });
    expect(perfect.usableOnAny).toBe(true);
  });

  test('lowers the overlap for a missing part, and calls the cut-out unusable', () => {
    const handleless = judge(
      createCutOut((x, y) => (x < 40 ? square(x, y) : 0)),
      createTruth(square),
    );
    expect(handleless.iou).toBeCloseTo(0.75, 5);
    expect(handleless.iouWithoutBand).toBeLessThan(0.9);
    expect(handleless.usableOnWhite).toBe(false);
  });

  test('lowers the overlap little for an edge that is one pixel off, and not at all farther inside', () => {
    const wide = judge(
      createCutOut((x, y) => (x >= 15 && x < 48 && y >= 16 && y < 48 ? 255 : 0)),
      createTruth(square),
    );
    expect(wide.iouWithoutBand).toBe(1);
    expect(wide.boundary).toBe(1);
    expect(wide.iou).toBeCloseTo(32 / 33, 5);
  });

  test('finds no common boundary for an edge that is four pixels off', () => {
    const wide = judge(
      createCutOut((x, y) => (x >= 12 && x < 52 && y >= 12 && y < 52 ? 255 : 0)),
      createTruth(square),
    );
    expect(wide.boundary).toBe(0);
  });

  test('reports the old background in the edge as a fringe', () => {
    const soft = (x: number, y: number): number => (square(x, y) === 0 ? 0 : x === 16 ? 128 : 255);
    const clean = judge(createCutOut(soft), createTruth(soft));
    const fringed = createCutOut(soft);
    for (let y = 16; y < 48; y++) fringed.data.set([20, 200, 60], (y * SIZE_PX + 16) * 4);
    expect(clean.fringe.white).toBe(0);
    expect(judge(fringed, createTruth(soft)).fringe.black ?? 0).toBeGreaterThan(1);
  });

  test('finds glass wrong on a new background if the cut-out shows it opaque', () => {
    const glass = createTruth(square, 0.9);
    expect(judge(createCutOut(square, [255, 255, 255]), glass).glass ?? 0).toBeGreaterThan(30);
    // For glass that transmits nine tenths of the light, an empty cut-out is closer to the truth.
    expect(
      judge(
        createCutOut(() => 0),
        glass,
      ).glass ?? 99,
    ).toBeLessThan(5);
  });
});

test('a transparent product and an empty cut-out show exactly the background’s color', () => {
  const [red, green, blue] = truthOnGround(createTruth(square, 1), GROUNDS.blue).subarray(
    (32 * SIZE_PX + 32) * 3,
  );
  expect([red, green, blue]).toEqual([...GROUNDS.blue]);
  expect([
    ...onGround(
      createCutOut(() => 0),
      GROUNDS.blue,
    ).subarray(0, 3),
  ]).toEqual([...GROUNDS.blue]);
});

test('thin differences count as a soft edge, thick ones as a fault', () => {
  const { alpha } = createTruth(square);
  const line = new Float32Array(SIZE_PX ** 2);
  for (let y = 0; y < SIZE_PX; y++) line[y * SIZE_PX + 20] = line[y * SIZE_PX + 21] = 40;
  expect(countFaults(line, alpha)).toEqual({ largest: 0, all: 0 });
  const blots = new Float32Array(SIZE_PX ** 2);
  for (let y = 0; y < 8; y++) for (let x = 0; x < 4; x++) blots[(y + 20) * SIZE_PX + x + 20] = 40;
  for (let y = 0; y < 4; y++) for (let x = 0; x < 4; x++) blots[(y + 40) * SIZE_PX + x + 40] = 40;
  const { largest, all } = countFaults(blots, alpha);
  expect(largest).toBeCloseTo(32 / 1024, 6);
  expect(all).toBeCloseTo(48 / 1024, 6);
});

test('the table has a line for each kind of thing, and below it a line with the earlier figures', () => {
  const row = (id: string, kind: string, usable: boolean): Measured => ({
    id,
    split: 'tuning',
    family: 'vessels',
    kind,
    tone: 'normal',
    ground: 'plain',
    refusal: null,
    ms: 1,
    judgment: { ...judge(createCutOut(square), createTruth(square)), usableOnWhite: usable },
  });
  const table = formatTable(
    [row('a', 'clear', true), row('b', 'opaque', false)],
    [row('a', 'clear', false), row('c', 'fur', false)],
  );
  expect(table).toMatch(/\| all \| 2 \|.*\| 50 % \|/);
  expect(table).toMatch(/\| kind: clear \| 1 \|.*\| 100 % \|.*\n\| … before \| 1 \|.*\| 0 % \|/);
  expect(table).not.toContain('fur');
});

test('a transparent cut-out is judged with the light that passes through it, and with its coverage map', () => {
  const truth = createTruth(square, 0.5);
  const clear = createCutOut((x, y) => square(x, y) / 2, [0, 0, 0]);
  const through = raster(new Uint8Array(SIZE_PX ** 2 * 3).fill(128), SIZE_PX, SIZE_PX, 3);
  const judgment = judge(clear, truth, { through, coverage: truth.alpha });
  expect(judgment.glass).toBeLessThan(1);
  expect(judgment.iou).toBe(1);
  expect(judge(clear, truth).iou).toBe(0);
});

test('the photo shadow is judged in the shadow and beside the thing', () => {
  const shadow = raster(new Uint8Array(SIZE_PX ** 2).fill(255), SIZE_PX, SIZE_PX, 1);
  for (let x = 16; x < 48; x++) for (let y = 48; y < 58; y++) shadow.data[y * SIZE_PX + x] = 128;
  const truth = { ...createTruth(square), shadow };
  const perfect = judge(createCutOut(square), truth, { photoShadow: shadow }).photoShadow;
  expect(perfect).toBe(0);
  expect(judge(createCutOut(square), truth).photoShadow).toBeGreaterThan(0.3);
  expect(judge(createCutOut(square), createTruth(square)).photoShadow).toBeNull();
});
