import { readBlurred } from '../../stage/blur-stack.ts';
import { project, unproject } from '../../stage/camera.ts';
import type { Camera } from '../../stage/camera.ts';
import { outlineStack } from '../../stage/outline-stack.ts';
import type { Stand } from '../../stage/placement.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import type { LyingShadow, SeenProduct } from './lying-shadow.ts';

/**
 * Position in the set of a hanging product, at the distance of the set's product area; its lowest point is at a
 * position of the square rendered picture.
 */
export function hangingStand(
  set: StudioSet,
  camera: Camera,
  lowest: { readonly x: number; readonly y: number },
  pxPerSide: number,
): Stand {
  const { depthDm } = project(camera, set.stage.worldDm);
  const [x, y, z] = unproject(camera, lowest.x, lowest.y, depthDm);
  const { heightDm } = set.floor;
  return {
    groundDm: [x, y, heightDm],
    depthDm,
    liftDm: Math.max(0, z - heightDm),
    dmPerPx: (2 * camera.halfAtUnitDepth * depthDm) / pxPerSide,
  };
}

const STACK_SIDE_PX = 288;
const MARGIN_SHARE = 0.3;
const MIN_SIGMA_PX = 0.7;
/** Minimum cosine between light and wall; light at a grazing angle would cast the shadow out of the picture. */
const LEAST_FACING = 0.12;
/** Blur of a shadow on a wall that the product touches, in decimeters, because hanging products are slightly uneven. */
const UNEVEN_DM = 0.04;
/**
 * Ambient light that the product blocks: the share on a wall right behind the product, its falloff with the distance in
 * decimeters, and the blur as a share of this distance.
 */
const AMBIENT = { density: 0.5, fadesDm: 1.1, sigmaShare: 0.55 } as const;

/**
 * Shadow of a hanging product on the surface behind it. The product is modeled as flat and facing the camera, so each
 * light shifts its outline along the wall, blurred more with the distance.
 */
export function hangingShadow({ outline, stand, xPx, yPx, camera, crop, picture }: SeenProduct): LyingShadow {
  const { stack, w, h, margin, scale } = outlineStack(outline, STACK_SIDE_PX, MARGIN_SHARE);
  const pxPerDm = scale / stand.dmPerPx;
  const { position, right, up, forward, halfAtUnitDepth } = camera;
  const planeDm = stand.depthDm;
  const measureDepth = (x: number, y: number, z: number): number =>
    (x - position[0]) * forward[0] + (y - position[1]) * forward[1] + (z - position[2]) * forward[2];
  const side = 2 * halfAtUnitDepth * planeDm;
  // Reads the product's outline at a point of its plane.
  const read = (x: number, y: number, z: number, sigmaPx: number): number => {
    const [fx, fy, fz] = [x - position[0], y - position[1], z - position[2]];
    const shareX = 0.5 + (fx * right[0] + fy * right[1] + fz * right[2]) / side;
    const shareY = 0.5 - (fx * up[0] + fy * up[1] + fz * up[2]) / side;
    const px = margin + (((shareX - crop.x) / crop.width) * picture.widthPx - xPx) * scale;
    const py = margin + (((shareY - crop.y) / crop.height) * picture.heightPx - yPx) * scale;
    const reach = 3 * sigmaPx + 2;
    if (px < margin - reach || py < margin - reach || px > margin + w + reach || py > margin + h + reach)
      return 0;
    return readBlurred(stack, px, py, sigmaPx);
  };
  const sigmaPx = (sigmaDm: number): number =>
    Math.max(MIN_SIGMA_PX, Math.hypot(sigmaDm, UNEVEN_DM) * pxPerDm);
  return {
    cast([dx, dy, dz], angularSizeDeg) {
      const facing = -(dx * forward[0] + dy * forward[1] + dz * forward[2]);
      if (facing <= 0) return () => 0;
      const least = Math.max(LEAST_FACING, facing);
      const spread = 0.5 * Math.tan((Math.min(120, angularSizeDeg) * Math.PI) / 360);
      return (x, y, z) => {
        const behind = measureDepth(x, y, z) - planeDm;
        if (behind <= 0) return 0;
        const way = behind / least;
        return read(x + way * dx, y + way * dy, z + way * dz, sigmaPx(way * spread));
      };
    },
    ambient: (x, y, z) => {
      const behind = measureDepth(x, y, z) - planeDm;
      if (behind <= 0) return 0;
      const strength = AMBIENT.density * Math.exp(-behind / AMBIENT.fadesDm);
      return (
        strength *
        read(
          x - behind * forward[0],
          y - behind * forward[1],
          z - behind * forward[2],
          sigmaPx(AMBIENT.sigmaShare * behind),
        )
      );
    },
  };
}
