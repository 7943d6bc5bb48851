import { fitForModel } from '../codec/encode.ts';
import { replaceMixedColors } from '../pixels/matte/foreground.ts';
import { intersectionOverUnion } from '../pixels/raster/alpha.ts';
import { applyGuidedAlpha } from '../pixels/matte/guided-alpha.ts';
import { clearHaze } from '../pixels/color/haze.ts';
import { clearMirrorImage } from '../pixels/matte/mirror-image.ts';
import { refineOnPlainBackground } from '../pixels/matte/refine-on-plain.ts';
import { clearFilm } from '../pixels/matte/passes/holes.ts';
import { joinPasses, largestIn, thingsIn, withoutThings } from '../pixels/matte/passes/join-passes.ts';
import type { Passes, Unsure } from '../pixels/matte/passes/join-passes.ts';
import { framePhoto, frameAround, unframeMask } from '../pixels/matte/passes/pass-frame.ts';
import { addedByScout, coarse, isWitness } from '../pixels/matte/passes/scout.ts';
import type { Region } from '../pixels/raster/regions.ts';
import type { Views } from '../pixels/quality/review/examined.ts';
import { straysIn } from '../pixels/matte/passes/strays.ts';
import { solidifyInside } from '../pixels/matte/solid-interior.ts';
import { findPlainBackground } from '../pixels/matte/plain-background.ts';
import type { AlphaRaster, RgbaRaster, RgbRaster } from '../pixels/raster/raster.ts';
import { ImageRefusal } from '../pixels/raster/refusal.ts';
import { resample } from '../pixels/raster/resample.ts';
import { openRings } from './open-rings.ts';

/** Segmentation network, which returns a picture's saliency, 0 to 255. */
export interface Segmenter {
  /** Side of the pictures with which the network was trained. */
  readonly sidePx: number;
  /** Divisor of valid side lengths; if undefined, the network accepts only squares of `sidePx`. */
  readonly sideMultiplePx?: number;
  run(picture: RgbRaster): Promise<AlphaRaster>;
}

/** Mask of an object, and the photo on the mask's grid. */
interface Segmentation {
  readonly mask: AlphaRaster;
  readonly guide: RgbRaster;
  /** Regions on which the network's passes disagree, on the grid of `inputPhoto`. */
  readonly unsure: readonly Unsure[];
  /** Photo as the network's input. */
  readonly inputPhoto: RgbRaster;
  readonly views: Views;
}

/**
 * Scout pass: longer side of the photo in the network's input, and longer side of the input; it takes a twelfth of the
 * usual pass's work.
 */
const SCOUT = { photoPx: 224, sidePx: 320 } as const;
/** Far pass: longer sides of the photo and of the network's input. */
const FAR = { photoPx: 640, sidePx: 1024 } as const;
/** Intermediate pass, which votes instead of a scout that misses the object: longer sides of photo and input. */
const MIDDLE = { photoPx: 820, sidePx: 1024 } as const;
/** Small pass, which confirms what the far pass adds: the whole photo at half the usual resolution. */
const SMALL = { photoPx: 512, sidePx: 512 } as const;
/** Farther pass, which decides what the others dispute: longer sides of the photo and of the network's input. */
const FARTHER = { photoPx: 448, sidePx: 1024 } as const;
/** Share of the object that only the scout pass shows, from which the usual pass has missed a segment. */
const LOST_FROM = 0.01;

interface SegmentedPhoto {
  readonly mask: AlphaRaster;
  readonly unsure: readonly Unsure[];
  readonly views: Views;
}

type GridSize = Pick<AlphaRaster, 'widthPx' | 'heightPx'>;

interface Distance {
  readonly photoPx: number;
  readonly sidePx: number;
}

const INSIDE = 128;
/**
 * Minimum share of the grid that an object covers: 300 of a million cells. For blank walls, sky and noise the network
 * shows less.
 */
const MIN_INSIDE_SHARE = 0.0003;

/**
 * Finds the object in a photo by joined passes. Throws ImageRefusal (NO_SUBJECT) if the network finds none.
 * @param input result of `decodeForModel`, if the caller has it
 */
export async function segment(
  image: RgbaRaster,
  segmenter: Segmenter,
  join = runAllPasses,
  input: RgbRaster | null = null,
): Promise<Segmentation> {
  const { sidePx } = segmenter;
  const inputPhoto = input ?? (await fitForModel(image, sidePx, sidePx));
  const { mask: looked, unsure, views } = await join(inputPhoto, image, segmenter);
  if (!showsObject(looked)) throw new ImageRefusal('NO_SUBJECT');
  clearHaze(looked);
  const background = findPlainBackground(inputPhoto, looked);
  const strays = background === undefined ? straysIn(looked, inputPhoto) : [];
  const mask = withoutThings(looked, strays);
  // The grid is never finer than the photo, because filtering enlarged pixels would only blur.
  const widthPx = Math.min(inputPhoto.widthPx, image.widthPx);
  const heightPx = Math.min(inputPhoto.heightPx, image.heightPx);
  const isSeen = widthPx === inputPhoto.widthPx && heightPx === inputPhoto.heightPx;
  const refinedMask = isSeen ? mask : resample(mask, widthPx, heightPx, 'linear');
  const guide = isSeen ? inputPhoto : await fitForModel(image, widthPx, heightPx);
  if (background !== undefined) {
    refineOnPlainBackground(guide, refinedMask, background);
    clearMirrorImage(guide, refinedMask, background);
  }
  const open = await openRings(image, guide, refinedMask, segmenter);
  clearFilm(guide, open);
  solidifyInside(open);
  // Checks again whether the mask shows an object, because each step may have removed what remained of it.
  if (!showsObject(open)) throw new ImageRefusal('NO_SUBJECT');
  return { mask: open, guide, unsure: withStrays(unsure, strays), inputPhoto, views };
}

