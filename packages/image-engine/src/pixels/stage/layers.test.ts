import { describe, expect, it } from 'vitest';
import { decodeDepth, decodeLight, encodeDepth, encodeLight, LIGHT_CURVE } from './layers.ts';

describe('layer encodings', () => {
  it('returns light and depth unchanged', () => {
    const layer = { curve: LIGHT_CURVE, max: 12 };
    for (const value of [0, 0.001, 0.02, 0.5, 1, 4, 12]) {
      expect(decodeLight(encodeLight(value, layer.max), layer)).toBeCloseTo(value, 6);
    }
    for (const depthDm of [6, 13.4, 40, 900]) {
      expect(decodeDepth(encodeDepth(depthDm, 5, 1000), 5, 1000)).toBeCloseTo(depthDm, 6);
    }
  });

  it('spends at least as many steps on shadows as on highlights', () => {
    const step = (value: number): number => encodeLight(value * 1.01, 16) - encodeLight(value, 16);
    // A difference of one percent in light must exceed one step of 12 bits, even in shadows.
    for (const value of [0.05, 0.2, 1, 8]) expect(step(value)).toBeGreaterThan(1 / 4096);
  });
});
