import { ASPECT_RATIOS, sceneSize } from '@packshot/contract';
import type { Framing } from '@packshot/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { committedSets } from '../../testing/studio-sets.ts';
import { syntheticSet } from '../../testing/synthetic-set.ts';
import { toCamera, depthOfLevel, mirrorSet, project, unproject } from './camera.ts';
import { cropFor, computeCrop, cropPx, cropWithoutProduct, hangingStage, stageIn } from './crop.ts';
import { defaultPlacement, standAt } from './placement.ts';

const sets = [syntheticSet().set, ...committedSets()];
const share = fc.double({ min: 0.02, max: 0.98, noNaN: true });

describe('the camera of a set', () => {
  it('a point projected to the picture and back is restored', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sets),
        share,
        share,
        fc.double({ min: 5, max: 30, noNaN: true }),
        (set, x, y, depth) => {
          const camera = toCamera(set);
          const imagePoint = project(camera, unproject(camera, x, y, depth));
          expect(imagePoint.x).toBeCloseTo(x, 5);
          expect(imagePoint.y).toBeCloseTo(y, 5);
          expect(imagePoint.depthDm).toBeCloseTo(depth, 4);
        },
      ),
    );
  });

  it('the camera’s depth of the floor agrees with the product position that each set states', () => {
    for (const set of sets) {
      const camera = toCamera(set);
      const [x, y] = set.stage.image;
      // Sets for hanging products are skipped, because the hanging point may be above the camera.
      if (set.stage.hangs === true) continue;
      const depth = depthOfLevel(camera, x, y, set.stage.worldDm[2]) ?? NaN;
      const point = unproject(camera, x, y, depth);
      point.forEach((value, i) => expect(value).toBeCloseTo(set.stage.worldDm[i] ?? NaN, 2));
      // Ray above the horizon; it never meets the floor. If the camera looks steeply down, the horizon is far above its
      // picture.
      const aboveHorizon = Math.min(-2, set.camera.horizon - 1);
      const isLevel = set.camera.elevationDeg < 80;
      if (isLevel) expect(depthOfLevel(camera, x, aboveHorizon, set.stage.worldDm[2])).toBeUndefined();
    }
  });

  it('a product on the floor isn’t treated as hovering because of rounding', () => {
    for (const set of sets.filter(({ stage }) => stage.hangs !== true)) {
      const camera = toCamera(set);
      for (let step = -3; step <= 3; step++) {
        const foot = { x: set.stage.image[0] + step * 0.013, y: set.stage.image[1] + step * 0.007 };
        const floorAt = (x: number, y: number) => depthOfLevel(camera, x, y, set.floor.heightDm) ?? Infinity;
        if (floorAt(foot.x, foot.y) >= set.depth.backdropDm) continue;
        expect(standAt(set, camera, floorAt, foot, 1280, 0).liftDm).toBe(0);
      }
    }
  });

  it('the camera sees the mirror image of a mirrored set', () => {
    fc.assert(
      fc.property(fc.constantFrom(...sets), share, share, (set, x, y) => {
        const point = unproject(toCamera(set), x, y, 12);
        const imagePoint = project(toCamera(mirrorSet(set)), [-point[0], point[1], point[2]]);
        expect(imagePoint.x).toBeCloseTo(1 - x, 5);
        expect(imagePoint.y).toBeCloseTo(y, 5);
      }),
    );
    for (const set of sets) expect(mirrorSet(mirrorSet(set))).toEqual(set);
  });
});

