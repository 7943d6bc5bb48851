import type { SceneLock } from '@packshot/contract';
import { linearToSrgb, toLuminance } from '../../color/oklab.ts';
import { hexToLinear } from '../../stage/paint.ts';
import type { LinearRgb } from '../../stage/scene-plan.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import { lightForTone, toneMap } from '../../color/tone.ts';
import { getKeyLight, stageColor, stageLuminance } from './light-moods.ts';
import type { LightMood, LightPlan } from './light-moods.ts';
import type { Tints } from './tints.ts';

/** Moods of dark light, in which a requested color may look darker than requested. */
const DARK_MOODS: ReadonlySet<SceneLock['light']> = new Set(['spotlight', 'blue-hour', 'night']);
/**
 * Minimum ratio between the smallest and largest linear channel of a color that counts as whitish; only whitish
 * backgrounds are overexposed.
 */
const WHITISH_FROM = 0.5;
/**
 * Maximum light of a saturated color, relative to the largest possible for it. More light would make it paler, less
 * would make it needlessly dark.
 */
const MOST_OF_SATURATED = 0.93;
/**
 * Ratio of the light that a color needs to the available light, from which the background is overexposed rather than
 * painted.
 */
const BURNT_FROM = 1.2;
/** Luminance of white paper at the product's position on an overexposed background: 251 of 255 after the tone curve. */
const BURNT_STAGE = 2.4;
const MAX_EXPOSURE = 3.2;
/** Lamp that overexposes the backdrop, as in a photo studio. */
const BACKDROP_LAMP = { id: 'rim', gain: 5 } as const;
/** Light other than the key light, as a share of the key light; with more, white would show no shadow. */
const OTHER_LIGHT = 0.42;

/** Paint of a plain background, and the light that it needs. */
export interface PlainPaint {
  readonly tints: Tints;
  readonly lighting: LightPlan;
  readonly isBurntOut?: boolean;
}

/** Fields of a scene lock that determine how a plain background looks. */
type PaintedLock = Pick<SceneLock, 'exposure' | 'isBurntOut' | 'tints' | 'light'> & {
  readonly lights: LightPlan['weights'];
};

/**
 * Paints a plain background so that the picture has the requested color at the product's position. The paint
 * compensates for brightness and color of the light, and for the tone curve. For pure white the background is
 * overexposed, because no paint is white enough. A saturated color is made as bright as the tone curve allows. In dark
 * moods, colors are painted without compensation.
 */
export function paintForPicture(
  set: StudioSet,
  mood: LightMood,
  lighting: LightPlan,
  tints: Tints,
): PlainPaint {
  if (DARK_MOODS.has(mood)) return { tints, lighting };
  const usual = inUsualLight(set, lighting);
  // Without a requested color, only the brightness of the light is compensated, so that the background has the light's
  // tint.
  const lightUnder = (plan: LightPlan): LinearRgb =>
    Object.keys(tints).length > 0 ? exposedStageColor(set, plan) : toGray(exposedStageColor(set, plan));
  const stage = lightUnder(usual);
  const targetLights = set.tints.map(({ id, color }) => {
    const tone = hexToLinear(tints[id] ?? color);
    const isWhitish = Math.min(...tone) >= WHITISH_FROM * Math.max(...tone);
    return [id, lightForTone(tone, isWhitish ? Infinity : MOST_OF_SATURATED)] as const;
  });
  const needed = Math.max(0, ...targetLights.flatMap(([, light]) => light.map((v, c) => v / stage[c])));
  const isBurntOut = needed > BURNT_FROM;
  const lit = isBurntOut
    ? burntOut(set, usual)
    : { ...usual, exposure: usual.exposure * Math.max(1, needed) };
  const white = lightUnder(lit);
  // Scales all channels equally, so that the paint isn't brighter than possible.
  const toPaint = (light: readonly number[]): string => {
    const most = Math.min(1, Math.min(...white) / Math.max(...light));
    return toHex(light.map((v, c) => (v * most) / white[c]));
  };
  const painted = targetLights.map(([id, light]) => [id, toPaint(light)] as const);
  const paint = { tints: Object.fromEntries(painted), lighting: lit };
  return isBurntOut ? { ...paint, isBurntOut } : paint;
}

/**
 * Colors in which a plain background's paint appears at the product's position: the inverse of `paintForPicture`. In
 * dark moods the paint is the requested color.
 */
export function shownPaint(
  set: StudioSet,
  { light, lights, exposure, isBurntOut, tints }: PaintedLock,
): Tints {
  if (DARK_MOODS.has(light)) return tints;
  const stage = exposedStageColor(set, { weights: lights, exposure });
  const appearance = (hex: string): string => {
    if (isBurntOut) return '#ffffff';
    const data = Float32Array.from(hexToLinear(hex), (v, c) => v * stage[c]);
    toneMap({ data, widthPx: 1, heightPx: 1 });
    return toHex([...data]);
  };
  return Object.fromEntries(Object.entries(tints).map(([id, hex]) => [id, appearance(hex)]));
}

/** Linear color of white paper at the product's position, after exposure. */
function exposedStageColor(
  set: StudioSet,
  { weights, exposure }: Pick<LightPlan, 'weights' | 'exposure'>,
): LinearRgb {
  const [r, g, b] = stageColor(set, new Map(Object.entries(weights)));
  return [r * exposure, g * exposure, b * exposure];
}

function toGray(color: LinearRgb): LinearRgb {
  const luminance = toLuminance(color);
  return [luminance, luminance, luminance];
}

/** Minimum luminance at the product's position for a plain background; darker light is only for sets with objects. */
const DIM_STAGE = 0.68;

function inUsualLight(set: StudioSet, lighting: LightPlan): LightPlan {
  const stage = toLuminance(exposedStageColor(set, lighting));
  return { ...lighting, exposure: lighting.exposure * Math.max(1, DIM_STAGE / Math.max(0.02, stage)) };
}

function burntOut(set: StudioSet, lighting: LightPlan): LightPlan {
  const key = getKeyLight(set).id;
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
  // Uses the darkest channel, so that all channels reach white.
  const least = Math.min(...stageColor(set, new Map(Object.entries(weights))));
  const needed = BURNT_STAGE / Math.max(0.02, least);
  // Brightness beyond the maximum exposure comes from brighter lamps.
  const more = Math.max(1, needed / MAX_EXPOSURE);
  const brighter = Object.entries(weights).map(
    ([id, [r, g, b]]) => [id, [r * more, g * more, b * more]] as const,
  );
  return { ...lighting, weights: Object.fromEntries(brighter), exposure: needed / more };
}

const toHex = (linear: readonly number[]): string =>
  `#${linear
    .map((v) => Math.round(255 * linearToSrgb(Math.min(1, Math.max(0, v)))))
    .map((sample) => sample.toString(16).padStart(2, '0'))
    .join('')}`;
