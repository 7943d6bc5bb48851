import type { SceneLight } from '@packshot/contract';
import type { ReferenceReading } from '../../stage/scene-plan.ts';
import type { ScenePromptReading } from './reading.ts';

export type LightSide = 'left' | 'right' | 'side' | 'back' | 'top' | 'front';

/** Light that a request asks for, in a photographer's terms. */
export interface LightRequest {
  /** Requested mood; if null, the set and the seed determine it. */
  readonly mood: Exclude<SceneLight, 'auto'> | null;
  readonly from: LightSide | null;
  /** Warmth from −1 (cool) to 1 (warm); 0 leaves the mood's own. */
  readonly warmth: number;
  /** Hardness of shadows, from −1 (soft) to 1 (hard); 0 leaves the mood's own. */
  readonly hardness: number;
  /** Brightness from −1 (dark) to 1 (bright); 0 leaves the mood's own. */
  readonly brightness: number;
}

/** Effect of a word on the light. A negated word has 60 % of the opposite effect, and requests no mood. */
interface LightEffect {
  readonly mood?: LightRequest['mood'];
  readonly from?: LightSide;
  readonly warmth?: number;
  readonly hardness?: number;
  readonly brightness?: number;
}

/** Effects on the light, by the concept's ID. */
const EFFECTS: Readonly<Record<string, LightEffect>> = {
  'soft-box': { mood: 'soft-box' },
  'hard-sun': { mood: 'hard-sun', hardness: 0.8 },
  'warm-morning': { mood: 'warm-morning' },
  'golden-hour': { mood: 'golden-hour' },
  'blue-hour': { mood: 'blue-hour' },
  spotlight: { mood: 'spotlight' },
  overcast: { mood: 'overcast' },
  night: { mood: 'night' },
  sun: { hardness: 0.4 },
  sunny: { hardness: 0.4, brightness: 0.3, warmth: 0.2 },
  afternoon: { warmth: 0.3 },
  'high-key': { brightness: 0.8 },
  dark: { brightness: -1 },
  warm: { warmth: 0.9 },
  cool: { warmth: -0.8 },
  cold: { warmth: -0.7 },
  contrast: { hardness: 0.8 },
  soft: { hardness: -0.4 },
  dramatic: { hardness: 0.5, brightness: -0.6 },
  dreamy: { hardness: -0.5, brightness: 0.3 },
  calm: { hardness: -0.2 },
  cozy: { warmth: 0.4 },
  candles: { warmth: 0.8, brightness: -0.3 },
  winter: { warmth: -0.2 },
  'from-left': { from: 'left' },
  'from-right': { from: 'right' },
  'side-light': { from: 'side' },
  'from-back': { from: 'back' },
  'from-top': { from: 'top' },
  'from-front': { from: 'front' },
};

/** Concepts whose negation asks for even light. */
const SHADOWS: ReadonlySet<string> = new Set(['contrast', 'leaf-shadow', 'palm-shadow', 'hard-sun']);
const NEGATED = -0.6;

const clampUnit = (value: number): number => Math.max(-1, Math.min(1, value));

/** True for concepts about light, which every set can follow. */
export const isLightConcept = (id: string): boolean => Object.hasOwn(EFFECTS, id);

/** Light mood that a concept asks for, or null. */
export const moodOfConcept = (id: string): LightRequest['mood'] =>
  Object.hasOwn(EFFECTS, id) ? (EFFECTS[id].mood ?? null) : null;

/** Side of the light that a concept asks for, or null. */
export const sideOfConcept = (id: string): LightSide | null =>
  Object.hasOwn(EFFECTS, id) ? (EFFECTS[id].from ?? null) : null;

/** True if the prompt asks for "no shadow", which also excludes soft shadows. */
export const wantsNoShadow = ({ wants }: ScenePromptReading): boolean =>
  wants.some(({ id, isNegated }) => isNegated && id === 'contrast');

/**
 * Combines all requests about light. The mood chosen in the web app takes precedence over the prompt's, and the
 * prompt's words over the reference picture's light. The first mood in a prompt counts.
 */
export function toLightRequest(
  { wants }: ScenePromptReading,
  light: SceneLight,
  reference: ReferenceReading | undefined,
): LightRequest {
  let mood = light === 'auto' ? null : light;
  let from: LightSide | null = null;
  const sums = { warmth: 0, hardness: 0, brightness: 0 };
  for (const { id, isNegated } of wants) {
    if (!Object.hasOwn(EFFECTS, id) && !SHADOWS.has(id)) continue;
    const effect = EFFECTS[id] ?? {};
    if (isNegated && SHADOWS.has(id)) {
      mood ??= 'overcast';
      sums.hardness -= 0.8;
      continue;
    }
    if (!isNegated) {
      mood ??= effect.mood ?? null;
      from ??= effect.from ?? null;
    }
    const factor = isNegated ? NEGATED : 1;
    sums.warmth += factor * (effect.warmth ?? 0);
    sums.hardness += factor * (effect.hardness ?? 0);
    sums.brightness += factor * (effect.brightness ?? 0);
  }
  const request = {
    mood,
    from,
    warmth: clampUnit(sums.warmth),
    hardness: clampUnit(sums.hardness),
    brightness: clampUnit(sums.brightness),
  };
  return reference === undefined ? request : afterReference(request, reference);
}

const NEUTRAL_K = 5500;
/** Difference from white balance, in mired, from which a reference picture counts as fully warm or cool. */
const WARMEST_MIRED = 90;

/** Takes properties that the prompt's words don't determine from the reference picture. */
function afterReference(request: LightRequest, reference: ReferenceReading): LightRequest {
  const mired = 1e6 / reference.temperatureK - 1e6 / NEUTRAL_K;
  return {
    mood: request.mood ?? inferMood(reference, mired),
    from: request.from ?? toLightSide(reference.lightDirectionDeg),
    warmth: request.warmth === 0 ? clampUnit(mired / WARMEST_MIRED) * 0.7 : request.warmth,
    hardness: request.hardness === 0 ? clampUnit(2.2 * (reference.contrast - 0.45)) : request.hardness,
    brightness: request.brightness === 0 ? clampUnit(2 * (reference.brightness - 0.55)) : request.brightness,
  };
}

function inferMood({ brightness, contrast }: ReferenceReading, mired: number): LightRequest['mood'] {
  if (brightness < 0.3) return contrast > 0.55 ? 'spotlight' : mired < -10 ? 'blue-hour' : 'night';
  if (contrast < 0.25) return brightness > 0.6 ? 'soft-box' : 'overcast';
  if (mired > 55) return 'golden-hour';
  if (mired < -45) return 'blue-hour';
  return contrast > 0.65 ? 'hard-sun' : 'as-composed';
}

function toLightSide(directionDeg: number | null): LightSide | null {
  if (directionDeg === null) return null;
  // The direction is clockwise from the right in picture coordinates, so 270 degrees is up.
  const x = Math.cos((directionDeg * Math.PI) / 180);
  if (Math.abs(x) < 0.35) return Math.sin((directionDeg * Math.PI) / 180) < 0 ? 'top' : 'front';
  return x < 0 ? 'left' : 'right';
}