describe('the framing of a set', () => {
  it.each(ASPECT_RATIOS.map(({ id, label }) => [label, id] as const))(
    'the aspect ratio %s shows the product position of every set',
    (_, id) => {
      const { widthPx, heightPx } = sceneSize(id, true);
      for (const set of sets) {
        // The uncropped picture has exactly the pixels of the larger picture size.
        expect(cropPx(cropFor(set, id), set.widthPx)).toMatchObject({ widthPx, heightPx });
        const crop = computeCrop(set, id, 'usual');
        const { footX, footY, maxWidth, maxHeight } = stageIn(set, crop);
        expect(footX - maxWidth / 2).toBeGreaterThan(0);
        expect(footX + maxWidth / 2).toBeLessThan(1);
        expect(footY).toBeLessThan(0.95);
        if (set.stage.hangs === true) expect(footY + maxHeight).toBeLessThan(0.97);
        else expect(footY - maxHeight).toBeGreaterThan(0);
      }
    },
  );

  it.each(ASPECT_RATIOS.map(({ id, label }) => [label, id] as const))(
    'the aspect ratio %s has two closer framings with the whole product in the picture, and a wide one with more room',
    (_, id) => {
      const { value } = ASPECT_RATIOS.find((ratio) => ratio.id === id) ?? { value: NaN };
      for (const set of sets) {
        for (const framing of ['near', 'close-up'] as const) {
          const crop = computeCrop(set, id, framing);
          for (const start of [crop.x, crop.y]) expect(start).toBeGreaterThanOrEqual(0);
          expect(Math.max(crop.x + crop.width, crop.y + crop.height)).toBeLessThanOrEqual(1 + 1e-9);
        }
        const size = (framing: Framing, shape: number) => {
          const stage = stageIn(set, computeCrop(set, id, framing), framing);
          return defaultPlacement(stage, { widthPx: 100 * shape, heightPx: 100 }, value);
        };
        for (const shape of [0.3, 1, 2.5]) {
          const usual = size('usual', shape);
          const near = size('near', shape);
          const closeUp = size('close-up', shape);
          // In a wide picture the product has little space to become larger.
          expect(near.width).toBeGreaterThan((value > 1 ? 1 : 1.1) * usual.width);
          expect(closeUp.width).toBeGreaterThan(1.1 * usual.width);
          // A tall product already fills the height of a wide picture.
          expect(closeUp.width).toBeGreaterThanOrEqual(near.width);
          expect(size('wide', shape).width).toBeLessThan(0.7 * usual.width);
          for (const { width, centerX, centerY } of [near, closeUp]) {
            const height = (width * value) / shape;
            expect(centerX - width / 2).toBeGreaterThan(0);
            expect(centerX + width / 2).toBeLessThan(1);
            expect(centerY - height / 2).toBeGreaterThan(0);
            expect(centerY + height / 2).toBeLessThan(0.97);
          }
        }
      }
    },
  );

  it('a set without a product is cropped at random, within its picture, and identically for the same seed', () => {
    const cropPositions = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      for (const { id } of ASPECT_RATIOS) {
        for (const set of sets) {
          const crop = cropWithoutProduct(set, id, seed);
          for (const value of [crop.x, crop.y]) expect(value).toBeGreaterThanOrEqual(0);
          expect(crop.x + crop.width).toBeLessThanOrEqual(1 + 1e-9);
          expect(crop.y + crop.height).toBeLessThanOrEqual(1 + 1e-9);
          expect(cropWithoutProduct(set, id, seed)).toEqual(crop);
          cropPositions.add(`${crop.x} ${crop.y}`);
        }
      }
    }
    expect(cropPositions.size).toBeGreaterThan(100);
  });

  it('products of any shape are placed at the set’s product position, within the available space', () => {
    const shape = fc.double({ min: 0.05, max: 20, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...sets),
        fc.constantFrom(...ASPECT_RATIOS),
        shape,
        (set, ratio, aspect) => {
          const stage = stageIn(set, computeCrop(set, ratio.id, 'usual'));
          const placement = defaultPlacement(stage, { widthPx: 1000 * aspect, heightPx: 1000 }, ratio.value);
          const height = (placement.width * ratio.value) / aspect;
          expect(placement.width).toBeLessThanOrEqual(stage.maxWidth + 1e-9);
          expect(height).toBeLessThanOrEqual(stage.maxHeight + 1e-9);
          expect(placement.centerX).toBeCloseTo(stage.footX, 9);
          const restOffset = stage.hangs ? -height / 2 : height / 2;
          expect(placement.centerY + restOffset).toBeCloseTo(stage.footY, 9);
          // The product must fill enough of the available space in at least one direction.
          expect(Math.max(placement.width / stage.maxWidth, height / stage.maxHeight)).toBeGreaterThan(0.6);
        },
      ),
    );
  });

  it('every set for hanging products has the product position that the web app shows before a set is chosen', () => {
    const hanging = sets.filter(({ stage }) => stage.hangs === true);
    expect(hanging.length).toBeGreaterThan(0);
    for (const set of hanging) {
      for (const { id } of ASPECT_RATIOS) {
        const { footX, footY, ...rest } = stageIn(set, computeCrop(set, id, 'usual'));
        const { footX: x, footY: y, ...shown } = hangingStage();
        expect(rest).toEqual(shown);
        expect([footX, footY]).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)]);
      }
    }
  });
});
