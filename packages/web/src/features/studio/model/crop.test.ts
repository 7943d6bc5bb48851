import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corners, fits, cropInside, turnedSize, WHOLE } from './crop.ts';
import type { Crop } from './crop.ts';
import { cropMatrix, croppedSize } from './crop-matrix.ts';
import {
  aroundProduct,
  CROP_HANDLES,
  flipCrop,
  moveCrop,
  resizeCrop,
  straightenCrop,
  turnedRight,
  withRatio,
} from '../tools/crop/crop-moves.ts';
import type { PixelSize } from './size.ts';

const side = fc.integer({ min: 20, max: 6000 });
const anySize: fc.Arbitrary<PixelSize> = fc.record({ widthPx: side, heightPx: side });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyCrop = (size: PixelSize): fc.Arbitrary<Crop> =>
  fc
    .record({
      quarterTurns: fc.integer({ min: 0, max: 3 }),
      isFlipped: fc.boolean(),
      angleDeg: fc.oneof(fc.constant(0), fc.double({ min: -45, max: 45, noNaN: true })),
      centerX: share,
      centerY: share,
      width: fc.double({ min: 0.02, max: 1, noNaN: true }),
      height: fc.double({ min: 0.02, max: 1, noNaN: true }),
    })
    .map((crop) => cropInside(crop, turnedSize(size, crop)));
const sizedCrop = anySize.chain((size) => fc.record({ size: fc.constant(size), crop: anyCrop(size) }));
const anyMove = fc.double({ min: -9000, max: 9000, noNaN: true });

const mapPoint = (crop: Crop, picture: PixelSize, x: number, y: number): { x: number; y: number } => {
  const [a, b, c, d, e, f] = cropMatrix(crop, picture);
  return { x: a * x + c * y + e, y: b * x + d * y + f };
};

