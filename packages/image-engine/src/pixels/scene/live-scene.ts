/**
 * A scene in the browser: composed again after each change, at the size of the stage, by the compositor of the finished
 * pictures. The browser decodes the set's layers to 8 bits per sample.
 */
import type { Placement, SceneLock, Shadow } from '@packshot/contract';
import { srgb8Row } from '../color/tone.ts';
import type { Grain } from '../color/tone.ts';
import type { SeenFrom } from '../light/set/choose-shadow.ts';
import { takeShadowOff } from '../light/cut-out-shadow.ts';
import type { AuxiliaryMaps } from '../matte/auxiliary-maps.ts';
import type { Size } from '../raster/box.ts';
import { emptyRaster, firstChannels, raster } from '../raster/raster.ts';
import type { Box, RgbaRaster } from '../raster/raster.ts';
import { ImageRefusal } from '../raster/refusal.ts';
import { portion } from '../raster/work.ts';
import type { Work } from '../raster/work.ts';
import { albedoValues, depthValues, LAYER_FULL_SCALE, lightValues } from '../stage/layers.ts';
import type { DecodedStudioSet, LayerPlane } from '../stage/layers.ts';
import { sharpenDepth } from '../stage/scene-depth.ts';
import type { PicturePlan } from '../stage/scene-plan.ts';
import type { StudioSet } from '../stage/studio-set.ts';
import { lightScene, productBox } from './compose-scene.ts';
import { coveredBy } from './visibility.ts';
import type { ProductVisibility } from './visibility.ts';
import type { BesideOrder, CachedScene } from './scene-setup.ts';
import type { PosedProduct } from '../stage/placement.ts';
import { createCutOut } from './cut-out.ts';
import type { CutOut } from './cut-out.ts';
import { drawProduct, finishedRowsIn, toRaster } from './finish.ts';
import { requestedShadow } from './series.ts';
import { onCanvas } from './separate.ts';

/** Reads a picture of a set as 8-bit RGBA, at most `widthPx` wide. */
export type ReadSetPicture = (file: string, widthPx: number) => Promise<RgbaRaster>;

/** Levels, of 255, to add to red, green and blue of decoded pictures. */
type Bias = readonly [number, number, number];

/**
 * Reads a studio set's layers with `widthPx` columns; depth has half as many.
 * @param bias levels, of 255, by which the decoder makes colors darker on average; they are added back
 */
export async function readLiveSet(
  set: StudioSet,
  widthPx: number,
  read: ReadSetPicture,
  bias: Bias = [0, 0, 0],
): Promise<DecodedStudioSet> {
  const colors = async (file: string, values: Float32Array) =>
    toPlane(await read(file, widthPx), 3, values, bias);
  const [albedo, depth, lights, tints] = await Promise.all([
    colors(set.albedo.file, albedoValues()),
    read(set.depth.file, widthPx / 2).then((picture) => toPlane(picture, 1, depthValues(set.depth), [0])),
    Promise.all(
      set.lights.map(async ({ id, layer }) => [id, await colors(layer.file, lightValues(layer))] as const),
    ),
    Promise.all(
      set.tints.map(async ({ id, file }) => [id, firstChannels(await read(file, widthPx), 1)] as const),
    ),
  ]);
  sharpenDepth(depth);
  return { set, albedo, lights: new Map(lights), tints: new Map(tints), depth };
}

function toPlane<Channels extends 1 | 3>(
  { data, widthPx, heightPx }: RgbaRaster,
  channels: Channels,
  values: Float32Array,
  bias: readonly number[],
): LayerPlane<Channels> {
  const samples = new Uint16Array(widthPx * heightPx * channels);
  for (let c = 0; c < channels; c++) {
    // Sample of each of the 256 levels, because a layer has millions of samples.
    const sampleOf = Uint16Array.from({ length: 256 }, (_, level) =>
      Math.min(LAYER_FULL_SCALE, Math.max(0, Math.round(((level + bias[c]) * LAYER_FULL_SCALE) / 255))),
    );
    for (let from = c, to = c; from < data.length; from += 4, to += channels)
      samples[to] = sampleOf[data[from]];
  }
  return { widthPx, heightPx, channels, samples, values };
}

/** Prepares a cut-out, with the maps of its file, for composing; undefined if nothing of it is visible. */
export function prepareLiveProduct(image: RgbaRaster, maps: AuxiliaryMaps): CutOut | undefined {
  const laid = takeShadowOff(image);
  return createCutOut(image, { ...laid, ...maps });
}

export interface LiveOrder {
  readonly product: CutOut;
  readonly plan: PicturePlan;
  /**
   * Scene lock (settings shared by all pictures of a series) of a scene that was made before; undefined for a new
   * scene.
   */
  readonly look?: SceneLock | undefined;
  /** By default the position that the set defines for products. */
  readonly placement?: Placement | undefined;
  /** Further products in the scene; nearer ones hide those behind them. */
  readonly beside?: readonly Omit<BesideOrder, 'shadow'>[] | undefined;
  /** Index of the product that the user moves: 0 for `product` (the default), 1 and more for those in `beside`. */
  readonly movedIndex?: number | undefined;
  readonly matchPercent: number;
  readonly seed: number;
  readonly shadow: Shadow | undefined;
  readonly productView: SeenFrom;
  readonly aspectRatioId: number;
  readonly isLarger: boolean;
  readonly longerSidePx: number;
}

/**
 * Composed scene as 8-bit sRGB, in parts. The ground with the patch on it is the whole scene. The ground with the
 * product on it is the preview while the user moves the product.
 */
