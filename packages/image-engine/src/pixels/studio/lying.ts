import { blurStack, readBlurred } from './blur-stack.ts';
import { project } from './camera.ts';
import type { Camera } from './camera.ts';
import type { Crop } from './frame.ts';
import { resampleLight } from './light-raster.ts';
import type { Outline } from './outline.ts';
import type { Stand } from './placement.ts';
import type { Vector3 } from './studio-set.ts';
import type { Occluder } from './volume.ts';

/** What lies is about this thick, as a share of its smaller side… */
const THICKNESS_SHARE = 0.1;
/** …and no thicker, in decimeters. */
const MAX_THICKNESS_DM = 0.3;
/** The outline's longer side in the stack, and the room around it for blurs, as a share. */
const STACK_SIDE_PX = 288;
const MARGIN_SHARE = 0.3;
/** The heights at which the outline is read along a ray, each blurred over most of the way to the next. */
const SLICES = 12;
const STEP_BLUR = 0.7;
/** A lower light would throw a shadow without end. */
const LEAST_RISE = 0.25;
const MIN_SIGMA_PX = 0.7;
/** Ambient occlusion: blurs as shares of the smaller side, and how much light each takes. */
const AMBIENT = [
  { sigmaShare: 0.012, density: 0.5 },
  { sigmaShare: 0.045, density: 0.4 },
  { sigmaShare: 0.16, density: 0.36 },
] as const;

/** The light that a lying product takes from the ground. */
export interface LyingShadow {
  /** The shadow of a light: `direction` points toward it, `angularSizeDeg` is its size as seen from there. */
  cast(direction: Vector3, angularSizeDeg: number): Occluder;
  readonly ambient: Occluder;
}

/** A product in a picture, seen by a steep camera. */
interface SeenProduct {
  readonly outline: Outline;
  readonly stand: Stand;
  /** The picture's pixel at which the outline starts. */
  readonly xPx: number;
  readonly yPx: number;
  readonly camera: Camera;
  readonly crop: Crop;
  readonly picture: { readonly widthPx: number; readonly heightPx: number };
}

/**
 * The shadow of a product that lies: a slab with its outline, so that the shadow hugs it and ends at it on the
 * side of the light.
 */
export function lyingShadow({ outline, stand, xPx, yPx, camera, crop, picture }: SeenProduct): LyingShadow {
  const { widthPx, heightPx } = outline;
  const scale = Math.min(1, STACK_SIDE_PX / Math.max(widthPx, heightPx));
  const w = Math.max(2, Math.round(widthPx * scale));
  const h = Math.max(2, Math.round(heightPx * scale));
  const margin = Math.ceil(MARGIN_SHARE * Math.max(w, h));
  const small = resampleLight({ widthPx, heightPx, data: outline.alpha }, 1, w, h, 'linear');
  const [stackW, stackH] = [w + 2 * margin, h + 2 * margin];
  const data = new Float32Array(stackW * stackH);
  for (let y = 0; y < h; y++) {
    data.set(small.subarray(y * w, (y + 1) * w), (y + margin) * stackW + margin);
  }
  const stack = blurStack(data, stackW, stackH);
  const pxPerDm = scale / stand.dmPerPx;
  const sideDm = Math.min(widthPx, heightPx) * stand.dmPerPx;
  const thicknessDm = Math.min(MAX_THICKNESS_DM, THICKNESS_SHARE * sideDm);
  // Whatever its height, a point of the product is where the camera sees it.
  const read = (x: number, y: number, z: number, sigmaDm: number): number => {
    const seen = project(camera, [x, y, z]);
    const px = ((seen.x - crop.x) / crop.width) * picture.widthPx - xPx;
    const py = ((seen.y - crop.y) / crop.height) * picture.heightPx - yPx;
    return readBlurred(
      stack,
      margin + px * scale,
      margin + py * scale,
      Math.max(MIN_SIGMA_PX, sigmaDm * pxPerDm),
    );
  };
  return {
    cast([dx, dy, dz], angularSizeDeg) {
      const rise = Math.max(LEAST_RISE, dz);
      const spread = (0.5 * Math.tan((Math.min(120, angularSizeDeg) * Math.PI) / 360)) / rise;
      const step = (STEP_BLUR * thicknessDm * Math.hypot(dx, dy)) / rise / SLICES;
      return (x, y, z) => {
        let most = 0;
        for (let i = 1; i <= SLICES; i++) {
          const up = stand.liftDm + (thicknessDm * i) / SLICES;
          const value = read(
            x + (up * dx) / rise,
            y + (up * dy) / rise,
            z + up,
            Math.hypot(up * spread, step),
          );
          if (value > most) most = value;
        }
        return most;
      };
    },
    ambient: (x, y, z) => {
      let open = 1;
      for (const { sigmaShare, density } of AMBIENT) {
        const sigmaDm = Math.hypot(sigmaShare * sideDm, 0.5 * stand.liftDm);
        open *= 1 - density * read(x, y, z, sigmaDm);
      }
      return 1 - open;
    },
  };
}
