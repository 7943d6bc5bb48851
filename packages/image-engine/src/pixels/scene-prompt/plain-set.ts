import { linearToSrgb } from '../studio/layers.ts';
import { hexToLinear } from '../studio/paint.ts';
import type { StudioSet } from '../studio/studio-set.ts';
import { lightForTone } from '../studio/tone.ts';
import { keyOf, stageLuminance } from './light-moods.ts';
import type { LightPlan } from './light-moods.ts';
import type { Tints } from './tints.ts';

/** In less light on the stage, a requested color is meant to look darker. */
const DIM_STAGE = 0.68;
/** From this much more light than there is, the ground is burnt out rather than painted. */
const BURNT_FROM = 1.2;
/** White paper on the stage of a burnt-out ground: 251 of 255 after the tone curve. */
const BURNT_STAGE = 2.4;
const MAX_EXPOSURE = 3.2;
/** The backdrop is burnt out by its own lamp, as in a packshot. */
const BACKDROP_LAMP = { id: 'rim', gain: 5 } as const;
/** The light without a direction, as a share of the key: with more of it, no shadow would be left on white. */
const OTHER_LIGHT = 0.42;

/** The paint of a plain ground, and the light that it needs. */
export interface PlainPaint {
  readonly tints: Tints;
  readonly lighting: LightPlan;
  readonly isBurntOut?: boolean;
}

/**
 * Paints a plain ground so that the picture has the requested color where the product stands: the paint makes
 * up for the light and the tone curve. No paint is white enough for pure white: there the light burns the
 * ground out. In dim light, colors are painted as they are.
 */
export function paintForPicture(set: StudioSet, lighting: LightPlan, tints: Tints): PlainPaint {
  const stage = stageOf(set, lighting);
  if (stage < DIM_STAGE) return { tints, lighting };
  const wanted = set.tints.map(
    ({ id, color }) => [id, lightForTone(hexToLinear(tints[id] ?? color))] as const,
  );
  const brightest = Math.max(0, ...wanted.flatMap(([, light]) => light));
  const isBurntOut = brightest > BURNT_FROM * stage;
  const lit = isBurntOut
    ? burntOut(set, lighting)
    : { ...lighting, exposure: lighting.exposure * Math.max(1, brightest / stage) };
  const white = stageOf(set, lit);
  const painted = wanted.map(([id, light]) => [id, hexOf(light.map((v) => v / white))] as const);
  const paint = { tints: Object.fromEntries(painted), lighting: lit };
  return isBurntOut ? { ...paint, isBurntOut } : paint;
}

/** The luminance of white paper on the stage, as exposed. */
const stageOf = (set: StudioSet, { weights, exposure }: LightPlan): number =>
  exposure * stageLuminance(set, new Map(Object.entries(weights)));

function burntOut(set: StudioSet, lighting: LightPlan): LightPlan {
  const key = keyOf(set).id;
  const lights = Object.entries(lighting.weights);
  const around = lights.filter(([id]) => id !== key && id !== BACKDROP_LAMP.id);
  const ofKey = stageLuminance(set, new Map(lights.filter(([id]) => id === key)));
  const ofOthers = Math.max(1e-3, stageLuminance(set, new Map(around)));
  const keyGain = Math.max(1, ofOthers / OTHER_LIGHT / Math.max(1e-3, ofKey));
  const weights = Object.fromEntries(
    lights.map(([id, [r, g, b]]) => {
      const gain = id === key ? keyGain : id === BACKDROP_LAMP.id ? BACKDROP_LAMP.gain : 1;
      return [id, [r * gain, g * gain, b * gain] as const];
    }),
  );
  const needed = BURNT_STAGE / Math.max(0.02, stageLuminance(set, new Map(Object.entries(weights))));
  // The lamps give what is beyond a usual exposure.
  const more = Math.max(1, needed / MAX_EXPOSURE);
  const brighter = Object.entries(weights).map(
    ([id, [r, g, b]]) => [id, [r * more, g * more, b * more]] as const,
  );
  return { ...lighting, weights: Object.fromEntries(brighter), exposure: needed / more };
}

const hexOf = (linear: readonly number[]): string =>
  `#${linear
    .map((v) => Math.round(255 * linearToSrgb(Math.min(1, Math.max(0, v)))))
    .map((sample) => sample.toString(16).padStart(2, '0'))
    .join('')}`;
