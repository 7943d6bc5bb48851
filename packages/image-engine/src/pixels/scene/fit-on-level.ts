import type { Placement } from '@packshot/contract';
import { unproject } from '../stage/camera.ts';
import type { Camera } from '../stage/camera.ts';
import type { Crop } from '../stage/crop.ts';
import type { Outline } from '../stage/outline.ts';
import { inRender, thicknessPx } from '../stage/placement.ts';
import type { DepthReader } from '../stage/scene-depth.ts';

/** The edges of what touches the ground, the near one and the far one, as shares of the product's box, from its upper left corner. */
type Footprint = readonly { readonly x: number; readonly y: number }[];

/** Points that are asked for. */
const MOST_POINTS = 64;

/**
 * @param elevationDeg from how high it is seen there: the back of what stands is higher in the picture than the line on which it rests
 * @param isLying all of it touches the ground
 */
export function footprintOf(outline: Outline, elevationDeg: number, isLying: boolean): Footprint {
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
    // The base is taken for an oval.
    const aside = (2 * x - first - last) / (last - first + 1);
    const back = rows[x] - depth * Math.sqrt(1 - aside * aside);
    points.push({ x: (x + 0.5) / widthPx, y: (back + 0.5) / heightPx });
  }
  return points;
}

/** What stands is so deep, as a share of what its shadow is made for: much is flatter, and would become small for nothing. */
const BACK_SHARE = 0.75;

/** A surface that much lower, in decimeters, carries nothing. */
const DROP_DM = 0.12;
/** So much of what touches the ground may reach over an edge. */
const MAY_REACH_OVER = 0.03;
/** What it stands on has to reach so much beyond its foot on each side, in widths of it: tips overhang, and nobody stands things on a rim. */
const RIM = 1.06;
/** Tried one after the other: how large, in usual sizes, and how far away, in shares of the picture. */
const SIZES = [1, 0.9, 0.8, 0.7, 0.6] as const;
const ASIDE = [0, 0.03, -0.03, 0.06, -0.06] as const;
const DOWN = [0, 0.03, 0.06, -0.03] as const;

interface Level {
  readonly camera: Camera;
  readonly depthAt: DepthReader;
  readonly crop: Crop;
  /** Of the surface that carries the product. */
  readonly heightDm: number;
}

/**
 * A product's place on its stage, moved a little or made smaller where it would reach over the edge of what it stands on; the usual one where nothing is better.
 * @param shape the height of its box, in the picture's heights, for each width in the picture's widths
 */
export function fitOnLevel(
  placement: Placement,
  shape: number,
  footprint: Footprint,
  level: Level,
): Placement {
  const height = placement.width * shape;
  const foot = placement.centerY + height / 2;
  const overOf = (candidate: Placement): number => reachingOver(candidate, shape, footprint, level);
  let best = placement;
  let least = overOf(placement);
  for (const size of SIZES) {
    for (const down of DOWN) {
      for (const aside of ASIDE) {
        if (least <= MAY_REACH_OVER) return best;
        const width = placement.width * size;
        const centerY = foot - (width * shape) / 2 + down;
        const candidate = { ...placement, width, centerX: placement.centerX + aside, centerY };
        const over = overOf(candidate);
        if (over < least) [best, least] = [candidate, over];
      }
    }
  }
  return best;
}

/** Whether all that touches the ground has ground below it there. */
export const isOnLevel = (placement: Placement, shape: number, footprint: Footprint, level: Level): boolean =>
  reachingOver(placement, shape, footprint, level) <= MAY_REACH_OVER;

/** The share of what touches the ground that would reach over an edge. */
function reachingOver(
  { centerX, centerY, width }: Placement,
  shape: number,
  footprint: Footprint,
  { camera, depthAt, crop, heightDm }: Level,
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

/** The distance between tried places, as a share of the picture's height. */
const STEP = 0.02;

/**
 * A cut-off product's place beside its stage: at the same edge of the picture, moved down until a surface carries it. Unchanged where none does.
 * @param footY the middle of its base, as a share of the picture's height
 * @param isCarried whether something level is seen at a position of the picture
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
