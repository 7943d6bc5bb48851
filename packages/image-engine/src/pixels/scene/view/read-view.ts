import { LYING_FROM_DEG, SURE_FROM } from '@packshot/contract';
import type { Pose, ReadView } from '@packshot/contract';
import { visibleBounds } from '../../raster/alpha.ts';
import { crop, emptyRaster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../../raster/raster.ts';
import { resample } from '../../raster/resample.ts';
import { estimateElevation } from './chances.ts';
import { edgeMeasures, isWithin } from './view-edges.ts';
import { findFootLines } from './foot-lines.ts';
import MEMORY from './known-views.json' with { type: 'json' };
import { clamp } from './numbers.ts';
import { FRAME_MEASURES, OUTLINE_MEASURES, outlineMeasures } from './view-outline.ts';
import { decodePhotos, answerFromMemory, standardize } from './recall-views.ts';
import type { Memory, Question } from './recall-views.ts';
import { seenOn } from './seen-product-view.ts';
import type { PhotoGrid } from './seen-product-view.ts';
import { isSpreadShirt, isSpreadSweater } from './shirt.ts';
import { surroundingMeasures, shadeAround } from './view-surroundings.ts';

/** Poses that the model recognizes, in the order of its answers. @lab */
export const KNOWN_POSES = ['stands', 'lies', 'hangs'] as const satisfies readonly Pose[];

/** Model of camera views, learned from photos whose view is known. @lab */
export interface KnownViews extends Memory {
  /** Predicts a probability for each of ELEVATIONS_DEG. */
  readonly elevation: Question;
  /** Predicts a score for each pose; the pose with the highest score is chosen. */
  readonly pose: Question;
  /** Model for a cut-out without its photo, which ignores measurements of the background. */
  readonly alone: Pick<KnownViews, 'elevation' | 'pose' | 'furniture' | 'confidence'>;
  /** Predicts a single number: from 0 (a handheld or tabletop product) to 1 (furniture). */
  readonly furniture: Question;
  /** Weights of `lightMeasures`, and the weighted sum from which the light clearly comes from one side. */
  readonly light: { readonly weights: readonly number[]; readonly clearFrom: number };
  /** Weights of the logistic function that converts the model's certainty to a confidence. */
  readonly confidence: readonly number[];
}

/**
 * Similarity to the most similar training photo: up to `from` the photo resembles none of them, from `to` on it
 * resembles at least one.
 */
const SIMILAR = { from: 0.15, to: 0.35 } as const;
/** Predicted value from which a product counts as furniture, which stands and isn't photographed from above. @lab */
export const FURNITURE_FROM = 0.6;
/** Lower threshold for a cut-out without its photo, for which furniture is recognized more reliably. */
const FURNITURE_FROM_ALONE = 0.45;
const HIGHEST_OF_FURNITURE_DEG = 48;

/**
 * Minimum camera elevation of a product that is spread out, because such products are photographed from straight
 * above.
 */
const SPREAD_FROM_DEG = 88;

/** Longer side of the grid on which a photo is measured to determine its camera view. */
export const VIEW_SIDE_PX = 256;

/** Measurements from which the camera view is predicted. @lab */
export const viewMeasures = (photoGrid: PhotoGrid): number[] => [
  ...outlineMeasures(photoGrid),
  ...edgeMeasures(photoGrid),
  ...surroundingMeasures(photoGrid),
];

/** True for measurements of the product itself, which don't depend on the background and the crop. @lab */
export const isOfProductAlone = (measure: number): boolean =>
  measure < OUTLINE_MEASURES ? !FRAME_MEASURES.includes(measure) : isWithin(measure - OUTLINE_MEASURES);

/** Converts the model's answers to a camera view, with the values that determine its confidence. @lab */
export function viewFrom(
  elevation: ReturnType<typeof answerFromMemory>,
  pose: ReturnType<typeof answerFromMemory>,
): { pose: (typeof KNOWN_POSES)[number]; elevationDeg: number; certainty: number[] } {
  const [best = 0, second = 0] = pose.answers.toSorted((a, b) => b - a);
  const { elevationDeg, near } = estimateElevation(elevation.answers);
  return {
    pose: KNOWN_POSES[pose.answers.indexOf(best)] ?? 'stands',
    elevationDeg,
    certainty: [1, best - second, best, elevation.nearest, near, Math.abs(elevationDeg - 45) / 45],
  };
}

/** Exported for the scripts in `lab/`. @lab */
export const logistic = (weights: readonly number[], values: readonly number[]): number =>
  1 / (1 + Math.exp(-values.reduce((sum, value, k) => sum + value * weights[k], 0)));

const knownViews: KnownViews = MEMORY;
let photos: readonly Float32Array[] | undefined;

/**
 * Share of a product's height at its lower end, and the width, relative to the product's, below which this end is too
 * thin to support it.
 */
const END_SHARE = 0.15;
const THIN_BELOW = 0.12;

/** True if the product would have to stand on a thin end, such as a cable or a strap. */
function endsThin({ product, widthPx, left, right, top, bottom }: PhotoGrid): boolean {
  let [from, to] = [right, left];
  for (let y = Math.floor(bottom - END_SHARE * (bottom - top)); y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (product[y * widthPx + x] === 0) continue;
      from = Math.min(from, x);
      to = Math.max(to, x + 1);
    }
  }
  return to - from < THIN_BELOW * (right - left);
}

