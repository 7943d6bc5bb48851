import type { Framing, SceneFacts } from '@packshot/contract';
import { hashText, seededRandom } from '../../raster/random.ts';
import type { ScenePlan, SceneRequest } from '../../stage/scene-plan.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import { distance, oklabOfHex } from '../../color/oklab.ts';
import { showsPlaces } from './followed.ts';
import { ELIGIBLE_FROM, namesThings } from './reading.ts';
import { getKeyLight, rateMoods } from './light-moods.ts';
import type { LightMood } from './light-moods.ts';
import { clash, lightOptions } from './light-options.ts';
import { toLightRequest, wantsNoShadow } from './light-request.ts';
import type { LightRequest } from './light-request.ts';
import { paletteOptions } from './palette-options.ts';
import { namesProduct } from './name-scale.ts';
import { planDistance, PLAINLY_DIFFERENT } from './plan-distance.ts';
import type { PlannedSet } from './plan-distance.ts';
import type { ScenePromptReading } from './reading.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import {
  isUprightWrong,
  seenRightInstead,
  setsOfFamily,
  withAskedView,
  withAskedWall,
  withNearestViews,
} from './nearest-views.ts';
import { withColors, withGrounds, withPlaces, withRigs } from './rigs.ts';
import { shareFollowed, toSceneFacts } from './scene-facts.ts';
import { ofItsSize, getProductScale } from './of-its-size.ts';
import { scoreSet } from './score-sets.ts';
import type { SetScore } from './score-sets.ts';
import { getProfile } from './set-profile.ts';
import type { SetContents } from './set-profile.ts';
import { paintForPicture } from './plain-set.ts';
import { withoutUnaskedProps } from './plainer-families.ts';
import type { PlainPaint } from './plain-set.ts';
import { isPlain } from '../../stage/set-kinds.ts';
import { backgroundColor, canPaint, listTints, requestedColor, withMainLightness } from './tints.ts';
import type { Tinting, RequestedColor } from './tints.ts';

/** Weights of the components of a plan's score, besides how well the set matches the words. */
const WEIGHT = {
  relevance: 3,
  blendsIntoBackground: 1.2,
  /** Weight of the share of the prompt's phrases that the scene follows visibly. */
  followed: 0.8,
  /** Weight of differences between variants. */
  difference: 1.5,
  /** Penalty for a variant that looks like another one. */
  alike: 3,
} as const;
/** Color difference between product and background below which the product doesn't stand out. */
const SEEN_FROM = 0.2;
/** Weight of the random part: small if the prompt determines the sets, decisive without a request. */
const CHANCE = { requested: 0.12, free: 0.9 } as const;
/** Number of colors that are used from a user's reference picture. */
const REFERENCE_COLORS = 3;

/**
 * Minimum plausibility of a requested mood in a set. A softbox, for example, can imitate hard sun, but doesn't look
 * like it.
 */
const RIGHT_LIGHT_FROM = 0.45;

/** Maximum number of sets for which scenes are compared. */
const MOST_SETS = 14;

interface Candidate extends PlannedSet {
  readonly mood: LightMood;
  readonly tinting: Tinting;
  readonly score: number;
}

/**
 * Plans the scenes of a request's variants. Sets match the prompt's words and don't show excluded objects. Light,
 * colors and mirroring follow the request, and otherwise make the variants clearly differ. Deterministic: a request
 * for two variants gives the first two of four. Always returns `request.count` plans.
 * @throws RangeError if there is no set, or none of the requested family
 */
export function planScenes(request: SceneRequest, sets: readonly StudioSet[]): ScenePlan[] {
  const reading = readScenePrompt(request.prompt);
  return choose(request, reading, sets, request.count).map((selectedCandidate, variant) =>
    toScenePlan(selectedCandidate, variant, request, reading),
  );
}

/**
 * Plans a single variant, with the same result as `planScenes`. Also computes the plans before it, from which it must
 * differ.
 * @throws RangeError for an unknown variant, set or family
 */
export function planScene(request: SceneRequest, variant: number, sets: readonly StudioSet[]): ScenePlan {
  if (!Number.isInteger(variant) || variant < 0 || variant >= request.count) {
    throw new RangeError(`There is no variant ${variant} of ${request.count}`);
  }
  const reading = readScenePrompt(request.prompt);
  const plannedCandidates = choose(request, reading, sets, variant + 1);
  return toScenePlan(plannedCandidates[variant], variant, request, reading);
}

function choose(
  request: SceneRequest,
  reading: ScenePromptReading,
  sets: readonly StudioSet[],
  count: number,
): Candidate[] {
  const { first, candidates } = candidatesFor(request, reading, sets);
  return chooseDiffering(first, candidates, count);
}

