/**
 * Where the product stands in the output's frame. All places are shares of the frame, as the contract's `Placement`
 * says, so that what is drawn here and what the engine composes are the same numbers; pixels come in only at the end.
 */
import { outputCanvasSize } from '@packshot/contract/aspect-ratios';
import type { Placement, Reference } from '@packshot/contract/scene';

/** Size of a frame or a picture, in its own pixels. */
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The visible part of a picture (alpha above ALPHA_VISIBLE_ABOVE), in the picture's pixels. */
export interface VisibleBox {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** What touches the ground: the visible part of its lowest rows, in the picture's pixels. */
  readonly foot: { readonly xPx: number; readonly widthPx: number };
  /** The whole picture. */
  readonly picture: Size;
}

/** Where a product stands by default: middle of its foot line and the room it has, as shares of the frame. */
export type StagePlace = Pick<Reference['stages'][number], 'footX' | 'footY' | 'maxWidth' | 'maxHeight'>;

/** On a plain ground: low enough to stand, with air on all sides. */
export const PLAIN_STAGE: StagePlace = { footX: 0.5, footY: 0.84, maxWidth: 0.62, maxHeight: 0.66 };

/** The stage of a reference at an aspect ratio; the plain one when it has none. */
export const stageOf = (reference: Reference | null, aspectRatioId: number): StagePlace =>
  reference?.stages.find(({ aspect_ratio: id }) => id === aspectRatioId) ?? PLAIN_STAGE;

export const SMALLEST_WIDTH = 0.05;
export const LARGEST_WIDTH = 2;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** An angle from -180 to 180. */
export const normalDeg = (deg: number): number => ((((deg + 180) % 360) + 360) % 360) - 180;

/** Keeps the product's middle in the frame and its size sensible: nothing can be lost. */
export const kept = (placement: Placement): Placement => ({
  centerX: clamp(placement.centerX, 0, 1),
  centerY: clamp(placement.centerY, 0, 1),
  width: clamp(placement.width, SMALLEST_WIDTH, LARGEST_WIDTH),
  rotationDeg: normalDeg(placement.rotationDeg),
  isFlipped: placement.isFlipped,
});

/** Height of the product's box before it is turned, as a share of the frame's height. */
export const heightShare = (width: number, box: VisibleBox, frame: Size): number =>
  (width * frame.widthPx * box.heightPx) / (box.widthPx * frame.heightPx);

/** The width at which a box fills a room, as a share of the frame's width. */
function fittingWidth(box: VisibleBox, frame: Size, room: { width: number; height: number }): number {
  const byHeight = (room.height * frame.heightPx * box.widthPx) / (box.heightPx * frame.widthPx);
  return Math.min(room.width, byHeight);
}

/** On the stage, as large as it has room. */
export function standing(box: VisibleBox, frame: Size, stage: StagePlace): Placement {
  const width = fittingWidth(box, frame, { width: stage.maxWidth, height: stage.maxHeight });
  const centerY = stage.footY - heightShare(width, box, frame) / 2;
  return kept({ centerX: stage.footX, centerY, width, rotationDeg: 0, isFlipped: false });
}

export const PLACE_PRESETS = ['stage', 'centre', 'left', 'right', 'fill'] as const;
export type PlacePreset = (typeof PLACE_PRESETS)[number];

/** Where a preset puts the product; it keeps what it can of how the product is turned. */
export function presetPlacement(
  preset: PlacePreset,
  now: Placement,
  box: VisibleBox,
  frame: Size,
  stage: StagePlace,
): Placement {
  const { isFlipped } = now;
  const onStage = { ...standing(box, frame, stage), isFlipped };
  switch (preset) {
    case 'stage':
      return onStage;
    case 'centre':
      return { ...now, centerX: 0.5, centerY: 0.5 };
    case 'left':
      return { ...onStage, centerX: 1 / 3 };
    case 'right':
      return { ...onStage, centerX: 2 / 3 };
    case 'fill': {
      const width = fittingWidth(box, frame, { width: 0.94, height: 0.94 });
      return kept({ centerX: 0.5, centerY: 0.5, width, rotationDeg: 0, isFlipped });
    }
  }
}

