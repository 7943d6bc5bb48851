/** Position of the sun on the stage: in the light's direction from the product, closer for a higher light. */
import type { LightDirection } from '@packshot/contract/tools/surroundings';
import { clamp } from '../../model/clamp.ts';

const LOWEST_DEG = 5;
const HIGHEST_DEG = 90;

interface Offset {
  readonly x: number;
  readonly y: number;
}

/** Offset of the sun from the product's center; `reach` is its largest distance. Down means toward the camera. */
export function placeOfLight({ fromDeg, heightDeg }: LightDirection, reach: number): Offset {
  const around = (fromDeg * Math.PI) / 180;
  const distance = (reach * (HIGHEST_DEG - heightDeg)) / (HIGHEST_DEG - LOWEST_DEG);
  return { x: Math.sin(around) * distance, y: Math.cos(around) * distance };
}

/** Light that belongs to a position of the sun. */
export function lightAtPlace({ x, y }: Offset, reach: number): LightDirection {
  const share = Math.min(1, Math.hypot(x, y) / reach);
  return {
    fromDeg: Math.round((Math.atan2(x, y) * 180) / Math.PI),
    heightDeg: Math.round(HIGHEST_DEG - share * (HIGHEST_DEG - LOWEST_DEG)),
  };
}

/** Light after rotating it around the product and raising it. */
export const rotateLight = (
  { fromDeg, heightDeg }: LightDirection,
  turnDeg: number,
  riseDeg: number,
): LightDirection => ({
  fromDeg: ((((fromDeg + turnDeg + 180) % 360) + 360) % 360) - 180,
  heightDeg: clamp(heightDeg + riseDeg, LOWEST_DEG, HIGHEST_DEG),
});
