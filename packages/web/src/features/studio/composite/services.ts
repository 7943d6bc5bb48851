import type { Composite, CompositionOrder } from './compose.ts';

/** What making a composite needs. */
export interface CompositeServices {
  /** The product on its background as one picture, and where the product is in it. */
  compose(order: CompositionOrder): Promise<Composite>;
}

declare module '../state/services.ts' {
  interface StudioServices extends CompositeServices {}
}
