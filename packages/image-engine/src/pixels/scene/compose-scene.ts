import { sceneSize } from '@packshot/contract';
import type { Placement, ShadowSource } from '@packshot/contract';
import type { ProductLight } from '../light/light-field.ts';
import { estimateGrain } from './estimate-grain.ts';
import type { Box, RgbRaster } from '../raster/raster.ts';
import { ImageRefusal } from '../raster/refusal.ts';
import { portion } from '../raster/work.ts';
import type { Work } from '../raster/work.ts';
import { toCamera, mirrorSet } from '../stage/camera.ts';
import { fillSpecks } from './contours.ts';
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
import { computeCrop, cropPx, cropWithoutProduct } from '../stage/crop.ts';
import { splitLayers } from './separate.ts';
import type { SceneLayers } from './separate.ts';
import type { DecodedStudioSet } from '../stage/layers.ts';
import type { LinearPicture, RowWriter } from '../raster/light-raster.ts';
import type { PosedProduct } from '../stage/placement.ts';
import type { CutOut } from './cut-out.ts';
import { toSeriesPlace } from './place-in-series.ts';
import { poseProduct, renderedPixels } from './posed-product.ts';
import { placedLean } from '../light/lay-photo-shadow.ts';
import type { PhotoShadow } from '../light/lay-photo-shadow.ts';
import { measureHighlight } from '../light/set/set-product-light.ts';
import { relightWork } from '../light/set/relight.ts';
import type { LayerView, SetLighting } from '../light/set/relight.ts';
import { seriesLock, shadowOfSeries } from './series.ts';
import type { SeriesLock, ShadowOfSeries } from './series.ts';
import { litFromBehind } from '../light/set/shadow-light.ts';
import { boxAround, expandBox } from '../raster/box.ts';
import type { Size } from '../raster/box.ts';
import type { BesideOrder, SceneOrder, CachedScene, SceneProduct, SceneSetup } from './scene-setup.ts';
import { UNKNOWN, thumbnailSize } from './scene-setup.ts';
import { placeGroup, usualPlacement, framedIn } from './usual-placement.ts';
import { assertAllShown, coveredBy, measureVisibility, visiblePx } from './visibility.ts';
import type { ProductVisibility } from './visibility.ts';
import type { LaidShadow, StandingProduct } from './stand-product.ts';
import { standProduct } from './stand-product.ts';
import type { ThrownShadow } from './add-influence.ts';
import { NO_SHADOW, addInfluence } from './add-influence.ts';

export interface ComposedScene {
  readonly picture: RgbRaster;
  /** Placement of the product; null in a picture without a product. */
  readonly placement: Placement | null;
  /** Placements of the further products. */
  readonly beside: readonly Placement[];
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
  readonly series?: SeriesLock;
  readonly layers?: SceneLayers;
  /** Index of the only product in the product layer, 0 for the first one; undefined without such a product. */
  readonly layerIndex?: number | undefined;
}

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
  if (scene.placement === null)
    return { picture: toRaster(groundRow, size, order.seed), placement: null, beside: [] };
  const drawn = products.map(({ posed }) => posed);
  const { layerProduct: at } = order;
  const inLayer = at === undefined ? drawn : drawn.slice(at, at + 1);
  const splitter = bareRow && splitLayers(size, inLayer, order.seed, grain);
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
    beside: scene.beside,
    ...(shadow && { shadow }),
    ...(light && { light }),
    ...(covered && { covered }),
    ...(asCut && { posed: asCut }),
    ...(series && { series }),
    ...(splitter && { layers: splitter.layers() }),
    ...(at !== undefined && { layerIndex: products.at(at)?.index }),
  };
}

/** Product in the set's light, without the parts that objects of the set hide. */
interface DrawnProduct {
  readonly posed: PosedProduct;
  /** Index of the product in the scene's order: 0 for the first product, 1 and more for the products beside it. */
  readonly index: number;
}

/** Set with the products' shadows, without the products. */
interface SceneBackground {
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
  readonly ground: SceneBackground;
  /** Products from the farthest to the nearest. */
  readonly products: readonly DrawnProduct[];
  /** Visibility of the products; empty unless parts of the scene are kept, or all products have to be visible. */
  readonly visibility: readonly ProductVisibility[];
  /** First product before lighting; undefined if parts of the scene are kept. */
  readonly asCut?: PosedProduct | undefined;
  readonly grain: Grain;
}

/**
 * Computes the light and shadows of a scene.
 * @throws RangeError for an unknown aspect ratio
 * @throws ImageRefusal PLACEMENT_OUTSIDE if a placed product isn't visible; PRODUCTS_TOO_LARGE, PRODUCT_HIDDEN
 */
