/** Real-world size of a product: a scene shows it among objects of similar size. */
import { z } from 'zod';

export const PRODUCT_SCALES = [
  /** Held in a hand, for example jewelry, a lipstick, or a phone. */
  'hand',
  /** Placed on a table, for example a vase, a shoe, or a coffee machine. */
  'table',
  'furniture',
  'vehicle',
] as const;
export type ProductScale = (typeof PRODUCT_SCALES)[number];
export const productScaleSchema = z.enum(PRODUCT_SCALES);
