import { describe, expect, test } from 'vitest';
import { plan, findSet, SHIPPED } from '../../../testing/planned-scenes.ts';
import type { ScenePlan } from '../../stage/scene-plan.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import { computeChroma } from './color-classes.ts';
import { distance, oklabOfHex } from '../../color/oklab.ts';
import { getKeyLight, stageLuminance } from './light-moods.ts';
import { backgroundColor } from './tints.ts';

const onStage = (scene: ScenePlan): number =>
  scene.exposure * stageLuminance(findSet(scene), new Map(Object.entries(scene.lights)));

/** Maximum luminance at the product's position at which the brightest tenth of the picture is within its limit. */
function brightestStage({ lights, measured }: StudioSet): number {
  const composed = lights.map(
    ({ color, weight, id }) =>
      weight *
      (0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]) *
      (measured?.stageLight[id] ?? Number.NaN),
  );
  return (0.97 * composed.reduce((sum, light) => sum + light)) / (measured?.highlight ?? 0);
}

describe('planning the light of a scene', () => {
  test('light keeps the texture of surroundings that are brighter than the product’s position', () => {
    const [snow] = SHIPPED.filter(({ id }) => id === 'snow-fir-eye');
    if (snow?.measured === undefined) throw new Error('No snow');
    const exposureWith = (highlight: number): number =>
      plan('snow', {}, [{ ...snow, measured: { ...snow.measured, highlight } as typeof snow.measured }])[0]
        ?.exposure ?? 0;
    expect(exposureWith(0.4)).toBeGreaterThan(1.4);
    expect(exposureWith(0.8) * 0.8).toBeCloseTo(0.97, 2);
    expect(exposureWith(1.6) * 1.6).toBeCloseTo(0.97, 2);
  });

  test.each([
    ['soft-box', 0.7, 1],
    ['hard-sun', 0.7, 1],
    ['warm-morning', 0.65, 1],
    ['golden-hour', 0.6, 1],
    ['overcast', 0.65, 1],
    ['as-composed', 0.5, 1],
    ['blue-hour', 0.35, 0.65],
    ['spotlight', 0.4, 0.75],
    ['night', 0.15, 0.42],
  ] as const)(
    'light “%s” gives white paper at the product’s position a brightness from %f to %f, or less beside brighter surroundings',
    (light, least, most) => {
      for (const { family } of SHIPPED) {
        const [first] = plan('', { light, referenceId: family, count: 2 }, SHIPPED);
        if (first === undefined) throw new Error('No plan');
        expect(first.facts.light).toBe(light);
        expect(onStage(first)).toBeGreaterThanOrEqual(Math.min(least, brightestStage(findSet(first))) - 1e-9);
        expect(onStage(first)).toBeLessThan(most);
      }
    },
  );

  const balance = (prompt: string, light = 'key'): number => {
    const [scene] = plan(prompt, { referenceId: 'oak-window', count: 2 }, SHIPPED);
    const [red, , blue] = scene?.lights[light] ?? [0, 0, 0];
    return red / blue;
  };
  test('light is warm or cool as the words say', () => {
    expect(balance('golden hour')).toBeGreaterThan(balance('warm morning light'));
    expect(balance('warm morning light')).toBeGreaterThan(balance('overcast'));
    expect(balance('overcast')).toBeGreaterThan(balance('night'));
    expect(balance('hard sun, warm')).toBeGreaterThan(balance('hard sun, cool light'));
  });

  test('an evening is warm in its sun and cool in its shadows, and “warm” tints it no further', () => {
    expect(balance('evening')).toBeGreaterThan(1.5);
    expect(balance('evening', 'env')).toBeLessThan(0.7);
    expect(balance('warm evening light')).toBe(balance('evening'));
    expect(balance('cool evening light')).toBeLessThan(balance('evening'));
  });

  test.each(['left', 'right'] as const)('light comes from the %s when asked', (side) => {
    const sided = plan(`light from the ${side}`);
    expect(sided.some((scene) => Math.abs(getKeyLight(findSet(scene)).direction[0]) > 0.1)).toBe(true);
    for (const scene of sided) {
      const [x] = getKeyLight(findSet(scene)).direction;
      if (Math.abs(x) > 0.1)
        expect(Math.sign(x) * (scene.isMirrored ? -1 : 1)).toBe(side === 'left' ? -1 : 1);
    }
  });

  test('light isn’t dark when the prompt says “not dark”', () => {
    for (const { facts } of plan('podium, not dark')) {
      expect(['spotlight', 'night', 'blue-hour']).not.toContain(facts.light);
    }
  });

  test('light is even when the prompt excludes shadows', () => {
    for (const scene of plan('podium without shadows')) {
      expect(scene.facts.light).toBe('overcast');
      expect(scene.keySoftness).toBeGreaterThan(3);
    }
  });
});

