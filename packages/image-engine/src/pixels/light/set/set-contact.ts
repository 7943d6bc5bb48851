import { boxMean } from '../../raster/box-filter.ts';
import { linearRamp, smooth } from '../../raster/smooth.ts';
import { thicknessPx } from '../../stage/placement.ts';
import type { Stand } from '../../stage/placement.ts';
import type { Camera } from '../../stage/camera.ts';
import type { Vector3 } from '../../stage/studio-set.ts';
import type { Outline } from '../../stage/outline.ts';
import type { Occluder } from '../../stage/volume.ts';

/** Number of cells on each side of the floor map. */
const CELLS = 176;
/** Blur widths of the two parts of the ambient occlusion, as shares of the product's size, with their densities. */
const NEAR_SIGMA_SHARE = 0.09;
const NEAR_DENSITY = 0.5;
const FAR_SIGMA_SHARE = 0.34;
const FAR_DENSITY = 0.62;
/**
 * Height above or below the ground at which half of the ambient occlusion remains, as a share of the product's size.
 */
const LEVEL_REACH_SHARE = 0.22;
/**
 * Height of an overhang, as a share of the product's smaller side, at which the overhang darkens the ground a third as
 * much as contact does.
 */
const OVERHANG_SHARE = 0.32;
/**
 * Minimum downward component of the view; with a lower view, a slightly raised base would project infinitely far away.
 */
const MIN_DESCENT = 0.15;
/**
 * Height of a hovering product, as a share of its size, at which it darkens the ground half as much as with contact.
 */
const HOVER_REACH_SHARE = 0.6;

/**
 * Ambient occlusion at a point of the set near the product's base, 0 to below 1: the shape of the base, blurred on the
 * ground so that it appears in perspective.
 */
export function ambientOcclusion(outline: Outline, stand: Stand, camera: Camera): Occluder {
  const { groundDm, dmPerPx, liftDm } = stand;
  const baseDm = outline.baseWidthPx * dmPerPx;
  const heightDm = outline.heightPx * dmPerPx;
  const depthDm = Math.min(outline.baseWidthPx, thicknessPx(outline)) * dmPerPx;
  const sizeDm = 0.35 * baseDm + 0.65 * Math.min(heightDm, Math.max(baseDm, heightDm / 2));
  const hover = 1 / (1 + (liftDm / (HOVER_REACH_SHARE * sizeDm)) ** 2);
  const nearDm = Math.hypot(NEAR_SIGMA_SHARE * sizeDm, 0.5 * liftDm);
  const farDm = Math.hypot(FAR_SIGMA_SHARE * sizeDm, 0.5 * liftDm);
  const { baseX, widthPx, restWidthPx } = outline;
  const half = Math.max(baseX, widthPx - baseX) * dmPerPx + 3 * farDm;
  const cellDm = (2 * half) / CELLS;
  const below: Vector3 = [0, 1, 2].map((c) => groundDm[c] - camera.position[c]) as [number, number, number];
  const awayPerPx = dmPerPx / Math.max(MIN_DESCENT, -below[2] / Math.hypot(...below));
  const foot = { widthPx: restWidthPx, depthDm, awayPerPx };
  const body = { widthPx, depthDm: thicknessPx(outline) * dmPerPx, awayPerPx };
  const near = smooth(footprint(outline, dmPerPx, foot, cellDm), CELLS, CELLS, nearDm / cellDm);
  const far = smooth(footprint(outline, dmPerPx, body, cellDm), CELLS, CELLS, farDm / cellDm);
  const dark = new Float32Array(CELLS * CELLS);
  for (let i = 0; i < dark.length; i++) dark[i] = hover * (NEAR_DENSITY * near[i] + FAR_DENSITY * far[i]);
  const [ox, oy, oz] = groundDm;
  const flat = Math.hypot(camera.right[0], camera.right[1]);
  const [rx, ry] = [camera.right[0] / flat, camera.right[1] / flat];
  const levelReach = LEVEL_REACH_SHARE * sizeDm;
  return (x, y, z) => {
    const level = (z - oz) / levelReach;
    if (level > 4 || level < -4) return 0;
    const dx = x - ox;
    const dy = y - oy;
    const across = (dx * rx + dy * ry + half) / cellDm - 0.5;
    const away = (dy * rx - dx * ry + half) / cellDm - 0.5;
    if (across < 0 || away < 0 || across >= CELLS - 1 || away >= CELLS - 1) return 0;
    const left = across | 0;
    const top = away | 0;
    const at = top * CELLS + left;
    const fx = across - left;
    const a = dark[at] + fx * (dark[at + 1] - dark[at]);
    const b = dark[at + CELLS] + fx * (dark[at + CELLS + 1] - dark[at + CELLS]);
    return (a + (away - top) * (b - a)) / (1 + level * level);
  };
}

