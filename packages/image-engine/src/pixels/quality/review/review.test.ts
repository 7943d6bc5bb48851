import { describe, expect, it } from 'vitest';
import { REVIEW_FROM } from '@packshot/contract';
import type { Review } from '@packshot/contract';
import { emptyRaster, raster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../raster/raster.ts';
import { examineCutOut } from './examined.ts';
import type { Examined } from './examined.ts';
import { computeMeasures, reviewCutOut } from './review.ts';
import type { MeasureName } from './review.ts';
import { flagsWith } from './quality-flags.ts';
import type { Rectangle } from '../../../testing/rectangle.ts';

const SIDE = 256;

function drawMask(...rectangles: readonly (readonly [Rectangle, number])[]): AlphaRaster {
  const alpha = emptyRaster(SIDE, SIDE, 1);
  for (const [[left, top, right, bottom], value] of rectangles)
    for (let y = top; y < bottom; y++) alpha.data.fill(value, y * SIDE + left, y * SIDE + right);
  return alpha;
}

const PRODUCT: Rectangle = [60, 60, 200, 200];
const product = drawMask([PRODUCT, 255]);

function createPhoto({ data }: AlphaRaster, inside: number, outside: (cell: number) => number): RgbRaster {
  const colors = new Uint8Array(SIDE * SIDE * 3);
  data.forEach((value, i) => colors.fill(value > 0 ? inside : outside(i), i * 3, i * 3 + 3));
  return raster(colors, SIDE, SIDE, 3);
}

interface ReviewDrawing {
  readonly alpha?: AlphaRaster;
  readonly photo?: RgbRaster;
  readonly views?: Examined['views'];
  readonly unsure?: Examined['unsure'];
}

/** Cut-out of a dark product on white on which all passes of the network agree, except for the given changes. */
function cutOut({
  alpha = product,
  photo = createPhoto(alpha, 60, () => 240),
  ...rest
}: ReviewDrawing = {}): Examined {
  return { alpha, photo, fine: { alpha, photo }, views: views(alpha, alpha), unsure: [], ...rest };
}

const views = (usual: AlphaRaster, scout: AlphaRaster, far?: AlphaRaster): Examined['views'] => ({
  usual,
  scout,
  ...(far !== undefined && { far }),
});

const withHandle = drawMask([PRODUCT, 255], [[20, 100, 60, 150], 255]);
const part = (isApart: boolean) => ({
  cells: Int32Array.from({ length: 2000 }, (_, i) => i),
  box: { xPx: 0, yPx: 0, widthPx: 256, heightPx: 8 },
  isApart,
});
const comb = drawMask(
  [[60, 60, 200, 100], 255],
  ...Array.from({ length: 14 }, (_, i) => [[60 + i * 10, 100, 64 + i * 10, 200] as const, 255] as const),
);

/** Faulty cut-outs, one for each measure that must detect the fault. */
const FAULTS: Readonly<Record<MeasureName, Examined>> = {
  scoutDiffers: cutOut({ views: views(product, withHandle) }),
  scoutParts: cutOut({ views: views(product, withHandle) }),
  farTaken: cutOut({ views: views(product, product, product) }),
  farDiffers: cutOut({ views: views(product, product, withHandle) }),
  farParts: cutOut({ views: views(product, product, withHandle) }),
  changed: cutOut({ views: views(withHandle, product) }),
  disputedAtObject: cutOut({ unsure: [part(false)] }),
  disputedApart: cutOut({ unsure: [part(true)] }),
  undecided: cutOut({ views: views(drawMask([PRODUCT, 255], [[20, 100, 60, 150], 90]), product) }),
  wavers: cutOut({ views: views(drawMask([PRODUCT, 200]), product) }),
  farWavers: cutOut({ views: views(product, product, drawMask([PRODUCT, 200])) }),
  weakEdge: cutOut({ photo: createPhoto(product, 238, (cell) => (cell % SIDE > 128 ? 240 : 90)) }),
  weakestEdge: cutOut({ photo: createPhoto(product, 238, (cell) => (cell % SIDE > 128 ? 240 : 90)) }),
  middleEdge: cutOut({ photo: createPhoto(product, 60, () => 90) }),
  softness: cutOut({ alpha: drawMask([[50, 50, 210, 210], 120], [PRODUCT, 255]) }),
  winding: cutOut({ alpha: comb }),
  apart: cutOut({ alpha: drawMask([PRODUCT, 255], [[220, 60, 250, 120], 255]) }),
  pieces: cutOut({ alpha: drawMask([PRODUCT, 255], [[220, 60, 250, 120], 255]) }),
  holes: cutOut({ alpha: drawMask([PRODUCT, 255], [[110, 110, 150, 150], 0]) }),
  clear: cutOut({ alpha: drawMask([PRODUCT, 255], [[110, 110, 150, 150], 140]) }),
  border: cutOut({ alpha: drawMask([[60, 60, SIDE, SIDE], 255]) }),
  small: cutOut({ alpha: drawMask([[120, 120, 136, 136], 255]) }),
  lopsided: cutOut({ alpha: withHandle }),
  groundLikeObject: cutOut({ photo: createPhoto(product, 60, (cell) => (cell % SIDE > 220 ? 60 : 240)) }),
  objectLikeBeside: cutOut({ photo: createPhoto(withHandle, 60, () => 240) }),
  restless: cutOut({ photo: createPhoto(product, 60, (cell) => ((cell >> 2) % 2 === 0 ? 240 : 200)) }),
};

describe('review measures of a cut-out', () => {
  it.each(Object.keys(FAULTS) as MeasureName[])('are higher for a faulty cut-out: measure “%s”', (name) => {
    const right = computeMeasures(cutOut())[name];
    expect(computeMeasures(FAULTS[name])[name]).toBeGreaterThan(right ?? Infinity);
  });
});

/** Openings as in a basket. */
const HOLES = [75, 105, 135, 165].flatMap((x) =>
  [75, 105, 135, 165].map((y): readonly [Rectangle, number] => [[x, y, x + 20, y + 20], 0]),
);
const PLACE = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 } as const;

