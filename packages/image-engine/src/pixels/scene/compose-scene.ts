import { DEFAULT_MATCH_PERCENT, sceneSize } from '@packshot/contract';
import type { Placement, SceneLargerSidePx, Shadow, ShadowSource } from '@packshot/contract';
import { applyLight } from '../light/light-field.ts';
import type { ProductLight } from '../light/light-field.ts';
import { estimateGrain } from './estimate-grain.ts';
import type { Box, RgbRaster } from '../raster/raster.ts';
import { ImageRefusal } from '../raster/refusal.ts';
import { portion } from '../raster/work.ts';
import type { Work } from '../raster/work.ts';
import { bodyShadow, isSeenAsBody } from '../light/set/body-shadow.ts';
import { toCamera, mirrored } from '../stage/camera.ts';
import type { Camera } from '../stage/camera.ts';
import { bulkBeside, chooseShadow } from '../light/set/choose-shadow.ts';
import type { SeenFrom } from '../light/set/choose-shadow.ts';
import { ambientOcclusion, contactLine } from '../light/set/set-contact.ts';
import { fillSpecks } from './contours.ts';
import { fitOnLevel, computeFootprint, isOnLevel, standBeside } from './fit-on-level.ts';
import { hangingShadow, hangingStand } from '../light/set/hanging-shadow.ts';
import type { CutOut } from './cut-out.ts';
import { hideBehindSet } from './depth-order.ts';
import {
  drawProduct,
  finishedRows,
  finishedRowsIn,
  isFinishedByParts,
  layShadow,
  resizedBox,
  toRaster,
} from './finish.ts';
import type { Grain } from '../color/tone.ts';
import { computeCrop, cropPx, cropWithoutProduct, stageIn } from '../stage/crop.ts';
import type { RenderCrop } from '../stage/crop.ts';
import { splitLayers } from './separate.ts';
import type { SceneLayers } from './separate.ts';
import type { DecodedStudioSet } from '../stage/layers.ts';
import type { LinearPicture, LightRaster, RowWriter } from '../raster/light-raster.ts';
import { defaultPlacement, footFrontPx, hoverPx, inRender, standAt } from '../stage/placement.ts';
import type { Stand, PosedProduct } from '../stage/placement.ts';
import { frontShare, stagePlacement } from '../stage/stage-placement.ts';
import { isHangingIn, isLyingOn, isPlain } from '../stage/set-kinds.ts';
import { liesOn, lyingShadow } from '../light/set/lying-shadow.ts';
import type { LyingShadow } from '../light/set/lying-shadow.ts';
import { placementInSeries, toLookPlace } from './place-in-series.ts';
import type { SeriesFrame } from './place-in-series.ts';
import { poseProduct } from './posed-product.ts';
import type { KeptProduct } from './posed-product.ts';
import { arrivingLight, placedLean } from '../light/lay-photo-shadow.ts';
import { groundColor, measureHighlight, productLight } from '../light/set/set-product-light.ts';
import { shadowedField } from '../light/set/shadowed-field.ts';
import { createReflection } from '../light/set/reflection.ts';
import { litLayers, relightWork } from '../light/set/relight.ts';
import type { LayerView, LitLayer, Look } from '../light/set/relight.ts';
import { depthEdgeReader, depthReader } from '../stage/scene-depth.ts';
import type { DepthReader } from '../stage/scene-depth.ts';
import type { PicturePlan, LinearRgb } from '../stage/scene-plan.ts';
import { isOfSeries, seriesLook, seriesShadow } from './series.ts';
import type { SeriesLook } from './series.ts';
import { MAX_CONTACT, shadeWork } from '../light/set/set-shade.ts';
import { findKeyLight, computeKeyShare, lightForShadow, litFromBehind } from '../light/set/shadow-light.ts';
import type { ProductInfluence } from '../light/set/set-shade.ts';
import { computeOutline } from '../stage/outline.ts';
import type { Outline } from '../stage/outline.ts';
import { remember } from '../raster/remember.ts';
import { castShadow, createVolume } from '../stage/volume.ts';
import type { Occluder } from '../stage/volume.ts';
import { boxAround, expanded } from '../raster/box.ts';
import type { Size } from '../raster/box.ts';

