import type { SceneLight } from '@packshot/contract';
import type { LinearRgb } from '../../stage/scene-plan.ts';
import type { LightRequest } from './light-request.ts';
import type { StudioLight, StudioSet } from '../../stage/studio-set.ts';
import { toLuminance } from '../../color/oklab.ts';

export type LightMood = Exclude<SceneLight, 'auto'>;

type LightRole = 'key' | 'fill' | 'rim' | 'practical' | 'environment';

/**
 * Light mood: for each role of a light, the gain relative to the set's default, and its color temperature (null:
 * unchanged).
 */
interface MoodOfLight {
  readonly gain: Readonly<Record<LightRole, number>>;
  readonly kelvin: Readonly<Partial<Record<LightRole, number>>>;
  /** Luminance of white paper at the product's position; null for the set's default, within limits. */
  readonly stage: number | null;
  /** Factor for the key light's angular size. */
  readonly softness: number;
}

const MOODS: Readonly<Record<LightMood, MoodOfLight>> = {
  'as-composed': {
    gain: { key: 1, fill: 1, rim: 1, practical: 1, environment: 1 },
    kelvin: {},
    stage: null,
    softness: 1,
  },
  'soft-box': {
    gain: { key: 0.42, fill: 2.1, rim: 1.3, practical: 0.8, environment: 1.45 },
    kelvin: { key: 5400, fill: 5500, rim: 5400, environment: 5700 },
    stage: 0.84,
    softness: 4,
  },
  'hard-sun': {
    gain: { key: 1.35, fill: 0.5, rim: 0.7, practical: 0.6, environment: 0.62 },
    kelvin: { key: 5250, fill: 5800, environment: 6800 },
    stage: 0.84,
    softness: 0.6,
  },
  'warm-morning': {
    gain: { key: 1.12, fill: 0.8, rim: 1, practical: 1, environment: 0.85 },
    kelvin: { key: 4600, fill: 5500, rim: 4700, environment: 5700 },
    stage: 0.8,
    softness: 1.3,
  },
  'golden-hour': {
    gain: { key: 1.15, fill: 0.5, rim: 1.5, practical: 1.2, environment: 0.55 },
    kelvin: { key: 3950, fill: 5200, rim: 3900, environment: 7200 },
    stage: 0.72,
    softness: 1.1,
  },
  'blue-hour': {
    gain: { key: 0.14, fill: 0.8, rim: 1, practical: 1.5, environment: 1.3 },
    kelvin: { key: 5200, fill: 9000, rim: 8200, environment: 11_000 },
    stage: 0.5,
    softness: 4,
  },
  spotlight: {
    gain: { key: 1.5, fill: 0.08, rim: 0.22, practical: 0.5, environment: 0.12 },
    kelvin: { key: 4900, fill: 5200, rim: 4700, environment: 6000 },
    stage: 0.66,
    softness: 0.8,
  },
  overcast: {
    gain: { key: 0.1, fill: 1.3, rim: 1.2, practical: 0.8, environment: 2 },
    kelvin: { key: 6000, fill: 6300, rim: 6000, environment: 6600 },
    stage: 0.8,
    softness: 5,
  },
  night: {
    gain: { key: 0.75, fill: 0.12, rim: 0.75, practical: 2.4, environment: 0.32 },
    kelvin: { key: 8800, fill: 11_000, rim: 8200, environment: 14_000 },
    stage: 0.3,
    softness: 1.6,
  },
};

/**
 * Range to which white paper's luminance at the product's position is limited under the set's default lights; low-key
 * sets are intentionally darker.
 */
const COMPOSED_STAGE = { min: 0.7, max: 0.95 };
const LOW_KEY_STAGE_MIN = 0.5;
/** Limits of exposure; a higher one would reveal compression artifacts of the layers. */
const EXPOSURE_LIMITS = { min: 0.35, max: 3.2 };
/**
 * Maximum 90th percentile of a picture's luminance. Above it the tone curve leaves no texture, as in snow around a
 * product in half shade if the exposure only suits the product's position.
 */
const HIGHLIGHT_MAX = 0.97;

/** Largest shift of color temperature, in mired, that a prompt's words can cause toward warm or cool. */
const WORDS_MIRED = 38;

/**
 * Plausibility of each mood for each kind of key light; moods that are implausible in a set are used in other sets
 * instead.
 */
