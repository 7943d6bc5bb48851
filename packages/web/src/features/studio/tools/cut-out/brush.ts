/** Coverage of pixels by a round brush, computed on bytes so that it is the same in every browser. */

/** Area of a raster, in pixels of the raster. */
export interface RasterRegion {
  readonly left: number;
  readonly top: number;
  /** Right end of the area: one past the last column. `bottom` is one past the last row. */
  readonly right: number;
  readonly bottom: number;
}
export const EMPTY_REGION: RasterRegion = { left: 0, top: 0, right: 0, bottom: 0 };
export const isEmpty = ({ left, top, right, bottom }: RasterRegion): boolean =>
  right <= left || bottom <= top;

export function union(a: RasterRegion, b: RasterRegion): RasterRegion {
  if (isEmpty(a)) return b;
  if (isEmpty(b)) return a;
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** Intersection of two regions; empty if they don't touch. */
export const overlap = (a: RasterRegion, b: RasterRegion): RasterRegion => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

export interface Brush {
  /** Radius in pixels of the raster; all values of this module are in these pixels. */
  readonly radiusPx: number;
  /** Share of the radius at full strength, 0 to 1. */
  readonly hardness: number;
}

/** Width in pixels over which even the hardest brush fades; without it the edge would be jagged. */
const EDGE_PX = 1;

/** Strength of the brush by distance from the stroke's center line, 0 to 255: full, then fading smoothly. */
export function strengthAt(distancePx: number, { radiusPx, hardness }: Brush): number {
  const outer = radiusPx + EDGE_PX / 2;
  const inner = Math.min(radiusPx * hardness, outer - EDGE_PX);
  if (distancePx >= outer) return 0;
  if (distancePx <= inner) return 255;
  const share = (outer - distancePx) / (outer - inner);
  return Math.round(255 * share * share * (3 - 2 * share));
}

export interface Cover {
  /** Strength of the stroke so far, for each pixel from 0 to 255. */
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Adds a straight segment to a stroke, from (ax, ay) to (bx, by). Where segments overlap, the stronger value counts,
 * so that a stroke doesn't depend on how it is divided.
 * @returns region that may have changed
 */
export function addSegment(
  cover: Cover,
  brush: Brush,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): RasterRegion {
  const { data, widthPx, heightPx } = cover;
  const reach = brush.radiusPx + EDGE_PX;
  const region: RasterRegion = {
    left: Math.max(0, Math.floor(Math.min(ax, bx) - reach)),
    top: Math.max(0, Math.floor(Math.min(ay, by) - reach)),
    right: Math.min(widthPx, Math.ceil(Math.max(ax, bx) + reach)),
    bottom: Math.min(heightPx, Math.ceil(Math.max(ay, by) + reach)),
  };
  const strengths = strengthTable(brush);
  const beyond = (brush.radiusPx + EDGE_PX) ** 2;
  const dx = bx - ax;
  const dy = by - ay;
  const perLength = dx * dx + dy * dy > 0 ? 1 / (dx * dx + dy * dy) : 0;
  for (let y = region.top; y < region.bottom; y += 1) {
    // Distances are measured from the center of the pixels.
    const py = y + 0.5 - ay;
    let at = y * widthPx + region.left;
    for (let x = region.left; x < region.right; x += 1, at += 1) {
      const present = data[at] ?? 0;
      // Skips pixels with full strength: a wide brush has already covered most pixels that it passes.
      if (present === 255) continue;
      const px = x + 0.5 - ax;
      const along = Math.min(1, Math.max(0, (px * dx + py * dy) * perLength));
      const ox = px - along * dx;
      const oy = py - along * dy;
      const squared = ox * ox + oy * oy;
      if (squared >= beyond) continue;
      const strength = strengths[Math.round(Math.sqrt(squared) * STEPS_PER_PX)] ?? 0;
      if (strength > present) data[at] = strength;
    }
  }
  return region;
}

/** Table steps per pixel of distance; a sixteenth is finer than 8 bits show, except at the hardest edge. */
const STEPS_PER_PX = 16;
let table: { readonly brush: Brush; readonly strengths: Uint8Array } | null = null;

function strengthTable(brush: Brush): Uint8Array {
  if (table?.brush.radiusPx !== brush.radiusPx || table.brush.hardness !== brush.hardness) {
    const count = Math.ceil((brush.radiusPx + EDGE_PX) * STEPS_PER_PX) + 1;
    const strengths = Uint8Array.from({ length: count }, (_, step) => strengthAt(step / STEPS_PER_PX, brush));
    table = { brush, strengths };
  }
  return table.strengths;
}
