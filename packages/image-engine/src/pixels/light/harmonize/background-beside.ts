import type { Base } from './contact-base.ts';
import type { CompositeCells } from './composite-cells.ts';

/**
 * Directions around the bottom of a product, from its left over the front to its right, and the angles of the rays
 * around each direction.
 */
const DIRECTIONS_DEG = [-90, -60, -30, 0, 30, 60, 90] as const;
const RAYS_DEG = [-14, -7, 0, 7, 14] as const;
/** Height of the rays' origin above the lowest line of the product's base, as a share of the base's size. */
const FOOT_MIDDLE_SHARE = 0.12;
/** Foreshortening of depth, because the camera sees the background at a low angle. */
const FLATTENED = 2;
/**
 * Areas beside the product whose light is compared, as shares of the base's size: the near one ends at the first
 * distance, the far one begins at the second.
 */
const NEAR_TO_SHARE = 0.12;
const FAR_FROM_SHARE = 0.5;
const FAR_TO_SHARE = 1.1;
const LEAST_NEAR = 4;
const LEAST_FAR = 8;
/**
 * Quantile by which the background's light is measured, chosen so that dark parts of a pattern don't count as shadow.
 */
const LIGHT_PARTS_SHARE = 0.75;
/** Maximum contrast (logarithm of light) of a background pattern on which a soft shadow is detectable. */
const MOST_CONTRAST = 0.9;
const DARKER_SHARE = 0.67;
/** Offset that limits noise in the logarithm of dark cells. */
const DARKEST_LIGHT = 0.02;

/**
 * Darkening of the background beside a product compared with farther away, as a logarithm of light (0: none). At least
 * two thirds of all directions are this dark; the darkest ones aren't used, because other objects may darken single
 * sides. 0 if too little background is visible or its pattern is too coarse.
 */
export function darkeningBeside(scene: CompositeCells, base: Base): number {
  const differences: number[] = [];
  const contrasts: number[] = [];
  for (const direction of DIRECTIONS_DEG) {
    const near: number[] = [];
    const far: number[] = [];
    for (const aside of RAYS_DEG) lightAlong(scene, base, direction + aside, { near, far });
    if (near.length < LEAST_NEAR || far.length < LEAST_FAR) continue;
    differences.push(at(LIGHT_PARTS_SHARE, near) - at(LIGHT_PARTS_SHARE, far));
    contrasts.push(at(0.8, far) - at(0.2, far));
  }
  return at(0.5, contrasts) > MOST_CONTRAST ? 0 : at(DARKER_SHARE, differences);
}

interface Light {
  readonly near: number[];
  readonly far: number[];
}

function lightAlong(
  { alpha, background, widthPx: w, heightPx: h }: CompositeCells,
  base: Base,
  direction: number,
  { near, far }: Light,
): void {
  const turn = (direction * Math.PI) / 180;
  const [across, along] = [Math.sin(turn), Math.cos(turn) / FLATTENED];
  const [x0, y0] = [(base.left + base.right + 1) / 2, base.bottom - FOOT_MIDDLE_SHARE * base.sizePx];
  const reach = base.widthPx + FAR_TO_SHARE * base.sizePx;
  const cellAt = (step: number): number => {
    const [x, y] = [Math.floor(x0 + across * step), Math.floor(y0 + along * step)];
    return x < 0 || y < 0 || x >= w || y >= h ? -1 : y * w + x;
  };
  let edge = 0;
  for (let step = 0; step < reach; step++) if (cellAt(step) >= 0 && alpha[cellAt(step)] >= 0.5) edge = step;
  for (let step = edge + 2; step <= edge + FAR_TO_SHARE * base.sizePx; step++) {
    const i = cellAt(step);
    if (i < 0 || background.share[i] < 0.5) continue;
    const light = Math.log(DARKEST_LIGHT + background.lightness[i] ** 3);
    if (step <= edge + Math.max(4, NEAR_TO_SHARE * base.sizePx)) near.push(light);
    else if (step > edge + FAR_FROM_SHARE * base.sizePx) far.push(light);
  }
}

/** Quantile of values; 0 if the list is empty. */
const at = (share: number, values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))] ?? 0;