const PLAUSIBILITY: Readonly<Record<StudioLight['kind'], Readonly<Record<LightMood, number>>>> = {
  sun: moodTable(1, 0.75, 0.85, 0.95, 0.9, 0.65, 0.45, 0.7, 0.35),
  softbox: moodTable(1, 0.95, 0.5, 0.7, 0.75, 0.6, 0.75, 0.6, 0.4),
  spot: moodTable(1, 0.4, 0.3, 0.4, 0.6, 0.6, 1, 0.1, 0.6),
  practical: moodTable(1, 0.2, 0, 0, 0.3, 0.7, 0.4, 0, 0.95),
  environment: moodTable(1, 0.8, 0.2, 0.6, 0.5, 0.6, 0.1, 0.9, 0.4),
};

function moodTable(...values: readonly number[]): Readonly<Record<LightMood, number>> {
  const moods = Object.keys(MOODS) as LightMood[];
  return Object.fromEntries(moods.map((mood, i) => [mood, values[i] ?? 0])) as Record<LightMood, number>;
}

/** Moods with their plausibility in a set, 0 to 1. */
export function rateMoods(set: StudioSet): readonly { mood: LightMood; plausibility: number }[] {
  const key = getKeyLight(set);
  return (Object.keys(MOODS) as LightMood[]).map((mood) => ({
    mood,
    plausibility: PLAUSIBILITY[key.kind][mood],
  }));
}

/**
 * Finds the light that casts the shadows.
 * @throws RangeError for a set without lights
 */
export function getKeyLight({ id, lights }: StudioSet): StudioLight {
  const key = lights.find((light) => light.id === 'key') ?? lights[0];
  if (key === undefined) throw new RangeError(`Set ${id} has no light`);
  return key;
}

function getLightRole(set: StudioSet, light: StudioLight): LightRole {
  if (light.kind === 'environment') return 'environment';
  if (light.kind === 'practical') return 'practical';
  if (light === getKeyLight(set)) return 'key';
  // If a visible lamp is the key light, the fill light illuminates the product, so it has the role of the key.
  if (light.id === 'fill') return getKeyLight(set).kind === 'practical' ? 'key' : 'fill';
  return 'rim';
}

export interface LightPlan {
  readonly weights: Readonly<Record<string, LinearRgb>>;
  readonly exposure: number;
  readonly keySoftness: number;
}

/**
 * Lights a set in a mood, adjusted by the rest of the request. The luminance at the product's position is the mood's.
 */
export function createLightPlan(set: StudioSet, mood: LightMood, request: LightRequest): LightPlan {
  const plan = MOODS[mood];
  // The golden hour is as warm as “warm” asks for; more would hide the product's own colors.
  const warmth = mood === 'golden-hour' ? Math.min(0, request.warmth) : request.warmth;
  const weights = new Map<string, LinearRgb>();
  for (const light of set.lights) {
    const role = getLightRole(set, light);
    const gain = light.weight * plan.gain[role] * requestedGain(role, request);
    const color = mix(light, light.kind === 'practical' ? undefined : plan.kelvin[role], warmth);
    weights.set(light.id, scaleColor(color, gain));
  }
  return {
    weights: Object.fromEntries(weights),
    exposure: computeExposure(set, weights, plan.stage, request.brightness),
    keySoftness: Math.max(0.3, Math.min(8, plan.softness * 2 ** (-1.3 * request.hardness))),
  };
}

function requestedGain(role: LightRole, { hardness, brightness, from }: LightRequest): number {
  const dark = Math.max(0, -brightness);
  if (role === 'key') return (1 + 0.4 * hardness) * (from === 'back' ? 0.7 : from === 'front' ? 0.85 : 1);
  if (role === 'rim') return (1 - 0.45 * dark) * (from === 'back' ? 1.9 : 1);
  if (role === 'practical') return 1 + 0.3 * dark;
  const flat = role === 'fill' && from === 'front' ? 1.7 : 1;
  return (1 - 0.4 * hardness) * (1 - 0.5 * dark) * flat;
}

/**
 * Color of a light at a color temperature, made warmer or cooler; the set's default if neither is requested. A light
 * without a color temperature keeps its tint.
 */
