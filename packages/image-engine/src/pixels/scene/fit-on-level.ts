import type { Placement } from '@packshot/contract';
import { unproject } from '../stage/camera.ts';
import type { Camera } from '../stage/camera.ts';
import type { RenderCrop } from '../stage/crop.ts';
import type { Outline } from '../stage/outline.ts';
import { inRender, thicknessPx } from '../stage/placement.ts';
import type { DepthReader } from '../stage/scene-depth.ts';

/** Near and far edges of the contact area, as shares of the product's box, from its upper left corner. */
type Footprint = readonly { readonly x: number; readonly y: number }[];

/** Maximum number of sampled points. */
const MOST_POINTS = 64;

/**
 * Computes the contact area.
 * @param elevationDeg elevation of the view: the back of a standing product is higher in the picture than its contact
 * line
 * @param isLying true if the whole product touches the ground
 */
export function computeFootprint(outline: Outline, elevationDeg: number, isLying: boolean): Footprint {
  const { bottoms, restLine, widthPx, heightPx, restWidthPx } = outline;
  const rows = isLying ? bottoms : restLine;
  const sin = Math.sin((Math.max(0, elevationDeg) * Math.PI) / 180);
  const depth = BACK_SHARE * Math.min(restWidthPx, thicknessPx(outline)) * sin;
  const first = restLine.findIndex((y) => !Number.isNaN(y));
  const last = restLine.findLastIndex((y) => !Number.isNaN(y));
  const step = Math.max(1, Math.floor(widthPx / MOST_POINTS));
  const points: { x: number; y: number }[] = [];
  for (let x = step >> 1; x < widthPx; x += step) {
    if (bottoms[x] < 0 || Number.isNaN(rows[x])) continue;
    points.push({ x: (x + 0.5) / widthPx, y: (rows[x] + 0.5) / heightPx });
    if (isLying) continue;
    // Treats the base as an oval.
    const aside = (2 * x - first - last) / (last - first + 1);
    const back = rows[x] - depth * Math.sqrt(1 - aside * aside);
    points.push({ x: (x + 0.5) / widthPx, y: (back + 0.5) / heightPx });
  }
  return points;
}

/** Depth of a standing product relative to the one assumed for its shadow. Many products are flatter and would be reduced needlessly. */
const BACK_SHARE = 0.75;

/** Height difference, in decimeters, from which a lower surface doesn't support the product. */
const DROP_DM = 0.12;
/** Maximum share of the contact area that may extend over an edge. */
const MAY_REACH_OVER = 0.03;
/** Minimum size of the supporting surface relative to the foot, because products aren't placed on a rim. */
const RIM = 1.06;
/** Candidates in this order: size relative to the usual one, and offset in shares of the picture. */
const SIZES = [1, 0.9, 0.8, 0.7, 0.6] as const;
const ASIDE = [0, 0.03, -0.03, 0.06, -0.06] as const;
const DOWN = [0, 0.03, 0.06, -0.03] as const;

interface SupportLevel {
  readonly camera: Camera;
  readonly depthAt: DepthReader;
  readonly crop: RenderCrop;
  /** Height of the supporting surface. */
  readonly heightDm: number;
}

/**
 * Moves or reduces a product slightly if it would extend over the edge of its supporting surface; keeps the usual
 * placement if no candidate is better.
 * @param shape height of its box in picture heights, per width in picture widths
 */
export function fitOnLevel(
  placement: Placement,
  shape: number,
  footprint: Footprint,
  level: SupportLevel,
): Placement {
  const height = placement.width * shape;
  const foot = placement.centerY + height / 2;
  const measureOverhang = (candidate: Placement): number => reachingOver(candidate, shape, footprint, level);
  let best = placement;
  let least = measureOverhang(placement);
  for (const size of SIZES) {
    for (const down of DOWN) {
      for (const aside of ASIDE) {
        if (least <= MAY_REACH_OVER) return best;
        const width = placement.width * size;
        const centerY = foot - (width * shape) / 2 + down;
        const candidate = { ...placement, width, centerX: placement.centerX + aside, centerY };
        const over = measureOverhang(candidate);
        if (over < least) [best, least] = [candidate, over];
      }
    }
  }
  return best;
}

/** True if the whole contact area is supported. */
export const isOnLevel = (
  placement: Placement,
  shape: number,
  footprint: Footprint,
  level: SupportLevel,
): boolean => reachingOver(placement, shape, footprint, level) <= MAY_REACH_OVER;

/** Share of the contact area that extends over an edge. */
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

/** Distance between candidate positions, as a share of the picture's height. */
const STEP = 0.02;

/**
 * Places a cut-off product beside its stage: at the same edge of the picture, moved down to the first supporting
 * surface. Unchanged without one.
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
