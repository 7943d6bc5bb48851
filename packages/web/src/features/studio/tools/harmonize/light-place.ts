/** The light's handle: around the product as the light is, and the nearer the higher that stands. */
import type { LightDirection } from '@packshot/contract/tools/surroundings';
import { clamp } from '../../model/clamp.ts';

const LOWEST_DEG = 5;
const HIGHEST_DEG = 90;

interface Offset {
  readonly x: number;
  readonly y: number;
}

/** From the product's middle to the handle, of which `reach` is the farthest: down is the camera's side. */
export function placeOfLight({ fromDeg, heightDeg }: LightDirection, reach: number): Offset {
  const around = (fromDeg * Math.PI) / 180;
  const distance = (reach * (HIGHEST_DEG - heightDeg)) / (HIGHEST_DEG - LOWEST_DEG);
  return { x: Math.sin(around) * distance, y: Math.cos(around) * distance };
}

/** The light whose handle is there. */
export function lightAtPlace({ x, y }: Offset, reach: number): LightDirection {
  const share = Math.min(1, Math.hypot(x, y) / reach);
  return {
    fromDeg: Math.round((Math.atan2(x, y) * 180) / Math.PI),
    heightDeg: Math.round(HIGHEST_DEG - share * (HIGHEST_DEG - LOWEST_DEG)),
  };
}

/** The light after a turn and a rise. */
export const moved = (
  { fromDeg, heightDeg }: LightDirection,
  turnDeg: number,
  riseDeg: number,
): LightDirection => ({
  fromDeg: ((((fromDeg + turnDeg + 180) % 360) + 360) % 360) - 180,
  heightDeg: clamp(heightDeg + riseDeg, LOWEST_DEG, HIGHEST_DEG),
});
