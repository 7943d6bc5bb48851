import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntheticSet } from '../../testing/synthetic-set.ts';
import { LAYER_FULL_SCALE, linearToSrgb } from './layers.ts';
import { hexToLinear, relight } from './relight.ts';

const SIDE = 24;
const wave = (x: number, y: number, c: number, period: number): number =>
  0.5 + 0.45 * Math.sin((x + 2 * y) / period + c);
const options = {
  sidePx: SIDE,
  light: (id: string, x: number, y: number, c: number) => wave(x, y, c, id === 'key' ? 3 : 7),
  albedo: (x: number, y: number, c: number) => 0.1 + 0.8 * wave(y, x, c, 5),
};
const set = syntheticSet(options);
const weight = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 0, max: 3, noNaN: true })));

describe('relighting', () => {
  it('relighting matches the full render within 12-bit precision, under any weights', () => {
    fc.assert(
      fc.property(weight, weight, fc.double({ min: 0.2, max: 2, noNaN: true }), (key, env, exposure) => {
        const [a, b] = [key, env].map(([r = 0, g = 0, b = 0]) => [r, g, b] as const);
        if (a === undefined || b === undefined) throw new Error('two weights');
        const picture = relight(set, { lights: { key: a, env: b }, exposure });
        for (let i = 0; i < picture.data.length; i++) {
          const [pixel, c] = [Math.floor(i / 3), i % 3];
          const [x, y] = [pixel % SIDE, Math.floor(pixel / SIDE)];
          const light =
            (key[c] ?? 0) * options.light('key', x, y, c) + (env[c] ?? 0) * options.light('env', x, y, c);
          const whole = light * options.albedo(x, y, c) * exposure;
          expect(Math.abs((picture.data[i] ?? 0) - whole)).toBeLessThan(0.0025 * whole + 1e-4);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('relighting is additive: the sum of each light alone', () => {
    const both = relight(set, { lights: { key: [1, 0.8, 0.6], env: [0.3, 0.4, 0.5] } }).data;
    const key = relight(set, { lights: { key: [1, 0.8, 0.6] } }).data;
    const env = relight(set, { lights: { env: [0.3, 0.4, 0.5] } }).data;
    both.forEach((value, i) => expect(value).toBeCloseTo((key[i] ?? 0) + (env[i] ?? 0), 5));
  });

  it('a tintable material is recolored and keeps its texture as a ratio', () => {
    const tinted = syntheticSet({ ...options, hasTint: true });
    const before = relight(tinted).data;
    const after = relight(tinted, { tints: { wall: '#405060' } }).data;
    const [to, from] = [hexToLinear('#405060'), hexToLinear('#c0b0a0')];
    for (let i = 0; i < before.length; i++) {
      const isLeft = Math.floor(i / 3) % SIDE < SIDE / 2;
      const c = (i % 3) as 0 | 1 | 2;
      expect(after[i] ?? 0).toBeCloseTo((before[i] ?? 0) * (isLeft ? to[c] / from[c] : 1), 4);
    }
  });

  it('a part, and a mirrored part, show the same picture', () => {
    const whole = relight(set).data;
    const part = { xPx: 5, yPx: 3, widthPx: 10, heightPx: 8 };
    const at = (x: number, y: number, c: number): number => whole[(y * SIDE + x) * 3 + c] ?? NaN;
    for (const isMirrored of [false, true]) {
      const { data } = relight(set, {}, { part, isMirrored });
      data.forEach((value, i) => {
        const pixel = Math.floor(i / 3);
        const x = part.xPx + (pixel % part.widthPx);
        const y = part.yPx + Math.floor(pixel / part.widthPx);
        expect(value).toBe(at(isMirrored ? SIDE - 1 - x : x, y, i % 3));
      });
    }
    expect(() => relight(set, {}, { part: { ...part, xPx: 20 }, isMirrored: false })).toThrow(RangeError);
  });

  it('layers have the samples that their files would have', () => {
    const { samples, values } = set.albedo;
    expect(samples[0]).toBe(Math.round(LAYER_FULL_SCALE * linearToSrgb(options.albedo(0, 0, 0))));
    expect(values).toHaveLength(LAYER_FULL_SCALE + 1);
  });
});
