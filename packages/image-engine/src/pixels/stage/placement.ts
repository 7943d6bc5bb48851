import type { Placement } from '@packshot/contract';
import { depthOfLevel, project, unproject } from './camera.ts';
import type { Camera } from './camera.ts';
import type { RenderCrop, FramedStage } from './crop.ts';
import type { LightRaster } from '../raster/light-raster.ts';
import type { DepthReader } from './scene-depth.ts';
import type { Outline } from './outline.ts';
import type { StudioSet, Vector3 } from './studio-set.ts';

/** Product at its size and rotation in a picture, with its position. */
export interface PosedProduct {
  readonly raster: LightRaster;
  /**
   * Light that a transparent product blocks, for each color channel, with coverage instead of alpha; undefined for an
   * opaque product.
   */
  readonly veil?: LightRaster;
  readonly xPx: number;
  readonly yPx: number;
}

/** Position of a product in the set's coordinates. */
export interface Stand {
  /** Point on the ground below the center of the product's base. */
  readonly groundDm: Vector3;
  /** Depth of the ground point along the view axis. */
  readonly depthDm: number;
  /** Height at which the product hovers above the ground. */
  readonly liftDm: number;
  /** Decimeters per pixel of the picture, at the product's distance from the camera. */
  readonly dmPerPx: number;
}

/** Typical depth of a product relative to its smaller side; a photo doesn't show the depth. */
const THICKNESS_SHARE = 0.75;
/**
 * Maximum mean side of a product relative to the space that the set defines for it, because a square product would
 * overfill it.
 */
const MAX_MEAN_SIDE = 0.87;
/** Height of a hovering product above the ground, as a share of the product's smaller side. */
const HOVER_SHARE = 0.22;
/** Minimum vertical component of a surface's normal for supporting a product (35° from level). */
const LEVEL_NORMAL_Z = 0.82;
/** Distance of the points from which the ground's slope is measured, as a share of the picture. */
const SLOPE_REACH = 0.004;
/** Relative difference between two depths below which they count as equal. */
const SAME_PLACE = 0.025;
/**
 * Minimum height, in decimeters, for treating a product as hovering. Without it, a rounding error would remove the
 * contact shadow of a standing product.
 */
const LEAST_LIFT_DM = 1e-4;

/**
 * Width of a product as a share of the picture's width: as large as the space that the set defines allows, within
 * limits.
 * @param shape aspect ratio of the product, width by height
 */
function defaultWidth({ maxWidth, maxHeight }: FramedStage, shape: number, pictureShape: number): number {
  const byHeight = (maxHeight * shape) / pictureShape;
  const width = Math.min(maxWidth, byHeight);
  const height = (width * pictureShape) / shape;
  const middle = Math.sqrt((width / maxWidth) * (height / maxHeight));
  return middle > MAX_MEAN_SIDE ? (width * MAX_MEAN_SIDE) / middle : width;
}

/**
 * Default placement: the product's base at the set's product position, or its top if it hangs. `pictureShape` is the
 * picture's aspect ratio.
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

export const hoverPx = ({ widthPx, heightPx }: Pick<Outline, 'widthPx' | 'heightPx'>): number =>
  HOVER_SHARE * Math.min(widthPx, heightPx);

/** Assumed thickness of a product, in pixels. */
export const thicknessPx = ({ widthPx, heightPx }: Pick<Outline, 'widthPx' | 'heightPx'>): number =>
  THICKNESS_SHARE * Math.min(widthPx, heightPx);

/**
 * Half the depth of the base as the camera sees it, in pixels: the base's front edge is this much lower in the picture
 * than its center.
 */
export function footFrontPx(
  outline: Pick<Outline, 'widthPx' | 'heightPx' | 'baseWidthPx'>,
  elevationDeg: number,
): number {
  const depth = Math.min(outline.baseWidthPx, thicknessPx(outline));
  return (depth / 2) * Math.sin((Math.max(0, elevationDeg) * Math.PI) / 180);
}

/**
 * Finds the ground under a base whose center is at a position of the square rendered picture: the floor, else a level
 * surface at this position, else a point at the set's own product distance. `pxPerSide` is the number of picture pixels
 * across the whole rendered picture.
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
  const visibleDepth = depthAt(Math.min(1, Math.max(0, foot.x)), Math.min(1, Math.max(0, foot.y)));
  const isInside = foot.x >= 0 && foot.x <= 1 && foot.y >= 0 && foot.y <= 1;
  if (floor !== undefined && floor < set.depth.backdropDm) {
    // The floor counts even where it isn't visible: below the picture's lower edge and behind nearer objects.
    if (!isInside || Math.abs(visibleDepth - floor) < SAME_PLACE * floor || visibleDepth < floor) {
      return at(floor, set.floor.heightDm, floor);
    }
  }
  if (isInside && isLevel(camera, depthAt, foot.x, foot.y)) {
    return at(visibleDepth, unproject(camera, foot.x, foot.y, visibleDepth)[2], visibleDepth);
  }
  return at(stageDepth, set.floor.heightDm, stageDepth);
}

const isLevel = (camera: Camera, depthAt: DepthReader, x: number, y: number): boolean => {
  const normal = normalAt(camera, depthAt, { x, y }, SLOPE_REACH);
  return normal[2] / Math.hypot(...normal) > LEVEL_NORMAL_Z;
};

/**
 * Normal of the visible surface at a position, of any length.
 * @param reach distance of the points from which it is computed
 */
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

/** Converts a position in a cropped picture to shares of the square rendered picture. */
export const inRender = (crop: RenderCrop, x: number, y: number): { x: number; y: number } => ({
  x: crop.x + x * crop.width,
  y: crop.y + y * crop.height,
});