describe('planning the colors of a scene', () => {
  test('colors given as codes are matched closely, on the largest part first', () => {
    const requestedPalette = ['#2a6f97', '#f4a261'];
    const [first] = plan('', { palette: requestedPalette, referenceId: 'blush-arches', count: 2 }, SHIPPED);
    expect(first?.tints['walls']).toBe('#2a6f97');
    expect(Object.values(first?.tints ?? {})).toContain('#f4a261');
    expect(first?.facts.palette[0]).toBe('#2a6f97');
  });

  test('colors given by name are painted as named, but no more saturated than real paint', () => {
    for (const [name, hex] of [
      ['navy blue', '#1b2a52'],
      ['gray', '#808285'],
      ['teal', '#137c80'],
    ] as const) {
      for (const family of ['blush-arches', 'emerald-marble', 'velvet-stage']) {
        const [first] = plan(`${name} background`, { referenceId: family, count: 2 }, SHIPPED);
        const [main = ''] = first?.seenTints ?? [];
        expect(distance(oklabOfHex(first?.tints[main] ?? '#ffffff'), oklabOfHex(hex))).toBeLessThan(0.01);
      }
    }
    for (const name of ['red', 'hot pink', 'lime', 'electric blue', 'magenta', 'dark green']) {
      const [first] = plan(`${name} background`, { referenceId: 'blush-arches', count: 2 }, SHIPPED);
      const wall = oklabOfHex(first?.tints['walls'] ?? '#000000');
      expect(computeChroma(wall)).toBeLessThan(0.18);
    }
  });

  test('colors are applied to the parts that the prompt names', () => {
    const tints = (prompt: string, family: string) =>
      plan(prompt, { referenceId: family, count: 2 }, SHIPPED)[0]?.tints ?? {};
    expect(tints('white table and blue wall', 'oak-window')).toMatchObject({
      wall: expect.any(String),
      table: expect.any(String),
    });
    const dark = oklabOfHex(tints('dark wood', 'oak-window')['table'] ?? '#ffffff');
    expect(dark[0]).toBeLessThan(oklabOfHex('#b8946b')[0] - 0.15);
    expect(Object.keys(tints('pink podium', 'blush-arches'))).toContain('podium');
  });

  test('background colors contrast with the product', () => {
    for (const color of ['#ecd8cd', '#bd7a65', '#f5f5f5', '#222222', '#9caf88']) {
      for (const scene of plan('podium', { product: { palette: [color], elevationDeg: null } }, SHIPPED)) {
        const behind = backgroundColor(findSet(scene), scene.tints);
        expect(distance(behind, oklabOfHex(color))).toBeGreaterThan(0.1);
      }
    }
  });
});

test('the camera’s elevation matches the product’s photo, or the prompt’s words', () => {
  const elevations = (plans: readonly ScenePlan[]) =>
    plans.map((scene) => findSet(scene).camera.elevationDeg);
  const palette = ['#b9bcc0'];
  for (const elevation of elevations(plan('marble', { product: { palette, elevationDeg: 26 } }))) {
    expect(elevation).toBeGreaterThan(20);
  }
  for (const elevation of elevations(plan('marble', { product: { palette, elevationDeg: 5 } }))) {
    expect(elevation).toBeLessThan(12);
  }
  for (const elevation of elevations(plan('marble, from above', { product: { palette, elevationDeg: 5 } }))) {
    expect(elevation).toBeGreaterThan(20);
  }
});

test('variants of one family of sets may differ in the camera, unless the product’s elevation is known', () => {
  const cameras = (elevationDeg: number | null) =>
    plan('', { referenceId: 'oak-window', product: { palette: ['#b9bcc0'], elevationDeg } }).map(
      (scene) => findSet(scene).view,
    );
  expect(new Set(cameras(null))).toEqual(new Set(['eye', 'above']));
  expect(new Set(cameras(4))).toEqual(new Set(['eye']));
  expect(cameras(32).slice(0, 2)).toEqual(['above', 'above']);
});
