import type { Placement } from '@packshot/contract';
import { depthOfLevel, project, unproject } from './camera.ts';
import type { Camera } from './camera.ts';
import type { Crop, FramedStage } from './crop.ts';
import type { LightRaster } from '../raster/light-raster.ts';
import type { DepthReader } from './scene-depth.ts';
import type { Outline } from './outline.ts';
import type { StudioSet, Vector3 } from './studio-set.ts';

/** A product at its size and rotation in a picture, and its position there. */
export interface PosedProduct {
  readonly raster: LightRaster;
  /** Transmission map of a clear product: blocked light from behind for each color, and coverage instead of alpha. */
  readonly veil?: LightRaster;
  readonly xPx: number;
  readonly yPx: number;
}

/** A product's place in the world. */
export interface Stand {
  /** On the ground, under the middle of the base. */
  readonly groundDm: Vector3;
  /** Of the ground point, along the view axis. */
  readonly depthDm: number;
  /** How far the product hovers above the ground. */
  readonly liftDm: number;
  /** Decimeters per pixel of the picture, at the product. */
  readonly dmPerPx: number;
}

/**
 * A product's thickness is not visible in a photo; typical products are about this deep relative to their
 * smaller side.
 */
const THICKNESS_SHARE = 0.75;
/**
 * A product as wide as high would overfill the stage's room, so it takes this much of the mean of both sides.
 */
const MAX_MEAN_SIDE = 0.87;
/** A hovering product's height above the ground, as a share of its smaller side. */
const HOVER_SHARE = 0.22;
/** Nearly level surfaces can carry a product: a normal within 35° of upright. */
const LEVEL_NORMAL_Z = 0.82;
/** The distance, in shares of the picture, over which the ground's slope is measured. */
const SLOPE_REACH = 0.004;
/** The accuracy of depth. */
const SAME_PLACE = 0.025;
/** What hovers by less, in decimeters, stands: a rounding error would take its contact with the ground. */
const LEAST_LIFT_DM = 1e-4;

/**
 * The width of a product with an aspect ratio (width by height), as a share of the picture's width: as large
 * as the stage's room allows, within limits.
 */
function defaultWidth({ maxWidth, maxHeight }: FramedStage, shape: number, pictureShape: number): number {
  const byHeight = (maxHeight * shape) / pictureShape;
  const width = Math.min(maxWidth, byHeight);
  const height = (width * pictureShape) / shape;
  const middle = Math.sqrt((width / maxWidth) * (height / maxHeight));
  return middle > MAX_MEAN_SIDE ? (width * MAX_MEAN_SIDE) / middle : width;
}

/**
 * The default placement: the product's base on the stage's point, or its top where it hangs. `shape` is the visible box's aspect ratio,
 * `pictureShape` the picture's.
 */
export function defaultPlacement(
  stage: FramedStage,
  product: { readonly widthPx: number; readonly heightPx: number },
  pictureShape: number,
): Placement {
  const shape = product.widthPx / product.heightPx;
  const width = defaultWidth(stage, shape, pictureShape);
  const height = (width * pictureShape) / shape;
  return {
    centerX: stage.footX,
    centerY: stage.hangs ? stage.footY + height / 2 : stage.footY - height / 2,
    width,
    rotationDeg: 0,
    isFlipped: false,
  };
}

/** The height at which a product hovers, in pixels. */
export const hoverPx = ({ widthPx, heightPx }: Pick<Outline, 'widthPx' | 'heightPx'>): number =>
  HOVER_SHARE * Math.min(widthPx, heightPx);

/** The thickness of a product, in pixels. */
export const thicknessPx = ({ widthPx, heightPx }: Pick<Outline, 'widthPx' | 'heightPx'>): number =>
  THICKNESS_SHARE * Math.min(widthPx, heightPx);

/**
 * Half the depth of the base as the camera sees it, in pixels: the foot's front edge is this much lower than
 * its middle.
 */
export function footFrontPx(
  outline: Pick<Outline, 'widthPx' | 'heightPx' | 'baseWidthPx'>,
  elevationDeg: number,
): number {
  const depth = Math.min(outline.baseWidthPx, thicknessPx(outline));
  return (depth / 2) * Math.sin((Math.max(0, elevationDeg) * Math.PI) / 180);
}

/**
 * Finds the ground under a foot whose middle is at a position of the square render: the floor, a level
 * surface at that position or, where the product hangs in front of something, the stage's own distance.
 * `pxPerSide` is the number of picture pixels across the whole render.
 */
export function standAt(
  set: StudioSet,
  camera: Camera,
  depthAt: DepthReader,
  foot: { readonly x: number; readonly y: number },
  pxPerSide: number,
  liftPx: number,
): Stand {
  const stageDepth = project(camera, set.stage.worldDm).depthDm;
  const at = (depthDm: number, groundZ: number, groundDepth: number): Stand => {
    const dmPerPx = (2 * camera.halfAtUnitDepth * depthDm) / pxPerSide;
    const [x, y, z] = unproject(camera, foot.x, foot.y, depthDm);
    const liftDm = Math.max(0, z - groundZ) + liftPx * dmPerPx;
    return {
      groundDm: [x, y, groundZ],
      depthDm: groundDepth,
      dmPerPx,
      liftDm: liftDm < LEAST_LIFT_DM ? 0 : liftDm,
    };
  };
  const floor = depthOfLevel(camera, foot.x, foot.y, set.floor.heightDm);
  const seen = depthAt(Math.min(1, Math.max(0, foot.x)), Math.min(1, Math.max(0, foot.y)));
  const isInside = foot.x >= 0 && foot.x <= 1 && foot.y >= 0 && foot.y <= 1;
  if (floor !== undefined && floor < set.depth.backdropDm) {
    // The floor continues unseen below the picture's lower edge, and behind nearer objects.
    if (!isInside || Math.abs(seen - floor) < SAME_PLACE * floor || seen < floor) {
      return at(floor, set.floor.heightDm, floor);
    }
  }
  if (isInside && isLevel(camera, depthAt, foot.x, foot.y)) {
    return at(seen, unproject(camera, foot.x, foot.y, seen)[2], seen);
  }
  return at(stageDepth, set.floor.heightDm, stageDepth);
}

const isLevel = (camera: Camera, depthAt: DepthReader, x: number, y: number): boolean => {
  const normal = normalAt(camera, depthAt, { x, y }, SLOPE_REACH);
  return normal[2] / Math.hypot(...normal) > LEVEL_NORMAL_Z;
};

/** The normal of the surface seen at a position, of any length. @param reach over which it is measured */
export function normalAt(
  camera: Camera,
  depthAt: DepthReader,
  { x, y }: { readonly x: number; readonly y: number },
  reach: number,
): Vector3 {
  const point = (dx: number, dy: number): Vector3 =>
    unproject(camera, x + dx, y + dy, depthAt(x + dx, y + dy));
  const [left, right] = [point(-reach, 0), point(reach, 0)];
  const [above, below] = [point(0, -reach), point(0, reach)];
  const a: Vector3 = [right[0] - left[0], right[1] - left[1], right[2] - left[2]];
  const b: Vector3 = [above[0] - below[0], above[1] - below[1], above[2] - below[2]];
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Converts a position in a cropped picture to shares of the square render. */
export const inRender = (crop: Crop, x: number, y: number): { x: number; y: number } => ({
  x: crop.x + x * crop.width,
  y: crop.y + y * crop.height,
});
