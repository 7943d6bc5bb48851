import type { AlphaRaster, Box, RgbaRaster } from '../raster.ts';

/** Compares steps over 2 and over 6 pixels: equal at a sharp edge, 1 to 3 at a soft one. */
const NEAR_PX = 1;
const FAR_PX = 3;
const MIN_STEP = 28;
const MIN_EDGES = 150;
const BINS = 64;
const SHARP_SHARE = 0.7;
/** Smaller differences of the ratio are ignored; from LARGE on softening is full. */
const SLIGHT = 0.12;
const LARGE = 0.45;
/** The maximum share of the finest detail that is removed at full strength. */
const MAX_SOFTENING = 0.3;
const MAX_ROWS = 240;

/**
 * The share of its finest detail that the product should lose to be no sharper than the objects beside its
 * base, 0 to MAX_SOFTENING. The area behind it is ignored, because it may be out of focus on purpose.
 */
export function excessSharpness(image: RgbaRaster, alpha: AlphaRaster, product: Box): number {
  const margin = Math.round(product.widthPx / 2);
  const depth = Math.round(product.heightPx * 0.15);
  const bottom = product.yPx + product.heightPx;
  const beside = {
    left: Math.max(0, product.xPx - margin),
    right: Math.min(image.widthPx, product.xPx + product.widthPx + margin),
    top: Math.max(0, bottom - depth),
    bottom: Math.min(image.heightPx, bottom + depth),
  };
  const within = {
    left: product.xPx,
    right: product.xPx + product.widthPx,
    top: product.yPx,
    bottom,
  };
  const scene = edgeRatio(image, beside, (i) => alpha.data[i] < 8);
  const own = edgeRatio(image, within, (i) => alpha.data[i] > 247);
  if (scene === undefined || own === undefined) return 0;
  return MAX_SOFTENING * Math.max(0, Math.min(1, (own - scene - SLIGHT) / (LARGE - SLIGHT)));
}

function edgeRatio(
  { data, widthPx }: RgbaRaster,
  area: { left: number; right: number; top: number; bottom: number },
  counts: (pixel: number) => boolean,
): number | undefined {
  const luma = (i: number): number => 0.299 * data[i * 4] + 0.587 * data[i * 4 + 1] + 0.114 * data[i * 4 + 2];
  const stepAround = (i: number): number => Math.abs(luma(i + NEAR_PX) - luma(i - NEAR_PX));
  const bins = new Uint32Array(BINS + 1);
  let edges = 0;
  const step = Math.max(1, Math.ceil((area.bottom - area.top) / MAX_ROWS));
  for (let y = area.top; y < area.bottom; y += step) {
    for (let x = area.left + FAR_PX; x < area.right - FAR_PX; x++) {
      const i = y * widthPx + x;
      if (!counts(i - FAR_PX) || !counts(i + FAR_PX) || !counts(i)) continue;
      const far = Math.abs(luma(i + FAR_PX) - luma(i - FAR_PX));
      if (far < MIN_STEP) continue;
      const near = stepAround(i);
      // Only the middle of an edge is meaningful; beside it the short step is small however sharp the edge.
      if (near < stepAround(i - 1) || near < stepAround(i + 1)) continue;
      bins[Math.round(Math.min(1, near / far) * BINS)]++;
      edges++;
    }
  }
  if (edges < MIN_EDGES) return undefined;
  let left = SHARP_SHARE * edges;
  for (let bin = 0; bin <= BINS; bin++) {
    left -= bins[bin];
    if (left <= 0) return bin / BINS;
  }
  return 1;
}