describe('a crop', () => {
  it('never reaches beyond the picture after any change', () => {
    fc.assert(
      fc.property(
        sizedCrop,
        fc.constantFrom(...CROP_HANDLES),
        anyMove,
        anyMove,
        fc.constantFrom(null, 1, 4 / 3, 10 / 16),
        ({ size, crop }, handle, dxPx, dyPx, ratio) => {
          const turned = turnedSize(size, crop);
          for (const next of [
            crop,
            moveCrop(crop, dxPx, dyPx, turned),
            resizeCrop(crop, { handle, dxPx, dyPx, ratio }, turned),
            straightenCrop(crop, dxPx / 200, turned),
            withRatio(crop, ratio, turned),
          ])
            expect(fits(next, turned)).toBe(true);
          const right = turnedRight(crop, size);
          expect(fits(right, turnedSize(size, right))).toBe(true);
        },
      ),
    );
  });

  it('doesn’t move the side opposite to the dragged side', () => {
    const turned = { widthPx: 1000, heightPx: 800 };
    const start = { ...WHOLE, angleDeg: 10, width: 0.4, height: 0.4 };
    const [, , , before] = corners(start, turned);
    const [, , , after] = corners(
      resizeCrop(start, { handle: 'ne', dxPx: -60, dyPx: 30, ratio: null }, turned),
      turned,
    );
    expect(after?.x).toBeCloseTo(before?.x ?? 0, 6);
    expect(after?.y).toBeCloseTo(before?.y ?? 0, 6);
  });

  it('keeps its aspect ratio on request', () => {
    fc.assert(
      fc.property(
        sizedCrop,
        fc.constantFrom(...CROP_HANDLES),
        anyMove,
        anyMove,
        ({ size, crop }, handle, dxPx, dyPx) => {
          const turned = turnedSize(size, crop);
          const square = withRatio(crop, 1, turned);
          const { width, height } = resizeCrop(square, { handle, dxPx, dyPx, ratio: 1 }, turned);
          const least = 0.021;
          if (width < least || height < least) return;
          expect((width * turned.widthPx) / (height * turned.heightPx)).toBeCloseTo(1, 3);
        },
      ),
    );
  });

  it('is unchanged after four quarter turns, two flips, or straightening there and back', () => {
    fc.assert(
      fc.property(sizedCrop, ({ size, crop }) => {
        let turning = crop;
        for (let turn = 0; turn < 4; turn += 1) turning = turnedRight(turning, size);
        for (const same of [turning, flipCrop(flipCrop(crop))]) {
          expect(same.quarterTurns).toBe(crop.quarterTurns);
          expect(same.isFlipped).toBe(crop.isFlipped);
          for (const part of ['angleDeg', 'centerX', 'centerY', 'width', 'height'] as const)
            expect(same[part]).toBeCloseTo(crop[part], 5);
        }
      }),
    );
  });

  it('maps its corners onto the corners of the cropped picture', () => {
    fc.assert(
      fc.property(sizedCrop, ({ size, crop }) => {
        const turned = turnedSize(size, crop);
        const { widthPx, heightPx } = croppedSize(crop, size);
        // Converts a point of the turned picture back to the picture, using only the turns and the flip.
        const upright = { ...WHOLE, quarterTurns: crop.quarterTurns, isFlipped: crop.isFlipped };
        const [a, b, c, d, e, f] = cropMatrix(upright, size);
        const [first] = corners(crop, turned);
        const [u, v] = [(first?.x ?? 0) - e, (first?.y ?? 0) - f];
        const determinant = a * d - b * c;
        const at = mapPoint(crop, size, (d * u - c * v) / determinant, (a * v - b * u) / determinant);
        // Tolerance in pixels: up to 1 from rounding the position, and 0.5 from rounding the size.
        expect(Math.abs(at.x)).toBeLessThan(1.5);
        expect(Math.abs(at.y)).toBeLessThan(1.5);
        expect(widthPx).toBeLessThanOrEqual(turned.widthPx);
        expect(heightPx).toBeLessThanOrEqual(turned.heightPx);
      }),
    );
  });

  it('keeps every pixel without straightening, because its matrix has whole numbers', () => {
    fc.assert(
      fc.property(sizedCrop, ({ size, crop }) => {
        for (const value of cropMatrix({ ...crop, angleDeg: 0 }, size)) expect(value % 1).toBeCloseTo(0, 9);
      }),
    );
  });

  it('turns right and flips as displayed', () => {
    const picture = { widthPx: 30, heightPx: 20 };
    const right = turnedRight(WHOLE, picture);
    // The upper left corner moves to the upper right.
    expect(mapPoint(right, picture, 0, 0)).toEqual({ x: 20, y: 0 });
    expect(mapPoint(flipCrop(right), picture, 0, 0)).toEqual({ x: 0, y: 0 });
    expect(mapPoint(turnedRight(flipCrop(WHOLE), picture), picture, 0, 0)).toEqual({ x: 20, y: 30 });
  });

  it('fits a product’s box to the pixel, or the smallest area of an aspect ratio around it', () => {
    const picture = { widthPx: 700, heightPx: 500 };
    const box = { xPx: 101, yPx: 50, widthPx: 333, heightPx: 217 };
    const trimmed = aroundProduct(WHOLE, [box], picture, null);
    expect(croppedSize(trimmed, picture)).toEqual({ widthPx: 333, heightPx: 217 });
    expect(mapPoint(trimmed, picture, 101, 50)).toEqual({ x: 0, y: 0 });
    const turned = aroundProduct({ ...WHOLE, quarterTurns: 1 }, [box], picture, null);
    expect(croppedSize(turned, picture)).toEqual({ widthPx: 217, heightPx: 333 });
    expect(croppedSize(aroundProduct(WHOLE, [box], picture, 1), picture)).toEqual({
      widthPx: 333,
      heightPx: 333,
    });
  });

  it('fits the box of a straightened product at its angle, and keeps the angle', () => {
    const picture = { widthPx: 700, heightPx: 500 };
    const angleDeg = 10;
    const turn = (-angleDeg * Math.PI) / 180;
    // A bar of 200 by 40 pixels at the straightening angle, as one box for each row.
    const rows = Array.from({ length: 500 }, (_, yPx) => {
      const xs = Array.from({ length: 700 }, (_x, x) => x).filter((x) => {
        const [dx, dy] = [x + 0.5 - 350, yPx + 0.5 - 250];
        const along = dx * Math.cos(turn) + dy * Math.sin(turn);
        const across = dy * Math.cos(turn) - dx * Math.sin(turn);
        return Math.abs(along) <= 100 && Math.abs(across) <= 20;
      });
      return { xPx: xs[0] ?? 0, yPx, widthPx: xs.length, heightPx: 1 };
    }).filter(({ widthPx }) => widthPx > 0);
    const trimmed = aroundProduct({ ...WHOLE, angleDeg }, rows, picture, null);
    expect(trimmed).toMatchObject({ angleDeg });
    const { widthPx, heightPx } = croppedSize(trimmed, picture);
    // A rotated pixel reaches slightly beyond the bar's edge.
    expect(Math.abs(widthPx - 200)).toBeLessThanOrEqual(2);
    expect(Math.abs(heightPx - 40)).toBeLessThanOrEqual(2);
    expect(trimmed.centerX).toBeCloseTo(0.5, 2);
    expect(trimmed.centerY).toBeCloseTo(0.5, 2);
  });
});
