import type { Placement } from '@packshot/contract';
import { unproject } from '../stage/camera.ts';
import type { Camera } from '../stage/camera.ts';
import type { RenderCrop } from '../stage/crop.ts';
import { OPAQUE } from '../stage/outline.ts';
import type { Outline } from '../stage/outline.ts';
import { inRender, thicknessPx } from '../stage/placement.ts';
import type { DepthReader } from '../stage/scene-depth.ts';

/** Points on the near and far edges of the product's contact area, as shares of its box, from the upper left corner. */
export type Footprint = readonly { readonly x: number; readonly y: number }[];

/** Minimum number of columns at which the contact area of a wide product is sampled. */
const MOST_POINTS = 64;

/**
 * Computes the area where the product touches the ground.
 * @param elevationDeg elevation of the camera: the back of a standing product is higher in the picture than its
 * contact line
 * @param isLying true if the whole product touches the ground
 */
export function computeFootprint(outline: Outline, elevationDeg: number, isLying: boolean): Footprint {
  const { bottoms, restLine, widthPx, heightPx, restWidthPx, groundY } = outline;
  const rows = isLying ? bottoms : restLine;
  const sin = Math.sin((Math.max(0, elevationDeg) * Math.PI) / 180);
  const depth = BACK_SHARE * Math.min(restWidthPx, thicknessPx(outline)) * sin;
  const first = restLine.findIndex((y) => !Number.isNaN(y));
  const last = restLine.findLastIndex((y) => !Number.isNaN(y));
  const step = Math.max(1, Math.floor(widthPx / MOST_POINTS));
  const points: { x: number; y: number }[] = [];
  for (let x = step >> 1; x < widthPx; x += step) {
    if (bottoms[x] < 0) continue;
    if (Number.isNaN(rows[x])) {
      // Parts just above the ground, such as a shoe's toe, must be above the surface, too.
      if (groundY - bottoms[x] <= LOW_SHARE * heightPx)
        points.push({ x: (x + 0.5) / widthPx, y: (groundY - 0.5) / heightPx });
      continue;
    }
    points.push({ x: (x + 0.5) / widthPx, y: (rows[x] + 0.5) / heightPx });
    if (isLying) {
      points.push({ x: (x + 0.5) / widthPx, y: (topOfColumn(outline, x) + 0.5) / heightPx });
      continue;
    }
    // Treats the product's base as an oval.
    const aside = (2 * x - first - last) / (last - first + 1);
    const back = rows[x] - depth * Math.sqrt(1 - aside * aside);
    points.push({ x: (x + 0.5) / widthPx, y: (back + 0.5) / heightPx });
  }
  return points;
}

/** Row of the uppermost visible pixel of a column that has one. */
function topOfColumn({ alpha, bottoms, widthPx }: Outline, x: number): number {
  let y = 0;
  while (y < bottoms[x] && alpha[y * widthPx + x] < OPAQUE) y++;
  return y;
}

/**
 * Height above the ground, as a share of the product's height, up to which a part that extends beyond the surface looks
 * unsupported.
 */
const LOW_SHARE = 0.2;

/**
 * Depth of a standing product relative to the depth assumed for its shadow. It is smaller, because many products are
 * flatter and would be reduced needlessly.
 */
const BACK_SHARE = 0.75;

/** Height difference, in decimeters, from which a lower surface doesn't count as supporting the product. */
const DROP_DM = 0.12;
/** Maximum share of the contact area that may extend over an edge of the supporting surface. */
const MAY_REACH_OVER = 0.01;
/**
 * Size of the contact area including a margin, relative to the product's base, because products aren't placed right at
 * an edge.
 */
const RIM = 1.1;
/** Sizes that are tried, relative to the default size. */
const SIZES = [1, 0.9, 0.8, 0.7, 0.6] as const;
/** Sizes for a group of products, which is often wider than the surface. */
export const GROUP_SIZES = [...SIZES, 0.5, 0.4, 0.3] as const;
/** Offsets that are tried, in shares of the picture. */
const ASIDE = [0, 0.03, -0.03, 0.06, -0.06] as const;
const DOWN = [0, 0.03, 0.06, -0.03] as const;
/**
 * Costs of an offset by the whole picture, relative to the cost of reducing a product to nothing: a product is reduced
 * by a tenth rather than moved out of the middle, and moved down rather than reduced.
 */
