import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSegment, strengthAt } from './brush.ts';
import type { BrushStroke, CorrectionStroke } from '../../model/corrections.ts';
import { paintStrokes } from './export-strokes.ts';
import type { PreviewGrid } from './preview-grid.ts';
import { StrokeField } from './stroke-field.ts';

const GRID: PreviewGrid = { leftPx: 0, topPx: 0, widthPx: 40, heightPx: 30, scale: 0.5 };
/** Random coordinate in the picture or slightly beyond its edges. The picture is twice the grid's size. */
const coordinate = fc.double({ min: -10, max: 90, noNaN: true });
const anyBrushStroke: fc.Arbitrary<BrushStroke> = fc
  .record({
    mode: fc.constantFrom('restore', 'erase'),
    radiusPx: fc.double({ min: 0.5, max: 24, noNaN: true }),
    hardness: fc.double({ min: 0, max: 1, noNaN: true }),
    pairs: fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 6 }),
  })
  .map(({ pairs, ...stroke }) => ({ ...stroke, points: pairs.flat() }));
const anyRing = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 6 })
  .map((pairs) => pairs.flat());
const anyAreaStroke: fc.Arbitrary<CorrectionStroke> = fc.record({
  mode: fc.constantFrom('restore', 'erase', 'reset'),
  rings: fc.array(anyRing, { minLength: 1, maxLength: 3 }),
});
const anyStroke: fc.Arbitrary<CorrectionStroke> = fc.oneof(anyBrushStroke, anyAreaStroke);

const createField = (strokes: readonly CorrectionStroke[]): StrokeField => {
  const field = new StrokeField(GRID);
  field.setStrokes(strokes);
  return field;
};

describe('a correction brush', () => {
  it('is full in the center, empty beyond the radius, and never stronger farther out', () => {
    const brush = { radiusPx: 20, hardness: 0.5 };
    expect([strengthAt(0, brush), strengthAt(9.9, brush), strengthAt(20.6, brush)]).toEqual([255, 255, 0]);
    for (let at = 0; at < 22; at += 0.25)
      expect(strengthAt(at + 0.25, brush)).toBeLessThanOrEqual(strengthAt(at, brush));
  });

  it('has an edge of one pixel at full hardness', () => {
    const brush = { radiusPx: 20, hardness: 1 };
    expect([strengthAt(19.4, brush), strengthAt(20, brush), strengthAt(20.6, brush)]).toEqual([255, 128, 0]);
  });

  it('draws the same line, however it is split into pieces', () => {
    const cover = () => ({ data: new Uint8Array(40 * 30), widthPx: 40, heightPx: 30 });
    const [whole, pieces] = [cover(), cover()];
    const brush = { radiusPx: 5, hardness: 0.3 };
    addSegment(whole, brush, 4, 6, 36, 22);
    for (let at = 0; at < 8; at += 1)
      addSegment(pieces, brush, 4 + at * 4, 6 + at * 2, 8 + at * 4, 8 + at * 2);
    // Tolerance, because strengths are looked up by distance in sixteenths of a pixel.
    whole.data.forEach((strength, at) =>
      expect(Math.abs(strength - (pieces.data[at] ?? 0))).toBeLessThanOrEqual(5),
    );
  });
});

describe('a correction area', () => {
  /** Outlines of a square with a square hole, in pixels of the picture, which is twice the grid's size. */
  const FRAME = [
    [10, 10, 50, 10, 50, 50, 10, 50],
    [20, 20, 40, 20, 40, 40, 20, 40],
  ];
  const at = (values: Uint8Array, x: number, y: number): number | undefined => values[y * GRID.widthPx + x];

  it('covers the inside of its outlines, without the holes', () => {
    const { erase } = createField([{ mode: 'erase', rings: FRAME }]);
    expect([at(erase, 4, 7), at(erase, 7, 7), at(erase, 15, 15), at(erase, 22, 7), at(erase, 25, 7)]).toEqual(
      [0, 255, 0, 255, 0],
    );
  });

  it('covers pixels on its outline by their share', () => {
    const { restore } = createField([{ mode: 'restore', rings: [[10, 10, 51, 10, 51, 51, 10, 51]] }]);
    expect([at(restore, 25, 7), at(restore, 7, 25), at(restore, 25, 25)]).toEqual([128, 128, 64]);
  });

  it('resets any strokes inside it', () => {
    const { restore, erase } = createField([
      { mode: 'restore', radiusPx: 4, hardness: 1, points: [30, 14] },
      { mode: 'erase', rings: [[10, 10, 50, 10, 50, 50, 10, 50]] },
      { mode: 'reset', rings: FRAME },
    ]);
    expect([at(restore, 15, 7), at(erase, 15, 7), at(erase, 15, 15)]).toEqual([0, 0, 255]);
  });
});

