import { describe, expect, it } from 'vitest';
import { likelyView } from './view.ts';
import type { ReadView } from './view.ts';

const read = (part: Partial<ReadView>): ReadView => ({
  pose: 'stands',
  elevationDeg: 40,
  lightSide: null,
  footLines: [],
  confidence: 0.2,
  ...part,
});

describe('the likely view', () => {
  it('uses the elevation and the pose that were read', () => {
    expect(likelyView(read({ pose: 'lies', elevationDeg: 62 }))).toEqual({ pose: 'lies', elevationDeg: 62 });
    expect(likelyView(null)).toBeNull();
  });

  it('lowers an unsure elevation of a standing product, because it leans to the middle', () => {
    const of = (elevationDeg: number, confidence = 0.2) =>
      likelyView(read({ elevationDeg, confidence }))?.elevationDeg;
    expect([of(0), of(40), of(44), of(60), of(75)]).toEqual([0, 28, 31, 60, 75]);
    expect(of(40, 0.5)).toBe(40);
  });

  it('treats an unsure hanging product as lying, seen from above', () => {
    expect(likelyView(read({ pose: 'hangs' }))).toEqual({ pose: 'lies', elevationDeg: 70 });
    expect(likelyView(read({ pose: 'hangs', elevationDeg: 84 }))?.elevationDeg).toBe(84);
    expect(likelyView(read({ pose: 'hangs', confidence: 0.5 }))?.pose).toBe('hangs');
  });
});