export interface SceneOrder {
  readonly decoded: DecodedStudioSet;
  readonly plan: PicturePlan;
  /** Cut-out of the product, or null for the set alone. */
  readonly product: CutOut | null;
  /** Placement of the product; by default at the position that the set defines for products. */
  readonly placement?: Placement | undefined;
  /**
   * Shadow that the user chose; by default the shadow from the product's photo if it fits, otherwise a computed one.
   */
  readonly shadow?: Shadow | undefined;
  /** Pose and camera elevation of the product in its photo, as far as known. */
  readonly seen?: SeenFrom | undefined;
  /** Further products in the scene; nearer ones hide those behind them. */
  readonly beside?: readonly BesideOrder[] | undefined;
  /**
   * Strength, in percent, with which the product takes on the light of the set; 0 leaves its pixels unchanged.
   * `DEFAULT_MATCH_PERCENT` by default.
   */
  readonly matchPercent?: number | undefined;
  readonly aspectRatioId: number;
  readonly isLarger: boolean;
  /** Longer side of a larger picture, used if `isLarger` is set; by default the size in which the sets are stored. */
  readonly largerSidePx?: SceneLargerSidePx | undefined;
  /** Seed of the dithering and, for pictures without a product, of the crop. */
  readonly seed: number;
  readonly withLayers?: boolean | undefined;
  /** Scene lock (settings shared by all pictures of a series) of the series that this picture continues. */
  readonly series?: SeriesLook | undefined;
  /** Longer side of a picture that is smaller than the aspect ratio's full size, for a thumbnail. */
  readonly longerSidePx?: number | undefined;
}

/** Further product of a scene. */
export interface BesideOrder {
  readonly product: CutOut;
  readonly placement: Placement;
  readonly seen?: SeenFrom | undefined;
}

export interface ComposedScene {
  readonly picture: RgbRaster;
  /** Placement of the product; null in a picture without a product. */
  readonly placement: Placement | null;
  /** Source of the product's shadow; undefined without a product. */
  readonly shadow?: ShadowSource;
  /** Product at its size and position, before lighting; undefined without a product. */
  readonly posed?: PosedProduct;
  /**
   * Light that was applied to the product's samples, their only change before rounding; undefined without a product.
   */
  readonly light?: ProductLight;
  /** Share of each pixel that shows the product without anything in front of it; undefined without a product. */
  readonly covered?: Float32Array;
  /** Scene lock (settings shared by all pictures of a series) for further pictures; undefined without a product. */
  readonly series?: SeriesLook;
  readonly layers?: SceneLayers;
}

/** Angular size of the hardest light that a user can choose, and the factor from it to the softest. */
const SHARPEST_LIGHT_DEG = 0.5;
const SOFTEST_TIMES = 120;
/** Limits of added film grain in 8-bit levels: less is invisible, more would look like a defect of the set. */
const MIN_GRAIN = 0.35;
const MAX_GRAIN = 1.6;

/**
 * Composes a picture of a set, with a product if there is one.
 * @throws RangeError for an unknown aspect ratio
 */
