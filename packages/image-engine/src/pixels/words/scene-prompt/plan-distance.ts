import type { ScenePlan } from '../../stage/scene-plan.ts';
import { distance, oklabOfHex, toLuminance } from '../../color/oklab.ts';
import { getKeyLight, stageLuminance } from './light-moods.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import { listTints } from './tints.ts';

export interface PlannedSet {
  readonly plan: Omit<ScenePlan, 'facts' | 'framing'>;
  readonly set: StudioSet;
}

/** Distance at which two scenes are clearly different at first sight. */
export const PLAINLY_DIFFERENT = 0.2;

const WEIGHT = {
  camera: 0.35,
  mirrored: 0.22,
  tints: 2.4,
  warmth: 0.22,
  key: 0.3,
  exposure: 0.4,
  lamps: 0.6,
} as const;

/**
 * Visual difference of two scenes, 0 to 1. It is 1 for different families of sets; within a family it combines camera,
 * mirroring, colors weighted by area, the light's warmth, direction and brightness, and the colors of visible lamps.
 */
export function planDistance(first: PlannedSet, second: PlannedSet): number {
  const [a, b] = [first.set, second.set];
  if (a.family !== b.family) return 1;
  const parts = [
    a.id === b.id ? 0 : WEIGHT.camera,
    first.plan.isMirrored === second.plan.isMirrored
      ? 0
      : WEIGHT.mirrored * Math.abs(getKeyLight(a).direction[0]),
    WEIGHT.tints * tintDistance(first, second),
    lightDistance(first, second),
    WEIGHT.lamps * lampDistance(first, second),
  ];
  return Math.min(
    1,
    parts.reduce((sum, part) => sum + part, 0),
  );
}

/** Color difference of lamps that are visible in both pictures, 0 to 1. */
function lampDistance({ plan, set }: PlannedSet, { plan: other }: PlannedSet): number {
  const lamps = set.lights.filter(
    ({ id, kind }) => kind === 'practical' && plan.lights[id] && other.lights[id],
  );
  const apart = lamps.map(({ id }) => {
    const [a, b] = [plan.lights[id] ?? [1, 1, 1], other.lights[id] ?? [1, 1, 1]];
    const [most, mostOther] = [Math.max(1e-6, ...a), Math.max(1e-6, ...b)];
    return a.reduce((sum, v, c) => sum + Math.abs(v / most - b[c] / mostOther), 0) / 3;
  });
  return apart.reduce((sum, v) => sum + v, 0) / Math.max(1, apart.length);
}

function tintDistance({ plan, set }: PlannedSet, other: PlannedSet): number {
  let sum = 0;
  for (const { id, composed, share } of listTints(set)) {
    const colors = [plan, other.plan].map(({ tints }) => {
      const hex = tints[id];
      return hex === undefined ? composed : oklabOfHex(hex);
    });
    const [one, two] = colors;
    if (one !== undefined && two !== undefined) sum += share * distance(one, two);
  }
  return sum;
}

/** Light at the product's position: its logarithm, the key light's share, and the ratio of red to blue. */
function measureLight({ plan, set }: PlannedSet): { stops: number; key: number; warmth: number } {
  const weights = new Map(Object.entries(plan.lights));
  const key = getKeyLight(set);
  const whole = stageLuminance(set, weights);
  const alone = stageLuminance(set, new Map([[key.id, plan.lights[key.id] ?? [0, 0, 0]]]));
  let [red, blue] = [1e-6, 1e-6];
  for (const [id, weight] of weights) {
    const luminance = toLuminance(weight);
    if (luminance <= 0) continue;
    const share = stageLuminance(set, new Map([[id, weight]])) / luminance;
    red += share * weight[0];
    blue += share * weight[2];
  }
  return {
    stops: Math.log2(Math.max(1e-3, whole * plan.exposure)),
    key: alone / Math.max(1e-6, whole),
    warmth: Math.log2(red / blue),
  };
}

function lightDistance(first: PlannedSet, second: PlannedSet): number {
  const [a, b] = [measureLight(first), measureLight(second)];
  return Math.min(
    0.8,
    WEIGHT.warmth * Math.abs(a.warmth - b.warmth) +
      WEIGHT.key * Math.abs(a.key - b.key) +
      WEIGHT.exposure * Math.min(0.6, Math.abs(a.stops - b.stops) / 2),
  );
}
