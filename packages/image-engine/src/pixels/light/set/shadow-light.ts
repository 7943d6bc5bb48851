import type { Shadow } from '@packshot/contract';
import type { Box } from '../../raster/raster.ts';
import type { Camera } from '../../stage/camera.ts';
import { toLuminance } from '../../color/oklab.ts';
import { lightOver } from './relight.ts';
import { isLyingOn, isPlain } from '../../stage/set-kinds.ts';
import type { LitLayer } from './relight.ts';
import type { StudioLight, StudioSet, Vector3 } from '../../stage/studio-set.ts';

/** Minimum downward component of the view, because a floor is never seen exactly from the side. */
const LEAST_DESCENT = 0.02;
/** Minimum horizontal component of a light's direction after the user moved its shadow. */
const LEAST_FLAT = 0.25;
/** Minimum vertical component of a light's direction. */
const LEAST_RISE = 0.15;

/** Light that casts the most visible shadow: the key light, or the brightest directional light. */
export function findKeyLight(lit: readonly LitLayer[]): StudioLight | undefined {
  const directed = lit.filter(({ light }) => light.kind !== 'environment');
  const brightness = ({ weight, plane }: LitLayer): number =>
    (weight[0] + weight[1] + weight[2]) * (plane.values[plane.values.length - 1] ?? 0);
  return (
    directed.find(({ light }) => light.id === 'key')?.light ??
    directed.toSorted((a, b) => brightness(b) - brightness(a))[0]?.light
  );
}

/** Share of the key light in all light, by luminance. */
export function computeKeyShare(lit: readonly LitLayer[], stage: Box, isMirrored: boolean): number {
  const key = findKeyLight(lit);
  const sum = (layers: readonly LitLayer[]): number => toLuminance(lightOver(layers, stage, isMirrored));
  const whole = sum(lit);
  return whole > 0 ? sum(lit.filter(({ light }) => light === key)) / whole : 0;
}

/**
 * Moves the lights of a plain set that is seen steeply from above to the far side of the product. Otherwise the shadow
 * would fall upwards in the picture, which looks wrong; plain paper gives no hint of the light's direction, so the
 * light can be changed.
 */
export function litFromBehind(set: StudioSet): StudioSet {
  if (!isLyingOn(set) || !isPlain(set)) return set;
  const lights = set.lights.map((light) => {
    const [x, y, z] = light.direction;
    return y < 0 ? { ...light, direction: [x, -y, z] as const } : light;
  });
  return { ...set, lights };
}

/**
 * Direction toward a light that casts its shadow in the direction that the user chose; the light's own direction if the
 * user chose none. `directionDeg` is measured in the picture, clockwise from the right.
 */
export function lightForShadow(
  { direction }: StudioLight,
  { directionDeg }: Pick<Shadow, 'directionDeg'>,
  { right, forward }: Camera,
): Vector3 {
  if (directionDeg === null) return direction;
  const angle = (directionDeg * Math.PI) / 180;
  const descent = Math.max(LEAST_DESCENT, Math.abs(forward[2]));
  // Up in the picture means away from the camera on the floor; this distance is foreshortened more the lower the camera
  // is.
  const across = Math.cos(angle);
  const away = -Math.sin(angle) / descent;
  const length = Math.hypot(across, away);
  const flat = Math.max(LEAST_FLAT, Math.hypot(direction[0], direction[1]));
  const flatRight = Math.hypot(right[0], right[1]);
  const [rx, ry] = [right[0] / flatRight, right[1] / flatRight];
  const [x, y] = [(-(across * rx - away * ry) / length) * flat, (-(across * ry + away * rx) / length) * flat];
  const rise = Math.max(LEAST_RISE, direction[2]);
  const norm = Math.hypot(x, y, rise);
  return [x / norm, y / norm, rise / norm];
}