describe('the mask of all correction strokes', () => {
  it('is the same for strokes added one by one, at once, or after others were undone', () => {
    const strokes = fc.array(anyStroke, { maxLength: 6 });
    fc.assert(
      fc.property(strokes, strokes, (retainedStrokes, takenBack) => {
        const field = new StrokeField(GRID);
        for (let count = 1; count <= retainedStrokes.length; count += 1)
          field.setStrokes(retainedStrokes.slice(0, count));
        field.setStrokes([...retainedStrokes, ...takenBack]);
        field.setStrokes(retainedStrokes);
        expect(field.restore).toEqual(createField(retainedStrokes).restore);
        expect(field.erase).toEqual(createField(retainedStrokes).erase);
      }),
    );
  });

  it('is unchanged when a stroke beside the picture is undone', () => {
    const brush = { mode: 'restore', radiusPx: 0.5, hardness: 0 } as const;
    const retainedStrokes: CorrectionStroke[] = [{ ...brush, points: [0, 0] }];
    const field = createField(retainedStrokes);
    field.setStrokes([...retainedStrokes, { ...brush, points: [-6.5, 0] }]);
    field.setStrokes(retainedStrokes);
    expect(field.restore[0]).toBeGreaterThan(0);
    expect(field.restore).toEqual(createField(retainedStrokes).restore);
  });

  it('either restores or erases a pixel', () => {
    fc.assert(
      fc.property(fc.array(anyStroke, { maxLength: 8 }), (strokes) => {
        const { restore, erase } = createField(strokes);
        expect(restore.every((value, at) => value === 0 || erase[at] === 0)).toBe(true);
      }),
    );
  });

  it('leaves no outline of a stroke that is drawn again with the other mode', () => {
    fc.assert(
      fc.property(anyBrushStroke, (stroke) => {
        const erased = { ...stroke, mode: 'erase' } as const;
        const restored = { ...stroke, mode: 'restore' } as const;
        expect(createField([erased, restored]).erase.every((value) => value === 0)).toBe(true);
        expect(createField([restored, erased]).restore.every((value) => value === 0)).toBe(true);
      }),
    );
  });

  it('reports every changed area, and is empty after the last stroke is undone', () => {
    fc.assert(
      fc.property(anyStroke, (stroke) => {
        const field = new StrokeField(GRID);
        const { left, top, right, bottom } = field.setStrokes([stroke]);
        const isInRegion = (at: number): boolean => {
          const [x, y] = [at % GRID.widthPx, Math.floor(at / GRID.widthPx)];
          return x >= left && x < right && y >= top && y < bottom;
        };
        const isQuiet = (value: number, at: number): boolean => value === 0 || isInRegion(at);
        expect(field.restore.every(isQuiet) && field.erase.every(isQuiet)).toBe(true);
        field.setStrokes([]);
        expect(field.restore.some((value) => value > 0) || field.erase.some((value) => value > 0)).toBe(
          false,
        );
      }),
    );
  });

  it('equals the strokes shown while they were drawn', () => {
    fc.assert(
      fc.property(anyBrushStroke, (stroke) => {
        const field = new StrokeField(GRID);
        field.begin(stroke.mode, stroke.radiusPx, stroke.hardness);
        field.extend(stroke.points.slice(0, 2));
        for (let at = 2; at < stroke.points.length; at += 2)
          field.extend(stroke.points.slice(at - 2, at + 2));
        const liveCover = Uint8Array.from(field.liveCover);
        field.end();
        field.setStrokes([stroke]);
        expect(stroke.mode === 'restore' ? field.restore : field.erase).toEqual(liveCover);
      }),
    );
  });

  it('is sent as red to restore, green to erase and blue to search, newer over older', () => {
    const line = (mode: BrushStroke['mode'], x: number): CorrectionStroke => ({
      mode,
      radiusPx: 8,
      hardness: 1,
      points: [x, 0, x, 60],
    });
    const field = createField([line('restore', 20), line('erase', 30)]);
    const paintedRow = new Uint8ClampedArray(GRID.widthPx * 4);
    paintStrokes(paintedRow, field, 15 * GRID.widthPx);
    const at = (x: number): number[] => [...paintedRow.subarray(x * 4, x * 4 + 4)];
    expect(at(8)).toEqual([255, 0, 0, 255]);
    expect(at(13)).toEqual([0, 255, 0, 255]);
    expect(at(30)).toEqual([0, 0, 0, 0]);
    const searched = new Uint8Array(GRID.widthPx * GRID.heightPx).fill(255, 15 * GRID.widthPx + 13);
    const both = new Uint8ClampedArray(GRID.widthPx * 4);
    paintStrokes(both, field, 15 * GRID.widthPx, searched);
    expect([...both.subarray(13 * 4, 14 * 4)]).toEqual([0, 255, 255, 255]);
    expect([...both.subarray(30 * 4, 31 * 4)]).toEqual([0, 0, 255, 255]);
  });
});
