import { ASPECT_RATIOS, SCENE_LARGER_SIDE_PX, sceneSize } from '@packshot/contract';
import type { Framing, Placement } from '@packshot/contract';
import type { Box } from '../raster/raster.ts';
import { mirrorSet } from './camera.ts';
import { seededRandom } from '../raster/random.ts';
import { isHangingIn, isLyingOn, isPlain } from './set-kinds.ts';
import type { StudioSet } from './studio-set.ts';

/** Part of a set's square rendered picture, as shares of it. */
export interface RenderCrop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Default position of a product in a picture: the center of its contact with the ground and the available space, as
 * shares of the picture.
 */
export interface FramedStage {
  readonly footX: number;
  readonly footY: number;
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** True if a product hangs from this point by its upper edge, with the available space below. */
  readonly hangs?: true;
}

/**
 * Smallest scale of the crop for a picture without a product; at this scale, nearly one pixel of the set is one of the
 * picture.
 */
const EMPTY_SCENE_ZOOM = 0.86;
/**
 * Parameters of the framings: `part` is the visible share of each side of the aspect ratio's crop; `plain` replaces it
 * for a plain background, which has nothing to show around the product; `foot` is the height at which a product
 * touches the ground, as a share of the picture (the lowest that the set allows); `product` is the product's maximum
 * size relative to the space that the set defines for it; `fill` is its maximum share of the picture. With framing
 * `usual` and the default size, one pixel of the set is one of the picture.
 */
const FRAMINGS: Readonly<
  Record<Framing, { part: number; plain: number; foot: number; product: number; fill: number }>
> = {
  wide: { part: 1, plain: 0.9, foot: 0.72, product: 0.8, fill: 0.44 },
  usual: { part: 0.84, plain: 0.7, foot: 0.77, product: 1.3, fill: 0.63 },
  near: { part: 0.76, plain: 0.64, foot: 0.8, product: 1.4, fill: 0.7 },
  'close-up': { part: 0.64, plain: 0.54, foot: 0.88, product: 1.55, fill: 0.86 },
};
/**
 * Framings of hanging products: the height of their upper edge as a share of the picture, and their maximum share of
 * each side.
 */
const HELD: Readonly<Record<Framing, { from: number; fill: number }>> = {
  wide: { from: 0.14, fill: 0.42 },
  usual: { from: 0.14, fill: 0.62 },
  near: { from: 0.12, fill: 0.7 },
  'close-up': { from: 0.1, fill: 0.82 },
};
/** Margin above and beside a product, as a share of the picture. */
const MARGIN = 0.06;
/** Number of different random numbers. */
const STEPS = 1024;

/**
 * Largest crop of a set for an aspect ratio: centered, with SCENE_LARGER_SIDE_PX of the set's pixels on the longer
 * side. Framings may make it smaller.
 * @throws RangeError for an unknown ID
 */
export function cropFor(set: Pick<StudioSet, 'widthPx'>, aspectRatioId: number): RenderCrop {
  const { widthPx, heightPx } = sceneSize(aspectRatioId, true);
  const width = (widthPx * SCENE_LARGER_SIDE_PX) / Math.max(widthPx, heightPx) / set.widthPx;
  const height = (heightPx * SCENE_LARGER_SIDE_PX) / Math.max(widthPx, heightPx) / set.widthPx;
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}

/**
 * Crop of a set for a scene: the aspect ratio's crop, but as if the camera were closer to the product's position. If
 * products lie on the ground, it is vertically centered on their space.
 */
export function computeCrop(set: StudioSet, aspectRatioId: number, framing: Framing): RenderCrop {
  const whole = cropFor(set, aspectRatioId);
  const { part, plain, foot } = FRAMINGS[framing];
  const visible = isPlain(set) ? plain : part;
  const [width, height] = [whole.width * visible, whole.height * visible];
  const [footX, footY] = set.stage.image;
  // Leaves the horizontal position of the product in the picture unchanged.
  const x = footX - visible * (footX - whole.x);
  const y = isHangingIn(set)
    ? footY - height * HELD[framing].from
    : isLyingOn(set)
      ? footY - (set.stage.maxHeight + height) / 2
      : footY - height * foot;
  return { x: within(x, width), y: within(y, height), width, height };
}

/** Limits the start of an interval of this width, so that it lies between 0 and 1. */
const within = (start: number, width: number): number => Math.min(1 - width, Math.max(0, start));

/**
 * Crop for a picture of the set alone: closer, and off-center at random, but always with the set's product position
 * inside.
 */
