/** How strongly a round brush covers what it is drawn over: plain arithmetic on bytes, the same on every browser. */

/** A part of a raster, in its pixels. */
export interface Region {
  readonly left: number;
  readonly top: number;
  /** One beyond the last column and row. */
  readonly right: number;
  readonly bottom: number;
}
export const EMPTY_REGION: Region = { left: 0, top: 0, right: 0, bottom: 0 };
export const isEmpty = ({ left, top, right, bottom }: Region): boolean => right <= left || bottom <= top;

/** The smallest region around both. */
export function union(a: Region, b: Region): Region {
  if (isEmpty(a)) return b;
  if (isEmpty(b)) return a;
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** What two regions share; empty when they do not touch. */
export const overlap = (a: Region, b: Region): Region => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

export interface Brush {
  /** In pixels of the raster, as everything here. */
  readonly radiusPx: number;
  /** The part of the radius that has full strength, 0 to 1. */
  readonly hardness: number;
}

/** Even the hardest edge is one pixel soft, or it would have steps. */
const EDGE_PX = 1;

/** Strength at a distance from the line that is drawn, 0 to 255: full up to the hard part, then fading out smoothly. */
export function strengthAt(distancePx: number, { radiusPx, hardness }: Brush): number {
  const outer = radiusPx + EDGE_PX / 2;
  const inner = Math.min(radiusPx * hardness, outer - EDGE_PX);
  if (distancePx >= outer) return 0;
  if (distancePx <= inner) return 255;
  const share = (outer - distancePx) / (outer - inner);
  return Math.round(255 * share * share * (3 - 2 * share));
}

export interface Cover {
  /** Strength of the stroke so far, 0 to 255 a pixel. */
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Adds a straight piece of a stroke, from (ax, ay) to (bx, by). Where pieces of one stroke overlap the stronger counts,
 * so that a stroke is the same however it was cut into pieces.
 * @returns what has changed at most
 */
export function addSegment(
  cover: Cover,
  brush: Brush,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): Region {
  const { data, widthPx, heightPx } = cover;
  const reach = brush.radiusPx + EDGE_PX;
  const region: Region = {
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
    // Pixels are looked at in their middle.
    const py = y + 0.5 - ay;
    let at = y * widthPx + region.left;
    for (let x = region.left; x < region.right; x += 1, at += 1) {
      const present = data[at] ?? 0;
      // Most of what a wide brush passes over it has covered already.
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

/** Distances are looked up: a sixteenth of a pixel is finer than 8 bits show, except in the hardest edge. */
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