export function* lightScene(order: SceneOrder, cachedScene?: CachedScene): Work<LitScene> {
  const { plan, product, aspectRatioId, isLarger } = order;
  const set = litFromBehind(plan.isMirrored ? mirrorSet(order.decoded.set) : order.decoded.set);
  const decoded = { ...order.decoded, set };
  const size = thumbnailSize(sceneSize(aspectRatioId, isLarger, order.largerSidePx), order.longerSidePx);
  const crop =
    product === null
      ? cropWithoutProduct(set, aspectRatioId, order.seed, plan.framing)
      : computeCrop(set, aspectRatioId, plan.framing);
  const view = { part: cropPx(crop, decoded.albedo.widthPx), isMirrored: plan.isMirrored };
  const look: SetLighting = {
    lights: plan.lights,
    tints: plan.tints,
    visibleTints: plan.seenTints,
    exposure: plan.exposure,
  };
  const lit = yield* portion(relitSet(decoded, look, view, cachedScene), 0, 0.4);
  const whole = { xPx: 0, yPx: 0, ...size };
  if (product === null) {
    const ground = { part: whole, row: finishedRows(lit, size, plan) };
    const nothing = { products: [], visibility: [], placement: null, beside: [] };
    return { size, ground, ...nothing, grain: { sigma: 0 } };
  }
  const bareRow = order.withLayers === true ? finishedRows(copyPicture(lit), size, plan) : undefined;
  const highlight = measureHighlight(lit);
  const scene = { decoded, look, view, crop, size, camera: toCamera(set), highlight, order, cachedScene };
  const { placement, beside, placed } = placeProducts(scene, product);
  const posed = placed.find(({ index }) => index === 0)?.posed;
  // Copy of the product before lighting, with which a finished file is compared. The live preview needs none.
  const asCut =
    cachedScene === undefined ? posed && { ...posed, raster: copyPicture(posed.raster) } : undefined;
  const unshaded = plan.isBurntOut === true ? lit.data.slice() : undefined;
  const lean = product.shadow && placedLean(product.shadow, placement);
  const standing = standAll(lit, scene, placed, lean).toSorted(farthestFirst);
  const isMeasured = order.mustShowAll === true || cachedScene !== undefined;
  const wholePx = isMeasured ? standing.map((each) => visiblePx(each.placed.posed, [], size)) : [];
  const shadows = yield* portion(throwShadows(lit, scene, standing), 0.4, 0.75);
  const visibility = isMeasured ? measureVisibility(standing, wholePx, size) : [];
  if (order.mustShowAll === true) assertAllShown(visibility, size);
  const laid = shadows.flatMap((shadow) => shadow.laid ?? []);
  const drawn = standing.map((each) => each.placed.posed);
  const changed = shadows.flatMap((shadow) => shadow.changed ?? []);
  const ground =
    cachedScene?.light?.isOld === true && laid.length === 0 && isFinishedByParts(lit, size, plan)
      ? changedBackground(lit, size, changed, drawn)
      : { part: whole, row: backgroundRows(finishedRows(lit, size, plan, unshaded), laid) };
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
  const series =
    posed && seriesLock(toSeriesPlace(posed, placement, framedIn(scene, product)), shadow, lean, grain.sigma);
  return {
    size,
    bareRow,
    ground,
    products,
    visibility,
    asCut,
    grain,
    placement,
    beside,
    shadow,
    ...(light && { light }),
    ...(covered && { covered }),
    ...(series && { series }),
  };
}

/**
 * Chooses the places of all products that have none, and renders the products there.
 * @returns also the visible products; one that was placed automatically may be invisible
 * @throws ImageRefusal PLACEMENT_OUTSIDE, PRODUCTS_TOO_LARGE
 */
function placeProducts(scene: SceneSetup, product: CutOut) {
  const { order, size, cachedScene } = scene;
  const { beside = [] } = order;
  const isGroup = order.placement === undefined && beside.length > 0;
  const group = isGroup ? placeGroup(scene, { product, productView: order.productView }, beside) : [];
  const placement = order.placement ?? group[0] ?? usualPlacement(scene, product);
  const first = { product, placement, shadow: order.shadow, productView: order.productView };
  const others = beside.map((each, at) => ({ ...each, placement: group[at + 1] ?? each.placement }));
  const all = [first, ...others];
  assertFitInMemory(all, size);
  const placed = all.flatMap((each, index): SceneProduct[] => {
    const cachedProduct = cachedScene && (cachedScene.products[index] ??= {});
    const posed = poseProduct(each.product, each.placement, size, cachedProduct);
    const isStated = index > 0 || (order.placement ?? order.series) !== undefined;
    const number = all.length > 1 ? index + 1 : undefined;
    if (posed === undefined && isStated) throw new ImageRefusal('PLACEMENT_OUTSIDE', { product: number });
    const { shadow, productView = UNKNOWN } = each;
    return posed ? [{ ...each, shadow, productView, posed, index, cachedProduct }] : [];
  });
  return { placement, beside: others.map((each) => each.placement), placed };
}

