import type { Box } from '../raster/raster.ts';
import type { Size } from '../raster/box.ts';

/** Picture sizes that a generative engine accepts and makes. */
export type Sizes =
  | { readonly kind: 'listed'; readonly sizes: readonly Size[] }
  | {
      readonly kind: 'any';
      /** Number by which both sides must be divisible. */
      readonly multiplePx: number;
      readonly minSidePx: number;
      readonly maxPixels: number;
    };

/** Size of a generative engine's result, and its crop with the requested aspect ratio. */
export interface FittedSize extends Size {
  readonly crop: Box;
}

/**
 * Chooses the listed size with the nearest aspect ratio, or the allowed size closest to the request, with a centered
 * crop in the requested aspect ratio.
 */
export function fittedSize(requestedSize: Size, sizes: Sizes): FittedSize {
  const providerSize =
    sizes.kind === 'listed' ? nearestShape(requestedSize, sizes.sizes) : scaledInto(requestedSize, sizes);
  const shape = requestedSize.widthPx / requestedSize.heightPx;
  const widthPx = Math.min(providerSize.widthPx, Math.round(providerSize.heightPx * shape));
  const heightPx = Math.min(providerSize.heightPx, Math.round(providerSize.widthPx / shape));
  const crop = {
    xPx: (providerSize.widthPx - widthPx) >> 1,
    yPx: (providerSize.heightPx - heightPx) >> 1,
    widthPx,
    heightPx,
  };
  return { ...providerSize, crop };
}

function nearestShape({ widthPx, heightPx }: Size, sizes: readonly Size[]): Size {
  const off = (size: Size): number => Math.abs(Math.log(size.widthPx / size.heightPx / (widthPx / heightPx)));
  const [nearest] = sizes.toSorted((a, b) => off(a) - off(b));
  if (nearest === undefined) throw new RangeError('An engine makes at least one size');
  return nearest;
}

/** Valid size with the requested aspect ratio, as close to the requested size as possible. */
function scaledInto(
  { widthPx, heightPx }: Size,
  { multiplePx, minSidePx, maxPixels }: Extract<Sizes, { kind: 'any' }>,
): Size {
  const down = Math.min(1, Math.sqrt(maxPixels / (widthPx * heightPx)));
  const up = Math.max(1, minSidePx / (Math.min(widthPx, heightPx) * down));
  // Rounds down if the size was limited, because rounding up could exceed the limit.
  const round = down < 1 && up === 1 ? Math.floor : Math.ceil;
  const side = (px: number): number =>
    Math.max(multiplePx, round(Math.round(px * down * up * 1000) / 1000 / multiplePx) * multiplePx);
  return { widthPx: side(widthPx), heightPx: side(heightPx) };
}
