import { meanSetColor } from '../light/set/set-product-light.ts';
import type { LinearPicture } from '../raster/light-raster.ts';
import type { LinearRgb } from '../stage/scene-plan.ts';
import type { Shadow, ShadowSource } from '@packshot/contract';
import type { Box } from '../raster/raster.ts';
import { bodyShadow, isSeenAsBody } from '../light/set/body-shadow.ts';
import { bulkBeside, chooseShadow } from '../light/set/choose-shadow.ts';
import { hangingShadow, hangingStand } from '../light/set/hanging-shadow.ts';
import type { RenderCrop } from '../stage/crop.ts';
import type { DecodedStudioSet } from '../stage/layers.ts';
import { footFrontPx, hoverPx, inRender, standAt } from '../stage/placement.ts';
import type { Stand } from '../stage/placement.ts';
import { isHangingIn } from '../stage/set-kinds.ts';
import { liesOn, lyingShadow } from '../light/set/lying-shadow.ts';
import type { LyingShadow } from '../light/set/lying-shadow.ts';
import { arrivingLight, placedLean } from '../light/lay-photo-shadow.ts';
import { litLayers } from '../light/set/relight.ts';
import type { LitLayer } from '../light/set/relight.ts';
import { depthReader } from '../stage/scene-depth.ts';
import type { DepthReader } from '../stage/scene-depth.ts';
import { isOfSeries, seriesShadow } from './series.ts';
import type { ShadowOfSeries } from './series.ts';
import { findKeyLight, computeKeyShare, lightForShadow } from '../light/set/shadow-light.ts';
import { computeOutline } from '../stage/outline.ts';
import type { Outline } from '../stage/outline.ts';
import { remember } from '../raster/remember.ts';
import { castShadow, createVolume } from '../stage/volume.ts';
import type { Occluder } from '../stage/volume.ts';
import type { Size } from '../raster/box.ts';
import type { SceneSetup, SceneProduct } from './scene-setup.ts';

/** Angular size of the hardest light that a user can choose, and the factor from it to the softest. */
const SHARPEST_LIGHT_DEG = 0.5;
const SOFTEST_TIMES = 120;

/** Share of light that a shadow doesn't block, at a point of the finished picture. */
type ArrivingLight = (x: number, y: number) => number;

/** Shadow that is applied to the finished picture. */
export interface LaidShadow {
  readonly arriving: ArrivingLight;
  readonly opacity: number;
}

/** Product at its place in the set, with the shadows that it casts. */
export interface StandingProduct {
  readonly placed: SceneProduct;
  /** Settings of its shadow, as requested or by default. */
  readonly shadow: Shadow;
  readonly outline: Outline;
  readonly stand: Stand;
  /** Height in the rendered set at which it stands, lies or hangs. */
  readonly footY: number;
  readonly isHanging: boolean;
  readonly isLying: boolean;
  readonly layers: readonly LitLayer[];
  /** Region of the set's layers around the product, in which its light is measured. */
  readonly stage: Box;
  /** Color of the ground in that region, without the shadows of products. */
  readonly ground: LinearRgb;
  readonly depthAt: DepthReader;
  readonly source: ShadowSource;
  /** Shadow from the product's photo, if the scene uses it. */
  readonly arriving: ArrivingLight | undefined;
  /** Shadow of a product that doesn't stand. */
  readonly lying: LyingShadow | undefined;
  readonly casts: ReadonlyMap<string, Occluder>;
}

/**
 * Finds where a product stands, lies or hangs in the set, and the shadows that it casts there.
 * @param lit set without the shadows of products
 * @param series shadow settings of the series, which this product's shadow follows
 */
