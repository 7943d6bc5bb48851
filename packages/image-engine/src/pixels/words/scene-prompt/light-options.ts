import type { SceneLight } from '@packshot/contract';
import type { LinearRgb } from '../../stage/scene-plan.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import { computeChroma, computeHue } from './color-classes.ts';
import { oklabOfHex, toLuminance } from '../../color/oklab.ts';
import { createLightPlan, rateMoods } from './light-moods.ts';
import type { LightMood, LightPlan } from './light-moods.ts';
import type { LightRequest } from './light-request.ts';
import { isPlain } from '../../stage/set-kinds.ts';
import { listTints } from './tints.ts';
import type { Tints } from './tints.ts';

/** Weight of a mood's implausibility as a penalty in a plan's score. */
const PLAUSIBILITY_WEIGHT = 0.6;

/** Variations of a mood, used for variants of one set if the light is fixed by the request. */
const NUANCES = {
  plain: {},
  crisp: { hardness: 0.7, warmth: 0.5 },
  soft: { hardness: -0.8, brightness: 0.4, warmth: -0.2 },
  deep: { brightness: -0.7, hardness: 0.2, warmth: -0.4 },
} as const;
/** Cost of a variation in a plan's score, so that the unchanged mood is preferred. */
const NUANCE_COST = 0.2;
/** Cost of recolored lamps in a plan's score, so that the lamps' original colors are preferred. */
const OTHER_LAMPS_COST = 0.1;

/** Pairs of neon tube colors in linear RGB, for the larger and the smaller lamp. */
const LAMP_PAIRS: Readonly<Record<string, readonly [LinearRgb, LinearRgb]>> = {
  'cyan and pink': [
    [0.05, 0.66, 1],
    [1, 0.08, 0.4],
  ],
  'violet and orange': [
    [0.3, 0.1, 1],
    [1, 0.22, 0.04],
  ],
  'amber and blue': [
    [1, 0.3, 0.05],
    [0.08, 0.28, 1],
  ],
};

/** Possible lighting of a set; `bonus` is added to a plan's score. */
interface LightOption {
  readonly mood: LightMood;
  readonly nuance: string;
  readonly lighting: LightPlan;
  readonly bonus: number;
}

/** Lighting options of a set: variations of the requested mood, otherwise moods that match the prompt's words. */
export function lightOptions(set: StudioSet, light: LightRequest): LightOption[] {
  const moods = moodOptions(set, light);
  const nuances = Object.entries(NUANCES).slice(0, moods.length > 2 ? 1 : undefined);
  return moods.flatMap(({ mood, bonus }) => [
    ...nuances.map(([nuance, shade]) => ({
      mood,
      nuance,
      lighting: createLightPlan(set, mood, withNuance(light, shade)),
      bonus: bonus - (nuance === 'plain' ? 0 : NUANCE_COST),
    })),
    ...lampColors(set, createLightPlan(set, mood, light)).map(({ id, lighting }) => ({
      mood,
      nuance: id,
      lighting,
      bonus: bonus - OTHER_LAMPS_COST,
    })),
  ]);
}

type LightNuance = Partial<Pick<LightRequest, 'warmth' | 'hardness' | 'brightness'>>;

/** Applies a variation only to properties that the prompt's words don't determine. */
function withNuance(light: LightRequest, shade: LightNuance): LightRequest {
  const open = (requestedValue: number, nuance: number | undefined): number =>
    requestedValue === 0 ? (nuance ?? 0) : requestedValue;
  return {
    ...light,
    warmth: open(light.warmth, shade.warmth),
    hardness: open(light.hardness, shade.hardness),
    brightness: open(light.brightness, shade.brightness),
  };
}

const isPlausible = ({ plausibility }: { plausibility: number }): boolean => plausibility >= 0.6;

/** Moods that don't tint the light, from soft to hard; with them a plain background has the requested color. */
const MOODS_OF_PLAIN: ReadonlySet<LightMood> = new Set(['as-composed', 'soft-box', 'hard-sun']);
const isForPlain = ({ mood }: { mood: LightMood }): boolean => MOODS_OF_PLAIN.has(mood);