/** Shape of the product's base on the ground. */
interface Oval {
  readonly widthPx: number;
  readonly depthDm: number;
  /** Distance by which a base that is one pixel higher in the picture is farther away. */
  readonly awayPerPx: number;
}

/**
 * Draws the base as an oval on the ground, bent along the line on which the product rests; it is thinner below
 * overhangs.
 */
function footprint(
  { bottoms, restLine, groundY, baseX, widthPx, heightPx }: Outline,
  dmPerPx: number,
  oval: Oval,
  cellDm: number,
): Float32Array {
  const map = new Float32Array(CELLS * CELLS);
  const reach = OVERHANG_SHARE * Math.min(widthPx, heightPx);
  for (let cell = 0; cell < CELLS; cell++) {
    const acrossPx = ((cell + 0.5 - CELLS / 2) * cellDm) / dmPerPx;
    const column = Math.floor(baseX + acrossPx);
    if (column < 0 || column >= widthPx || bottoms[column] < 0) continue;
    const rests = Number.isNaN(restLine[column]) ? groundY - 1 : restLine[column];
    const gap = Math.max(0, rests - bottoms[column]);
    const middle = Math.min(oval.depthDm, (groundY - 1 - rests) * oval.awayPerPx);
    const weight = Math.exp(-((gap / reach) ** 2));
    const side = Math.min(1, Math.abs(acrossPx) / (oval.widthPx / 2));
    const halfDepth = Math.max(0.12, Math.sqrt(1 - side * side)) * (oval.depthDm / 2);
    for (let row = 0; row < CELLS; row++) {
      const away = Math.abs((row + 0.5 - CELLS / 2) * cellDm - middle);
      const cover = Math.min(1, Math.max(0, (halfDepth - away) / cellDm + 0.5));
      map[row * CELLS + cell] = weight * cover;
    }
  }
  return map;
}

/** Thin contact shadow where a product meets the ground, computed on the picture's pixel grid. */
export type ContactLine = ReturnType<typeof contactLine>;

/**
 * Standard deviation (as a share of the contact's size, with a minimum in pixels) and strength of three blurs, from a
 * tight core to a soft shadow around it.
 */
const CORE = [
  { sigmaShare: 0.008, minPx: 0.9, strength: 0.66 },
  { sigmaShare: 0.03, minPx: 2.2, strength: 0.42 },
  { sigmaShare: 0.09, minPx: 5, strength: 0.3 },
] as const;
/** Minimum standard deviation of the narrowest blur, in cells, unless the cells are single pixels. */
const CELLS_OF_SIGMA = 1.2;
/** Height of the strip above the product's bottom edge that is examined, as a share of the product's smaller side. */
const STRIP_SHARE = 0.09;
/**
 * Range of alpha over which the strip above the bottom edge begins to hide the ground. Alpha is averaged over some
 * columns to either side (a share of the width).
 */
const COVERING = { from: 0.75, to: 0.97 } as const;
const COVERING_REACH_SHARE = 0.06;
/** Limits of the blur's foreshortening, because the camera sees a floor at a low angle. */
const MIN_FLATTENING = 1.4;
const MAX_FLATTENING = 3.2;
const MAX_DARKNESS = 0.86;
const VISIBLE = 0.04;
/** Maximum size from which a contact shadow's blurs are computed, in widths of a leg. */
const SEAM_OF_FOOT = 3;
/** Minimum opacity assumed for the contact shadow, because even the clearest product has a visible base. */
const LEAST_SOLIDITY = 0.6;
/**
 * Height of a bottom edge above the line on which the product rests, at which its contact shadow is a third as dark;
 * as a share of the product's smaller side.
 */
const RISE_REACH_SHARE = 0.04;

/** Mean alpha of the visible pixels; through glass, light reaches the ground behind the base. */
function meanVisibleAlpha({ alpha }: Outline): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] < VISIBLE) continue;
    sum += alpha[i];
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** Typical width of a connected contact with the ground, such as a leg or the whole base, weighted by columns. */
function footWidthPx({ bottoms, restLine, widthPx }: Outline, riseReach: number): number {
  let [columns, squares, piece] = [0, 0, 0];
  for (let x = 0; x <= widthPx; x++) {
    const touches =
      x < widthPx && bottoms[x] >= 0 && !Number.isNaN(restLine[x]) && restLine[x] - bottoms[x] < riseReach;
    if (touches) {
      piece++;
      continue;
    }
    columns += piece;
    squares += piece * piece;
    piece = 0;
  }
  return squares / Math.max(1, columns);
}

/** Extent, 0 to 1, to which a pixel of the product hides what is behind it. */
const coverageAt = (alpha: number): number => linearRamp(alpha, COVERING.from, COVERING.to);

/**
 * Extent, 0 to 1, to which each column hides the ground in the strip above the bottom edge. Under the base of a glass,
 * the strip would otherwise be visible as a box.
 */