export function standProduct(
  lit: LinearPicture,
  scene: SceneSetup,
  placed: SceneProduct,
  series: ShadowOfSeries | undefined,
): StandingProduct {
  const { decoded, look, view, crop, size, camera, order } = scene;
  const { product, placement, posed, productView } = placed;
  const { set } = decoded;
  const shadow = placed.shadow ?? seriesShadow(series);
  const { elevationDeg } = set.camera;
  const shape = placed.cachedProduct?.last?.rendered ?? posed;
  const outline = remember(shape, `outline ${elevationDeg}`, () =>
    computeOutline(shape.veil ?? shape.raster, elevationDeg),
  );
  const isHanging = isHangingIn(set);
  const lift = shadow.kind === 'floating' && !isHanging ? hoverPx(outline) : 0;
  const depthAt = depthReader(decoded, view.isMirrored);
  const isHeld = isHanging || product.hangsFromEdge === true;
  const isLying = !isHeld && liesOn(set, productView, outline);
  const own = product.shadow;
  const [footX, footY] =
    isLying || isHanging
      ? [outline.widthPx / 2, outline.heightPx / 2]
      : [outline.baseX, outline.groundY - footFrontPx(outline, set.camera.elevationDeg) + lift];
  const foot = inRender(crop, (posed.xPx + footX) / size.widthPx, (posed.yPx + footY) / size.heightPx);
  const pxPerSide = size.widthPx / crop.width;
  const lowest = { x: foot.x, y: inRender(crop, 0, (posed.yPx + outline.groundY) / size.heightPx).y };
  const stand = isHeld
    ? hangingStand(set, camera, lowest, pxPerSide)
    : standAt(set, camera, depthAt, foot, pxPerSide, lift);
  const layers = litLayers(decoded, look);
  const stage = stageBox(foot, outline, size, crop, decoded);
  const keyShare = computeKeyShare(layers, stage, view.isMirrored);
  const requestedShadow = placed.shadow;
  const fitsSeries =
    requestedShadow !== undefined || !own || !series || isOfSeries(placedLean(own, placement), series);
  const photo = fitsSeries ? own : undefined;
  const source = chooseShadow({
    requestedShadow,
    photo,
    productView,
    set,
    camera,
    placement,
    layers,
    keyShare,
    keySoftness: order.plan.keySoftness,
  });
  const arriving =
    source === 'photo' && photo
      ? arrivingLight(photo, placement, product.widthPx / product.heightPx, size)
      : undefined;
  const flat = { outline, stand, ...posed, camera, crop, picture: size };
  const lying = isHanging
    ? hangingShadow(flat)
    : isLying
      ? lyingShadow({ ...flat, isTall: productView.pose === 'stands', bulk: own && bulkBeside(own) })
      : undefined;
  const casts: ReadonlyMap<string, Occluder> =
    source === 'computed'
      ? createCasts(layers, lying ?? uprightShadow(outline, stand, scene), shadow, scene)
      : new Map();
  return {
    placed,
    shadow,
    outline,
    stand,
    footY: foot.y,
    isHanging,
    isLying,
    layers,
    stage,
    ground: meanSetColor(lit, stage, view.part),
    depthAt,
    source,
    arriving,
    lying,
    casts,
  };
}

function uprightShadow(
  outline: Outline,
  stand: Stand,
  { decoded, camera }: SceneSetup,
): Pick<LyingShadow, 'cast'> {
  const { elevationDeg } = decoded.set.camera;
  if (isSeenAsBody(elevationDeg)) return { cast: bodyShadow(outline, stand, camera, elevationDeg) };
  const volume = createVolume(outline, stand, elevationDeg);
  return { cast: (direction, angularSizeDeg) => castShadow(volume, direction, angularSizeDeg) };
}

function createCasts(
  layers: readonly LitLayer[],
  product: Pick<LyingShadow, 'cast'>,
  shadow: Shadow,
  { camera, order: { plan } }: SceneSetup,
): Map<string, Occluder> {
  const key = findKeyLight(layers);
  const casts = new Map<string, Occluder>();
  for (const { light } of layers) {
    if (light.kind === 'environment') continue;
    if (light !== key) {
      casts.set(light.id, product.cast(light.direction, light.angularSizeDeg));
      continue;
    }
    const angleDeg =
      shadow.softness === null
        ? light.angularSizeDeg * plan.keySoftness
        : SHARPEST_LIGHT_DEG * SOFTEST_TIMES ** shadow.softness;
    casts.set(light.id, product.cast(lightForShadow(light, shadow, camera), angleDeg));
  }
  return casts;
}

/**
 * Region of the set's layers around the product's base, as wide as the product and foreshortened like the floor;
 * clipped to the layers.
 */
function stageBox(
  foot: { readonly x: number; readonly y: number },
  { widthPx }: Outline,
  size: Size,
  crop: RenderCrop,
  { albedo, set }: DecodedStudioSet,
): Box {
  const side = albedo.widthPx;
  const half = Math.max(4, ((widthPx / size.widthPx) * crop.width * side) / 2);
  const flat = Math.max(3, half * Math.sin((Math.max(4, set.camera.elevationDeg) * Math.PI) / 180));
  const within = (value: number): number => Math.round(Math.min(side - 4, Math.max(3, value)));
  const [left, right] = [within(foot.x * side - half), within(foot.x * side + half)];
  const [top, bottom] = [within(foot.y * side - flat), within(foot.y * side + flat)];
  return { xPx: left, yPx: top, widthPx: right - left + 1, heightPx: bottom - top + 1 };
}
