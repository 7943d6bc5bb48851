import type { Box } from '../raster/raster.ts';

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The picture sizes that an engine accepts and makes. */
export type Sizes =
  | { readonly kind: 'listed'; readonly sizes: readonly Size[] }
  | {
      readonly kind: 'any';
      /** Divisor of valid sides. */
      readonly multiplePx: number;
      readonly minSidePx: number;
      readonly maxPixels: number;
    };

/** Size of an engine's result, and its crop with the requested aspect ratio. */
export interface FittedSize extends Size {
  readonly crop: Box;
}

/** Chooses the size that wastes the fewest pixels, with a centered crop in the requested aspect ratio. */
export function fittedSize(wanted: Size, sizes: Sizes): FittedSize {
  const made = sizes.kind === 'listed' ? nearestShape(wanted, sizes.sizes) : scaledInto(wanted, sizes);
  const shape = wanted.widthPx / wanted.heightPx;
  const widthPx = Math.min(made.widthPx, Math.round(made.heightPx * shape));
  const heightPx = Math.min(made.heightPx, Math.round(made.widthPx / shape));
  const crop = {
    xPx: (made.widthPx - widthPx) >> 1,
    yPx: (made.heightPx - heightPx) >> 1,
    widthPx,
    heightPx,
  };
  return { ...made, crop };
}

function nearestShape({ widthPx, heightPx }: Size, sizes: readonly Size[]): Size {
  const off = (size: Size): number => Math.abs(Math.log(size.widthPx / size.heightPx / (widthPx / heightPx)));
  const [nearest] = sizes.toSorted((a, b) => off(a) - off(b));
  if (nearest === undefined) throw new RangeError('An engine makes at least one size');
  return nearest;
}

/** Scales as close to the requested size as possible. */
function scaledInto(
  { widthPx, heightPx }: Size,
  { multiplePx, minSidePx, maxPixels }: Extract<Sizes, { kind: 'any' }>,
): Size {
  const down = Math.min(1, Math.sqrt(maxPixels / (widthPx * heightPx)));
  const up = Math.max(1, minSidePx / (Math.min(widthPx, heightPx) * down));
  // Rounding up must not exceed the limit just applied.
  const round = down < 1 && up === 1 ? Math.floor : Math.ceil;
  const side = (px: number): number =>
    Math.max(multiplePx, round(Math.round(px * down * up * 1000) / 1000 / multiplePx) * multiplePx);
  return { widthPx: side(widthPx), heightPx: side(heightPx) };
}