function moodOptions(set: StudioSet, light: LightRequest): { mood: LightMood; bonus: number }[] {
  const moods = rateMoods(set);
  const requested = moods.find(({ mood }) => mood === light.mood);
  if (requested !== undefined)
    return [{ mood: requested.mood, bonus: PLAUSIBILITY_WEIGHT * requested.plausibility }];
  const isSuitable = isPlain(set) && light.warmth === 0 ? isForPlain : isPlausible;
  return moods
    .filter((option) => isSuitable(option) && !contradicts(option.mood, light))
    .map(({ mood, plausibility }) => ({
      mood,
      bonus: PLAUSIBILITY_WEIGHT * (plausibility + moodBonus(mood, light)),
    }));
}

/**
 * Penalty for cold colors in the light of a low sun, in which they look sickly, and the range of hues and chroma that
 * count as cold.
 */
const CLASH = { cost: 0.7, coldFromDeg: 110, coldToDeg: 300, minChroma: 0.03, share: 0.25 } as const;

/** Penalty of a mood for the set's colors that its light would spoil. */
export function clash(mood: LightMood, set: StudioSet, tints: Tints): number {
  return mood === 'golden-hour' && isCold(set, tints) ? CLASH.cost : 0;
}

/** True if a set's colors are so cold that warm light can't be seen. */
export function isCold(set: StudioSet, tints: Tints): boolean {
  let cold = 0;
  for (const { id, composed, share } of listTints(set)) {
    const hex = tints[id];
    const oklab = hex === undefined ? composed : oklabOfHex(hex);
    const hue = (computeHue(oklab) + 360) % 360;
    if (hue > CLASH.coldFromDeg && hue < CLASH.coldToDeg && computeChroma(oklab) > CLASH.minChroma)
      cold += share;
  }
  return cold >= CLASH.share;
}

const WARM_MOODS: ReadonlySet<LightMood> = new Set(['warm-morning', 'golden-hour']);
export const isLowSun = (mood: SceneLight): boolean => WARM_MOODS.has(mood as LightMood);

const DARK_MOODS: ReadonlySet<LightMood> = new Set(['spotlight', 'blue-hour', 'night']);
export const isDarkMood = (mood: SceneLight): boolean => DARK_MOODS.has(mood as LightMood);

const SOFT_MOODS: ReadonlySet<LightMood> = new Set(['soft-box', 'overcast']);

/** True for a mood that contradicts the words about light. */
function contradicts(mood: LightMood, { warmth, hardness, brightness }: LightRequest): boolean {
  if (warmth > 0.3 && (mood === 'blue-hour' || mood === 'overcast')) return true;
  if (warmth < -0.3 && WARM_MOODS.has(mood)) return true;
  if (hardness > 0.3 && SOFT_MOODS.has(mood)) return true;
  if (hardness < -0.3 && (mood === 'hard-sun' || mood === 'spotlight')) return true;
  // Dark moods are used only if the words ask for darkness.
  if (brightness >= 0 && DARK_MOODS.has(mood)) return true;
  if (brightness < -0.4) return mood === 'soft-box' || mood === 'overcast' || mood === 'hard-sun';
  return false;
}

/** Bonus of a mood in a plan's score if it matches the words. */
function moodBonus(mood: LightMood, { warmth, hardness, brightness }: LightRequest): number {
  let sum = 0;
  if (WARM_MOODS.has(mood)) sum += 0.6 * warmth;
  if (mood === 'blue-hour') sum -= 0.5 * warmth;
  if (SOFT_MOODS.has(mood)) sum -= 0.5 * hardness;
  if (mood === 'hard-sun') sum += 0.5 * hardness;
  if (DARK_MOODS.has(mood)) sum -= 0.25 + 0.8 * brightness;
  return sum;
}

/**
 * Lightings in which the visible lamps have other colors and are at most as bright; empty for a set with fewer than two
 * visible lamps.
 */
function lampColors(set: StudioSet, lighting: LightPlan): { id: string; lighting: LightPlan }[] {
  const lamps = set.lights.filter(({ kind }) => kind === 'practical');
  if (lamps.length < 2) return [];
  return Object.entries(LAMP_PAIRS).map(([id, pair]) => {
    const weights = { ...lighting.weights };
    for (const [i, lamp] of lamps.entries()) {
      const before = weights[lamp.id];
      if (before === undefined) continue;
      const color = pair[i % 2 === 0 ? 0 : 1];
      // Limits the gain, because blue contributes little luminance, so a blue tube would be overexposed at full gain.
      const gain = Math.min(toLuminance(before) / toLuminance(color), 1.6 * Math.max(...before));
      weights[lamp.id] = [color[0] * gain, color[1] * gain, color[2] * gain];
    }
    return { id, lighting: { ...lighting, weights } };
  });
}