/**
 * Determines the pose and camera elevation of a product from the most similar training photos. Undefined if the
 * product is too small.
 * @param alpha alpha on the photo's grid
 */
export function readView(photo: RgbRaster, alpha: AlphaRaster): ReadView | undefined {
  return readPhoto(photo, alpha)?.view;
}

/** Determines the camera view, and whether the photo's background is too uniform to be useful for it. */
export function readPhoto(
  photo: RgbRaster,
  alpha: AlphaRaster,
): { readonly view: ReadView; readonly isGroundBlank: boolean } | undefined {
  const photoGrid = seenOn(photo, alpha);
  if (photoGrid === undefined) return undefined;
  const measures = standardize(knownViews, viewMeasures(photoGrid));
  const isGroundBlank = isBlank(photoGrid);
  const answers = isGroundBlank
    ? answerQuestions(photoGrid, measures, knownViews.alone)
    : answerWithBackground(photoGrid, measures);
  return { view: { ...answers, lightSide: findLightSide(photoGrid) }, isGroundBlank };
}

/**
 * Limits of a blank background: its range of brightness, and the share of pixels outside of this range. Shops show
 * cut-out products on white, which gives no information about the view, but looks like a ground seen from above.
 */
const BLANK = { otherShare: 0.02, range: 0.035, clearancePx: 4 } as const;
const LEVELS = 256;

function isBlank({ brightness, away }: PhotoGrid): boolean {
  const counts = new Uint32Array(LEVELS);
  let ground = 0;
  for (let i = 0; i < away.length; i++) {
    if (away[i] <= BLANK.clearancePx) continue;
    ground++;
    counts[Math.min(LEVELS - 1, Math.floor(brightness[i] * LEVELS))]++;
  }
  const width = Math.round(BLANK.range * LEVELS);
  let [within, most] = [0, 0];
  for (let level = 0; level < LEVELS; level++) {
    within += counts[level] - (level >= width ? counts[level - width] : 0);
    most = Math.max(most, within);
  }
  return ground > 0 && most >= (1 - BLANK.otherShare) * ground;
}

/**
 * Answers with the measurements of the background. If this answer is uncertain, but the product alone certainly stands,
 * as in shop photos on white, answers without these measurements.
 */
function answerWithBackground(photoGrid: PhotoGrid, measures: readonly number[]): ViewAnswers {
  const view = answerQuestions(photoGrid, measures, knownViews);
  if (view.confidence >= SURE_FROM) return view;
  const alone = answerQuestions(photoGrid, measures, knownViews.alone);
  return alone.pose === 'stands' && alone.confidence >= SURE_FROM ? alone : view;
}

/**
 * Determines the camera view of a cut-out without its photo, from its outline and inner edges only. Doesn't determine
 * the side of the light.
 * @returns undefined if too little is visible, or if the product seems to hang but with low confidence
 */
export function readViewAlone(cutOut: RgbaRaster): ReadView | undefined {
  const box = visibleBounds(cutOut);
  if (!box) return undefined;
  const scale = ALONE_SIDE_PX / Math.max(box.widthPx, box.heightPx);
  if (scale > LARGEST_ALONE) return undefined;
  const side = (px: number): number => Math.max(1, Math.round(px * scale));
  const small = resample(crop(cutOut, box), side(box.widthPx), side(box.heightPx), 'linear');
  const photoGrid = seenOn(...withMargin(small));
  if (photoGrid === undefined) return undefined;
  const view = answerQuestions(photoGrid, standardize(knownViews, viewMeasures(photoGrid)), knownViews.alone);
  // In cross-validation, most products for which the model answered “hangs” with low confidence stood or lay.
  if (view.pose === 'hangs' && view.confidence < SURE_FROM) return undefined;
  const lineIn = ({ left, right, y }: ReadView['footLines'][number]): ReadView['footLines'][number] => {
    const at = (share: number, px: number, from: number, whole: number): number =>
      clamp(((share * px - ALONE_MARGIN_PX) / scale + from) / whole, 0, 1);
    return {
      left: at(left, photoGrid.widthPx, box.xPx, cutOut.widthPx),
      right: at(right, photoGrid.widthPx, box.xPx, cutOut.widthPx),
      y: at(y, photoGrid.heightPx, box.yPx, cutOut.heightPx),
    };
  };
  return { ...view, footLines: view.footLines.map(lineIn), lightSide: null };
}

/**
 * Longer side to which a cut-out without its photo is scaled before it is measured; most products have about this size
 * on the grid of their photo.
 */
const ALONE_SIDE_PX = 190;
const ALONE_MARGIN_PX = 16;
/** Maximum enlargement to ALONE_SIDE_PX; a smaller cut-out shows too little detail and gets no view. */
const LARGEST_ALONE = 4;
/** Background level for measuring a cut-out; edges along its outline aren't measured. */
const MARGIN_GRAY = 128;

