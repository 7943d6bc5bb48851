/**
 * Predicts, while the user types, which words of a prompt the scenes will follow. Applies the rules of planning
 * scenes, without their random part.
 */
import type { ProductScale, SceneLight } from '@packshot/contract';
import { namesProduct } from './name-scale.ts';
import { listFollowedPhrases, showsPlaces } from './followed.ts';
import { withAskedView } from './nearest-views.ts';
import { tintWith, requestedColor } from './tints.ts';
import type { ScenePromptReading, UnderstoodPhrase, Want } from './reading.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import { ELIGIBLE_FROM, namesThings } from './reading.ts';
import { ofItsSize, getProductScale } from './of-its-size.ts';
import { withoutUnaskedProps } from './plainer-families.ts';
import { scoreRelevance, showsPlainBackground } from './score-sets.ts';
import { withGrounds, withPlaces, withRigs } from './rigs.ts';
import { shownBy, standIns } from './set-profile.ts';
import type { SetContents } from './set-profile.ts';
import { UNLISTED_FAMILIES } from './unlisted-families.ts';
import type { KnownFamily } from './unlisted-families.ts';

export interface PromisedWords {
  /** Phrases that at least one of the possible scenes follows. */
  readonly followed: readonly UnderstoodPhrase[];
  /**
   * Phrases that are understood, but that no possible scene follows; `instead` is the nearest concept that these
   * scenes show.
   */
  readonly lost: readonly LostPhrase[];
  /** Words that aren't in the vocabulary. */
  readonly unknown: readonly string[];
  /** Families of sets that come closest to all words if any word isn't followed: at most three, the nearest first. */
  readonly near: readonly string[];
  /** True if no word can be followed, so that a scene would be random. */
  readonly isNothingShown: boolean;
}

interface LostPhrase extends UnderstoodPhrase {
  readonly instead: string | null;
}

/** Maximum number of families of sets in `near`. */
const MOST_NEAR = 3;
/**
 * Minimum similarity, from 0 to 1, of a concept that is named as `instead`, and minimum strength of the concept in a
 * family that shows it.
 */
const NEAR_FROM = 0.5;

/** Strength of a concept in a family if only the family's keywords are known. */
const KEYWORD_STRENGTH = 0.9;

const shownByFamily = new WeakMap<KnownFamily, SetContents>();

function getShownConcepts(family: KnownFamily): SetContents {
  const cachedConcepts = shownByFamily.get(family);
  if (cachedConcepts !== undefined) return cachedConcepts;
  const shownConcepts = shownBy(
    family.id,
    family.keywords.map((keyword) => ({ keyword, strength: KEYWORD_STRENGTH })),
    { tints: family.tints.map(({ color }) => color), names: family.keywords },
  );
  shownByFamily.set(family, shownConcepts);
  return shownConcepts;
}

/**
 * Predicts which words the scenes will follow.
 * @param families families of sets that the user can choose as a reference
 * @param request the chosen reference, or null, and the light mood chosen in the web app
 */
export function promisedWords(
  prompt: string,
  families: readonly KnownFamily[],
  request: {
    readonly referenceId: string | null;
    readonly light: SceneLight;
    /** Real-world size of the product, if known. */
    readonly scale?: ProductScale | null | undefined;
  },
): PromisedWords {
  const reading = readScenePrompt(prompt);
  const scale = getProductScale({ prompt, scale: request.scale });
  const selectedFamilies = families.filter(({ id }) => id === request.referenceId);
  const open =
    selectedFamilies.length > 0
      ? selectedFamilies
      : eligibleFamilies(reading, [...families, ...UNLISTED_FAMILIES], scale);
  const followed = new Set(open.flatMap((family) => [...followedIn(family, reading, request.light)]));
  const followedPhrases = reading.understood.filter((_, at) => followed.has(at));
  const lostPhrases = reading.understood.flatMap((phrase, at) =>
    followed.has(at) || namesProduct(phrase.phrase, scale, prompt)
      ? []
      : [{ ...phrase, instead: findReplacement(at, reading, open) }],
  );
  const unknown = reading.ignored.filter((word) => !namesProduct(word, scale, prompt));
  const isAnyMissing = lostPhrases.length + unknown.length > 0;
  return {
    followed: followedPhrases,
    lost: lostPhrases,
    unknown,
    near: isAnyMissing && request.referenceId === null ? findNearestFamilies(reading, families) : [],
    isNothingShown: isAnyMissing && request.referenceId === null && !isMainWordShown(reading, followed),
  };
}