export function* composeScene(order: SceneOrder): Work<ComposedScene> {
  const { bareRow, ground: shaded, ...scene } = yield* lightScene(order);
  const { row: groundRow } = shaded;
  const { size, products, asCut, grain, covered } = scene;
  if (scene.placement === null) return { picture: toRaster(groundRow, size, order.seed), placement: null };
  const drawn = products.map(({ posed }) => posed);
  const splitter = bareRow && splitLayers(size, drawn, order.seed, grain);
  const bare = new Float32Array(size.widthPx * 3);
  const pictureRow: RowWriter = (y, into) => {
    groundRow(y, into);
    bareRow?.(y, bare);
    splitter?.add(y, bare, into);
    for (const posed of drawn) drawProduct(into, y, posed);
  };
  yield 0.9;
  const { placement, shadow, light, series } = scene;
  return {
    picture: toRaster(pictureRow, size, order.seed, grain),
    placement,
    ...(shadow && { shadow }),
    ...(light && { light }),
    ...(covered && { covered }),
    ...(asCut && { posed: asCut }),
    ...(series && { series }),
    ...(splitter && { layers: splitter.layers() }),
  };
}

/** Product in the set's light, without the parts that objects of the set hide. */
interface DrawnProduct {
  readonly posed: PosedProduct;
  /** Index in the order: 0 for its first product, followed by those beside it. */
  readonly index: number;
}

/** Set with the products' shadows, without the products. */
interface Ground {
  /** Part of the picture that differs from the set alone, and the products'; the whole picture for files. */
  readonly part: Box;
  /** Writes rows of the part, counted from its first one. */
  readonly row: RowWriter;
}

/** Scene with its light and shadows computed, whose rows can be drawn. */
interface LitScene extends Omit<ComposedScene, 'picture' | 'layers' | 'posed'> {
  readonly size: Size;
  /** Writes rows of the set without the product; undefined unless layers are requested. */
  readonly bareRow?: RowWriter | undefined;
  readonly ground: Ground;
  /** Products from the farthest to the nearest. */
  readonly products: readonly DrawnProduct[];
  /** First product before lighting; undefined if parts of the scene are kept. */
  readonly asCut?: PosedProduct | undefined;
  readonly grain: Grain;
}

/**
 * Computes the light and shadows of a scene.
 * @throws RangeError for an unknown aspect ratio; ImageRefusal PLACEMENT_OUTSIDE if the placed product isn't visible
 */
