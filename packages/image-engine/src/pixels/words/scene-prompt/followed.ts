/**
 * Determines which parts of a prompt a scene follows, judged by what the scene shows rather than by the words that led
 * to it.
 */
import { haveSameName, oklabOfHex } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import type { ConceptKind } from './concepts.ts';
import { isLightConcept, moodOfConcept, sideOfConcept } from './light-request.ts';
import type { LightSide } from './light-request.ts';
import { STANDS } from './reading.ts';
import type { ScenePromptReading, Want } from './reading.ts';
import { hasGround, hasRig, isRig } from './rigs.ts';
import { lacksBareness, SEEN_FROM_ABOVE_DEG } from './score-sets.ts';
import { SAME_THING_FROM, standIns, visibleStrength } from './set-profile.ts';
import type { SetContents } from './set-profile.ts';
import { showsHanger } from './asks-to-hang.ts';
import { isPlace, isProp, isThing } from './vocabulary.ts';

/** Scene, or the possibilities of a family of sets, described in concepts of prompts. */
export interface DecidedContents {
  readonly shown: SetContents;
  readonly elevationsDeg: readonly number[];
  /** True if the scene has this light mood, or could have it. */
  isLitBy(mood: NonNullable<ReturnType<typeof moodOfConcept>>): boolean;
  /** Whether the key light comes from a side; undefined if a scene from any side is possible. */
  isLitFrom?(side: LightSide): boolean;
  /** True if the scene is dark, bright, warm, cold or in pastel colors, or could be; true by default. */
  readonly isDark?: boolean | undefined;
  readonly isBright?: boolean | undefined;
  readonly isWarm?: boolean | undefined;
  readonly isCold?: boolean | undefined;
  readonly isPastel?: boolean | undefined;
  /** True if the product hangs from the upper edge of the picture, so that the set needs no hook. */
  readonly isHung?: boolean | undefined;
  /** Indices of phrases whose colors are painted in the scene. */
  readonly painted: ReadonlySet<number>;
}

/** Minimum strength of a concept in a set for counting it as shown. */
const THERE_FROM = 0.5;
/** Lower similarity that suffices for concepts of mood, season and light. */
const IN_KEEPING_FROM = 0.5;
/** Elevation of a camera from which a lying product can be seen to lie. */
const SHOWS_LYING_FROM_DEG = 20;
/** Elevation of a camera from which it shows lying products without distortion. */
export const STRAIGHT_DOWN_DEG = 60;

/** Targets of colors that every set has. */
const REGIONS: ReadonlySet<string> = new Set(['backdrop', 'floor', 'accent']);
/** Concepts of the walls and the floor of a room. */
const SIDES: ReadonlySet<string> = new Set(['wall', 'floor']);
const MATTERS_OF_DEGREE: ReadonlySet<ConceptKind> = new Set(['mood', 'season', 'light']);

/** True if a concept is visible in a set, as itself or by a similar concept. */
function isSeen(contents: SetContents, id: string, kind: ConceptKind): boolean {
  const akinFrom = MATTERS_OF_DEGREE.has(kind) ? IN_KEEPING_FROM : SAME_THING_FROM;
  return visibleStrength(contents, id, akinFrom) >= THERE_FROM;
}

/**
 * True if a camera of the scene has the requested elevation. A requested distance isn't checked, because every set
 * offers it.
 */
function matchesCamera(id: string, { shown, elevationsDeg }: DecidedContents): boolean {
  if (id === 'wall') return shown.shows.has(id) && elevationsDeg.some((deg) => deg < STRAIGHT_DOWN_DEG);
  if (id === 'floor') return shown.shows.has(id);
  if (id === 'flat-lay') return elevationsDeg.some((deg) => deg >= STRAIGHT_DOWN_DEG);
  if (id === 'from-above') return elevationsDeg.some((deg) => deg >= SEEN_FROM_ABOVE_DEG);
  return id !== 'eye-level' || elevationsDeg.some((deg) => deg < SEEN_FROM_ABOVE_DEG);
}

/** True if the scene shows the product in the requested pose. */
function showsPose(id: string, { shown, isHung = false, elevationsDeg }: DecidedContents): boolean {
  if (id === 'hanging') return isHung || showsHanger(shown);
  return id !== 'lying' || elevationsDeg.some((deg) => deg >= SHOWS_LYING_FROM_DEG);
}

/** Concepts of cold colors. */
const COLD = ['cold', 'cool'] as const;

/** True if the scene has the light that a concept asks for, and for light that any scene can have. */
function showsLight(
  id: string,
  {
    shown,
    isLitBy,
    isLitFrom,
    isDark = true,
    isBright = true,
    isWarm = true,
    isCold = true,
  }: DecidedContents,
): boolean {
  const mood = moodOfConcept(id);
  if (mood !== null) return isLitBy(mood);
  const side = sideOfConcept(id);
  if (side !== null) return isLitFrom?.(side) ?? true;
  if (id === 'dark') return isDark;
  if (id === 'high-key') return isBright;
  if (id === 'cold' || id === 'cool')
    return isCold || COLD.some((cold) => visibleStrength(shown, cold, 1) >= THERE_FROM);
  return (id !== 'warm' && id !== 'cozy') || isWarm;
}

