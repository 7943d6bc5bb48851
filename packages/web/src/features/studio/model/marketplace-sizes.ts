import { t } from '@packshot/contract/text/translation';

/** Picture sizes that marketplaces and social networks require, each with its source (read in November 2026). */
export interface MarketplaceSize {
  readonly id: string;
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Whether the main picture must be a JPEG on pure white. */
  readonly isOnWhite?: boolean;
}

export const MARKETPLACE_SIZES = [
  // Seller Central, "Product image guide": 1600 px or more on the longest side for the best zoom, product fills 85 %.
  { id: 'amazon', name: 'Amazon', widthPx: 2000, heightPx: 2000, isOnWhite: true },
  // Etsy Help, "Requirements and best practices for images": 4:3 or square, at least 2000 px on the shorter side.
  { id: 'etsy', name: 'Etsy', widthPx: 2667, heightPx: 2000 },
  // eBay, "Picture policy" and "Adding pictures": 1600 px on the longest side for zoom.
  { id: 'ebay', name: 'eBay', widthPx: 1600, heightPx: 1600 },
  // Shopify Help Center, "Product media types": square, 2048 × 2048.
  { id: 'shopify', name: 'Shopify', widthPx: 2048, heightPx: 2048 },
  // Instagram Help, "Image resolution": 1080 px wide, from 1.91:1 to 3:4.
  { id: 'instagram-square', name: t('Instagram square'), widthPx: 1080, heightPx: 1080 },
  { id: 'instagram-portrait', name: t('Instagram portrait'), widthPx: 1080, heightPx: 1350 },
  // Pinterest Business, "Creative best practices": 2:3, 1000 × 1500.
  { id: 'pinterest', name: 'Pinterest', widthPx: 1000, heightPx: 1500 },
] as const satisfies readonly MarketplaceSize[];

export type MarketplaceId = (typeof MARKETPLACE_SIZES)[number]['id'];
export const MARKETPLACE_IDS = MARKETPLACE_SIZES.map(({ id }) => id);

export function marketplaceSize(id: MarketplaceId): MarketplaceSize {
  const size = MARKETPLACE_SIZES.find((candidate) => candidate.id === id);
  if (!size) throw new RangeError(`No marketplace ${id}.`);
  return size;
}