/** The product's box in the frame, in the frame's pixels, before it is turned about its middle. */
export interface PlacedBox extends Size {
  readonly centreXPx: number;
  readonly centreYPx: number;
}
export function placedBox(placement: Placement, box: VisibleBox, frame: Size): PlacedBox {
  const widthPx = placement.width * frame.widthPx;
  return {
    centreXPx: placement.centerX * frame.widthPx,
    centreYPx: placement.centerY * frame.heightPx,
    widthPx,
    heightPx: (widthPx * box.heightPx) / box.widthPx,
  };
}

/** Up to here a product stands on its foot; beyond, on whatever is lowest. */
const UPRIGHT_DEG = 12;

/** Middle and width of what touches the ground, in the frame's pixels. */
export function placedFoot(
  placement: Placement,
  box: VisibleBox,
  frame: Size,
): { readonly centreXPx: number; readonly widthPx: number } {
  const { centreXPx, widthPx } = placedBox(placement, box, frame);
  if (Math.abs(placement.rotationDeg) > UPRIGHT_DEG) return { centreXPx, widthPx: widthPx * 0.5 };
  const perPixel = widthPx / box.widthPx;
  const asidePx = (box.foot.xPx + box.foot.widthPx / 2 - (box.xPx + box.widthPx / 2)) * perPixel;
  return {
    centreXPx: centreXPx + (placement.isFlipped ? -asidePx : asidePx),
    widthPx: box.foot.widthPx * perPixel,
  };
}

/** How far below the middle the turned box reaches, as a share of the frame's height. */
export function footOffset(placement: Placement, box: VisibleBox, frame: Size): number {
  const { widthPx, heightPx } = placedBox(placement, box, frame);
  const turn = (placement.rotationDeg * Math.PI) / 180;
  const reachPx = (widthPx * Math.abs(Math.sin(turn)) + heightPx * Math.abs(Math.cos(turn))) / 2;
  return reachPx / frame.heightPx;
}

/** A line that the product snapped to, as a share of the frame. */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
}
export interface Snapped {
  readonly placement: Placement;
  readonly guides: readonly Guide[];
}

const THIRDS = [1 / 3, 0.5, 2 / 3] as const;

/**
 * Draws the product to the middle, the thirds and the foot line when it is near.
 * @param reach how near counts, as shares of the frame's width and height
 */
export function snapped(
  placement: Placement,
  box: VisibleBox,
  frame: Size,
  stage: StagePlace,
  reach: { readonly x: number; readonly y: number },
): Snapped {
  const foot = footOffset(placement, box, frame);
  const x = nearest(placement.centerX, [...THIRDS, stage.footX], reach.x);
  // The foot goes first: a product that stands is what one nearly always wants.
  const standsAt = nearest(placement.centerY + foot, [stage.footY], reach.y);
  const y = standsAt === null ? nearest(placement.centerY, THIRDS, reach.y) : null;
  return {
    placement: {
      ...placement,
      centerX: x ?? placement.centerX,
      centerY: standsAt === null ? (y ?? placement.centerY) : standsAt - foot,
    },
    guides: [
      ...(x === null ? [] : [{ axis: 'x' as const, at: x }]),
      ...(standsAt === null ? [] : [{ axis: 'y' as const, at: standsAt }]),
      ...(y === null ? [] : [{ axis: 'y' as const, at: y }]),
    ],
  };
}