export function cropWithoutProduct(
  set: StudioSet,
  aspectRatioId: number,
  seed: number,
  framing: Framing = 'usual',
): RenderCrop {
  const whole = cropFor(set, aspectRatioId);
  const random = seededRandom(seed);
  const chance = (): number => random(STEPS) / STEPS;
  const nearer = EMPTY_SCENE_ZOOM + (1 - EMPTY_SCENE_ZOOM) * chance();
  const zoom = framing === 'usual' ? nearer : FRAMINGS[framing].part;
  const [width, height] = [whole.width * zoom, whole.height * zoom];
  const [footX, footY] = set.stage.image;
  // Horizontally, the product position may be anywhere in the middle third; vertically, it is in the lower half, above
  // the lower edge.
  const x = footX - width * (1 / 3 + chance() / 3);
  const y = footY - height * (0.58 + 0.14 * chance());
  return { x: within(x, width), y: within(y, height), width, height };
}

/** Converts a crop to integer pixels of layers that are `sidePx` wide. */
export function cropPx({ x, y, width, height }: RenderCrop, sidePx: number): Box {
  const widthPx = Math.max(1, Math.min(sidePx, Math.round(width * sidePx)));
  const heightPx = Math.max(1, Math.min(sidePx, Math.round(height * sidePx)));
  return {
    xPx: Math.max(0, Math.min(sidePx - widthPx, Math.round(x * sidePx))),
    yPx: Math.max(0, Math.min(sidePx - heightPx, Math.round(y * sidePx))),
    widthPx,
    heightPx,
  };
}

/**
 * Default product position of the set within a crop, with the available space. If products lie, a limited space keeps
 * the center of the set's space.
 */
export function stageIn(set: StudioSet, crop: RenderCrop, framing: Framing = 'usual'): FramedStage {
  const { stage } = set;
  const footX = (stage.image[0] - crop.x) / crop.width;
  const foot = (stage.image[1] - crop.y) / crop.height;
  const { product, fill } = FRAMINGS[framing];
  const across = (product * stage.maxWidth) / crop.width;
  const up = (product * stage.maxHeight) / crop.height;
  if (isHangingIn(set)) {
    const most = hangingStage(framing);
    return {
      ...most,
      footX,
      footY: foot,
      maxWidth: Math.min(across, most.maxWidth),
      maxHeight: Math.min(up, most.maxHeight),
    };
  }
  const maxWidth = Math.min(across, fill, 2 * (Math.min(footX, 1 - footX) - MARGIN));
  if (!isLyingOn(set)) return { footX, footY: foot, maxWidth, maxHeight: Math.min(up, fill, foot - MARGIN) };
  const middle = foot - stage.maxHeight / crop.height / 2;
  const maxHeight = Math.min(up, fill, 2 * (Math.min(middle, 1 - middle) - MARGIN));
  return { footX, footY: middle + maxHeight / 2, maxWidth, maxHeight };
}

/**
 * Product position and largest space in sets for hanging products, which the web app can use before a set is chosen.
 */
export const hangingStage = (framing: Framing = 'usual'): FramedStage => ({
  footX: 0.5,
  footY: HELD[framing].from,
  maxWidth: HELD[framing].fill,
  maxHeight: HELD[framing].fill,
  hangs: true,
});

/** Crop and product position of a set at every aspect ratio, as used for composing a picture with the usual framing. */
export function listStages(set: StudioSet): (FramedStage & { aspectRatioId: number; crop: RenderCrop })[] {
  return ASPECT_RATIOS.map(({ id }) => {
    const crop = computeCrop(set, id, 'usual');
    return { aspectRatioId: id, ...stageIn(set, crop), crop };
  });
}

/** Placement at the same position in the set, in a picture of another aspect ratio. */
export function placementInShape(
  placement: Placement,
  set: StudioSet,
  { framing, isMirrored }: { readonly framing: Framing; readonly isMirrored: boolean },
  fromAspectRatioId: number,
  toAspectRatioId: number,
): Placement {
  const viewedSet = isMirrored ? mirrorSet(set) : set;
  const from = computeCrop(viewedSet, fromAspectRatioId, framing);
  const to = computeCrop(viewedSet, toAspectRatioId, framing);
  return {
    ...placement,
    centerX: (from.x + placement.centerX * from.width - to.x) / to.width,
    centerY: (from.y + placement.centerY * from.height - to.y) / to.height,
    width: (placement.width * from.width) / to.width,
  };
}
