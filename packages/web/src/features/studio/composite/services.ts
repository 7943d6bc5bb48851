import type { DescribedSet } from '../../../lib/api/references.ts';
import type { EstimatedSurroundings, LiveFrame, Standing } from '@packshot/image-engine/pixels';
import type { StagePicture } from '../model/picture.ts';
import type { ProductMaps } from '../model/product-maps.ts';
import type { PixelSize } from '../model/size.ts';
import type { Composite, CompositionOrder } from './compose.ts';
import type { LivePlan, LivePlanOrder, LiveSceneOrder } from './live-scene.ts';
import type { CompositeReport } from './prove-composite.ts';

export interface CompositeServices {
  compose(order: CompositionOrder): Promise<Composite>;
  /** Plans the first variant of a request for scenes. */
  planLive(order: LivePlanOrder): Promise<LivePlan>;
  /** Composes a scene at the size of the stage. */
  composeLive(order: LiveSceneOrder): Promise<LiveFrame | null>;
  stopLive(): Promise<void>;
  /** Loads the description of a studio set, and the address of its files. */
  studioSet(id: string): Promise<DescribedSet>;
  /** Compares the product in a finished composite with the cut-out. */
  proveComposite(order: CompositionOrder, file: Blob): Promise<CompositeReport>;
  /** Reads the shadow and the transparent areas of the product from a cut-out's file. */
  productMaps(picture: StagePicture): Promise<ProductMaps>;
  /**
   * Estimates the light and the background around the product in a picture that fills the frame; null if the browser
   * can't read the picture.
   */
  estimateSurroundings(
    picture: StagePicture,
    frame: PixelSize,
    stands: Standing,
  ): Promise<EstimatedSurroundings | null>;
}

declare module '../state/services.ts' {
  interface StudioServices extends CompositeServices {}
}