/**
 * Applies the light of the set to the products, and their shadows to the set.
 * @param standing products from the farthest to the nearest
 */
function* throwShadows(
  lit: LinearPicture,
  scene: SceneSetup,
  standing: readonly StandingProduct[],
): Work<ThrownShadow[]> {
  const shadows: ThrownShadow[] = [];
  for (const [n, each] of standing.entries()) {
    // Products that may shade this one. A flat product (lying or hanging) shades only the products that it covers,
    // which are drawn before it.
    const shading = standing.filter((other, i) => i > n || (i < n && other.lying === undefined));
    const work = addInfluence(lit, scene, each, shading, standing.slice(0, n));
    shadows.push(yield* portion(work, n / standing.length, (n + 1) / standing.length));
  }
  return shadows;
}

/** Maximum number of pixels of several products together; each pixel takes 16 bytes. One product may have more. */
const MOST_PRODUCT_PIXELS = 25_000_000;

/** Refuses several products that would together take too much memory. Throws ImageRefusal PRODUCTS_TOO_LARGE. */
function assertFitInMemory(products: readonly BesideOrder[], size: Size): void {
  const pixels = products.map(({ product, placement }) => renderedPixels(product, placement, size));
  if (pixels.length > 1 && pixels.reduce((sum, each) => sum + each) > MOST_PRODUCT_PIXELS)
    throw new ImageRefusal('PRODUCTS_TOO_LARGE');
}

const backgroundRows =
  (litRows: RowWriter, laid: readonly LaidShadow[]): RowWriter =>
  (y, into) => {
    litRows(y, into);
    for (const { arriving, opacity } of laid) layShadow(into, y, arriving, opacity);
  };

/** Finds the positions of all products. The shadows of further products agree with the first product's shadow. */
function standAll(
  lit: LinearPicture,
  scene: SceneSetup,
  placed: readonly SceneProduct[],
  lean: PhotoShadow['lean'] | undefined,
): StandingProduct[] {
  let series: ShadowOfSeries | undefined = scene.order.series;
  return placed.map((each) => {
    const standing = standProduct(lit, scene, each, series);
    if (each.index === 0) series ??= shadowOfSeries(standing.source, lean);
    return standing;
  });
}

/** Order of painting: a product that stands lower in the picture is nearer. */
const farthestFirst = (one: StandingProduct, other: StandingProduct): number => one.footY - other.footY;

const NOTHING: Box = { xPx: 0, yPx: 0, widthPx: 0, heightPx: 0 };

/** Part of the picture that contains the product. */
export const productBox = ({ xPx, yPx, raster: { widthPx, heightPx } }: PosedProduct, picture: Size): Box =>
  expandBox({ xPx, yPx, widthPx, heightPx }, 0, picture);

/** Ground in the part of the picture in which light changed or products are. */
function changedBackground(
  lit: LinearPicture,
  size: Size,
  changed: readonly Box[],
  posed: readonly PosedProduct[],
): SceneBackground {
  const boxes = [
    ...changed.map((box) => resizedBox(box, lit, size)),
    ...posed.map((product) => productBox(product, size)),
  ];
  const part = boxes.length === 0 ? NOTHING : boxes.reduce(boxAround);
  return { part, row: finishedRowsIn(lit, size, part) };
}

/**
 * Relights the set. With `cachedScene`, reuses the results of the last picture, and returns a copy that is valid until the
 * next picture.
 */
function* relitSet(
  decoded: DecodedStudioSet,
  look: SetLighting,
  view: LayerView,
  cachedScene: CachedScene | undefined,
): Work<LinearPicture> {
  const key = JSON.stringify([decoded.set.id, look, view]);
  if (cachedScene?.light?.key === key) {
    const { lit, copy } = cachedScene.light;
    copy.data.set(lit.data);
    cachedScene.light = { ...cachedScene.light, isOld: true };
    return copy;
  }
  const lit = yield* setLight(decoded, look, view, key);
  const copy = copyPicture(lit);
  if (cachedScene === undefined) return copy;
  cachedScene.light = { key, lit, copy, isOld: false };
  return copy;
}

/** Light computed last for each set, by the set's albedo layer, so that it is freed with the set. */
const lastLights = new WeakMap<object, { readonly key: string; readonly lit: LinearPicture }>();

/** Relights the set, unless its last picture had the same light and crop, as in a series or for a moved product. */
function* setLight(
  decoded: DecodedStudioSet,
  look: SetLighting,
  view: LayerView,
  key: string,
): Work<LinearPicture> {
  const last = lastLights.get(decoded.albedo);
  if (last?.key === key) return last.lit;
  const lit = yield* relightWork(decoded, look, view);
  fillSpecks(lit);
  lastLights.set(decoded.albedo, { key, lit });
  return lit;
}

const copyPicture = <Samples extends LinearPicture>(picture: Samples): Samples => ({
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