function mix({ color, temperatureK }: StudioLight, kelvin: number | undefined, warmth: number): LinearRgb {
  const mired =
    1e6 / (kelvin ?? temperatureK ?? 5500) + WORDS_MIRED * warmth * (temperatureK === null ? 0.3 : 1);
  if (kelvin === undefined && warmth === 0) return color;
  const targetColor = lightOfTemperature(1e6 / Math.max(70, Math.min(450, mired)));
  if (temperatureK === null) {
    const own = lightOfTemperature(5500);
    return [
      color[0] * (targetColor[0] / own[0]),
      color[1] * (targetColor[1] / own[1]),
      color[2] * (targetColor[2] / own[2]),
    ];
  }
  return targetColor;
}

const scaleColor = ([r, g, b]: LinearRgb, by: number): LinearRgb => [r * by, g * by, b * by];

/**
 * Estimates for sets without measurements: luminance that the lights of each role cause at the product's position, at
 * weight 1.
 */
const USUAL_STAGE_LIGHT: Readonly<Record<LightRole, number>> = {
  key: 0.42,
  fill: 0.08,
  rim: 0.06,
  practical: 0.15,
  environment: 0.19,
};

/** Luminance of white paper at the product's position under given light weights. */
export const stageLuminance = (set: StudioSet, weights: ReadonlyMap<string, LinearRgb>): number =>
  toLuminance(stageColor(set, weights));

/** Linear color of white paper at the product's position under given light weights. */
export function stageColor(set: StudioSet, weights: ReadonlyMap<string, LinearRgb>): LinearRgb {
  const sum: [number, number, number] = [0, 0, 0];
  for (const light of set.lights) {
    const weight = weights.get(light.id);
    if (weight === undefined) continue;
    const reaches = set.measured?.stageLight[light.id] ?? USUAL_STAGE_LIGHT[getLightRole(set, light)];
    for (const c of [0, 1, 2] as const) sum[c] += weight[c] * reaches;
  }
  return sum;
}

function computeExposure(
  set: StudioSet,
  weights: ReadonlyMap<string, LinearRgb>,
  stage: number | null,
  brightness: number,
): number {
  const lit = Math.max(0.02, stageLuminance(set, weights));
  const composed = stageLuminance(
    set,
    new Map(set.lights.map(({ id, color, weight }) => [id, scaleColor(color, weight)])),
  );
  const isLowKey = set.keywords.light.includes('low key');
  const least = isLowKey ? LOW_KEY_STAGE_MIN : COMPOSED_STAGE.min;
  const asComposed = Math.max(least, Math.min(COMPOSED_STAGE.max, composed));
  // A low-key set is darker than other sets in every mood.
  const own = stage === null ? asComposed : isLowKey ? stage * 0.85 : stage;
  const targetLuminance = own * (1 + (brightness > 0 ? 0.14 : 0.38) * brightness);
  // Estimates the highlights without reading layers, assuming that the surroundings are lit like the product's
  // position.
  const highlight = ((set.measured?.highlight ?? 0) * lit) / Math.max(0.02, composed);
  const most = highlight > 0 ? Math.min(EXPOSURE_LIMITS.max, HIGHLIGHT_MAX / highlight) : EXPOSURE_LIMITS.max;
  return Math.max(EXPOSURE_LIMITS.min, Math.min(most, targetLuminance / lit));
}

/** Color temperature that appears white, because the studio sets are balanced for daylight. */
const WHITE_BALANCE_K = 5500;

/**
 * Linear RGB of a black body, balanced for daylight, luminance 1; 1,500 to 20,000 K (fit: Helland, 2012,
 * converted to linear).
 */
function lightOfTemperature(kelvin: number): LinearRgb {
  const [body, white] = [blackBody(kelvin), blackBody(WHITE_BALANCE_K)];
  const rgb: LinearRgb = [body[0] / white[0], body[1] / white[1], body[2] / white[2]];
  const luminance = toLuminance(rgb);
  return [rgb[0] / luminance, rgb[1] / luminance, rgb[2] / luminance];
}

function blackBody(kelvin: number): LinearRgb {
  const t = kelvin / 100;
  const red = t <= 66 ? 1 : 1.2929 * (t - 60) ** -0.1332;
  const green = t <= 66 ? 0.39008 * Math.log(t) - 0.63184 : 1.1299 * (t - 60) ** -0.0755;
  const blue = t >= 66 ? 1 : t <= 19 ? 0 : 0.54321 * Math.log(t - 10) - 1.19625;
  const linear = (v: number): number => Math.max(0, Math.min(1, v)) ** 2.2;
  return [linear(red), linear(green), linear(blue)];
}
