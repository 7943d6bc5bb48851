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

describe('the assumed camera view of a product', () => {
  it('has the elevation and the pose of a confident estimate, and is null without an estimate', () => {
    const lying = { pose: 'lies', elevationDeg: 48 } as const;
    expect(likelyView(read({ ...lying, confidence: 0.5 }))).toEqual(lying);
    expect(likelyView(null)).toBeNull();
  });

  it('is lower than an unsure estimate for a standing product, because such estimates tend toward medium angles', () => {
    const of = (elevationDeg: number, confidence = 0.2) =>
      likelyView(read({ elevationDeg, confidence }))?.elevationDeg;
    expect([of(0), of(40), of(44), of(60), of(75)]).toEqual([0, 28, 31, 60, 75]);
    expect(of(40, 0.5)).toBe(40);
  });

  it('is higher than an unsure estimate for a lying product, because most lying products are photographed from above', () => {
    expect(likelyView(read({ pose: 'lies', elevationDeg: 36 }))).toEqual({ pose: 'lies', elevationDeg: 70 });
    expect(likelyView(read({ pose: 'lies', elevationDeg: 82 }))?.elevationDeg).toBe(82);
  });

  it('is that of a lying product from above when an estimate of a hanging product is unsure', () => {
    expect(likelyView(read({ pose: 'hangs' }))).toEqual({ pose: 'lies', elevationDeg: 70 });
    expect(likelyView(read({ pose: 'hangs', elevationDeg: 84 }))?.elevationDeg).toBe(84);
    expect(likelyView(read({ pose: 'hangs', confidence: 0.5 }))?.pose).toBe('hangs');
  });
});