describe('the review score of a cut-out', () => {
  it('is low, without a reason, for a cut-out on which all segmentation passes agree', () => {
    const { score, reasons } = reviewCutOut(cutOut(), []);
    expect(score).toBeLessThan(REVIEW_FROM);
    expect(reasons).toEqual([]);
  });

  it.each([
    ['see-through', cutOut({ alpha: drawMask([PRODUCT, 255], [[75, 75, 185, 185], 140]) })],
    ['fine-parts', cutOut({ alpha: drawMask([PRODUCT, 255], ...HOLES) })],
    ['unsure', cutOut({ views: views(drawMask([PRODUCT, 150]), product) })],
    ['weak-contrast', cutOut({ photo: createPhoto(product, 238, (cell) => (cell % SIDE > 128 ? 240 : 90)) })],
  ] as const)('is higher for a faulty cut-out, with the reason %s', (reason, wrong) => {
    const { score, reasons } = reviewCutOut(wrong, []);
    expect(score).toBeGreaterThan(1.4 * reviewCutOut(cutOut(), []).score);
    expect(reasons).toContain(reason);
  });

  it('comes with the position of the gravest quality flag', () => {
    const flag = { reason: 'see-through', place: 'inside', box: PLACE } as const;
    expect(reviewCutOut(cutOut(), [flag]).box).toEqual(PLACE);
  });

  it('comes without flags with the position of the weakest edge, or none if no edge is weak', () => {
    const photo = createPhoto(product, 238, (cell) => (cell % SIDE > 190 && cell < 110 * SIDE ? 240 : 90));
    const { box } = reviewCutOut(cutOut({ photo }), []);
    expect(box?.x).toBeGreaterThan(0.5);
    expect((box?.x ?? 1) + (box?.width ?? 1)).toBeGreaterThanOrEqual(199 / SIDE);
    expect((box?.y ?? 1) + (box?.height ?? 1)).toBeLessThan(0.6);
    expect(reviewCutOut(cutOut(), []).box).toBeNull();
  });
});

describe('quality flags from the review score', () => {
  const box = { x: 0.2, y: 0.4, width: 0.1, height: 0.2 };
  const review = { score: REVIEW_FROM, reasons: ['unsure'], box } as Review;

  it('add a flag at the weakest position if only a high score shows a fault', () => {
    expect(flagsWith(review, [], product)).toEqual([{ reason: 'looks-differ', place: 'left', box }]);
    const weak = { ...review, reasons: ['weak-contrast'], box: null } as Review;
    const [flag] = flagsWith(weak, [], product);
    expect(flag).toMatchObject({ reason: 'weak-contrast', place: 'whole' });
    expect(flag?.box.x).toBeCloseTo(60 / SIDE);
  });

  it('aren’t added if another flag exists, or if the score is low', () => {
    const flag = { reason: 'see-through', place: 'inside', box: PLACE } as const;
    expect(flagsWith(review, [flag], product)).toEqual([flag]);
    expect(flagsWith({ ...review, score: REVIEW_FROM - 0.01 }, [], product)).toEqual([]);
  });
});

describe('the cells examined for the review score', () => {
  it('are every fourth cell of the segmentation passes (every second for edges), with the alpha of the final cut-out', () => {
    const image = emptyRaster(8, 8, 4);
    for (const [x, value] of [
      [3, 50],
      [5, 200],
      [7, 90],
    ] as const)
      image.data[(5 * 8 + x) * 4 + 3] = value;
    const part = {
      cells: Int32Array.of(36),
      box: { xPx: 4, yPx: 4, widthPx: 1, heightPx: 1 },
      isApart: true,
    };
    const views = { usual: emptyRaster(2, 2, 1) };
    const { alpha, fine, unsure } = examineCutOut(image, {
      inputPhoto: emptyRaster(8, 8, 3),
      unsure: [part],
      views,
    });
    expect([...fine.alpha.data.subarray(8, 12)]).toEqual([0, 50, 200, 90]);
    expect([...alpha.data]).toEqual([0, 0, 0, 200]);
    expect([...unsure[0].cells]).toEqual([3]);
  });
});
