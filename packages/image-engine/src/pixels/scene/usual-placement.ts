import type { Placement } from '@packshot/contract';
import { fitOnLevel, computeFootprint, isOnLevel, standBeside } from './fit-on-level.ts';
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
  const isLying = liesOn(decoded.set, order.seen ?? UNKNOWN, seenOutline);
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
