/**
 * Predicts which words of a prompt the scenes will follow, while it is being written: by the plan's rules
 * without its chance.
 */
import type { SceneLight } from '@packshot/contract';
import { keptPhrases } from './followed.ts';
import { tintWith, requestedColor } from './tints.ts';
import type { ScenePromptReading, UnderstoodPhrase } from './reading.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import { ELIGIBLE_FROM, namesThings } from './eligible-sets.ts';
import { scoreRelevance } from './score-sets.ts';
import { shownBy } from './set-profile.ts';
import type { Shown } from './set-profile.ts';
import { UNLISTED_FAMILIES } from './unlisted-families.ts';
import type { KnownFamily } from './unlisted-families.ts';

export interface PromisedWords {
  /** Followed by at least one possible scene. */
  readonly kept: readonly UnderstoodPhrase[];
  /** Understood, but followed by none. */
  readonly lost: readonly UnderstoodPhrase[];
  /** Words without a meaning here. */
  readonly unknown: readonly string[];
}

/** The strength of a keyword whose list is not known. */
const KEYWORD_STRENGTH = 0.9;

const shownByFamily = new WeakMap<KnownFamily, Shown>();

function shownOf(family: KnownFamily): Shown {
  const known = shownByFamily.get(family);
  if (known !== undefined) return known;
  const shown = shownBy(
    family.id,
    family.keywords.map((keyword) => ({ keyword, strength: KEYWORD_STRENGTH })),
    { tints: family.tints.map(({ color }) => color), names: family.keywords },
  );
  shownByFamily.set(family, shown);
  return shown;
}

/**
 * @param families the families of the list of references
 * @param request the chosen reference, or null, and the picker's light
 */
export function promisedWords(
  prompt: string,
  families: readonly KnownFamily[],
  request: { readonly referenceId: string | null; readonly light: SceneLight },
): PromisedWords {
  const reading = readScenePrompt(prompt);
  const chosen = families.filter(({ id }) => id === request.referenceId);
  const open = chosen.length > 0 ? chosen : eligibleFamilies(reading, [...families, ...UNLISTED_FAMILIES]);
  const kept = new Set(open.flatMap((family) => [...keptIn(family, reading, request.light)]));
  return {
    kept: reading.understood.filter((_, at) => kept.has(at)),
    lost: reading.understood.filter((_, at) => !kept.has(at)),
    unknown: reading.ignored,
  };
}

/** The families that a plan chooses from. */
function eligibleFamilies(
  reading: ScenePromptReading,
  families: readonly KnownFamily[],
): readonly KnownFamily[] {
  const scores = families.map((family) => ({ family, ...scoreRelevance(shownOf(family), reading) }));
  const allowed = scores.filter(({ isExcluded }) => !isExcluded);
  const open = allowed.length > 0 ? allowed : scores;
  const best = Math.max(...open.map(({ relevance }) => relevance));
  const least =
    best <= 0 ? -Infinity : best * (namesThings(reading) ? ELIGIBLE_FROM.things : ELIGIBLE_FROM.moods);
  return open.filter(({ relevance }) => relevance >= least).map(({ family }) => family);
}

function keptIn(family: KnownFamily, reading: ScenePromptReading, light: SceneLight): ReadonlySet<number> {
  const colors = reading.colors.filter(({ isNegated, meantFor }) => !isNegated && meantFor === 'scene');
  const requested = colors.map((color) => requestedColor(color.hex, color));
  return keptPhrases(reading, {
    shown: shownOf(family),
    elevationsDeg: family.elevations_deg,
    isLitBy: (mood) => light === 'auto' || light === mood,
    painted: tintWith(family, requested, reading.wants).followed,
  });
}
