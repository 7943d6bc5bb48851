import { linearToSrgb, luminanceOf } from '../../color/oklab.ts';
import { hexToLinear } from '../../stage/paint.ts';
import type { LinearRgb } from '../../stage/scene-plan.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import { lightForTone } from '../../color/tone.ts';
import { keyOf, stageColor, stageLuminance } from './light-moods.ts';
import type { LightMood, LightPlan } from './light-moods.ts';
import type { Tints } from './tints.ts';

/** In these a requested color is meant to look darker, and as the light is. */
const DARK_MOODS: ReadonlySet<LightMood> = new Set(['spotlight', 'blue-hour', 'night']);
/** A color whose least channel, linear, has less of the greatest is no white: no light burns it out. */
const WHITISH_FROM = 0.5;
/** From brighter light the tone curve makes a paler color than was asked for; from less it is darker than it need be. */
const MOST_OF_SATURATED = 0.93;
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
 * up for the light, its color included, and for the tone curve. No paint is white enough for pure white: there the light burns the
 * ground out. A saturated color is as bright as the curve leaves it one. In the dark, colors are painted as they are.
 */
export function paintForPicture(
  set: StudioSet,
  mood: LightMood,
  lighting: LightPlan,
  tints: Tints,
): PlainPaint {
  if (DARK_MOODS.has(mood)) return { tints, lighting };
  const usual = inUsualLight(set, lighting);
  // Where nobody asked for a color, it may have that of the light.
  const lightOf = (plan: LightPlan): LinearRgb =>
    Object.keys(tints).length > 0 ? stageOf(set, plan) : grayOf(stageOf(set, plan));
  const stage = lightOf(usual);
  const wanted = set.tints.map(({ id, color }) => {
    const tone = hexToLinear(tints[id] ?? color);
    const isWhitish = Math.min(...tone) >= WHITISH_FROM * Math.max(...tone);
    return [id, lightForTone(tone, isWhitish ? Infinity : MOST_OF_SATURATED)] as const;
  });
  const needed = Math.max(0, ...wanted.flatMap(([, light]) => light.map((v, c) => v / stage[c])));
  const isBurntOut = needed > BURNT_FROM;
  const lit = isBurntOut
    ? burntOut(set, usual)
    : { ...usual, exposure: usual.exposure * Math.max(1, needed) };
  const white = lightOf(lit);
  // What is brighter than the light allows is as bright as it does, in all of its colors alike.
  const paintOf = (light: readonly number[]): string => {
    const most = Math.min(1, Math.min(...white) / Math.max(...light));
    return hexOf(light.map((v, c) => (v * most) / white[c]));
  };
  const painted = wanted.map(([id, light]) => [id, paintOf(light)] as const);
  const paint = { tints: Object.fromEntries(painted), lighting: lit };
  return isBurntOut ? { ...paint, isBurntOut } : paint;
}

/** The linear color of white paper on the stage, as exposed. */
function stageOf(set: StudioSet, { weights, exposure }: LightPlan): LinearRgb {
  const [r, g, b] = stageColor(set, new Map(Object.entries(weights)));
  return [r * exposure, g * exposure, b * exposure];
}

function grayOf(color: LinearRgb): LinearRgb {
  const luminance = luminanceOf(color);
  return [luminance, luminance, luminance];
}

/** No darker than a plain ground is photographed: less light is for what stands in it. */
const DIM_STAGE = 0.68;

function inUsualLight(set: StudioSet, lighting: LightPlan): LightPlan {
  const stage = luminanceOf(stageOf(set, lighting));
  return { ...lighting, exposure: lighting.exposure * Math.max(1, DIM_STAGE / Math.max(0.02, stage)) };
}

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
  // The least of the light's colors is as white as the others.
  const least = Math.min(...stageColor(set, new Map(Object.entries(weights))));
  const needed = BURNT_STAGE / Math.max(0.02, least);
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