export function* lightScene(order: SceneOrder, kept?: KeptScene): Work<LitScene> {
  const { plan, product, aspectRatioId, isLarger } = order;
  const set = litFromBehind(plan.isMirrored ? mirrored(order.decoded.set) : order.decoded.set);
  const decoded = { ...order.decoded, set };
  const size = thumbnailSize(sceneSize(aspectRatioId, isLarger, order.largerSidePx), order.longerSidePx);
  const crop =
    product === null
      ? cropWithoutProduct(set, aspectRatioId, order.seed, plan.framing)
      : computeCrop(set, aspectRatioId, plan.framing);
  const view = { part: cropPx(crop, decoded.albedo.widthPx), isMirrored: plan.isMirrored };
  const look: Look = {
    lights: plan.lights,
    tints: plan.tints,
    seen: plan.seenTints,
    exposure: plan.exposure,
  };
  const lit = yield* portion(relitSet(decoded, look, view, kept), 0, 0.4);
  const whole = { xPx: 0, yPx: 0, ...size };
  if (product === null) {
    const ground = { part: whole, row: finishedRows(lit, size, plan) };
    return { size, ground, products: [], placement: null, grain: { sigma: 0 } };
  }
  const bareRow = order.withLayers === true ? finishedRows(copyOf(lit), size, plan) : undefined;
  const scene = { decoded, look, view, crop, size, camera: toCamera(set), order, kept };
  const placement = order.placement ?? usualPlacement(scene, product);
  const placed = [{ product, placement, seen: order.seen }, ...(order.beside ?? [])].flatMap(
    (each, index): SceneProduct[] => {
      const keptProduct = kept && (kept.products[index] ??= {});
      const posed = poseProduct(each.product, each.placement, size, keptProduct);
      const isStated = index > 0 || (order.placement ?? order.series) !== undefined;
      if (posed === undefined && isStated) throw new ImageRefusal('PLACEMENT_OUTSIDE');
      return posed ? [{ ...each, seen: each.seen ?? UNKNOWN, posed, index, kept: keptProduct }] : [];
    },
  );
  const posed = placed.find(({ index }) => index === 0)?.posed;
  // Only a file's product is compared with the cut-out.
  const asCut = kept === undefined ? posed && { ...posed, raster: copyOf(posed.raster) } : undefined;
  const unshaded = plan.isBurntOut === true ? lit.data.slice() : undefined;
  const standing = placed.map((each) => standProduct(scene, each)).toSorted(farthestFirst);
  const shadows: ThrownShadow[] = [];
  for (const [n, each] of standing.entries()) {
    const others = standing.filter((other) => other !== each);
    const [start, end] = [n / standing.length, (n + 1) / standing.length];
    const work = addInfluence(lit, scene, each, others);
    shadows.push(yield* portion(work, 0.4 + 0.35 * start, 0.4 + 0.35 * end));
  }
  const laid = shadows.flatMap((shadow) => shadow.laid ?? []);
  const drawn = standing.map((each) => each.placed.posed);
  const changed = shadows.flatMap((shadow) => shadow.changed ?? []);
  const ground =
    kept?.light?.isOld === true && laid.length === 0 && isFinishedByParts(lit, size, plan)
      ? changedGround(lit, size, changed, drawn)
      : { part: whole, row: groundRows(finishedRows(lit, size, plan, unshaded), laid, order.shadow) };
  yield 0.8;
  const products = standing.map(({ placed: { posed: own, index } }) => ({ posed: own, index }));
  const nearer = drawn.slice(drawn.findIndex((each) => each === posed) + 1);
  const covered = posed && coveredBy([posed], nearer, size);
  // An overexposed background shows no grain, so none is added.
  const isGrainy = posed !== undefined && plan.isBurntOut !== true;
  // All backgrounds of a series get the same grain.
  const grain = {
    sigma: order.series?.grain ?? (isGrainy ? measureGrain(posed) : 0),
    covered: drawn.length > 1 ? coveredBy(drawn, [], size) : covered,
  };
  const thrown = shadows[standing.findIndex(({ placed: { index } }) => index === 0)];
  const { source: shadow, light } = thrown ?? NO_SHADOW;
  const lean = product.shadow && placedLean(product.shadow, placement);
  return {
    size,
    bareRow,
    ground,
    products,
    asCut,
    grain,
    placement,
    shadow,
    ...(light && { light }),
    ...(covered && { covered }),
    ...(posed && {
      series: seriesLook(toLookPlace(posed, placement, framedIn(scene, product)), shadow, lean, grain.sigma),
    }),
  };
}

const groundRows =
  (litRows: RowWriter, laid: readonly LaidShadow[], shadow: Shadow | undefined): RowWriter =>
  (y, into) => {
    litRows(y, into);
    for (const each of laid) layShadow(into, y, each, shadow?.opacity);
  };

/** Order of painting: a product that stands lower in the picture is nearer. */
const farthestFirst = (one: StandingProduct, other: StandingProduct): number => one.footY - other.footY;

const NOTHING: Box = { xPx: 0, yPx: 0, widthPx: 0, heightPx: 0 };

/** Part of the picture that contains the product. */
export const productBox = ({ xPx, yPx, raster: { widthPx, heightPx } }: PosedProduct, picture: Size): Box =>
  expanded({ xPx, yPx, widthPx, heightPx }, 0, picture);

/** Ground in the part of the picture in which light changed or products are. */
function changedGround(
  lit: LinearPicture,
  size: Size,
  changed: readonly Box[],
  posed: readonly PosedProduct[],
): Ground {
  const boxes = [
    ...changed.map((box) => resizedBox(box, lit, size)),
    ...posed.map((product) => productBox(product, size)),
  ];
  const part = boxes.length === 0 ? NOTHING : boxes.reduce(boxAround);
  return { part, row: finishedRowsIn(lit, size, part) };
}