const OFFSET_COST = { aside: 4, down: 2 } as const;

interface Change {
  readonly size: number;
  readonly aside: number;
  readonly down: number;
}

/** Changes of a placement that are tried, the smallest first. */
function listChanges(sizes: readonly number[]): Change[] {
  const cost = ({ size, aside, down }: Change): number =>
    1 - size + OFFSET_COST.aside * Math.abs(aside) + OFFSET_COST.down * Math.abs(down);
  return sizes
    .flatMap((size) => DOWN.flatMap((down) => ASIDE.map((aside) => ({ size, aside, down }))))
    .toSorted((one, other) => cost(one) - cost(other));
}

interface SupportLevel {
  readonly camera: Camera;
  readonly depthAt: DepthReader;
  readonly crop: RenderCrop;
  /** Height of the supporting surface, in decimeters. */
  readonly heightDm: number;
}

/**
 * Moves or reduces a product slightly if it would extend over the edge of its supporting surface; returns the given
 * placement if no other is better.
 * @param shape aspect ratio of its box: height in picture heights, per width in picture widths
 */
export function fitOnLevel(
  placement: Placement,
  shape: number,
  footprint: Footprint,
  level: SupportLevel,
  sizes: readonly number[] = SIZES,
): Placement {
  const height = placement.width * shape;
  const foot = placement.centerY + height / 2;
  const measureOverhang = (candidate: Placement): number => reachingOver(candidate, shape, footprint, level);
  let best = placement;
  let least = measureOverhang(placement);
  for (const { size, aside, down } of listChanges(sizes)) {
    if (least <= MAY_REACH_OVER) break;
    const width = placement.width * size;
    const centerY = foot - (width * shape) / 2 + down;
    const candidate = { ...placement, width, centerX: placement.centerX + aside, centerY };
    const over = measureOverhang(candidate);
    if (over < least) [best, least] = [candidate, over];
  }
  return best;
}

/** True if nearly the whole contact area is supported. */
export const isOnLevel = (
  placement: Placement,
  shape: number,
  footprint: Footprint,
  level: SupportLevel,
): boolean => reachingOver(placement, shape, footprint, level) <= MAY_REACH_OVER;

/** Share of the contact area that extends over an edge of the supporting surface. */
function reachingOver(
  { centerX, centerY, width }: Placement,
  shape: number,
  footprint: Footprint,
  { camera, depthAt, crop, heightDm }: SupportLevel,
): number {
  const [left, top] = [centerX - width / 2, centerY - (width * shape) / 2];
  let over = 0;
  for (const { x, y } of footprint) {
    const across = 0.5 + (x - 0.5) * RIM;
    const at = inRender(crop, left + across * width, top + y * width * shape);
    if (at.x < 0 || at.y < 0 || at.x > 1 || at.y > 1) continue;
    if (unproject(camera, at.x, at.y, depthAt(at.x, at.y))[2] < heightDm - DROP_DM) over++;
  }
  return over / Math.max(1, footprint.length);
}

/** Distance between the positions that are tried, as a share of the picture's height. */
const STEP = 0.02;

/**
 * Places a product that its photo cuts off beside the set's default position: at the same edge of the picture, moved
 * down to the first supporting surface. Unchanged if no surface supports it.
 * @param footY center of its base, as a share of the picture's height
 * @param isCarried true if a level surface is visible at a position of the picture
 */
export function standBeside(
  placement: Placement,
  footY: number,
  isCarried: (x: number, y: number) => boolean,
): Placement {
  for (let down = 0; footY + down < 1; down += STEP)
    if (isCarried(placement.centerX, footY + down))
      return { ...placement, centerY: placement.centerY + down };
  return placement;
}