const toScenePlan = (
  selectedCandidate: Candidate,
  variant: number,
  request: SceneRequest,
  reading: ScenePromptReading,
): ScenePlan => ({
  ...selectedCandidate.plan,
  framing: requestedFraming(reading) ?? request.framing ?? framingOfVariant(request, variant),
  ...(wantsNoShadow(reading) && { hasNoShadow: true }),
  facts: withoutProduct(
    toSceneFacts(selectedCandidate, reading, request.product?.hangsFromEdge === true),
    request,
  ),
});

interface Candidates {
  /** Candidates for the first variant; if empty, all candidates may be first. */
  readonly first: readonly Candidate[];
  readonly candidates: readonly Candidate[];
}

const withoutProduct = (facts: SceneFacts, request: SceneRequest): SceneFacts => ({
  ...facts,
  ignored: facts.ignored.filter((phrase) => !namesProduct(phrase, getProductScale(request), request.prompt)),
});

/** Candidate scenes of a request: the sets that suit it best, in every possible light, palette and mirroring. */
function candidatesFor(
  request: SceneRequest,
  reading: ScenePromptReading,
  sets: readonly StudioSet[],
): Candidates {
  const { referenceId: family, isInSeries = false } = request;
  const scale = getProductScale(request);
  const open =
    family === undefined
      ? sets
      : isInSeries
        ? sets.filter((set) => set.family === family)
        : setsOfFamily(family, sets, reading, { product: request.product, scale });
  if (open.length === 0)
    throw new RangeError(family === undefined ? 'There is no set' : `No set of the family ${family}`);
  const light = toLightRequest(reading, request.light, request.reference);
  const chance = isInSeries ? () => 0 : createChance(request, reading);
  const painted = isInSeries ? { ...request, product: null } : request;
  const best = (scores: readonly SetScore[], replacedSet?: StudioSet): Candidate[] =>
    scores
      .map((score) => ({ ...score, fit: score.fit + randomBonus(score, request, reading, chance) }))
      .toSorted((a, b) => WEIGHT.relevance * (b.relevance - a.relevance) + b.fit - a.fit)
      .slice(0, MOST_SETS)
      .flatMap((score) => listCandidates(score, painted, reading, light, chance, replacedSet));
  const { eligible, instead } = eligibleSets(request, reading, light, open);
  const closest = eligible.toSorted((a, b) => b.relevance - a.relevance)[0]?.profile.set;
  // A set that replaces a set of the chosen family is painted in the replaced set's colors.
  const chosen = sets.find((set) => set.family === family && !open.includes(set));
  const isReplaced = instead.length > 0 && isUprightWrong(reading, request.product);
  return {
    first: best(instead, closest),
    candidates: best(isReplaced ? instead : eligible, isReplaced ? closest : chosen),
  };
}

function randomBonus(
  { profile }: SetScore,
  request: SceneRequest,
  { wants }: ScenePromptReading,
  chance: Chance,
): number {
  const isAsked = request.referenceId !== undefined || wants.some(({ isNegated }) => !isNegated);
  return (
    (isAsked ? CHANCE.requested : CHANCE.free) * chance(profile.set.family) + 0.25 * chance(profile.set.id)
  );
}

type Chance = (what: string) => number;

/**
 * Returns a function that gives a pseudorandom value from 0 to 1 for a key; the value depends on the seed and the
 * prompt's unknown words.
 */
function createChance({ seed, prompt }: SceneRequest, { ignored }: ScenePromptReading): Chance {
  const base = `${seed} ${ignored.join(' ')} ${ignored.length === 0 ? '' : prompt.length}`;
  return (what) => seededRandom(hashText(`${base} ${what}`))(1000) / 1000;
}

/**
 * Eligible sets with their scores, relative to the relevance of the best set, and sets to prefer if no eligible set
 * has the product's elevation.
 */