function coverings({ alpha, bottoms, restLine, widthPx }: Outline, abovePx: number): Float32Array {
  const touches = new Float32Array(widthPx);
  const hides = new Float32Array(widthPx);
  for (let x = 0; x < widthPx; x++) {
    const y = Math.round(bottoms[x] - abovePx);
    if (y < 0 || Number.isNaN(restLine[x])) continue;
    touches[x] = 1;
    hides[x] = coverageAt(alpha[y * widthPx + x]);
  }
  const scratch = new Float32Array(widthPx);
  const radius = Math.round(COVERING_REACH_SHARE * widthPx);
  for (const line of [touches, hides]) boxMean(line, line, widthPx, 1, radius, scratch);
  return hides.map((value, x) => (touches[x] > 0 ? value / touches[x] : 0));
}

/**
 * Computes the contact line.
 * @param elevationDeg elevation of the camera above the horizon
 */
export function contactLine(outline: Outline, elevationDeg: number) {
  const { widthPx, heightPx, bottoms, restLine, restWidthPx, baseWidthPx } = outline;
  const flattening = Math.min(
    MAX_FLATTENING,
    Math.max(MIN_FLATTENING, 1 / Math.sin((Math.max(1, elevationDeg + 8) * Math.PI) / 180)),
  );
  const riseReach = RISE_REACH_SHARE * Math.min(widthPx, heightPx);
  const footPx = footWidthPx(outline, riseReach);
  const size = Math.min((baseWidthPx + restWidthPx) / 2, heightPx * 1.5, SEAM_OF_FOOT * footPx);
  const stripPx = Math.max(2, Math.min(STRIP_SHARE * Math.min(widthPx, heightPx), footPx));
  const solidity = Math.max(LEAST_SOLIDITY, meanVisibleAlpha(outline));
  const hides = coverings(outline, stripPx / 2);
  // Computes in larger cells, because smaller ones make no difference to a blur this wide.
  const cellPx = Math.max(1, Math.floor((CORE[0].sigmaShare * size) / CELLS_OF_SIGMA));
  const margin = cellPx * Math.ceil((3.5 * CORE[2].sigmaShare * size + 8) / cellPx);
  let lowest = 0;
  let highest = heightPx;
  for (let x = 0; x < widthPx; x++) {
    if (bottoms[x] < 0 || Number.isNaN(restLine[x])) continue;
    lowest = Math.max(lowest, bottoms[x]);
    highest = Math.min(highest, bottoms[x]);
  }
  const top = highest - stripPx - margin / flattening;
  const perCell = flattening / cellPx;
  const w = Math.ceil((widthPx + 2 * margin) / cellPx);
  const h = Math.max(2, Math.ceil((lowest + 1 + margin / flattening - top) * perCell));
  const strip = new Float32Array(w * h);
  for (let x = 0; x < widthPx; x++) {
    if (bottoms[x] < 0 || Number.isNaN(restLine[x])) continue;
    const to = Math.min(h, (bottoms[x] + 1 - top) * perCell);
    const from = Math.max(0, (bottoms[x] + 1 - stripPx - top) * perCell);
    // Edges slightly above the ground darken it less than edges on the ground.
    const weight = hides[x] * solidity * Math.exp(-(((restLine[x] - bottoms[x]) / riseReach) ** 2));
    const column = Math.floor((margin + x) / cellPx);
    for (let y = Math.floor(from); y < to; y++) {
      const covered = Math.min(to, y + 1) - Math.max(from, y);
      // Skips the ground beside a leg that leans: it is above the leg's bottom edge, but isn't hidden.
      const row = Math.min(bottoms[x], Math.max(0, Math.floor(top + (y + 0.5) / perCell)));
      strip[y * w + column] += (weight * covered * coverageAt(outline.alpha[row * widthPx + x])) / cellPx;
    }
  }
  const dark = new Float32Array(w * h);
  for (const { sigmaShare, minPx, strength } of CORE) {
    const sigma = Math.max(minPx, sigmaShare * size) / cellPx;
    const soft = smooth(strip, w, h, sigma);
    // Doubles the blurred values, because a blurred half plane is 0.5 at its edge.
    for (let i = 0; i < dark.length; i++) {
      dark[i] = 1 - (1 - dark[i]) * (1 - Math.min(1, 2 * soft[i]) * strength);
    }
  }
  return {
    /** Share of all light that is blocked at a position, given in pixels of the product's raster; 0 to below 1. */
    at: (x: number, y: number): number => {
      const px = (x + margin) / cellPx - 0.5;
      const py = (y - top) * perCell - 0.5;
      if (px < 0 || px >= w - 1 || py < 0 || py >= h - 1) return 0;
      const [left, row] = [px | 0, py | 0];
      const at = row * w + left;
      const above = dark[at] + (px - left) * (dark[at + 1] - dark[at]);
      const below = dark[at + w] + (px - left) * (dark[at + w + 1] - dark[at + w]);
      return Math.min(MAX_DARKNESS, above + (py - row) * (below - above));
    },
  };
}
