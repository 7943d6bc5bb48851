import { LYING_FROM_DEG, SURE_FROM } from '@packshot/contract';
import type { Pose, ReadView } from '@packshot/contract';
import { visibleBounds } from '../../raster/alpha.ts';
import { crop, emptyRaster } from '../../raster/raster.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../../raster/raster.ts';
import { resample } from '../../raster/resample.ts';
import { elevationOf } from './chances.ts';
import { edgeMeasures, isWithin } from './view-edges.ts';
import { footLinesOf } from './foot-lines.ts';
import MEMORY from './known-views.json' with { type: 'json' };
import { clamp } from './numbers.ts';
import { FRAME_MEASURES, OUTLINE_MEASURES, outlineMeasures } from './view-outline.ts';
import { photosOf, recall, standardized } from './recall-views.ts';
import type { Memory, Question } from './recall-views.ts';
import { seenOn } from './seen-product-view.ts';
import type { Seen } from './seen-product-view.ts';
import { isSpreadShirt, isSpreadSweater } from './shirt.ts';
import { surroundingMeasures, shadeAround } from './view-surroundings.ts';

/** Those that can be recognized, in the order of the answers. @lab */
export const KNOWN_POSES = ['stands', 'lies', 'hangs'] as const satisfies readonly Pose[];

/** What was learned of photos whose view is known. @lab */
export interface KnownViews extends Memory {
  /** An answer for each of ELEVATIONS_DEG: its chance. */
  readonly elevation: Question;
  /** An answer for each of the poses: the higher, the likelier. */
  readonly pose: Question;
  /** The same for a cut-out that came without its photo: the measures of the ground count nothing. */
  readonly alone: Pick<KnownViews, 'elevation' | 'pose' | 'furniture' | 'confidence'>;
  /** One answer: from 0, something for a hand or a table, to 1, furniture. */
  readonly furniture: Question;
  /** What each of `lightMeasures` counts, and from which sum on the side is clear. */
  readonly light: { readonly weights: readonly number[]; readonly clearFrom: number };
  /** Of the logistic function of what `doubtfulness` gives. */
  readonly confidence: readonly number[];
}

/** How similar a photo is to the nearest remembered one: up to the first it resembles none of them, from the second on one at least. */
const SIMILAR = { from: 0.15, to: 0.35 } as const;
/** From this answer on, a product is taken for furniture, which stands, and which nobody photographs from the ceiling. @lab */
export const FURNITURE_FROM = 0.6;
/** What a product looks like by itself says it more clearly. */
const FURNITURE_FROM_ALONE = 0.45;
const HIGHEST_OF_FURNITURE_DEG = 48;

/** What is spread out is seen from straight above. */
const SPREAD_FROM_DEG = 88;

/** The longer side of the grid that views are read on. */
export const VIEW_SIDE_PX = 256;

/** What the view is read from. @lab */
export const viewMeasures = (seen: Seen): number[] => [
  ...outlineMeasures(seen),
  ...edgeMeasures(seen),
  ...surroundingMeasures(seen),
];

/** Which of them a product has by itself, whatever it lay on and however its photo was cropped. @lab */
export const isOfProductAlone = (measure: number): boolean =>
  measure < OUTLINE_MEASURES ? !FRAME_MEASURES.includes(measure) : isWithin(measure - OUTLINE_MEASURES);

/** The view in what was recalled, and what its confidence depends on. @lab */
export function viewFrom(
  elevation: ReturnType<typeof recall>,
  pose: ReturnType<typeof recall>,
): { pose: (typeof KNOWN_POSES)[number]; elevationDeg: number; certainty: number[] } {
  const [best = 0, second = 0] = pose.answers.toSorted((a, b) => b - a);
  const { elevationDeg, near } = elevationOf(elevation.answers);
  return {
    pose: KNOWN_POSES[pose.answers.indexOf(best)] ?? 'stands',
    elevationDeg,
    certainty: [1, best - second, best, elevation.nearest, near, Math.abs(elevationDeg - 45) / 45],
  };
}

/** @lab */
export const logistic = (weights: readonly number[], values: readonly number[]): number =>
  1 / (1 + Math.exp(-values.reduce((sum, value, k) => sum + value * weights[k], 0)));

const known: KnownViews = MEMORY;
let photos: readonly Float32Array[] | undefined;

/** The lowest part of a product, in heights of it, and how wide it is where it carries nothing, in widths of it. */
const END_SHARE = 0.15;
const THIN_BELOW = 0.12;

