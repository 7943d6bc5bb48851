import { GROUP_FIRST } from '@packshot/contract';
import type { Placement } from '@packshot/contract';
import { fitOnLevel, computeFootprint, GROUP_SIZES, isOnLevel, standBeside } from './fit-on-level.ts';
import type { Footprint } from './fit-on-level.ts';
import type { SeenFrom } from '../light/set/choose-shadow.ts';
import type { CutOut } from './cut-out.ts';
import { stageIn } from '../stage/crop.ts';
import { defaultPlacement, hoverPx, inRender, standAt } from '../stage/placement.ts';
import { frontShare, stagePlacement } from '../stage/stage-placement.ts';
import { isHangingIn, isLyingOn } from '../stage/set-kinds.ts';
import { liesOn } from '../light/set/lying-shadow.ts';
import { placementInSeries } from './place-in-series.ts';
import type { SeriesFrame } from './place-in-series.ts';
import { poseProduct } from './posed-product.ts';
import { depthReader } from '../stage/scene-depth.ts';
import { computeOutline } from '../stage/outline.ts';
import type { Size } from '../raster/box.ts';
import type { SceneSetup } from './scene-setup.ts';
import { UNKNOWN, thumbnailSize } from './scene-setup.ts';

/** Placement of a product for which the request states none. */
export const usualPlacement = (scene: SceneSetup, product: CutOut): Placement => {
  const { series } = scene.order;
  return series === undefined
    ? placementOnStage(scene, product)
    : placementInSeries(product, series.place, framedIn(scene, product));
};

/** Width of a group's contact with the ground, relative to its first product's. */
const GROUP_BASE_SHARE = 0.7;

/**
 * Placements of several products for which the request states only their arrangement: together where the set would
 * place one product, on its supporting surface; in a series, around the first product.
 */
export function placeGroup(
  scene: SceneSetup,
  first: Omit<GroupMember, 'placement'>,
  others: readonly GroupMember[],
): Placement[] {
  const { decoded, view, crop, size, camera, order } = scene;
  const members: readonly GroupMember[] = [{ ...first, placement: GROUP_FIRST }, ...others];
  const pictureShape = size.widthPx / size.heightPx;
  const bounds = members.map(boundsIn).reduce(boundsAround);
  const [wide, high] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
  /** Moves the arrangement to a place in the picture. */
  const arrangeProducts = ({ centerX, centerY, width }: Placement): Placement[] =>
    members.map(({ placement }) => {
      const scale = width / wide;
      return {
        ...placement,
        centerX: centerX + (placement.centerX - (bounds.left + bounds.right) / 2) * scale,
        centerY: centerY + (placement.centerY - (bounds.top + bounds.bottom) / 2) * scale * pictureShape,
        width: placement.width * scale,
      };
    });
  if (order.series !== undefined) {
    const own = usualPlacement(scene, first.product);
    const scale = own.width / GROUP_FIRST.width;
    return arrangeProducts({
      ...own,
      centerX: own.centerX + ((bounds.left + bounds.right) / 2 - GROUP_FIRST.centerX) * scale,
      centerY: own.centerY + ((bounds.top + bounds.bottom) / 2 - GROUP_FIRST.centerY) * scale * pictureShape,
      width: wide * scale,
    });
  }
  const { elevationDeg } = decoded.set.camera;
  const shape = { widthPx: wide, heightPx: high, baseWidthPx: GROUP_BASE_SHARE * GROUP_FIRST.width };
  const usual = stagePlacement(
    stageIn(decoded.set, crop, order.plan.framing),
    shape,
    pictureShape,
    elevationDeg,
  );
  if (isHangingIn(decoded.set)) return arrangeProducts(usual);
  const footprint = arrangeProducts(usual).flatMap((placement, index): Footprint => {
    const { product, productView = UNKNOWN } = members[index];
    const posed = poseProduct(product, placement, measuredAt(size));
    if (posed === undefined) return [];
    const outline = computeOutline(posed.veil ?? posed.raster, elevationDeg);
    const { left, top, right, bottom } = boundsIn(members[index]);
    return computeFootprint(outline, elevationDeg, liesOn(decoded.set, productView, outline)).map(
      ({ x, y }) => ({
        x: (left + x * (right - left) - bounds.left) / wide,
        y: (top + y * (bottom - top) - bounds.top) / high,
      }),
    );
  });
  const level = {
    camera,
    depthAt: depthReader(decoded, view.isMirrored),
    crop,
    heightDm: decoded.set.stage.worldDm[2],
  };
  return arrangeProducts(fitOnLevel(usual, (pictureShape * high) / wide, footprint, level, GROUP_SIZES));
}