/** Parts of a scene that are kept from one picture to the next: the set's light, and the products' rasters. */
export interface KeptScene {
  light?: {
    readonly key: string;
    readonly lit: LinearPicture;
    /** Copy for the picture that is composed. */
    readonly copy: LinearPicture;
    /** True if it is kept from an earlier picture. */
    readonly isOld: boolean;
  };
  /** Products by their index in the order. */
  readonly products: KeptProduct[];
}

/**
 * Relights the set. With `kept`, repeats nothing that the last picture computed, and returns a copy that is valid until
 * the next picture.
 */
function* relitSet(
  decoded: DecodedStudioSet,
  look: Look,
  view: LayerView,
  kept: KeptScene | undefined,
): Work<LinearPicture> {
  const key = JSON.stringify([decoded.set.id, look, view]);
  if (kept?.light?.key === key) {
    const { lit, copy } = kept.light;
    copy.data.set(lit.data);
    kept.light = { ...kept.light, isOld: true };
    return copy;
  }
  const lit = yield* relightWork(decoded, look, view);
  fillSpecks(lit);
  if (kept === undefined) return lit;
  const copy = copyOf(lit);
  kept.light = { key, lit, copy, isOld: false };
  return copy;
}

const copyOf = <Samples extends LinearPicture>(picture: Samples): Samples => ({
  ...picture,
  data: picture.data.slice(),
});

/**
 * Strength of the grain that is added to the noise-free set, so that it matches the photographed product at this size;
 * 0 if the grain would be invisible.
 */
function measureGrain({ raster: product }: PosedProduct): number {
  const sigma = Math.min(MAX_GRAIN, estimateGrain(product));
  return sigma < MIN_GRAIN ? 0 : sigma;
}

/**
 * Share of each pixel that products cover.
 * @param nearer products that hide them
 */
function coveredBy(
  products: readonly PosedProduct[],
  nearer: readonly PosedProduct[],
  { widthPx, heightPx }: Size,
): Float32Array {
  const covered = new Float32Array(widthPx * heightPx);
  const change = (
    { raster: product, xPx, yPx }: PosedProduct,
    cover: (before: number, alpha: number) => number,
  ) => {
    for (let y = Math.max(0, -yPx); y < Math.min(product.heightPx, heightPx - yPx); y++) {
      for (let x = Math.max(0, -xPx); x < Math.min(product.widthPx, widthPx - xPx); x++) {
        const at = (yPx + y) * widthPx + xPx + x;
        covered[at] = cover(covered[at], product.data[(y * product.widthPx + x) * 4 + 3]);
      }
    }
  };
  for (const product of products) change(product, (before, alpha) => before + (1 - before) * alpha);
  for (const product of nearer) change(product, (before, alpha) => before * (1 - alpha));
  return covered;
}

function thumbnailSize({ widthPx, heightPx }: Size, longerSidePx: number | undefined): Size {
  if (longerSidePx === undefined) return { widthPx, heightPx };
  const scale = Math.min(1, longerSidePx / Math.max(widthPx, heightPx));
  return { widthPx: Math.round(widthPx * scale), heightPx: Math.round(heightPx * scale) };
}

interface SceneProduct {
  readonly product: CutOut;
  readonly placement: Placement;
  readonly posed: PosedProduct;
  readonly seen: SeenFrom;
  /** Index in the order: 0 for its first product, followed by those beside it. */
  readonly index: number;
  readonly kept: KeptProduct | undefined;
}

/** Share of light that a shadow doesn't block, at a point of the finished picture. */
type LaidShadow = (x: number, y: number) => number;

interface ThrownShadow {
  readonly source: ShadowSource;
  /** Part of the relit set outside of which nothing changed. */
  readonly changed?: Box | undefined;
  readonly light?: ProductLight;
  /** Set for a plain background. */
  readonly laid?: LaidShadow;
}

const NO_SHADOW: ThrownShadow = { source: 'none' };

const UNKNOWN: SeenFrom = { pose: null, elevationDeg: null };

