import type { Placement, SceneLargerSidePx, Shadow } from '@packshot/contract';
import type { Camera } from '../stage/camera.ts';
import { seenFrom } from '../light/set/choose-shadow.ts';
import type { SeenFrom } from '../light/set/choose-shadow.ts';
import type { CutOut } from './cut-out.ts';
import type { RenderCrop } from '../stage/crop.ts';
import type { DecodedStudioSet } from '../stage/layers.ts';
import type { LinearPicture } from '../raster/light-raster.ts';
import type { PosedProduct } from '../stage/placement.ts';
import type { CachedProduct } from './posed-product.ts';
import type { LayerView, SetLighting } from '../light/set/relight.ts';
import type { PicturePlan } from '../stage/scene-plan.ts';
import type { SeriesLock } from './series.ts';
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
  readonly productView?: SeenFrom | undefined;
  /**
   * Further products in the scene; nearer ones hide those behind them. Without `placement`, their placements are those
   * of an arrangement, as `GROUP_FIRST` explains.
   */
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
  /** With layers: index, from the farthest product on, of the only product that the product layer shows. */
  readonly layerProduct?: number | undefined;
  /** True to refuse several products of which one can hardly be seen. */
  readonly mustShowAll?: boolean | undefined;
  /** Scene lock (settings shared by all pictures of a series) of the series that this picture continues. */
  readonly series?: SeriesLock | undefined;
  /** Longer side of a picture that is smaller than the aspect ratio's full size, for a thumbnail. */
  readonly longerSidePx?: number | undefined;
}

/** Further product of a scene. */
export interface BesideOrder {
  readonly product: CutOut;
  readonly placement: Placement;
  /** Shadow that the user chose or that the product's pose needs; chosen automatically by default. */
  readonly shadow?: Shadow | undefined;
  readonly productView?: SeenFrom | undefined;
}

/** Parts of a scene that are kept from one picture to the next: the set's light, and the products' rasters. */
export interface CachedScene {
  light?: {
    readonly key: string;
    readonly lit: LinearPicture;
    /** Copy for the picture that is composed. */
    readonly copy: LinearPicture;
    /** True if the light was computed for an earlier picture. */
    readonly isOld: boolean;
  };
  /** Products by their index in the order. */
  readonly products: CachedProduct[];
}

/** Values that describe one picture of a set with products. */
export interface SceneSetup {
  readonly decoded: DecodedStudioSet;
  readonly look: SetLighting;
  readonly view: LayerView;
  readonly crop: RenderCrop;
  readonly size: Size;
  readonly camera: Camera;
  /** Brightness of the highlights of the set without products. */
  readonly highlight: number;
  readonly order: SceneOrder;
  readonly cachedScene: CachedScene | undefined;
}

/** Product rendered at its placement. */
export interface SceneProduct {
  readonly product: CutOut;
  readonly placement: Placement;
  /** Shadow as requested; undefined if it is chosen automatically. */
  readonly shadow: Shadow | undefined;
  readonly posed: PosedProduct;
  readonly productView: SeenFrom;
  /** Index of the product in the scene's order: 0 for the first product, 1 and more for the products beside it. */
  readonly index: number;
  readonly cachedProduct: CachedProduct | undefined;
}

/** View of a product about whose photo nothing is known. */
export const UNKNOWN = seenFrom(null);

export function thumbnailSize({ widthPx, heightPx }: Size, longerSidePx: number | undefined): Size {
  if (longerSidePx === undefined) return { widthPx, heightPx };
  const scale = Math.min(1, longerSidePx / Math.max(widthPx, heightPx));
  return { widthPx: Math.round(widthPx * scale), heightPx: Math.round(heightPx * scale) };
}
