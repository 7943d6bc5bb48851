import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { families, plan, findSet, SHIPPED } from '../../../testing/planned-scenes.ts';
import { linearToSrgb, distance, oklabOfHex } from '../../color/oklab.ts';
import { hexToLinear } from '../../stage/paint.ts';
import type { ScenePlan } from '../../stage/scene-plan.ts';
import { lightForTone, toneMap } from '../../color/tone.ts';
import { stageColor } from './light-moods.ts';

/** sRGB samples of a linear color after the tone curve. */
function toneMapColor(light: readonly number[]): number[] {
  const data = Float32Array.from(light);
  toneMap({ widthPx: 1, heightPx: 1, data });
  return [...data].map((v) => 255 * linearToSrgb(Math.min(1, v)));
}

/** sRGB samples of a plain background at the product's position. */
function renderGround(scene: ScenePlan): number[] {
  const set = findSet(scene, SHIPPED);
  const stage = stageColor(set, new Map(Object.entries(scene.lights)));
  return toneMapColor(hexToLinear(scene.tints['sweep'] ?? '').map((v, c) => v * stage[c] * scene.exposure));
}

// Prompts for a plain background, in the languages that the parser knows.
test.each([
  'white seamless studio',
  'isolated on pure white, soft shadow, e-commerce',
  'seamless grey backdrop',
  'plain light grey, nothing else',
  'no props, soft box',
  'pure white background',
  'packshot on light blue',
  'freigestellt auf weißem Hintergrund',
  'Hohlkehle, hellgrau',
  'schlichter Hintergrund, Onlineshop',
  'fond blanc uni',
  'détouré sur fond blanc',
  'fondo blanco puro, comercio electrónico',
  'aislado, fondo gris',
  'sfondo bianco',
  'sfondo neutro, isolato',
])('the prompt “%s” gives only a plain background', (prompt) => {
  expect(new Set(families(plan(prompt, {}, SHIPPED)))).toEqual(new Set(['plain-sweep']));
});

test.each([
  ['oak table, white background', 'wood-table'],
  ['oak table, no props', 'wood-table'],
  ['on black, rim light', 'emerald-marble'],
])('the prompt “%s” gives more than a plain background', (prompt, family) => {
  expect(families(plan(prompt, {}, SHIPPED))[0]).toBe(family);
});

describe('a plain background', () => {
  test.each(['#808080', '#c4c4c4', '#f8d7da', '#1f2b4a', '#c04020', '#121212', '#e9e2d0', '#f4f4f4'])(
    'has the color %s where the product stands',
    (hex) => {
      const expectedSamples = hexToLinear(hex).map((v) => 255 * linearToSrgb(v));
      for (const scene of plan(`${hex} background`, {}, SHIPPED)) {
        for (const [c, sample] of renderGround(scene).entries()) {
          expect(Math.abs(sample - (expectedSamples[c] ?? 0))).toBeLessThan(2.5);
        }
      }
    },
  );

  test.each([
    ['#d3d3d3 background, soft light', '#d3d3d3'],
    ['#9caf88 background, sunset', '#9caf88'],
    ['#9caf88 background, overcast', '#9caf88'],
    ['#c4c4c4 background, warm morning', '#c4c4c4'],
  ])('has the requested color even in light of another color: %s', (prompt, hex) => {
    const expectedSamples = hexToLinear(hex).map((v) => 255 * linearToSrgb(v));
    for (const scene of plan(prompt, {}, SHIPPED))
      for (const [c, sample] of renderGround(scene).entries())
        expect(Math.abs(sample - (expectedSamples[c] ?? 0))).toBeLessThan(2.5);
  });

  test.each(['#ff6600', '#ffe000', '#e4002b', '#00b140'])(
    'has a requested saturated color, perhaps slightly darker: %s',
    (hex) => {
      const expectedColor = oklabOfHex(hex);
      for (const scene of plan(`plain ${hex}`, {}, SHIPPED)) {
        const renderedHex = `#${renderGround(scene)
          .map((v) => Math.round(v).toString(16).padStart(2, '0'))
          .join('')}`;
        expect(distance(oklabOfHex(renderedHex), expectedColor)).toBeLessThan(0.05);
      }
    },
  );

  test.each(['white background, overcast', 'pure white, no shadow', 'white background, sunset'])(
    'is white in any light: %s',
    (prompt) => {
      for (const scene of plan(prompt, {}, SHIPPED))
        for (const sample of renderGround(scene)) expect(sample).toBeGreaterThanOrEqual(250);
    },
  );

  test('is burnt out to white, except in the shadow', () => {
    for (const scene of plan('pure white background', {}, SHIPPED)) {
      for (const sample of renderGround(scene)) expect(sample).toBeGreaterThanOrEqual(250);
      const { key: _, ...others } = scene.lights;
      const inShadow = renderGround({ ...scene, lights: others });
      expect(Math.max(...inShadow)).toBeLessThan(235);
    }
  });
});

// Brighter colors are excluded, because the tone curve desaturates them.
test('the inverse of the tone curve is exact for colors, and for grays up to nearly white', () => {
  const channel = fc.double({ min: 0, max: 0.76, noNaN: true });
  const gray = fc.double({ min: 0, max: 0.97, noNaN: true }).map((v) => [v, v, v] as const);
  fc.assert(
    fc.property(fc.oneof(fc.tuple(channel, channel, channel), gray), (tone) => {
      for (const [c, sample] of toneMapColor(lightForTone(tone)).entries()) {
        expect(Math.abs(sample - 255 * linearToSrgb(tone[c] ?? 0))).toBeLessThan(0.5);
      }
    }),
  );
});

describe('a set’s steep camera', () => {
  const [eye] = SHIPPED.filter(({ id }) => id === 'oak-window-eye');
  if (eye === undefined) throw new Error('The oak table is missing');
  const top = { ...eye, id: 'oak-window-top', view: 'top', camera: { ...eye.camera, elevationDeg: 90 } };
  const views = (prompt: string, elevationDeg: number | null): string[] =>
    plan(prompt, { product: { palette: [], elevationDeg } }, [eye, top]).map(({ setId }) => setId);

  test.each([null, 5, 25])('isn’t used for a product seen from %s degrees', (elevationDeg) => {
    expect(new Set(views('oak table', elevationDeg))).toEqual(new Set(['oak-window-eye']));
  });

  test('is used for prompts that ask for a top view', () => {
    for (const words of ['flat lay', 'Draufsicht', 'vue de dessus', 'vista cenital', 'vista dall’alto']) {
      expect(views(`oak table, ${words}`, null)[0]).toBe('oak-window-top');
    }
  });
});
