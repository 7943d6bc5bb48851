import { expect, test } from 'vitest';
import { drawnProduct } from '../../../testing/drawn-product.ts';
import { syntheticSet } from '../../../testing/synthetic-set.ts';
import { toCamera } from '../../stage/camera.ts';
import { cutOutAt } from '../../scene/cut-out.ts';
import { computeOutline } from '../../stage/outline.ts';
import { createReflection } from './reflection.ts';

const DM_PER_PX = 0.01;
const SIDE_PX = 120;
const PICTURE = { widthPx: 1024, heightPx: 1024 };

test('a reflection fades in without an edge, in front of the foot and beside it', () => {
  const { set } = syntheticSet({ gloss: 0.5, elevationDeg: 8 });
  const product = cutOutAt(drawnProduct(SIDE_PX, SIDE_PX), SIDE_PX, SIDE_PX, false);
  const stand = { groundDm: set.stage.worldDm, depthDm: 13, liftDm: 0, dmPerPx: DM_PER_PX };

  const mirror = createReflection(product, computeOutline(product), stand, toCamera(set), set, PICTURE);
  const [stageX, stageY] = set.stage.worldDm;
  const into = new Float32Array(4);
  const strengthAt = (x: number, y: number): number =>
    mirror?.at(stageX + x, stageY + y, into) === true ? into[3] : 0;
  const half = (SIDE_PX * DM_PER_PX) / 2;
  let [strongest, steepest] = [0, 0];
  const step = 0.005;
  for (let x = -1.3 * half; x < 1.3 * half; x += 4 * step) {
    for (let y = -2 * half; y < half; y += step) {
      const strength = strengthAt(x, y);
      strongest = Math.max(strongest, strength);
      steepest = Math.max(steepest, Math.abs(strengthAt(x, y + step) - strength));
    }
  }
  expect(strongest).toBeGreaterThan(0.2);
  expect(steepest).toBeLessThan(0.3 * strongest);
});