function withMargin({ data, widthPx, heightPx }: RgbaRaster): [RgbRaster, AlphaRaster] {
  const photo = emptyRaster(widthPx + 2 * ALONE_MARGIN_PX, heightPx + 2 * ALONE_MARGIN_PX, 3);
  const alpha = emptyRaster(photo.widthPx, photo.heightPx, 1);
  photo.data.fill(MARGIN_GRAY);
  for (let y = 0, from = 0; y < heightPx; y++) {
    for (let x = 0, to = (y + ALONE_MARGIN_PX) * photo.widthPx + ALONE_MARGIN_PX; x < widthPx; x++, to++) {
      const opacity = data[from + 3] / 255;
      for (let c = 0; c < 3; c++) {
        photo.data[to * 3 + c] = MARGIN_GRAY + opacity * (data[from + c] - MARGIN_GRAY);
      }
      alpha.data[to] = data[from + 3];
      from += 4;
    }
  }
  return [photo, alpha];
}

type ViewAnswers = Omit<ReadView, 'lightSide'>;

function answerQuestions(
  photoGrid: PhotoGrid,
  measures: readonly number[],
  questions: KnownViews['alone'],
): ViewAnswers {
  photos ??= decodePhotos(knownViews);
  const elevation = answerFromMemory(photos, measures, questions.elevation);
  const view = viewFrom(elevation, answerFromMemory(photos, measures, questions.pose));
  const [furniture] = answerFromMemory(photos, measures, questions.furniture).answers;
  const isThin = view.pose === 'stands' && endsThin(photoGrid);
  const isSpread =
    view.pose === 'stands' &&
    (isSpreadShirt(photoGrid) || (questions !== knownViews && isSpreadSweater(photoGrid)));
  const isLying = isThin || isSpread;
  const isFurniture =
    furniture >= (questions === knownViews ? FURNITURE_FROM : FURNITURE_FROM_ALONE) && !isLying;
  const pose = isLying ? 'lies' : isFurniture ? 'stands' : view.pose;
  const lowest = isSpread ? SPREAD_FROM_DEG : isThin ? LYING_FROM_DEG : 0;
  const elevationDeg = Math.round(
    isFurniture ? Math.min(view.elevationDeg, HIGHEST_OF_FURNITURE_DEG) : Math.max(view.elevationDeg, lowest),
  );
  // Lowers the confidence for a photo without similar training photos: the model then gives the answers of most photos,
  // with too high a certainty.
  const likeness = clamp((elevation.nearest - SIMILAR.from) / (SIMILAR.to - SIMILAR.from), 0, 1);
  const confidence = likeness * logistic(questions.confidence, view.certainty);
  return {
    pose,
    elevationDeg,
    footLines: pose === 'hangs' ? [] : findFootLines(photoGrid, elevationDeg),
    confidence: isSpread ? SURE_FROM : Math.round(confidence * 100) / 100,
    ...(isFurniture && { scale: 'furniture' }),
  };
}

function findLightSide(photoGrid: PhotoGrid): ReadView['lightSide'] {
  const { weights, clearFrom } = knownViews.light;
  const sum = lightMeasures(photoGrid).reduce((total, value, k) => total + value * weights[k], 0);
  if (Math.abs(sum) < clearFrom) return null;
  return sum > 0 ? 'right' : 'left';
}

/** Width of the zone inside the product's edge, in pixels, where light and shade are strongest. */
const RIM_PX = 6;
const OUTSIDE_FROM_PX = 4;

/**
 * Differences in brightness between the right and left side of a photo; mirroring the photo negates all of them. @lab
 */
export function lightMeasures(photoGrid: PhotoGrid): number[] {
  const { near, far } = shadeAround(photoGrid);
  const shades = [near, far].flatMap(([west, northWest, , northEast, east, southEast, , southWest]) => [
    east - west,
    southEast - southWest,
    northEast - northWest,
  ]);
  return [
    ...shades,
    rightMinusLeft(photoGrid, (i) => photoGrid.within[i] > RIM_PX),
    rightMinusLeft(photoGrid, (i) => photoGrid.within[i] > 1 && photoGrid.within[i] <= RIM_PX),
    rightMinusLeft(photoGrid, (i) => photoGrid.away[i] > OUTSIDE_FROM_PX),
  ];
}

/** Difference in brightness between the halves to the right and left of the product's center. */
function rightMinusLeft(
  { widthPx, left, right, brightness }: PhotoGrid,
  isMeant: (i: number) => boolean,
): number {
  const middle = (left + right - 1) / 2;
  const sides = { left: 0, right: 0, leftCount: 0, rightCount: 0 };
  for (let i = 0; i < brightness.length; i++) {
    if (!isMeant(i)) continue;
    if (i % widthPx < middle) {
      sides.left += brightness[i];
      sides.leftCount++;
    } else {
      sides.right += brightness[i];
      sides.rightCount++;
    }
  }
  if (sides.leftCount === 0 || sides.rightCount === 0) return 0;
  return sides.right / sides.rightCount - sides.left / sides.leftCount;
}
