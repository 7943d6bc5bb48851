import { expect, it } from 'vitest';
import { EXAMPLE_LOCK } from '@packshot/contract/testing/example-lock';
import type { SceneLock } from '@packshot/contract';
import { drawnProduct } from '../../testing/drawn-product.ts';
import { syntheticSet } from '../../testing/synthetic-set.ts';
import { wholeFrame } from '../../testing/whole-frame.ts';
import type { RgbaRaster } from '../raster/raster.ts';
import { finish } from '../raster/work.ts';
import { LiveScene } from './live-scene.ts';
import type { LiveFrame } from './live-scene.ts';
import { planWithLock } from './series.ts';

const SIDE = 96;
const LOOK: SceneLock = {
  ...EXAMPLE_LOCK,
  setId: 'synthetic-eye',
  framing: 'usual',
  light: 'auto',
  lights: { key: [0.5, 0.5, 0.5], env: [0.7, 0.7, 0.7] },
  tints: {},
  seed: 1,
};

function composeWith(live: LiveScene, look: Partial<SceneLock>, centerX: number): LiveFrame {
  const work = live.compose({
    product: drawnProduct(30, 60),
    look: { ...LOOK, ...look },
    plan: planWithLock({ ...LOOK, ...look }),
    matchPercent: LOOK.matchPercent,
    seed: LOOK.seed,
    placement: { centerX, centerY: 0.6, width: 0.15, rotationDeg: 0, isFlipped: false },
    shadow: undefined,
    productView: { pose: null, elevationDeg: null },
    aspectRatioId: 1,
    isLarger: true,
    longerSidePx: SIDE,
  });
  return finish(work);
}

/** Sample of a frame’s layer at a position, given as shares of the picture. */
const sampleAt = ({ data, widthPx, heightPx }: RgbaRaster, x: number, y: number, channel = 0) =>
  data[(Math.floor(y * heightPx) * widthPx + Math.floor(x * widthPx)) * 4 + channel];

it('composes a scene the same way however often the product was moved before', () => {
  const live = new LiveScene(syntheticSet({ sidePx: SIDE }));
  const first = composeWith(live, {}, 0.3);
  expect(composeWith(live, {}, 0.7).ground).not.toEqual(first.ground);
  expect(composeWith(live, {}, 0.3)).toEqual(first);
});

it('darkens the set with a weaker light, and restores it with the original light', () => {
  const live = new LiveScene(syntheticSet({ sidePx: SIDE }));
  const bright = composeWith(live, {}, 0.5);
  const dim = composeWith(live, { lights: { env: [0.2, 0.2, 0.2] } }, 0.5);
  expect(sampleAt(dim.ground, 0.1, 0.1)).toBeLessThan(sampleAt(bright.ground, 0.1, 0.1));
  expect(composeWith(live, {}, 0.5)).toEqual(bright);
});

it('returns the product apart from the set with its shadow', () => {
  const frame = composeWith(new LiveScene(syntheticSet({ sidePx: SIDE })), {}, 0.5);
  const [picture, product] = [wholeFrame(frame, 'patch'), wholeFrame(frame, 'product')];
  expect(sampleAt(product, 0.5, 0.6, 3)).toBe(255);
  expect(sampleAt(product, 0.1, 0.1, 3)).toBe(0);
  for (const channel of [0, 1, 2])
    expect(
      Math.abs(sampleAt(picture, 0.5, 0.6, channel) - sampleAt(product, 0.5, 0.6, channel)),
    ).toBeLessThan(2);
  expect(sampleAt(picture, 0.1, 0.1)).toBe(sampleAt(frame.ground, 0.1, 0.1));
});
