import { describe, expect, it } from 'vitest';
import { decodeDepth, decodeLight, encodeDepth, encodeLight, LIGHT_CURVE } from './layers.ts';

describe('the encodings of a set’s layers', () => {
  it('decode to the encoded light and depth', () => {
    const layer = { curve: LIGHT_CURVE, max: 12 };
    for (const value of [0, 0.001, 0.02, 0.5, 1, 4, 12]) {
      expect(decodeLight(encodeLight(value, layer.max), layer)).toBeCloseTo(value, 6);
    }
    for (const depthDm of [6, 13.4, 40, 900]) {
      expect(decodeDepth(encodeDepth(depthDm, 5, 1000), 5, 1000)).toBeCloseTo(depthDm, 6);
    }
  });

  it('have steps of less than one percent, in shadows too', () => {
    const step = (value: number): number => encodeLight(value * 1.01, 16) - encodeLight(value, 16);
    // A difference of one percent in light must exceed one step of 12 bits, even in shadows.
    for (const value of [0.05, 0.2, 1, 8]) expect(step(value)).toBeGreaterThan(1 / 4096);
  });
});