/** Whether a product would have to stand on a cable or a strap. */
function endsThin({ product, widthPx, left, right, top, bottom }: Seen): boolean {
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
 * Reads how a product was seen: as in the photos it resembles most, of those whose view is known. Undefined when the product is too small.
 * @param alpha on the photo's grid
 */
export function readView(photo: RgbRaster, alpha: AlphaRaster): ReadView | undefined {
  return readPhoto(photo, alpha)?.view;
}

/** The view, and whether the ground of the photo tells anything of it. */
export function readPhoto(
  photo: RgbRaster,
  alpha: AlphaRaster,
): { readonly view: ReadView; readonly isGroundBlank: boolean } | undefined {
  const seen = seenOn(photo, alpha);
  if (seen === undefined) return undefined;
  const measures = standardized(known, viewMeasures(seen));
  const isGroundBlank = isBlank(seen);
  const answers = isGroundBlank ? answersOf(seen, measures, known.alone) : withGround(seen, measures);
  return { view: { ...answers, lightSide: lightSideOf(seen) }, isGroundBlank };
}

/** Brightness of the ground, but for this share of it, within this range: what shops cut out on white. It tells nothing, and looks like a ground seen from above. */
const BLANK = { otherShare: 0.02, range: 0.035, clearancePx: 4 } as const;
const LEVELS = 256;

function isBlank({ brightness, away }: Seen): boolean {
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

/** On a ground without an end or a mark, as shops cut their photos out on white, what stands may be surer by itself than with it. */
function withGround(seen: Seen, measures: readonly number[]): Answers {
  const view = answersOf(seen, measures, known);
  if (view.confidence >= SURE_FROM) return view;
  const alone = answersOf(seen, measures, known.alone);
  return alone.pose === 'stands' && alone.confidence >= SURE_FROM ? alone : view;
}

/**
 * The same of a cut-out that came without its photo, from its outline and the edges on it alone. Which side the light came from is not said.
 * @returns undefined when too little is visible, or it resembles what hangs without being sure
 */
export function readViewAlone(cutOut: RgbaRaster): ReadView | undefined {
  const box = visibleBounds(cutOut);
  if (!box) return undefined;
  const scale = ALONE_SIDE_PX / Math.max(box.widthPx, box.heightPx);
  if (scale > LARGEST_ALONE) return undefined;
  const side = (px: number): number => Math.max(1, Math.round(px * scale));
  const small = resample(crop(cutOut, box), side(box.widthPx), side(box.heightPx), 'linear');
  const seen = seenOn(...withMargin(small));
  if (seen === undefined) return undefined;
  const view = answersOf(seen, standardized(known, viewMeasures(seen)), known.alone);
  // Of things that were left out while learning, most of what was said to hang without being sure stood or lay.
  if (view.pose === 'hangs' && view.confidence < SURE_FROM) return undefined;
  const lineIn = ({ left, right, y }: ReadView['footLines'][number]): ReadView['footLines'][number] => {
    const at = (share: number, px: number, from: number, whole: number): number =>
      clamp(((share * px - ALONE_MARGIN_PX) / scale + from) / whole, 0, 1);
    return {
      left: at(left, seen.widthPx, box.xPx, cutOut.widthPx),
      right: at(right, seen.widthPx, box.xPx, cutOut.widthPx),
      y: at(y, seen.heightPx, box.yPx, cutOut.heightPx),
    };
  };
  return { ...view, footLines: view.footLines.map(lineIn), lightSide: null };
}

/** As large as most products are on the grid of their photos. */
const ALONE_SIDE_PX = 190;
const ALONE_MARGIN_PX = 16;
/** Less says too little: it would be drawn larger than it is by so much. */
const LARGEST_ALONE = 4;
/** What a cut-out lies on while it is measured; the edges along its rim do not count. */
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

type Answers = Omit<ReadView, 'lightSide'>;

function answersOf(seen: Seen, measures: readonly number[], asked: KnownViews['alone']): Answers {
  photos ??= photosOf(known);
  const elevation = recall(photos, measures, asked.elevation);
  const view = viewFrom(elevation, recall(photos, measures, asked.pose));
  const [furniture] = recall(photos, measures, asked.furniture).answers;
  const isThin = view.pose === 'stands' && endsThin(seen);
  const isSpread =
    view.pose === 'stands' && (isSpreadShirt(seen) || (asked !== known && isSpreadSweater(seen)));
  const isLying = isThin || isSpread;
  const isFurniture = furniture >= (asked === known ? FURNITURE_FROM : FURNITURE_FROM_ALONE) && !isLying;
  const pose = isLying ? 'lies' : isFurniture ? 'stands' : view.pose;
  const lowest = isSpread ? SPREAD_FROM_DEG : isThin ? LYING_FROM_DEG : 0;
  const elevationDeg = Math.round(
    isFurniture ? Math.min(view.elevationDeg, HIGHEST_OF_FURNITURE_DEG) : Math.max(view.elevationDeg, lowest),
  );
  // Where nothing is similar, the answers are those of most photos, and sound surer than they are.
  const likeness = clamp((elevation.nearest - SIMILAR.from) / (SIMILAR.to - SIMILAR.from), 0, 1);
  const confidence = likeness * logistic(asked.confidence, view.certainty);
  return {
    pose,
    elevationDeg,
    footLines: pose === 'hangs' ? [] : footLinesOf(seen, elevationDeg),
    confidence: isSpread ? SURE_FROM : Math.round(confidence * 100) / 100,
    ...(isFurniture && { scale: 'furniture' }),
  };
}

function lightSideOf(seen: Seen): ReadView['lightSide'] {
  const { weights, clearFrom } = known.light;
  const sum = lightMeasures(seen).reduce((total, value, k) => total + value * weights[k], 0);
  if (Math.abs(sum) < clearFrom) return null;
  return sum > 0 ? 'right' : 'left';
}

/** The product's rim, where light and shade are strongest, in pixels. */
const RIM_PX = 6;
const OUTSIDE_FROM_PX = 4;

/** Differences between the right and the left of a photo; mirrored, all of them change their sign. @lab */
export function lightMeasures(seen: Seen): number[] {
  const { near, far } = shadeAround(seen);
  const shades = [near, far].flatMap(([west, northWest, , northEast, east, southEast, , southWest]) => [
    east - west,
    southEast - southWest,
    northEast - northWest,
  ]);
  return [
    ...shades,
    rightMinusLeft(seen, (i) => seen.within[i] > RIM_PX),
    rightMinusLeft(seen, (i) => seen.within[i] > 1 && seen.within[i] <= RIM_PX),
    rightMinusLeft(seen, (i) => seen.away[i] > OUTSIDE_FROM_PX),
  ];
}

/** By how much the half to the right of the product's middle is brighter. */
function rightMinusLeft({ widthPx, left, right, brightness }: Seen, isMeant: (i: number) => boolean): number {
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
