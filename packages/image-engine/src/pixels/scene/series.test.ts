import { DEFAULT_SHADOW } from '@packshot/contract';
import type { SceneLock } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { drawnProduct } from '../../testing/drawn-product.ts';
import { syntheticSet } from '../../testing/synthetic-set.ts';
import { fitsLock, isViewOfLock, toSceneLock, planFromLock } from '../words/scene-prompt/scene-lock.ts';
import { finish } from '../raster/work.ts';
import { composeScene } from './compose-scene.ts';
import type { ComposedScene } from './compose-scene.ts';
import type { SceneOrder } from './scene-setup.ts';
import type { CutOut } from './cut-out.ts';
import type { ScenePlan } from '../stage/scene-plan.ts';
import { shadowDirection, isOfSeries, seriesShadow } from './series.ts';

const SIDE = 160;
const decoded = syntheticSet({ sidePx: SIDE, hasTint: true });
const PLAN: ScenePlan = {
  setId: decoded.set.id,
  isMirrored: true,
  lights: { key: [0.51, 0.5, 0.47], env: [0.7, 0.7, 0.7] },
  tints: { wall: '#889977' },
  exposure: 1.07,
  keySoftness: 1.3,
  framing: 'near',
  facts: {
    reference_id: 'synthetic',
    title: 'Synthetic',
    light: 'hard-sun',
    palette: [],
    understood: [],
    ignored: [],
  },
};
/** Product with grain of its own, as in photos. */
const grainy = (strength: number) => (x: number, y: number) => {
  const value = 120 + strength * (((x * 7 + y * 13) % 5) - 2);
  return [value, value, value] as const;
};
const PRODUCTS: readonly CutOut[] = [
  drawnProduct(30, 60),
  drawnProduct(60, 30, grainy(4)),
  drawnProduct(20, 90),
  drawnProduct(45, 45, grainy(1)),
  drawnProduct(70, 58),
];

const compose = (changes: Partial<SceneOrder>): ComposedScene =>
  finish(
    composeScene({
      decoded,
      plan: PLAN,
      product: null,
      aspectRatioId: 1,
      isLarger: true,
      seed: 5,
      longerSidePx: SIDE,
      withLayers: true,
      ...changes,
    }),
  );

function composeSeries(products: readonly CutOut[], changes: Partial<SceneOrder> = {}): ComposedScene[] {
  const [leader, ...others] = products;
  const first = compose({ product: leader, ...changes });
  if (first.series === undefined) throw new Error('There is a product');
  const sceneLock = toSceneLock(PLAN, first.series, {}, 5);
  const plan = planFromLock(JSON.parse(JSON.stringify(sceneLock)) as SceneLock, decoded.set, '');
  return [
    first,
    ...others.map((product) => compose({ product, plan, series: sceneLock, seed: sceneLock.seed })),
  ];
}

function lastRow({ layers }: ComposedScene): number {
  const { data, widthPx = 1 } = layers?.product ?? { data: [] };
  return Math.floor(data.findLastIndex((value, i) => i % 4 === 3 && value > 127) / 4 / widthPx);
}

