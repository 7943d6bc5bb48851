import { expect, test } from 'vitest';
import { stagePlacement } from './stage-placement.ts';

const STAGE = { footX: 0.5, footY: 0.85, maxWidth: 0.6, maxHeight: 0.6 };

test.each([
  ['a tall product reaches the upper edge', 300, 600, 0.426, 0],
  ['a wide product keeps its usual width', 1000, 300, 0.6, 0.67],
])(
  'if cut off at the upper edge of its photo, %s and stands on the ground',
  (_, widthPx, heightPx, width, top) => {
    const shape = { widthPx, heightPx, baseWidthPx: widthPx, isCutAbove: true };
    const placed = stagePlacement(STAGE, shape, 1, 0);
    const height = (placed.width * heightPx) / widthPx;
    expect(placed.width).toBeCloseTo(width, 9);
    expect(placed.centerY - height / 2).toBeCloseTo(top, 2);
    expect(placed.centerY + height / 2).toBeCloseTo(STAGE.footY, 9);
  },
);
