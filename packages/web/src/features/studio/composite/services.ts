import type { EstimatedSurroundings, Standing } from '@packshot/image-engine/pixels';
import type { Picture } from '../model/picture.ts';
import type { ProductPlanes } from '../model/product-planes.ts';
import type { Size } from '../model/size.ts';
import type { Composite, CompositionOrder } from './compose.ts';
import type { CompositeProof } from './prove-composite.ts';

/** What making a composite needs. */
export interface CompositeServices {
  /** The product on its background as one picture, and where the product is in it. */
  compose(order: CompositionOrder): Promise<Composite>;
  /** Compares what was made of an order with the product that should be in it. */
  proveComposite(order: CompositionOrder, file: Blob): Promise<CompositeProof>;
  /** What a picture's file knows of the product's own shadow, and of what is clear. */
  productPlanes(picture: Picture): Promise<ProductPlanes>;
  /** What a picture that fills the frame tells of its light and ground, there where a product stands; null where it cannot be looked at. */
  surroundingsOf(picture: Picture, frame: Size, stands: Standing): Promise<EstimatedSurroundings | null>;
}

declare module '../state/services.ts' {
  interface StudioServices extends CompositeServices {}
}