describe('a series of scenes for five products', () => {
  const scenes = composeSeries(PRODUCTS);

  it('shares one background outside of the products and their shadows', () => {
    const [first] = scenes;
    for (const other of scenes.slice(1)) {
      expect(other.layers?.background.data).toEqual(first.layers?.background.data);
      let compared = 0;
      for (let i = 0; i < SIDE * SIDE; i++) {
        const isOpen = ({ layers }: ComposedScene): boolean =>
          layers?.shadow.data[i * 4 + 3] === 0 && layers.product.data[i * 4 + 3] === 0;
        if (!isOpen(first) || !isOpen(other)) continue;
        compared++;
        // The faint end of a shadow isn't in any layer; it changes a sample by at most one.
        for (let c = i * 3; c < i * 3 + 3; c++)
          expect(Math.abs((other.picture.data[c] ?? 0) - (first.picture.data[c] ?? 0))).toBeLessThanOrEqual(
            1,
          );
      }
      expect(compared).toBeGreaterThan(SIDE * SIDE * 0.3);
    }
  });

  it('has all products on one line, in one column, each in its own size', () => {
    expect(new Set(scenes.map(lastRow)).size).toBe(1);
    expect(new Set(scenes.map(({ placement }) => placement?.centerX)).size).toBe(1);
    const [, wide] = scenes;
    expect(wide?.placement?.width).toBeCloseTo(compose({ product: PRODUCTS[1] }).placement?.width ?? 0, 6);
  });

  it('keeps the position and size that the user set for the first product, at every aspect ratio', () => {
    const byHand = { centerX: 0.3, centerY: 0.55, width: 0.15, rotationDeg: 0, isFlipped: true };
    const placed = composeSeries(PRODUCTS, { placement: byHand });
    expect(new Set(placed.map(lastRow)).size).toBe(1);
    expect(placed.map(({ placement }) => placement?.centerX.toFixed(6))).toEqual(
      PRODUCTS.map(() => '0.300000'),
    );
    const { series } = placed[0] ?? {};
    const upright = compose({ product: PRODUCTS[2], series, aspectRatioId: 3 });
    const line = lastRow(upright) / upright.picture.heightPx;
    expect(line).toBeGreaterThan(0.4);
    expect(line).toBeLessThan(0.95);
  });
});

describe('the shadows of a series', () => {
  const photo = {
    place: { x: 0.5, y: 0.7, size: 1 },
    shadowSource: 'photo',
    shadowFallsDeg: 20,
    grain: 0,
  } as const;

  it('come from the photo if its shadow falls to the same side as in the series, and are computed otherwise', () => {
    expect(shadowDirection({ x: 0, y: 0.01 })).toBeNull();
    expect(shadowDirection({ x: 0, y: -1 })).toBe(270);
    expect(isOfSeries({ x: 1, y: -0.3 }, photo)).toBe(true);
    expect(isOfSeries({ x: -1, y: 0.3 }, photo)).toBe(false);
    expect(isOfSeries({ x: 0, y: 0 }, photo)).toBe(true);
    expect(isOfSeries({ x: 1, y: 0 }, { ...photo, shadowSource: 'computed', shadowFallsDeg: null })).toBe(
      false,
    );
    expect(seriesShadow(photo).directionDeg).toBe(20);
    expect(seriesShadow(undefined)).toEqual(DEFAULT_SHADOW);
  });
});

describe('the scene lock of a series', () => {
  const [first] = composeSeries(PRODUCTS.slice(0, 1));
  if (first?.series === undefined) throw new Error('There is a product');
  const sceneLock = toSceneLock(PLAN, first.series, { view: { pose: 'stands', elevationDeg: 10 } }, 5);
  const at = (elevationDeg: number, pose: 'stands' | 'hangs' = 'stands'): boolean =>
    isViewOfLock({ pose, elevationDeg }, sceneLock, decoded.set);

  it('plans the same picture again', () => {
    const { facts, ...plan } = planFromLock(sceneLock, decoded.set, 'green wall');
    const { facts: was, ...before } = PLAN;
    expect(plan).toEqual({ ...before, seenTints: [], isBurntOut: false });
    expect(facts).toMatchObject({ light: was.light, title: decoded.set.title, elevation_deg: 15 });
  });

  it('doesn’t fit a set without the lights or paintable regions that the scene lock names', () => {
    expect(fitsLock(decoded.set, sceneLock)).toBe(true);
    expect(fitsLock(decoded.set, { ...sceneLock, lights: { sun: [1, 1, 1] } })).toBe(false);
    expect(fitsLock(decoded.set, { ...sceneLock, tints: { sea: '#112233' } })).toBe(false);
    expect(fitsLock(decoded.set, { ...sceneLock, seenTints: ['sea'] })).toBe(false);
  });

  it('fits products seen from about the set’s camera height, and doesn’t mix hanging with standing ones', () => {
    expect([at(0), at(33), at(34), at(10, 'hangs')]).toEqual([true, true, false, false]);
    const steep = { ...sceneLock, view: { pose: 'stands', elevationDeg: 60 } as const };
    expect(isViewOfLock({ pose: 'stands', elevationDeg: 70 }, steep, decoded.set)).toBe(true);
    expect(isViewOfLock({ pose: 'stands', elevationDeg: 40 }, steep, decoded.set)).toBe(false);
  });
});
