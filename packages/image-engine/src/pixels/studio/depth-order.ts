import { rayThrough } from './camera.ts';
import type { Camera } from './camera.ts';
import type { Crop } from './frame.ts';
import { thicknessPx } from './placement.ts';
import type { Stand } from './placement.ts';
import type { PosedProduct } from './posed-product.ts';
import type { DepthReader } from './scene-depth.ts';
import type { Silhouette } from './silhouette.ts';

/** What is nearer than the product by less than this (decimetres) shines through in part: edges stay soft. */
const SOFT_DM = 0.12;
/** What is lower than this above the ground is ground: it hides no foot. */
const GROUND_DM = 0.05;
/** Pixels between the probes that look for anything in front of the product. */
const PROBE_PX = 4;
/** Depth is half as fine as the picture: an edge is looked at around each pixel. */
const AROUND_PX = [
  [-0.75, -0.75],
  [0.75, -0.75],
  [-0.75, 0.75],
  [0.75, 0.75],
] as const;

/**
 * Takes away, in place, what parts of the set hide that are nearer to the camera than the product; soft at their edges. Nothing changes where
 * nothing stands in front.
 */
export function hideBehindSet(
  posed: PosedProduct,
  silhouette: Silhouette,
  stand: Stand,
  camera: Camera,
  depthAt: DepthReader,
  crop: Crop,
  picture: { readonly widthPx: number; readonly heightPx: number },
): void {
  const { raster, xPx, yPx } = posed;
  const { data, widthPx, heightPx } = raster;
  const slope = camera.forward[2];
  const frontDm = (thicknessPx(silhouette) / 2) * stand.dmPerPx;
  const groundZ = stand.groundDm[2];
  const visible = (px: number, py: number): number => {
    const x = crop.x + ((xPx + px) / picture.widthPx) * crop.width;
    const y = crop.y + ((yPx + py) / picture.heightPx) * crop.height;
    if (x < 0 || y < 0 || x > 1 || y > 1) return 1;
    const seen = depthAt(x, y);
    const height = (silhouette.groundY - py) * stand.dmPerPx + stand.liftDm;
    // An upright product comes nearer to a camera that looks down on it.
    const nearer = stand.depthDm + height * slope - frontDm - seen;
    if (nearer <= 0) return 1;
    const z = camera.position[2] + seen * rayThrough(camera, x, y)[2];
    if (z - groundZ < GROUND_DM) return 1;
    return Math.max(0, 1 - nearer / SOFT_DM);
  };
  if (!isAnythingNearer(visible, widthPx, heightPx)) return;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 4;
      if (data[at + 3] === 0) continue;
      let share = 0;
      for (const [dx, dy] of AROUND_PX) share += visible(x + 0.5 + dx, y + 0.5 + dy) / AROUND_PX.length;
      if (share >= 1) continue;
      for (let c = 0; c < 4; c++) data[at + c] *= share;
    }
  }
}

function isAnythingNearer(
  visible: (px: number, py: number) => number,
  widthPx: number,
  heightPx: number,
): boolean {
  for (let y = 0; y < heightPx; y += PROBE_PX) {
    for (let x = 0; x < widthPx; x += PROBE_PX) if (visible(x + 0.5, y + 0.5) < 1) return true;
  }
  return false;
}
