import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntheticSet } from '../../../testing/synthetic-set.ts';
import { LAYER_FULL_SCALE } from '../../stage/layers.ts';
import { linearToSrgb } from '../../color/oklab.ts';
import { hexToLinear } from '../../stage/paint.ts';
import { relight } from './relight.ts';
import { toneMap } from '../../color/tone.ts';

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

describe('relighting a set', () => {
  it('relighting matches the full render within 12-bit precision, for any brightness of the lights', () => {
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

  it('a tintable material is recolored and keeps its texture as a ratio of luminance', () => {
    const tinted = syntheticSet({ ...options, hasTint: true });
    const before = relight(tinted).data;
    const after = relight(tinted, { tints: { wall: '#405060' } }).data;
    const [to, from] = [hexToLinear('#405060'), hexToLinear('#c0b0a0')];
    const luminance = ([r = 0, g = 0, b = 0]: ArrayLike<number> & Iterable<number>): number =>
      0.2126 * r + 0.7152 * g + 0.0722 * b;
    for (let i = 0; i < before.length; i += 3) {
      const was = before.slice(i, i + 3);
      const isLeft = (i / 3) % SIDE < SIDE / 2;
      const level = luminance(was) / luminance(from);
      for (let c = 0; c < 3; c++) {
        expect(after[i + c] ?? 0).toBeCloseTo(isLeft ? level * (to[c] ?? 0) : (was[c] ?? 0), 4);
      }
    }
  });

  it('a dark green wall in green light looks gray when it is recolored gray, even in shade', () => {
    const dark = syntheticSet({
      sidePx: SIDE,
      hasTint: true,
      light: (_, x, _y, c) => (0.2 + (0.5 * x) / SIDE) * (c === 1 ? 1.3 : 0.8),
      albedo: (_x, _y, c) => [0.003, 0.05, 0.03][c] ?? 0,
    });
    const look = { tints: { wall: '#808285' }, lights: { key: [1, 1, 1], env: [1, 1, 1] } } as const;
    for (const picture of [relight(dark, look), relight(dark, { ...look, visibleTints: ['wall'] })]) {
      const expectedColor = hexToLinear('#808285');
      for (let pixel = 0; pixel < SIDE / 2; pixel++) {
        const [r = 0, g = 0, b = 0] = picture.data.slice(pixel * 3, pixel * 3 + 3);
        expect(r / g).toBeCloseTo(expectedColor[0] / expectedColor[1], 1);
        expect(b / g).toBeCloseTo(expectedColor[2] / expectedColor[1], 1);
      }
    }
  });

  it.each(['#808285', '#1b2a52', '#dcc9a6', '#cc1f2d'])(
    'a requested wall color looks as requested under the set’s light: %s',
    (hex) => {
      const dim = syntheticSet({ sidePx: SIDE, hasTint: true, light: () => 0.5, albedo: () => 0.3 });
      const picture = relight(dim, { tints: { wall: hex }, visibleTints: ['wall'], exposure: 1.4 });
      toneMap(picture);
      for (const [c, light] of hexToLinear(hex).entries()) {
        expect(255 * linearToSrgb(picture.data[c] ?? 0)).toBeCloseTo(255 * linearToSrgb(light), -0.3);
      }
    },
  );

  it('a brightly lit spot glows less if the tint’s color must appear in the lit picture', () => {
    const spotlit = syntheticSet({
      sidePx: SIDE,
      hasTint: true,
      albedo: () => 0.3,
      light: (id, x) => (id === 'key' && x < 1 ? 8 : 0.1),
    });
    const greenWall = { tints: { wall: '#2e8b3d' } };
    const [paint, visiblePaint] = [greenWall, { ...greenWall, visibleTints: ['wall'] }].map(
      (look) => relight(spotlit, look).data,
    );
    // Ratio of green between the lit and the dim part of the picture.
    const rise = (data: Float32Array | undefined) => (data?.[1] ?? 0) / (data?.[5 * 3 + 1] ?? 1);
    expect(rise(paint)).toBeGreaterThan(6);
    expect(rise(visiblePaint)).toBeGreaterThan(1.5);
    expect(rise(visiblePaint)).toBeLessThan(0.6 * rise(paint));
  });

  it('a crop of the relit picture, mirrored or not, equals that part of the picture', () => {
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

  it('the layers of a set have the samples of their files', () => {
    const { samples, values } = set.albedo;
    expect(samples[0]).toBe(Math.round(LAYER_FULL_SCALE * linearToSrgb(options.albedo(0, 0, 0))));
    expect(values).toHaveLength(LAYER_FULL_SCALE + 1);
  });
});