export interface LiveFrame {
  /** Set with all shadows and reflections, and all products but the moved one. */
  readonly ground: RgbaRaster;
  /** Part of the scene that contains the moved product, and its position on the ground. */
  readonly patch: RgbaRaster;
  readonly xPx: number;
  readonly yPx: number;
  /** Moved product in the set's light, on a transparent picture as large as the patch. */
  readonly product: RgbaRaster;
  /** Placements of the first product, and of the further ones. */
  readonly placement: Placement;
  readonly beside: readonly Placement[];
  /** How much of each product can be seen. */
  readonly visibility: readonly ProductVisibility[];
}

const ROWS_A_STEP = 64;

/** Composes scenes of one set, and keeps the set's light while only the product changes. */
export class LiveScene {
  readonly #decoded: DecodedStudioSet;
  readonly #kept: CachedScene = { products: [] };
  /** Finished set without the product. */
  #bare: { readonly key: string; readonly data: Uint8Array } | undefined;

  constructor(decoded: DecodedStudioSet) {
    this.#decoded = decoded;
  }

  /**
   * Composes the scene after a change.
   * @throws ImageRefusal PLACEMENT_OUTSIDE if the product isn't visible at its placement
   */
  *compose({ look, seed, movedIndex = 0, ...order }: LiveOrder): Work<LiveFrame> {
    const shadowFor = (pose: SeenFrom['pose'] = null) =>
      requestedShadow(order.shadow, pose, order.plan, look);
    const beside = order.beside?.map((other) => ({ ...other, shadow: shadowFor(other.productView?.pose) }));
    const shadow = shadowFor(order.productView.pose);
    const whole = { ...order, shadow, beside, decoded: this.#decoded, seed, series: look };
    const scene = yield* portion(lightScene(whole, this.#kept), 0, 0.8);
    const { size, products, grain, placement, beside: places, ground: shaded, visibility } = scene;
    const posed = products.find(({ index }) => index === movedIndex)?.posed;
    if (placement === null || posed === undefined) throw new ImageRefusal('PLACEMENT_OUTSIDE');
    const { part } = shaded;
    const ground = emptyRaster(size.widthPx, size.heightPx, 4);
    const drawn = products.map((product) => product.posed);
    const still = drawn.filter((product) => product !== posed);
    const bare = { sigma: grain.sigma };
    const open = { ...bare, ...(still.length > 0 && { covered: coveredBy(still, [], size) }) };
    if (part.widthPx < size.widthPx || part.heightPx < size.heightPx)
      ground.data.set(this.#bareSet(size, seed, bare));
    const box = productBox(posed, size);
    const patch = emptyRaster(box.widthPx, box.heightPx, 4);
    const row = new Float32Array(part.widthPx * 3);
    const behind = new Float32Array(box.widthPx * 3);
    const boxAt = (box.xPx - part.xPx) * 3;
    const samples = new Uint8Array(row.length);
    const columns = { xPx: part.xPx, pictureWidthPx: size.widthPx };
    const within = (products: readonly PosedProduct[], { xPx }: Box) =>
      products.map((product) => ({ ...product, xPx: product.xPx - xPx }));
    const [stillInPart, allInBox] = [within(still, part), within(drawn, box)];
    for (let y = part.yPx; y < part.yPx + part.heightPx; y++) {
      if (y % ROWS_A_STEP === 0) yield 0.8;
      shaded.row(y - part.yPx, row);
      behind.set(row.subarray(boxAt, boxAt + behind.length));
      for (const product of stillInPart) drawProduct(row, y, product);
      srgb8Row(row, y, seed, open, samples, columns);
      writeOpaque(samples, ground.data, (y * size.widthPx + part.xPx) * 4);
      const patchY = y - box.yPx;
      if (patchY < 0 || patchY >= box.heightPx) continue;
      for (const product of allInBox) drawProduct(behind, y, product);
      const drawn = samples.subarray(0, behind.length);
      srgb8Row(behind, y, seed, grain, drawn, { ...columns, xPx: box.xPx });
      writeOpaque(drawn, patch.data, patchY * box.widthPx * 4);
    }
    const onPatch = { ...posed, xPx: posed.xPx - box.xPx, yPx: posed.yPx - box.yPx };
    const product = raster(onCanvas([onPatch], box.widthPx, box.heightPx), box.widthPx, box.heightPx, 4);
    return { ground, patch, xPx: box.xPx, yPx: box.yPx, product, placement, beside: places, visibility };
  }

  #bareSet(size: Size, seed: number, grain: Pick<Grain, 'sigma'>): Uint8Array {
    const { light } = this.#kept;
    if (light === undefined) throw new Error('The light of the set is kept');
    const key = JSON.stringify([light.key, size, seed, grain]);
    if (this.#bare?.key === key) return this.#bare.data;
    const whole = { xPx: 0, yPx: 0, ...size };
    const lit = { ...light.lit, data: light.lit.data.slice() };
    const { data } = toRaster(finishedRowsIn(lit, size, whole), size, seed, grain);
    const opaque = emptyRaster(size.widthPx, size.heightPx, 4);
    writeOpaque(data, opaque.data, 0);
    this.#bare = { key, data: opaque.data };
    return opaque.data;
  }
}

function writeOpaque(samples: Uint8Array, into: Uint8Array, at: number): void {
  for (let from = 0, to = at; from < samples.length; from += 3, to += 4) {
    into[to] = samples[from];
    into[to + 1] = samples[from + 1];
    into[to + 2] = samples[from + 2];
    into[to + 3] = 255;
  }
}