function eligibleSets(
  request: SceneRequest,
  reading: ScenePromptReading,
  light: LightRequest,
  sets: readonly StudioSet[],
): { eligible: SetScore[]; instead: readonly SetScore[] } {
  const scoring = {
    reading,
    light,
    product: request.product,
    referencePalette: request.reference?.palette ?? [],
  };
  const scores = sets.map((set) => scoreSet(getProfile(set), scoring));
  const getSetFacts = ({ profile: { set } }: SetScore) => ({ isPlain: isPlain(set), scale: set.scale });
  const scaled = request.product === null ? scores : ofItsSize(scores, getProductScale(request), getSetFacts);
  const allowed = scaled.filter(({ isExcluded }) => !isExcluded);
  const seen = withAskedView(allowed.length > 0 ? allowed : scaled, reading, ({ profile }) => [
    profile.set.camera.elevationDeg,
  ]);
  const open = withoutUnaskedProps(seen, reading, ({ profile }) => ({
    family: profile.set.family,
    shown: profile,
    elevationsDeg: [profile.set.camera.elevationDeg],
  }));
  const best = Math.max(...open.map(({ relevance }) => relevance));
  if (best <= 0) {
    const near = withLight(withNearestViews(open, reading, request.product), light);
    return { eligible: near.map((score) => ({ ...score, relevance: 0 })), instead: [] };
  }
  const least = best * (namesThings(reading) ? ELIGIBLE_FROM.things : ELIGIBLE_FROM.moods);
  const eligible = open.filter(({ relevance }) => relevance >= least);
  const profileIn = ({ profile }: SetScore): SetContents => profile;
  const matchingScores = withGrounds(withPlaces(eligible, reading, profileIn), reading, profileIn);
  const walled = withAskedWall(matchingScores, reading, request.product);
  const placed = withNearestViews(walled, reading, request.product);
  const selectedScores = withLight(withColors(withRigs(placed, reading, profileIn), reading), light);
  const instead =
    request.isInSeries === true ? [] : seenRightInstead(selectedScores, open, reading, request.product);
  return {
    eligible: selectedScores.map((score) => ({ ...score, relevance: score.relevance / best })),
    instead: withLight(instead, light),
  };
}

/** Keeps sets that look right in the requested light mood, or all sets if none of them does. */
function withLight(scores: readonly SetScore[], { mood }: LightRequest): readonly SetScore[] {
  if (mood === null) return scores;
  const isRight = ({ profile }: SetScore): boolean =>
    rateMoods(profile.set).some((option) => option.mood === mood && option.plausibility >= RIGHT_LIGHT_FROM);
  const right = scores.filter(isRight);
  return right.length > 0 ? right : scores;
}

function listCandidates(
  { profile, relevance, fit }: SetScore,
  request: SceneRequest,
  reading: ScenePromptReading,
  light: LightRequest,
  chance: Chance,
  replacedSet?: StudioSet,
): Candidate[] {
  const { set } = profile;
  const wantedColors = colorsToPaint(request, reading).filter(({ on }) => showsPlaces(profile, on));
  const requestedColors = wantedColors.filter((color) => canPaint(set, color));
  const colors =
    requestedColors.length === 0 && isPlain(set) ? getMainColor(replacedSet, wantedColors) : requestedColors;
  // On a plain background a requested color is used exactly.
  const isSettled = isPlain(set) && colors.length > 0;
  const palettes = paletteOptions(set, colors, reading, request.product).map((palette) => {
    const tinting = isSettled
      ? palette.tinting
      : contrastWithBackground(set, palette.tinting, request.product);
    const blendShare = blendsIntoBackground(set, tinting, request.product);
    return { ...palette, tinting, bonus: palette.bonus - WEIGHT.blendsIntoBackground * blendShare };
  });
  const isHung = request.product?.hangsFromEdge === true;
  const candidates: Candidate[] = [];
  for (const { mood, nuance, lighting, bonus } of lightOptions(set, light)) {
    for (const palette of palettes) {
      for (const isMirrored of listSides(set, light)) {
        const lit: PlainPaint = isPlain(set)
          ? paintForPicture(set, mood, lighting, palette.tinting.tints)
          : { tints: palette.tinting.tints, lighting };
        const { tints, isBurntOut = false } = lit;
        const { weights, exposure, keySoftness } = lit.lighting;
        // The paint of a plain background already compensates for its light, so its tints needn't be adjusted again.
        const seenTints = isPlain(set) ? [] : palette.tinting.requestedTints;
        const look = { lights: weights, tints, seenTints, exposure, isBurntOut, keySoftness };
        const plan = { setId: set.id, isMirrored, ...look };
        const followedShare = shareFollowed({ set, mood, tinting: palette.tinting, plan }, reading, isHung);
        const score =
          WEIGHT.relevance * relevance +
          WEIGHT.followed * followedShare +
          fit +
          bonus +
          palette.bonus -
          clash(mood, set, palette.tinting.tints) -
          (isMirrored && light.from === null ? 0.1 : 0) +
          0.15 * chance(`${set.id} ${mood} ${nuance} ${palette.id} ${isMirrored}`);
        candidates.push({ plan, set, mood, tinting: palette.tinting, score });
      }
    }
  }
  return candidates;
}

/** Camera distance that the prompt asks for, if any; the last such word counts. */
function requestedFraming({ wants }: ScenePromptReading): Framing | undefined {
  const framingWant = wants.findLast(
    ({ id, isNegated }) => !isNegated && (id === 'close-up' || id === 'wide-shot'),
  );
  if (framingWant === undefined) return undefined;
  return framingWant.id === 'close-up' ? 'close-up' : 'wide';
}

/**
 * Framing of a variant. Every other variant is closer, so that some emphasize the product and some the scene. Small
 * products are always framed closely. Without a product, or with a product that the user placed, the framing is the
 * usual one.
 */
