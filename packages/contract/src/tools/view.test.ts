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

describe('what is gone by where a view is not sure', () => {
  it('is the elevation that was read, and the pose', () => {
    expect(likelyView(read({ pose: 'lies', elevationDeg: 62 }))).toEqual({ pose: 'lies', elevationDeg: 62 });
    expect(likelyView(null)).toBeNull();
  });

  it('is no place to hang: only who is sure goes there', () => {
    expect(likelyView(read({ pose: 'hangs' }))).toEqual({ pose: 'lies', elevationDeg: 40 });
    expect(likelyView(read({ pose: 'hangs', confidence: 0.5 }))?.pose).toBe('hangs');
  });
});