/** Props on which products can stand. */
const GROUND_PROPS: ReadonlySet<string> = new Set(['petals', 'confetti', 'leaves', 'autumn-leaves', 'rug']);

/** False for a thing that the scene shows elsewhere than below or behind the product, where the prompt asks for it. */
function isInPlace(id: string, place: Want['place'], { shown, elevationsDeg }: DecidedContents): boolean {
  if (place === 'behind') return elevationsDeg.some((deg) => deg < STRAIGHT_DOWN_DEG);
  return place !== 'on' || !isProp(id) || GROUND_PROPS.has(id) || hasGround(shown, id);
}

/** True if a word about light doesn't ask for a mood, a side or darkness; its exclusion is always met. */
const isOpen = (id: string): boolean => moodOfConcept(id) === null && sideOfConcept(id) === null;

function isWantFollowed(
  { id, kind, isNegated, shade, phrase, of = null, place }: Want,
  scene: DecidedContents,
): boolean {
  if (kind === 'tone') return id !== 'pastel' || isNegated || (scene.isPastel ?? true);
  if (kind === 'pose') return isNegated || showsPose(id, scene);
  if (kind === 'camera')
    return isNegated ? !SIDES.has(id) || !matchesCamera(id, scene) : matchesCamera(id, scene);
  if (isRig(id) && !isNegated) return hasRig(scene.shown, id);
  if (isLightConcept(id) && (kind === 'light' || kind === 'mood'))
    return isNegated ? isOpen(id) || !showsLight(id, scene) : showsLight(id, scene);
  // Props contradict a plain scene, and a minimal one unless the set looks minimal with them.
  const looksIt = id === 'minimal' && isSeen(scene.shown, id, 'world');
  if (!isNegated && !looksIt && lacksBareness(id, scene.shown)) return false;
  const isThere = isSeen(scene.shown, id, kind) && (isNegated || isInPlace(id, place, scene));
  if (isNegated) return kind === 'light' || kind === 'mood' || !(isThere || scene.shown.details.has(id));
  // An object's material counts only if the scene shows it on this object: gold elsewhere doesn't make a gold podium.
  const isRight =
    of === null || (STANDS.has(of) ? hasGround(scene.shown, id) : isSeen(scene.shown, of, 'prop'));
  if (!isRight) return false;
  return shade === 0 ? isThere : scene.painted.has(phrase);
}

/** False if a color belongs to a place, such as a restaurant, that a set doesn't show. */
export const showsPlaces = (shown: SetContents, on: readonly string[]): boolean =>
  on.every((id) => isThing(id) || !isPlace(id) || isSeen(shown, id, 'world'));

/** True if a set has a color, or a color of things: only listed things have a known color. */
function showsColor(
  { colors, thingColors }: SetContents,
  on: readonly string[],
  hex: Readonly<Triple>,
): boolean {
  const isOfThings = on.some((id) => isProp(id) || thingColors.some(([thing]) => thing === id));
  if (!isOfThings) return colors.some((color) => haveSameName(color, hex));
  const isOn = (thing: string): boolean =>
    on.some(
      (id) =>
        id === thing ||
        standIns(id).some(([near, nearness]) => near === thing && nearness >= SAME_THING_FROM),
    );
  return thingColors.some(([thing, color]) => isOn(thing) && haveSameName(color, hex));
}

/**
 * Indices in `understood` of the phrases that a scene follows. A phrase with several requests counts if one of them is
 * met.
 */
export function listFollowedPhrases(
  reading: ScenePromptReading,
  scene: DecidedContents,
): ReadonlySet<number> {
  const metPhrases = new Set<number>();
  const unmetPhrases = new Set<number>();
  // A plain background of another color doesn't meet the words for the background's color.
  const colored = new Set(
    reading.colors.filter(({ meantFor }) => meantFor === 'scene').map(({ phrase }) => phrase),
  );
  for (const want of reading.wants) {
    if (colored.has(want.phrase) && (want.kind === 'mood' || want.id === 'seamless')) continue;
    (isWantFollowed(want, scene) ? metPhrases : unmetPhrases).add(want.phrase);
  }
  for (const { hex, isExact, meantFor, isNegated, on, phrase } of reading.colors) {
    // Skips the color of a word such as "gold", which asks for the metal rather than for the color.
    if (meantFor === 'hint') continue;
    // The color of a thing or place that the scene doesn't show isn't met by another thing of this color.
    const isOnVisible =
      on.length === 0 || on.some((id) => REGIONS.has(id) || isSeen(scene.shown, id, 'material'));
    const isOnVisibleThings = on.every((id) => !isThing(id) || isSeen(scene.shown, id, 'material'));
    const hasColor = !isExact && isOnVisibleThings && showsColor(scene.shown, on, oklabOfHex(hex));
    const isPainted =
      meantFor === 'product' || isNegated || (isOnVisible && (scene.painted.has(phrase) || hasColor));
    (isPainted ? metPhrases : unmetPhrases).add(phrase);
  }
  return new Set(
    [...reading.understood.keys()].filter((phrase) => metPhrases.has(phrase) || !unmetPhrases.has(phrase)),
  );
}