const framingOfVariant = ({ product, isPlaced = false, scale }: SceneRequest, variant: number): Framing =>
  product !== null && !isPlaced && (variant % 2 === 0 || scale === 'hand') ? 'near' : 'usual';

/** Colors to paint with: the chosen palette takes precedence over the prompt, the prompt over the reference picture. */
function colorsToPaint(
  { palette, reference }: SceneRequest,
  { colors }: ScenePromptReading,
): RequestedColor[] {
  const promptColors = colors.filter(({ isNegated, meantFor }) => !isNegated && meantFor === 'scene');
  const paletteColors = palette.map((hex) => requestedColor(hex.toLowerCase()));
  if (paletteColors.length > 0 || promptColors.length > 0) {
    return [...paletteColors, ...promptColors.map((color) => requestedColor(color.hex, color))];
  }
  return (reference?.palette ?? [])
    .slice(0, REFERENCE_COLORS)
    .map((hex) => requestedColor(hex, { isExact: false }));
}

/**
 * Main color of a set that a plain background replaces, as it would be painted; the plain background gets the same
 * darkness.
 */
function getMainColor(set: StudioSet | undefined, wantedColors: readonly RequestedColor[]): RequestedColor[] {
  if (set === undefined || isPlain(set)) return [];
  const painted = wantedColors.find((color) => canPaint(set, color))?.oklab ?? listTints(set)[0]?.composed;
  return painted === undefined ? [] : [{ oklab: painted, isExact: false, on: [], phrase: null }];
}

/** Mirrorings to try: both, unless the request states a side of the light and the set's key light comes from a side. */
function listSides(set: StudioSet, { from }: LightRequest): readonly boolean[] {
  const [x] = getKeyLight(set).direction;
  if ((from === 'left' || from === 'right') && Math.abs(x) > 0.1) return [x < 0 !== (from === 'left')];
  return [false, true];
}

/** Similarity of product and background, from 0 (the product stands out) to 1 (it doesn't). */
function blendsIntoBackground(set: StudioSet, { tints }: Tinting, product: SceneRequest['product']): number {
  if (product === null || product.palette.length === 0) return 0;
  const behind = backgroundColor(set, tints);
  const nearness = product.palette
    .slice(0, 3)
    .map((hex, i) => Math.max(0, 1 - distance(oklabOfHex(hex), behind) / SEEN_FROM) / (i + 1));
  return Math.max(0, ...nearness);
}

/** Change of a wall's lightness that makes a product stand out. */
const STEP_ASIDE = 0.14;

/**
 * Changes the lightness of the largest painted region away from the product's, unless the user asked for colors or the
 * product stands out already.
 */
function contrastWithBackground(set: StudioSet, tinting: Tinting, product: SceneRequest['product']): Tinting {
  if (tinting.requestedTints.length > 0 || blendsIntoBackground(set, tinting, product) < 0.3) return tinting;
  return [STEP_ASIDE, -STEP_ASIDE]
    .map((step) => withMainLightness(set, tinting, step))
    .reduce(
      (best, option) =>
        blendsIntoBackground(set, option, product) < blendsIntoBackground(set, best, product) ? option : best,
      tinting,
    );
}

/**
 * Chooses plans by maximal marginal relevance (after Carbonell and Goldstein, 1998): the best plan first, then
 * repeatedly the plan with the best combination of quality and difference from the plans chosen before.
 */
function chooseDiffering(
  first: readonly Candidate[],
  candidates: readonly Candidate[],
  count: number,
): Candidate[] {
  const selection = first.toSorted((a, b) => b.score - a.score).slice(0, 1);
  const remaining = candidates.map((candidate) => ({
    candidate,
    nearest: Math.min(1, ...selection.map((one) => planDistance(candidate, one))),
  }));
  while (selection.length < count && remaining.length > 0) {
    let best = 0;
    for (let i = 1; i < remaining.length; i++) {
      if (worth(remaining[i], selection.length) > worth(remaining[best], selection.length)) best = i;
    }
    const [{ candidate }] = remaining.splice(best, 1);
    selection.push(candidate);
    // After the last plan is chosen, no more comparisons are needed.
    if (selection.length === count) return selection;
    for (const other of remaining) {
      other.nearest = Math.min(other.nearest, planDistance(candidate, other.candidate));
    }
  }
  // With fewer candidates than variants (for example one set with one light and one color), the best ones are repeated.
  for (let i = 0; selection.length < count; i++) selection.push(selection[i]);
  return selection;
}

function worth(
  { candidate, nearest }: { candidate: Candidate; nearest: number },
  selectedCount: number,
): number {
  if (selectedCount === 0) return candidate.score;
  const alike = Math.max(0, PLAINLY_DIFFERENT - nearest) / PLAINLY_DIFFERENT;
  return candidate.score + WEIGHT.difference * nearest - WEIGHT.alike * alike;
}
