/** How large a product is in life: a scene shows it among things of its own size. */
import { z } from 'zod';

export const PRODUCT_SCALES = [
  /** Jewelry, a lipstick, a phone. */
  'hand',
  /** A vase, a shoe, a coffee machine. */
  'table',
  'furniture',
  /** What drives. */
  'vehicle',
] as const;
export type ProductScale = (typeof PRODUCT_SCALES)[number];
export const productScaleSchema = z.enum(PRODUCT_SCALES);