function nearest(value: number, lines: readonly number[], reach: number): number | null {
  let best: number | null = null;
  for (const line of lines) {
    const distance = Math.abs(line - value);
    if (distance <= reach && (best === null || distance < Math.abs(best - value))) best = line;
  }
  return best;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Dragging a corner: the opposite corner stays.
 * @param from where the corner was gripped, and `to` where it is now, in pixels of the frame
 */
export function scaledByCorner(
  start: Placement,
  box: VisibleBox,
  frame: Size,
  from: Point,
  to: Point,
): Placement {
  const { centreXPx, centreYPx } = placedBox(start, box, frame);
  const anchor = { x: 2 * centreXPx - from.x, y: 2 * centreYPx - from.y };
  const span = { x: from.x - anchor.x, y: from.y - anchor.y };
  const lengthSquared = span.x ** 2 + span.y ** 2;
  if (lengthSquared === 0) return start;
  const wanted = ((to.x - anchor.x) * span.x + (to.y - anchor.y) * span.y) / lengthSquared;
  const factor = clamp(wanted, SMALLEST_WIDTH / start.width, LARGEST_WIDTH / start.width);
  return kept({
    ...start,
    width: start.width * factor,
    centerX: (anchor.x + (centreXPx - anchor.x) * factor) / frame.widthPx,
    centerY: (anchor.y + (centreYPx - anchor.y) * factor) / frame.heightPx,
  });
}

/** Angles that a hand means when it comes near them. */
const STRAIGHT_DEG = 90;
const STRAIGHT_REACH_DEG = 4;
const STEP_DEG = 15;

/** Dragging the handle above the box. @param isStepped in steps, as with Shift held */
export function turnedTo(start: Placement, frame: Size, to: Point, isStepped: boolean): Placement {
  const dx = to.x - start.centerX * frame.widthPx;
  const dy = to.y - start.centerY * frame.heightPx;
  const deg = normalDeg((Math.atan2(dy, dx) * 180) / Math.PI + 90);
  const step = isStepped ? STEP_DEG : STRAIGHT_DEG;
  const near = Math.round(deg / step) * step;
  const isNear = isStepped || Math.abs(near - deg) <= STRAIGHT_REACH_DEG;
  return { ...start, rotationDeg: normalDeg(Math.round((isNear ? near : deg) * 10) / 10) };
}

/** Two fingers: the product moves, grows and turns with them. Points in pixels of the frame. */
export function pinched(
  start: Placement,
  frame: Size,
  from: readonly [Point, Point],
  to: readonly [Point, Point],
): Placement {
  const spanOf = ([a, b]: readonly [Point, Point]): Point => ({ x: b.x - a.x, y: b.y - a.y });
  const before = spanOf(from);
  const after = spanOf(to);
  const factor = Math.hypot(after.x, after.y) / Math.max(1, Math.hypot(before.x, before.y));
  const turnDeg = ((Math.atan2(after.y, after.x) - Math.atan2(before.y, before.x)) * 180) / Math.PI;
  const middleOf = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const moved = { x: middleOf(to).x - middleOf(from).x, y: middleOf(to).y - middleOf(from).y };
  return kept({
    ...start,
    centerX: start.centerX + moved.x / frame.widthPx,
    centerY: start.centerY + moved.y / frame.heightPx,
    width: start.width * factor,
    rotationDeg: Math.round(start.rotationDeg + turnDeg),
  });
}

/**
 * Size of a composite. Without the larger size the image container decides; with it as large as keeps the product's own
 * pixels, so that nothing of the photo is lost.
 * @param limitPx longest side at most
 * @param containerPx the image container in device pixels; null while it is not known
 */
export function compositeSize(
  frame: Size,
  box: VisibleBox,
  placement: Placement,
  isLarger: boolean,
  limitPx: number,
  containerPx: Size | null,
): Size {
  if (!isLarger) return containerPx === null ? frame : asLargeAs(frame, containerPx);
  const longest = Math.max(frame.widthPx, frame.heightPx);
  const native = box.widthPx / (placement.width * frame.widthPx);
  const factor = clamp(native, 1, limitPx / longest);
  return {
    widthPx: Math.round(frame.widthPx * factor),
    heightPx: Math.round(frame.heightPx * factor),
  };
}

/**
 * The specification's image container decides the output canvas. A small window is no reason for a small picture: it is
 * never smaller than the format's own size.
 */
function asLargeAs(frame: Size, containerPx: Size): Size {
  const canvas = outputCanvasSize(containerPx, frame.widthPx / frame.heightPx, false);
  return canvas.widthPx > frame.widthPx && canvas.heightPx > frame.heightPx ? canvas : frame;
}
