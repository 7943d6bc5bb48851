import { describe, expect, it } from 'vitest';
import { readSetDescriptions } from '../../../sets/set-description.ts';
import type { ScenePlan, SceneRequest } from '../../stage/scene-plan.ts';
import { planScenes } from './plan-scenes.ts';
import { VIEW_TOLERANCE_DEG } from './fitting-views.ts';

const sets = await readSetDescriptions();

/** Plans the four variants for a product seen from this elevation. */
const plansFor = (prompt: string, elevationDeg: number, request: Partial<SceneRequest> = {}): ScenePlan[] =>
  planScenes(
    {
      prompt,
      light: 'auto',
      palette: [],
      product: { palette: ['#884422'], elevationDeg },
      count: 4,
      seed: 3,
      ...request,
    },
    sets,
  );

function elevationsFor(prompt: string, elevationDeg: number): number[] {
  return plansFor(prompt, elevationDeg).map(
    ({ setId }) => sets.find(({ id }) => id === setId)?.camera.elevationDeg ?? NaN,
  );
}

describe('the camera height of scenes', () => {
  it.each([
    ['kitchen', 38],
    ['oak table, morning sun', 46],
    ['beach with palm trees', 40],
    ['', 38],
    ['', 85],
    ['marble', 5],
  ])(
    'is near the camera height of the product’s photo in every variant: “%s”, from %d°',
    (prompt, seenDeg) => {
      for (const elevationDeg of elevationsFor(prompt, seenDeg)) {
        expect(Math.abs(elevationDeg - seenDeg)).toBeLessThanOrEqual(VIEW_TOLERANCE_DEG);
      }
    },
  );

  it.each(['wooden table from above', 'Holztisch von oben', 'marble, high angle'])(
    'follows the product’s photo for “from above” if the photo was taken from above: %s',
    (prompt) => {
      for (const seenDeg of [25, 45, 88])
        expect(Math.abs((elevationsFor(prompt, seenDeg)[0] ?? 0) - seenDeg)).toBeLessThanOrEqual(
          VIEW_TOLERANCE_DEG,
        );
      expect(elevationsFor(prompt, 4)[0]).toBeGreaterThan(20);
    },
  );

  it('follows the prompt’s words, and otherwise is the nearest to the photo’s', () => {
    expect(Math.min(...elevationsFor('flat lay on marble', 8))).toBeGreaterThan(60);
    expect(elevationsFor('neon city at night', 26)[0]).toBeLessThan(10);
  });

  it('leads to plain paper first when it is wrong in all matching scenes', () => {
    const [first, ...others] = elevationsFor('neon city at night', 60);
    expect(Math.abs((first ?? 0) - 60)).toBeLessThanOrEqual(VIEW_TOLERANCE_DEG);
    expect(Math.max(...others)).toBeLessThan(10);
    expect(elevationsFor('neon city at night, eye level', 60)[0]).toBeLessThan(10);
  });

  it.each([
    ['velvet', 'redder than green'],
    ['green velvet', 'greener than red'],
    ['in a forest on moss', 'greener than red'],
  ])(
    'leads to paper in the color of the requested material if no scene fits: “%s” is %s',
    (prompt, color) => {
      const [{ setId, tints }] = plansFor(prompt, 88);
      expect(setId).toMatch(/^(?:plain-sweep|flat-paper)-/);
      const [red, green] = (/^#(..)(..)/.exec(Object.values(tints)[0] ?? '') ?? [])
        .slice(1)
        .map((digits) => parseInt(digits, 16));
      expect(color === 'redder than green' ? red - green : green - red).toBeGreaterThan(5);
    },
  );

  const product = { palette: ['#884422'], elevationDeg: 88 } as const;

  it('never shows a product upright that was photographed from straight above', () => {
    for (const prompt of ['neon city at night', 'velvet', ''])
      expect(Math.min(...elevationsFor(prompt, 88))).toBeGreaterThanOrEqual(65);
    for (const [referenceId, sets] of [
      ['oak-window', /^flat-oak-/],
      ['emerald-marble', /^flat-marble-/],
      ['neon-night', /^(?:plain-sweep|flat-paper)-/],
    ] as const)
      for (const { setId } of plansFor('', 88, { referenceId, product: { ...product, pose: 'lies' } }))
        expect(setId).toMatch(sets);
    expect(plansFor('', 60, { referenceId: 'oak-window' })[0].setId).toMatch(/^oak-window-/);
  });

  it('keeps the scene that the user chose for a ball, which has the outline of a plate from above', () => {
    for (const { setId } of plansFor('', 81, {
      referenceId: 'oak-window',
      product: { ...product, pose: 'stands' },
    }))
      expect(setId).toMatch(/^oak-window-/);
  });

  it('puts furniture on the floor, whatever scene the user chose', () => {
    for (const prompt of ['', 'on a podium', 'beach'])
      for (const { setId } of plansFor(prompt, 10, { referenceId: 'blush-arches', scale: 'furniture' }))
        expect(setId).toMatch(/^(?:living-room|plaster-room|plain-sweep)-/);
  });

  it('needs no hook for a product that hangs from the upper edge of the picture', () => {
    const lamp = { palette: ['#884422'], elevationDeg: 8, pose: 'hangs', hangsFromEdge: true } as const;
    const [held] = plansFor('hanging over a wooden table', 8, { product: lamp });
    expect(held.setId).toMatch(/^wood-table-/);
    expect(held.facts.ignored).toEqual([]);
    const [hooked] = plansFor('hanging over a wooden table', 8, {
      product: { ...lamp, hangsFromEdge: false },
    });
    expect(hooked.setId).toMatch(/^(?:wall-hook|clothes-rail)-/);
  });
});