/**
 * Adds removed strays to the uncertain regions. Each stray is reported once, even if the passes also disagree on it.
 */
function withStrays(unsure: readonly Unsure[], strays: readonly Region[]): readonly Unsure[] {
  const isStray = new Set(strays.flatMap(({ cells }) => [...cells]));
  return [
    ...unsure.filter(({ cells }) => !isStray.has(cells[0])),
    ...strays.map((thing) => ({ ...thing, isApart: true })),
  ];
}

/**
 * Runs the usual pass of the network and a small far pass, the scout. If a part of a product fills the picture, the
 * network mistakes the rest for background: a mug's handle, or the chair below a pile of clothes. With the photo
 * smaller inside its input, it finds the whole product. A full far pass follows only if the scout shows more, misses
 * the object, or the photo has several objects; a small and a farther pass follow if the scout doesn't confirm it.
 * @lab Trials of other ways to join the passes.
 */
export async function runAllPasses(
  picture: RgbRaster,
  shape: Pick<RgbaRaster, 'widthPx' | 'heightPx'>,
  segmenter: Segmenter,
): Promise<SegmentedPhoto> {
  const { sideMultiplePx, run } = segmenter;
  const usual = await run(picture);
  const usualCoarse = coarse(usual);
  if (sideMultiplePx === undefined) return { mask: usual, unsure: [], views: { usual: usualCoarse } };
  const from = async ({ photoPx, sidePx }: Distance): Promise<(grid: GridSize) => AlphaRaster> => {
    const frame = frameAround(shape, photoPx, sidePx, sideMultiplePx);
    const photo = await fitForModel(picture, frame.photo.widthPx, frame.photo.heightPx);
    const mask = await run(framePhoto(photo, frame));
    return (grid) => unframeMask(mask, frame, grid);
  };
  const scout = await from(SCOUT);
  const scoutCoarse = scout(usualCoarse);
  const canVote = isWitness(scoutCoarse, usualCoarse);
  const isSeveral = hasThings(usualCoarse);
  const isEnough = canVote && !isSeveral && showsObject(usual);
  const views: Views = { usual: usualCoarse, scout: scoutCoarse };
  if (isEnough && addedByScout(usualCoarse, scoutCoarse) < LOST_FROM)
    return { mask: usual, unsure: [], views };
  const far = (await from(FAR))(usual);
  const farCoarse = coarse(far);
  const isLost = addedByScout(usualCoarse, farCoarse) >= LOST_FROM || isSeveral;
  const voter = canVote || !isLost ? scout(usual) : (await from(MIDDLE))(usual);
  let passes: Passes = { usual, far, scout: voter, photo: picture };
  let joined = joinPasses(passes);
  const passViews = { ...views, far: farCoarse };
  if (joined.isDisputed) {
    passes = { ...passes, small: (await from(SMALL))(usual) };
    joined = joinPasses(passes);
  }
  const isNone = !showsObject(joined.mask) && fillsPhoto(far);
  if (!joined.isDisputed && !isNone) return { ...joined, views: passViews };
  const farther = (await from(FARTHER))(usual);
  if (isNone && intersectionOverUnion(far, farther) >= ALIKE_FROM)
    return { mask: far, unsure: largestIn(far), views: passViews };
  return { ...joinPasses({ ...passes, farther }), views: passViews };
}

/** Overlap of two passes' masks from which they show the same object. */
const ALIKE_FROM = 0.8;
/** Range of the share of a photo that a large object covers; if more is covered, it is a wall. */
const FILLED = { from: 0.25, to: 0.9 } as const;

/** True for an object so large that only a far pass finds it, as in a tightly cropped photo. */
function fillsPhoto({ data }: AlphaRaster): boolean {
  const share = countInside(data) / data.length;
  return share > FILLED.from && share < FILLED.to;
}

/** Minimum size of a connected component relative to the largest one; smaller ones are specks. */
const THING_SHARE = 0.01;

/** True if the photo shows several objects; a far pass may show which one is the product. */
function hasThings(mask: AlphaRaster): boolean {
  const [largest, second] = thingsIn(mask);
  return second !== undefined && second.cells.length >= THING_SHARE * (largest?.cells.length ?? 0);
}

/** Writes the object's mask into a photo's alpha, and the object's own colors into its edge pixels, in place. */
export function cutAlong(image: RgbaRaster, { guide, mask }: Segmentation): void {
  applyGuidedAlpha(image, guide, mask);
  replaceMixedColors(image);
}

const showsObject = ({ data }: AlphaRaster): boolean => countInside(data) >= data.length * MIN_INSIDE_SHARE;

function countInside(data: Uint8Array): number {
  let inside = 0;
  // Uses an indexed loop for speed, because it runs over every cell.
  for (let i = 0; i < data.length; i++) if (data[i] >= INSIDE) inside++;
  return inside;
}
