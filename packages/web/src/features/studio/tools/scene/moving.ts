/** Placements for direct manipulation: dragging, corners, rotation handle, two fingers. Pure functions. */
import type { Placement } from '@packshot/contract/tools/scene';
import { clamp } from '../../model/clamp.ts';
import type { PixelSize } from '../../model/size.ts';
import {
  footOffset,
  frontLine,
  heightShare,
  clampPlacement,
  LARGEST_WIDTH,
  normalDeg,
  placedBox,
  SMALLEST_WIDTH,
} from '../../model/composition.ts';
import type { FramedProduct, SnapLine, StagePlace } from '../../model/composition.ts';

export interface Snapped {
  readonly placement: Placement;
  readonly guides: readonly SnapLine[];
}

const THIRDS = [1 / 3, 0.5, 2 / 3] as const;

/**
 * Snaps the product to the thirds and the center of the frame, and to the middle and the baseline of its default
 * place.
 * @param reach snapping distance, as shares of the frame's width and height
 */
export function snapPlacement(
  product: FramedProduct,
  stage: StagePlace,
  reach: { readonly x: number; readonly y: number },
): Snapped {
  const { placement, box, frame } = product;
  // Vertical offset of the point that touches the baseline: the foot, or the upper edge of a hanging product.
  const foot = stage.hangs
    ? -heightShare(placement.width, box, frame) / 2
    : footOffset(placement, box, frame);
  const line = stage.hangs ? stage.footY : frontLine(product, stage);
  const x = nearest(placement.centerX, [...THIRDS, stage.footX], reach.x);
  // Tries to snap the foot first, because users nearly always want the product to stand on the baseline.
  const standsAt = nearest(placement.centerY + foot, [line], reach.y);
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

export interface FramePoint {
  readonly x: number;
  readonly y: number;
}

export const CORNERS = ['nw', 'ne', 'se', 'sw'] as const;
export type Corner = (typeof CORNERS)[number];

/** Position of a corner of the product's rotated box. */
export function getCorner(corner: Corner, { placement, box, frame }: FramedProduct): FramePoint {
  const { centerXPx, centerYPx, widthPx, heightPx } = placedBox(placement, box, frame);
  const turn = (placement.rotationDeg * Math.PI) / 180;
  const x = (corner.includes('e') ? widthPx : -widthPx) / 2;
  const y = (corner.includes('s') ? heightPx : -heightPx) / 2;
  return {
    x: centerXPx + x * Math.cos(turn) - y * Math.sin(turn),
    y: centerYPx + x * Math.sin(turn) + y * Math.cos(turn),
  };
}

/**
 * Placement after the user dragged a corner; the opposite corner stays in place.
 * @param from position where the user grabbed the corner
 * @param to current position
 */
export function scaledByCorner(
  { placement: start, box, frame }: FramedProduct,
  from: FramePoint,
  to: FramePoint,
): Placement {
  const { centerXPx, centerYPx } = placedBox(start, box, frame);
  const anchor = { x: 2 * centerXPx - from.x, y: 2 * centerYPx - from.y };
  const span = { x: from.x - anchor.x, y: from.y - anchor.y };
  const lengthSquared = span.x ** 2 + span.y ** 2;
  if (lengthSquared === 0) return start;
  const requestedFactor = ((to.x - anchor.x) * span.x + (to.y - anchor.y) * span.y) / lengthSquared;
  const factor = clamp(requestedFactor, SMALLEST_WIDTH / start.width, LARGEST_WIDTH / start.width);
  return clampPlacement({
    ...start,
    width: start.width * factor,
    centerX: (anchor.x + (centerXPx - anchor.x) * factor) / frame.widthPx,
    centerY: (anchor.y + (centerYPx - anchor.y) * factor) / frame.heightPx,
  });
}

/** Rotation snaps to right angles within a few degrees; with Shift, it changes in steps. */
const STRAIGHT_DEG = 90;
const STRAIGHT_REACH_DEG = 4;
const STEP_DEG = 15;

/**
 * Placement after the user dragged the rotation handle.
 * @param isStepped rotates in steps, as with Shift held
 */
export function turnedTo(start: Placement, frame: PixelSize, to: FramePoint, isStepped: boolean): Placement {
  const dx = to.x - start.centerX * frame.widthPx;
  const dy = to.y - start.centerY * frame.heightPx;
  const deg = normalDeg((Math.atan2(dy, dx) * 180) / Math.PI + 90);
  const step = isStepped ? STEP_DEG : STRAIGHT_DEG;
  const near = Math.round(deg / step) * step;
  const isNear = isStepped || Math.abs(near - deg) <= STRAIGHT_REACH_DEG;
  return { ...start, rotationDeg: normalDeg(Math.round((isNear ? near : deg) * 10) / 10) };
}

/** Placement after a two-finger gesture, which moves, scales and rotates the product. */
export function pinchPlacement(
  start: Placement,
  frame: PixelSize,
  from: readonly [FramePoint, FramePoint],
  to: readonly [FramePoint, FramePoint],
): Placement {
  const computeSpan = ([a, b]: readonly [FramePoint, FramePoint]): FramePoint => ({
    x: b.x - a.x,
    y: b.y - a.y,
  });
  const before = computeSpan(from);
  const after = computeSpan(to);
  const factor = Math.hypot(after.x, after.y) / Math.max(1, Math.hypot(before.x, before.y));
  const turnDeg = ((Math.atan2(after.y, after.x) - Math.atan2(before.y, before.x)) * 180) / Math.PI;
  const midpoint = ([a, b]: readonly [FramePoint, FramePoint]): FramePoint => ({
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
  });
  const moved = { x: midpoint(to).x - midpoint(from).x, y: midpoint(to).y - midpoint(from).y };
  return clampPlacement({
    ...start,
    centerX: start.centerX + moved.x / frame.widthPx,
    centerY: start.centerY + moved.y / frame.heightPx,
    width: start.width * factor,
    rotationDeg: Math.round(start.rotationDeg + turnDeg),
  });
}