interface GroupMember {
  readonly product: CutOut;
  readonly placement: Placement;
  readonly productView?: SeenFrom | undefined;
}

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Box of a product before rotation in the square of an arrangement. */
function boundsIn({ product, placement }: GroupMember): Bounds {
  const { centerX, centerY, width } = placement;
  const height = (width * product.heightPx) / product.widthPx;
  return {
    left: centerX - width / 2,
    top: centerY - height / 2,
    right: centerX + width / 2,
    bottom: centerY + height / 2,
  };
}

const boundsAround = (a: Bounds, b: Bounds): Bounds => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

export const framedIn = ({ decoded, crop, size, order }: SceneSetup, product: CutOut): SeriesFrame => ({
  set: decoded.set,
  crop,
  size,
  usualWidth: defaultPlacement(
    stageIn(decoded.set, crop, order.plan.framing),
    product,
    size.widthPx / size.heightPx,
  ).width,
  isFloating: order.shadow?.kind === 'floating',
});

/** Size of the reduced product for measuring its base; as accurate as the full size in 10 % of the time. */
const MEASURED_SIDE_PX = 640;
const measuredAt = (size: Size): Size => thumbnailSize(size, MEASURED_SIDE_PX);

/** Default placement of a product at the position that the set defines, raised if the product hovers. */
function placementOnStage(
  { decoded, view, crop, size, camera, order }: SceneSetup,
  product: CutOut,
): Placement {
  const stage = stageIn(decoded.set, crop, order.plan.framing);
  const { elevationDeg } = decoded.set.camera;
  const pictureShape = size.widthPx / size.heightPx;
  const place = (baseWidthPx: number): Placement =>
    stagePlacement(stage, { ...product, baseWidthPx }, pictureShape, elevationDeg);
  const placement = place(0);
  if (isHangingIn(decoded.set)) return placement;
  const posed = poseProduct(product, placement, measuredAt(size));
  if (posed === undefined) return placement;
  const outline = computeOutline(posed.veil ?? posed.raster);
  const baseWidthPx = (outline.baseWidthPx * product.widthPx) / outline.widthPx;
  const standing = place(baseWidthPx);
  const hover = order.shadow?.kind === 'floating' && !isLyingOn(decoded.set) ? hoverPx(outline) : 0;
  if (hover > 0 || product.isCutBelow === true || product.isCutAbove === true)
    return { ...standing, centerY: standing.centerY - hover / measuredAt(size).heightPx };
  const seenOutline = computeOutline(posed.veil ?? posed.raster, elevationDeg);
  const isLying = liesOn(decoded.set, order.productView ?? UNKNOWN, seenOutline);
  const shape = pictureShape * (product.heightPx / product.widthPx);
  const footprint = computeFootprint(seenOutline, elevationDeg, isLying);
  const level = {
    camera,
    depthAt: depthReader(decoded, view.isMirrored),
    crop,
    heightDm: decoded.set.stage.worldDm[2],
  };
  if (product.cutSide === undefined) return fitOnLevel(standing, shape, footprint, level);
  if (isOnLevel(standing, shape, footprint, level)) return standing;
  const front = frontShare(standing.width, { ...product, baseWidthPx }, pictureShape, elevationDeg);
  const isCarried = (x: number, y: number): boolean =>
    standAt(decoded.set, camera, level.depthAt, inRender(crop, x, y), size.widthPx / crop.width, 0).liftDm ===
    0;
  return standBeside(standing, standing.centerY + (standing.width * shape) / 2 - front, isCarried);
}
