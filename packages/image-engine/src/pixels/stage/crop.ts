import { ASPECT_RATIOS, SCENE_LARGER_SIDE_PX, sceneSize } from '@packshot/contract';
import type { Framing } from '@packshot/contract';
import type { Box } from '../raster/raster.ts';
import { seededRandom } from '../raster/random.ts';
import { isHangingIn, isLyingOn, isPlain } from './set-kinds.ts';
import type { StudioSet } from './studio-set.ts';

/** A part of the square render, in shares of it. */
export interface RenderCrop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Default position of a product in a picture: the center of its foot line and the available room, as shares of the picture. */
export interface FramedStage {
  readonly footX: number;
  readonly footY: number;
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** True if a product hangs from this point by its upper edge, with its room below. */
  readonly hangs?: true;
}

/** Scale of the crop for a picture without a product, at nearly one pixel of the set per pixel of the picture. */
const EMPTY_SCENE_ZOOM = 0.86;
/**
 * Parameters of the framings: `part` is the visible share of either side of the aspect ratio's crop, `plain` that of a
 * plain background, which has nothing to show around the product; `foot` is the height of the foot as a share of the
 * picture (the lowest that the set allows); `product` is the maximum size relative to the stage's room; `fill` is the
 * maximum share of the picture. At `usual` and the default size, a pixel of the set is one of the picture.
 */
const FRAMINGS: Readonly<
  Record<Framing, { part: number; plain: number; foot: number; product: number; fill: number }>
> = {
  wide: { part: 1, plain: 0.9, foot: 0.72, product: 0.8, fill: 0.44 },
  usual: { part: 0.84, plain: 0.7, foot: 0.77, product: 1.3, fill: 0.63 },
  near: { part: 0.76, plain: 0.64, foot: 0.8, product: 1.4, fill: 0.7 },
  'close-up': { part: 0.64, plain: 0.54, foot: 0.88, product: 1.55, fill: 0.86 },
};
/** Framings of hanging products: the height of their upper edge as a share of the picture, and their maximum share of either side. */
const HELD: Readonly<Record<Framing, { from: number; fill: number }>> = {
  wide: { from: 0.14, fill: 0.42 },
  usual: { from: 0.14, fill: 0.62 },
  near: { from: 0.12, fill: 0.7 },
  'close-up': { from: 0.1, fill: 0.82 },
};
/** Margin above and beside a product. */
const MARGIN = 0.06;
/** Resolution of random numbers. */
const STEPS = 1024;

/**
 * Crop of a set for an aspect ratio: centered, SCENE_LARGER_SIDE_PX on the longer side, so that the larger size has the
 * set's own pixels.
 * @throws RangeError for an unknown id
 */
export function cropFor(set: Pick<StudioSet, 'widthPx'>, aspectRatioId: number): RenderCrop {
  const { widthPx, heightPx } = sceneSize(aspectRatioId, true);
  const width = (widthPx * SCENE_LARGER_SIDE_PX) / Math.max(widthPx, heightPx) / set.widthPx;
  const height = (heightPx * SCENE_LARGER_SIDE_PX) / Math.max(widthPx, heightPx) / set.widthPx;
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}

/** Crop of a set for a scene: the aspect ratio's crop, as seen by a camera closer to the stage. Centered if products lie on the ground. */
export function computeCrop(set: StudioSet, aspectRatioId: number, framing: Framing): RenderCrop {
  const whole = cropFor(set, aspectRatioId);
  const { part, plain, foot } = FRAMINGS[framing];
  const visible = isPlain(set) ? plain : part;
  const [width, height] = [whole.width * visible, whole.height * visible];
  const [footX, footY] = set.stage.image;
  // Keeps the stage's horizontal position in the picture.
  const x = footX - visible * (footX - whole.x);
  const y = isHangingIn(set)
    ? footY - height * HELD[framing].from
    : isLyingOn(set)
      ? footY - (set.stage.maxHeight + height) / 2
      : footY - height * foot;
  return { x: within(x, width), y: within(y, height), width, height };
}

/** Limits the start of an interval of that width to 0 to 1. */
const within = (start: number, width: number): number => Math.min(1 - width, Math.max(0, start));

/** Crop for a picture of the set alone: closer, and off-center at random, but always with the stage inside. */
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
  // The stage may be anywhere between the thirds horizontally; its foot stays in the lower half, its base
  // above the lower edge.
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

/** Stage of the set within a crop, with the room for a product. If products lie, the room is centered on the stage. */
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

/** Common stage of all sets where products hang, which have at least this room. The studio can show it before a set is chosen. */
export const hangingStage = (framing: Framing = 'usual'): FramedStage => ({
  footX: 0.5,
  footY: HELD[framing].from,
  maxWidth: HELD[framing].fill,
  maxHeight: HELD[framing].fill,
  hangs: true,
});

/** Crop and stage of a set at every aspect ratio, identical to those for composing a picture. */
export function listStages(set: StudioSet): (FramedStage & { aspectRatioId: number; crop: RenderCrop })[] {
  return ASPECT_RATIOS.map(({ id }) => {
    const crop = computeCrop(set, id, 'usual');
    return { aspectRatioId: id, ...stageIn(set, crop), crop };
  });
}
