import { describe, expect, it } from 'vitest';
import {
  DISPLAY_LONGEST_SIDE_PX,
  displayGrid,
  drawMask,
  drawStroke,
  exportGrid,
  toRectangle,
  seenGrid,
} from './rasterize.ts';
import type { MaskContext, MaskGrid } from './rasterize.ts';
import { CLEAR, INVERT } from '../../model/strokes.ts';
import type { Stroke } from '../../model/strokes.ts';

/** Fake canvas context that records drawing calls. */
function noteContext(): { context: MaskContext; notes: string[] } {
  const notes: string[] = [];
  const note =
    (name: string) =>
    (...values: unknown[]): void => {
      notes.push([name, ...values].join(' '));
    };
  const context = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    lineCap: 'butt' as CanvasLineCap,
    lineJoin: 'miter' as CanvasLineJoin,
    set globalCompositeOperation(value: GlobalCompositeOperation) {
      if (value !== 'source-over') notes.push(value);
    },
    beginPath: note('begin'),
    closePath: note('close'),
    moveTo: note('move'),
    lineTo: note('line'),
    arc: note('arc'),
    fill: note('fill'),
    stroke: () => void notes.push(`stroke ${context.lineWidth} ${context.lineCap}`),
    fillRect: note('rect'),
    clearRect: note('clear'),
  };
  return { context, notes };
}

const HALF: MaskGrid = { widthPx: 100, heightPx: 50, scale: 0.5 };
const recordDrawing = (stroke: Stroke): string[] => {
  const { context, notes } = noteContext();
  drawStroke(context, stroke, HALF, 'red');
  return notes;
};

describe('the grid of the mask', () => {
  it('is limited to screen resolution for display', () => {
    const grid = displayGrid({ widthPx: 4000, heightPx: 3000 });
    expect(grid).toEqual({ widthPx: DISPLAY_LONGEST_SIDE_PX, heightPx: 1536, scale: 0.512 });
    expect(displayGrid({ widthPx: 700, heightPx: 500 })).toEqual({ widthPx: 700, heightPx: 500, scale: 1 });
  });

  it('has one pixel per screen pixel while the whole photo is visible', () => {
    const photo = { widthPx: 4000, heightPx: 3000 };
    expect(seenGrid(photo, 0.25)).toEqual({ widthPx: 1000, heightPx: 750, scale: 0.25 });
    expect(seenGrid(photo, 0.01)).toEqual({ widthPx: 640, heightPx: 480, scale: 0.16 });
    expect(seenGrid(photo, 2)).toEqual(displayGrid(photo));
  });

  it('is the photo’s own for export, up to the canvas limit', () => {
    expect(exportGrid({ widthPx: 4000, heightPx: 3000 })).toEqual({
      widthPx: 4000,
      heightPx: 3000,
      scale: 1,
    });
    const large = exportGrid({ widthPx: 8000, heightPx: 6000 });
    expect(large.widthPx * large.heightPx).toBeLessThan(16_100_000);
    expect(large.widthPx / large.heightPx).toBeCloseTo(4 / 3, 3);
    expect(exportGrid({ widthPx: 1, heightPx: 16_384 }).widthPx).toBe(1);
  });
});

describe('drawing a mask', () => {
  it('scales points and width to the grid', () => {
    expect(recordDrawing({ tool: 'brush', radiusPx: 10, points: [0, 20, 40, 60] })).toEqual([
      'begin',
      'move 0 10',
      'line 20 30',
      'stroke 10 round',
    ]);
    expect(recordDrawing({ tool: 'brush', radiusPx: 10, points: [8, 4] })).toEqual(
      ['begin', `arc 4 2 5 0 ${Math.PI * 2}`, 'fill '].map((text) => text.trim()),
    );
  });

  it('erases with the eraser, and inverts everything with invert', () => {
    expect(recordDrawing({ tool: 'eraser', radiusPx: 10, points: [0, 0, 8, 0] })[0]).toBe('destination-out');
    expect(recordDrawing(INVERT)).toEqual(['xor', 'rect 0 0 100 50']);
    expect(recordDrawing(CLEAR)).toEqual(['clear 0 0 100 50']);
  });

  it('fills lassos and rectangles, from any corner', () => {
    expect(recordDrawing({ tool: 'lasso', radiusPx: 0, points: [0, 0, 10, 0, 10, 10] })).toEqual([
      'begin',
      'move 0 0',
      'line 5 0',
      'line 5 5',
      'close',
      'fill',
    ]);
    expect(recordDrawing({ tool: 'rectangle', radiusPx: 0, points: [40, 30, 10, 20] })).toEqual([
      'rect 5 10 15 5',
    ]);
    expect(toRectangle([40, 30, 10, 20], 1)).toEqual({ x: 10, y: 20, widthPx: 30, heightPx: 10 });
  });

  it('starts over after a clear', () => {
    const { context, notes } = noteContext();
    const box: Stroke = { tool: 'rectangle', radiusPx: 0, points: [0, 0, 10, 10] };
    drawMask(context, [INVERT, CLEAR, box], HALF, 'red');
    expect(notes).toEqual(['clear 0 0 100 50', 'rect 0 0 5 5']);
  });
});
