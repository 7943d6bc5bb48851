import type { Placement } from '@packshot/contract';
import type { Box } from '../raster/raster.ts';
import { cutOutAt, veilAt } from './cut-out.ts';
import type { CutOut, RenderTarget } from './cut-out.ts';
import { turnRaster } from '../raster/light-raster.ts';
import type { LightRaster } from '../raster/light-raster.ts';
import type { PosedProduct } from '../stage/placement.ts';

/**
 * Width of the margin around the picture; parts of the product farther outside are omitted, because neither they nor
 * their shadow would be visible.
 */
const MARGIN_PX = 96;

/** Product as rendered for a placement, without its position. */
interface RenderedProduct {
  readonly raster: LightRaster;
  readonly veil?: LightRaster | undefined;
}

/** Product rendered last, which a placement of the same size and rotation uses again. */
export interface CachedProduct {
  last?: { readonly cutOut: CutOut; readonly key: string; readonly rendered: RenderedProduct };
}

/**
 * Renders the product as placed in a picture of that size; undefined if it is far outside.
 * @param cachedProduct cache of the product rendered last, which is updated; the result is a copy, so changing it doesn't change
 *   the cache
 */
export function poseProduct(
  cutOut: CutOut,
  placement: Placement,
  picture: { readonly widthPx: number; readonly heightPx: number },
  cachedProduct?: CachedProduct,
): PosedProduct | undefined {
  const width = Math.max(1, Math.round(placement.width * picture.widthPx));
  const height = Math.max(1, Math.round((width * cutOut.heightPx) / cutOut.widthPx));
  const centerX = placement.centerX * picture.widthPx;
  const centerY = placement.centerY * picture.heightPx;
  const window = visibleWindow(width, height, centerX, centerY, placement.rotationDeg, picture);
  if (window === undefined) return undefined;
  const { isFlipped, rotationDeg } = placement;
  const key = JSON.stringify([width, height, isFlipped, rotationDeg, window]);
  const rendered =
    cachedProduct?.last?.cutOut === cutOut && cachedProduct.last.key === key
      ? cachedProduct.last.rendered
      : render(cutOut, [width, height, isFlipped, window], rotationDeg);
  if (cachedProduct !== undefined) cachedProduct.last = { cutOut, key, rendered };
  const { raster, veil } = cachedProduct === undefined ? rendered : copyRendered(rendered);
  // Rotates the center of the rendered region about the product's center.
  const angle = (placement.rotationDeg * Math.PI) / 180;
  const dx = window.xPx + window.widthPx / 2 - width / 2;
  const dy = window.yPx + window.heightPx / 2 - height / 2;
  const middleX = centerX + dx * Math.cos(angle) - dy * Math.sin(angle);
  const middleY = centerY + dx * Math.sin(angle) + dy * Math.cos(angle);
  return {
    raster,
    ...(veil === undefined ? {} : { veil }),
    xPx: Math.round(middleX - raster.widthPx / 2),
    yPx: Math.round(middleY - raster.heightPx / 2),
  };
}

/**
 * Number of pixels of a product as placed, including its transparent surroundings after a rotation; glass counts twice,
 * because it has two rasters.
 */
export function renderedPixels(
  cutOut: CutOut,
  { width: share, centerX, centerY, rotationDeg }: Placement,
  picture: { readonly widthPx: number; readonly heightPx: number },
): number {
  const width = share * picture.widthPx;
  const height = (width * cutOut.heightPx) / cutOut.widthPx;
  const center = [centerX * picture.widthPx, centerY * picture.heightPx] as const;
  const window = visibleWindow(width, height, ...center, rotationDeg, picture);
  if (window === undefined) return 0;
  const angle = (rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const { widthPx, heightPx } = window;
  const pixels = (widthPx * cos + heightPx * sin) * (widthPx * sin + heightPx * cos);
  return cutOut.veils === undefined ? pixels : 2 * pixels;
}

function render(cutOut: CutOut, at: RenderTarget, rotationDeg: number): RenderedProduct {
  const veil = veilAt(cutOut, ...at);
  return {
    raster: turnRaster(cutOutAt(cutOut, ...at), rotationDeg),
    veil: veil && turnRaster(veil, rotationDeg),
  };
}

const copyRendered = ({ raster, veil }: RenderedProduct): RenderedProduct => ({
  raster: { ...raster, data: raster.data.slice() },
  veil: veil && { ...veil, data: veil.data.slice() },
});

/** Region of the upright product that is near the picture after rotation. */
function visibleWindow(
  width: number,
  height: number,
  centerX: number,
  centerY: number,
  rotationDeg: number,
  picture: { readonly widthPx: number; readonly heightPx: number },
): Box | undefined {
  const angle = (rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const x of [-MARGIN_PX, picture.widthPx + MARGIN_PX]) {
    for (const y of [-MARGIN_PX, picture.heightPx + MARGIN_PX]) {
      const px = (x - centerX) * cos + (y - centerY) * sin + width / 2;
      const py = (y - centerY) * cos - (x - centerX) * sin + height / 2;
      left = Math.min(left, px);
      right = Math.max(right, px);
      top = Math.min(top, py);
      bottom = Math.max(bottom, py);
    }
  }
  const xPx = Math.max(0, Math.floor(left));
  const yPx = Math.max(0, Math.floor(top));
  const widthPx = Math.min(width, Math.ceil(right)) - xPx;
  const heightPx = Math.min(height, Math.ceil(bottom)) - yPx;
  return widthPx <= 0 || heightPx <= 0 ? undefined : { xPx, yPx, widthPx, heightPx };
}