interface SceneSetup {
  readonly decoded: DecodedStudioSet;
  readonly look: Look;
  readonly view: LayerView;
  readonly crop: RenderCrop;
  readonly size: Size;
  readonly camera: Camera;
  readonly order: SceneOrder;
  readonly kept: KeptScene | undefined;
}

const usualPlacement = (scene: SceneSetup, product: CutOut): Placement => {
  const { series } = scene.order;
  return series === undefined
    ? placementOnStage(scene, product)
    : placementInSeries(product, series.place, framedIn(scene, product));
};

const framedIn = ({ decoded, crop, size, order }: SceneSetup, product: CutOut): SeriesFrame => ({
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

/** Product at its place in the set, with the shadows that it casts. */
interface StandingProduct {
  readonly placed: SceneProduct;
  readonly outline: Outline;
  readonly stand: Stand;
  /** Height in the rendered set at which it stands, lies or hangs. */
  readonly footY: number;
  readonly isHanging: boolean;
  readonly isLying: boolean;
  readonly layers: readonly LitLayer[];
  /** Region of the set's layers around the product, in which its light is measured. */
  readonly stage: Box;
  readonly depthAt: DepthReader;
  readonly source: ShadowSource;
  /** Shadow from the product's photo, if the scene uses it. */
  readonly arriving: LaidShadow | undefined;
  /** Shadow of a product that doesn't stand. */
  readonly lying: LyingShadow | undefined;
  readonly casts: ReadonlyMap<string, Occluder>;
}

/** Finds where a product stands, lies or hangs in the set, and the shadows that it casts there. */
function standProduct(scene: SceneSetup, placed: SceneProduct): StandingProduct {
  const { decoded, look, view, crop, size, camera, order } = scene;
  const { product, placement, posed, seen } = placed;
  const { set } = decoded;
  const shadow = order.shadow ?? seriesShadow(order.series);
  const { elevationDeg } = set.camera;
  const shape = placed.kept?.last?.rendered ?? posed;
  const outline = remember(shape, `outline ${elevationDeg}`, () =>
    computeOutline(shape.veil ?? shape.raster, elevationDeg),
  );
  const isHanging = isHangingIn(set);
  const lift = shadow.kind === 'floating' && !isHanging ? hoverPx(outline) : 0;
  const depthAt = depthReader(decoded, view.isMirrored);
  const isHeld = isHanging || product.hangsFromEdge === true;
  const isLying = !isHeld && liesOn(set, seen, outline);
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
  const { shadow: requestedShadow, series } = order;
  const fitsSeries =
    requestedShadow !== undefined || !own || !series || isOfSeries(placedLean(own, placement), series);
  const photo = fitsSeries ? own : undefined;
  const source = chooseShadow({
    asked: requestedShadow,
    photo,
    seen,
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
      ? lyingShadow({ ...flat, isTall: seen.pose === 'stands', bulk: own && bulkBeside(own) })
      : undefined;
  const casts: ReadonlyMap<string, Occluder> =
    source === 'computed'
      ? createCasts(layers, lying ?? uprightShadow(outline, stand, scene), scene)
      : new Map();
  return {
    placed,
    outline,
    stand,
    footY: foot.y,
    isHanging,
    isLying,
    layers,
    stage,
    depthAt,
    source,
    arriving,
    lying,
    casts,
  };
}

/**
 * Applies the light of the set to a product and the product's shadows to the set. Removes the parts of the product
 * that objects of the set hide.
 * @param others products whose shadows may fall on it
 */
function* addInfluence(
  lit: LinearPicture,
  scene: SceneSetup,
  standing: StandingProduct,
  others: readonly StandingProduct[],
): Work<ThrownShadow> {
  const { decoded, look, view, crop, size, camera, order } = scene;
  const { outline, stand, isHanging, isLying, layers, stage, depthAt, source, arriving, lying } = standing;
  const { posed, seen } = standing.placed;
  const { set } = decoded;
  const shadow = order.shadow ?? seriesShadow(order.series);
  const depthEdges = depthEdgeReader(decoded, view.isMirrored);
  const inLight = {
    posed,
    stand,
    lit: layers,
    stage,
    ground: groundColor(lit, stage, view.part),
    highlight: measureHighlight(lit),
    camera,
    depthAt,
    isMirrored: view.isMirrored,
    crop,
    picture: size,
    isHanging,
  };
  const strength = (order.matchPercent ?? DEFAULT_MATCH_PERCENT) / 100;
  const field = shadowedField(productLight(inLight, strength), inLight, {
    casts: others.map(({ casts }) => casts),
    opacity: shadow.opacity * Math.min(1, strength / (DEFAULT_MATCH_PERCENT / 100)),
  });
  applyLight(posed.raster, field);
  yield 0.2;
  const isTouching =
    source === 'computed' || (source === 'photo' && (!isPlain(set) || seen.pose === 'stands'));
  const isStanding = lying === undefined && stand.liftDm === 0;
  // Adds a thin contact shadow, which the shadow from the photo is too coarse to show.
  const line = isTouching && isStanding ? contactLine(outline, set.camera.elevationDeg) : undefined;
  const { isBurntOut = false } = order.plan;
  const influence: ProductInfluence = {
    casts: standing.casts,
    // Adds ambient occlusion to the photo's shadow in sets with objects, because it may be fainter than the objects'
    // shadows and the product would seem to float.
    ambient:
      source === 'computed' || (source === 'photo' && !isPlain(set))
        ? (lying?.ambient ?? ambientOcclusion(outline, stand, camera))
        : undefined,
    contact: isBurntOut ? undefined : line,
    // A lying or hanging product isn't reflected, because the reflection would show a hidden side.
    mirror:
      isLying || isHanging ? undefined : createReflection(posed.raster, outline, stand, camera, set, size),
    photo: isPlain(set) ? undefined : arriving,
    bounce: meanColor(posed.raster),
    opacity: shadow.opacity,
  };
  yield 0.4;
  // A lying product is on top of the set's objects, so they can't hide it.
  if (!isLying) hideBehindSet({ posed, outline, stand, camera, depthAt, crop, picture: size, isHanging });
  const scale = size.widthPx / view.part.widthPx;
  const frame = { scale, xPx: posed.xPx, yPx: posed.yPx };
  const changed = yield* portion(
    shadeWork(lit, {
      decoded,
      look,
      view,
      camera,
      depthAt,
      depthEdges,
      groundZ: stand.groundDm[2],
      stage,
      influence,
      frame,
    }),
    0.5,
    1,
  );
  const { xPx, yPx } = posed;
  const { widthPx, heightPx } = posed.raster;
  const light = { field, xPx, yPx, widthPx, heightPx };
  if (!isPlain(set)) return { source, light, changed };
  // On an overexposed background the contact shadow is applied to the finished picture, because clipping before it
  // would harden the shadow's edge.
  if (!isBurntOut || line === undefined)
    return { source, light, changed, ...(arriving && { laid: arriving }) };
  const laid = (x: number, y: number): number =>
    (arriving?.(x, y) ?? 1) * (1 - Math.min(MAX_CONTACT, line.at(x - xPx, y - yPx)));
  return { source, light, laid };
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
  { camera, order }: SceneSetup,
): Map<string, Occluder> {
  const key = findKeyLight(layers);
  const { shadow = seriesShadow(order.series), plan } = order;
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

function meanColor({ data }: LightRaster): LinearRgb {
  let [red, green, blue, alpha] = [0, 0, 0, 1e-6];
  for (let i = 0; i < data.length; i += 4) {
    red += data[i];
    green += data[i + 1];
    blue += data[i + 2];
    alpha += data[i + 3];
  }
  return [red / alpha, green / alpha, blue / alpha];
}