/** Kinds of concepts that say how a scene looks, but not what it shows. */
const SIDE_KINDS: ReadonlySet<Want['kind']> = new Set(['mood', 'light', 'camera', 'pose', 'tone']);
/** Details of a photo, whose absence is no reason to refuse a scene. */
const PHOTO_DETAILS: ReadonlySet<string> = new Set(['bokeh', 'floating', 'props']);

/**
 * True if the scenes follow a thing or a color of the prompt, or any word of a prompt that names neither. A mood alone,
 * or an exclusion, doesn't meet a prompt for a place that no scene shows.
 */
function isMainWordShown({ wants, colors }: ScenePromptReading, followed: ReadonlySet<number>): boolean {
  const things = wants.filter(
    ({ id, kind, isNegated }) => !isNegated && !SIDE_KINDS.has(kind) && !PHOTO_DETAILS.has(id),
  );
  const main = [...things, ...colors.filter(({ isNegated, meantFor }) => !isNegated && meantFor === 'scene')];
  if (main.some(({ phrase }) => followed.has(phrase))) return true;
  return things.length === 0 && wants.some(({ isNegated, phrase }) => !isNegated && followed.has(phrase));
}

/** Concept that the possible scenes show instead of a missing one. */
function findReplacement(
  phrase: number,
  { wants }: ScenePromptReading,
  open: readonly KnownFamily[],
): string | null {
  const want = wants.find((one) => one.phrase === phrase && !one.isNegated);
  if (want === undefined) return null;
  const near = standIns(want.id).filter(
    ([id, nearness]) =>
      nearness >= NEAR_FROM &&
      open
        .map(getShownConcepts)
        .some(({ shows, suited }) => (shows.get(id) ?? 0) >= NEAR_FROM && !suited.has(id)),
  );
  const [id] = near.toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return id?.replaceAll('-', ' ') ?? null;
}

/** Families of sets that come closest to all words of the prompt. */
function findNearestFamilies(
  reading: ScenePromptReading,
  families: readonly KnownFamily[],
): readonly string[] {
  const scored = families.map((family) => ({ family, ...scoreRelevance(getShownConcepts(family), reading) }));
  return scored
    .toSorted((a, b) => Number(a.isExcluded) - Number(b.isExcluded) || b.relevance - a.relevance)
    .slice(0, MOST_NEAR)
    .map(({ family }) => family.id);
}

/** Families of sets from which scenes are planned. */
function eligibleFamilies(
  reading: ScenePromptReading,
  families: readonly KnownFamily[],
  scale: ProductScale | null,
): readonly KnownFamily[] {
  const scores = families.map((family) => ({ family, ...scoreRelevance(getShownConcepts(family), reading) }));
  const scaled = ofItsSize(scores, scale, ({ family }) => ({
    isPlain: showsPlainBackground(getShownConcepts(family)),
    scale: family.scale,
  }));
  const allowed = scaled.filter(({ isExcluded }) => !isExcluded);
  const seen = withAskedView(
    allowed.length > 0 ? allowed : scaled,
    reading,
    ({ family }) => family.elevations_deg,
  );
  const open = withoutUnaskedProps(seen, reading, ({ family }) => ({
    family: family.id,
    shown: getShownConcepts(family),
    elevationsDeg: family.elevations_deg,
  }));
  const best = Math.max(...open.map(({ relevance }) => relevance));
  const least =
    best <= 0 ? -Infinity : best * (namesThings(reading) ? ELIGIBLE_FROM.things : ELIGIBLE_FROM.moods);
  const eligible = open.filter(({ relevance }) => relevance >= least).map(({ family }) => family);
  const matchingFamilies = withGrounds(
    withPlaces(eligible, reading, getShownConcepts),
    reading,
    getShownConcepts,
  );
  return withRigs(matchingFamilies, reading, getShownConcepts);
}

function followedIn(
  family: KnownFamily,
  reading: ScenePromptReading,
  light: SceneLight,
): ReadonlySet<number> {
  const shown = getShownConcepts(family);
  const colors = reading.colors.filter(
    ({ isNegated, meantFor, on }) => !isNegated && meantFor === 'scene' && showsPlaces(shown, on),
  );
  const requested = colors.map((color) => requestedColor(color.hex, color));
  return listFollowedPhrases(reading, {
    shown,
    elevationsDeg: family.elevations_deg,
    isLitBy: (mood) => light === 'auto' || light === mood,
    painted: tintWith(family, requested, reading.wants).followed,
  });
}
