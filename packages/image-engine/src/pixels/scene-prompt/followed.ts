/** What of a reading is kept in a scene: by what can be seen there, not by what words may lead to it. */
import { distance, oklabOfHex } from './color.ts';
import type { ConceptKind } from './concepts.ts';
import { isLightConcept, moodOfConcept } from './light-wish.ts';
import type { ScenePromptReading, Want } from './reading.ts';
import { standIns } from './set-profile.ts';
import type { Shown } from './set-profile.ts';

/** What a scene is, or what a family of sets would be, as far as words can ask for it. */
export interface KeptScene {
  readonly shown: Shown;
  readonly elevationsDeg: readonly number[];
  /** Whether it is, or can be, lit so. */
  isLitBy(mood: NonNullable<ReturnType<typeof moodOfConcept>>): boolean;
  /** Phrases whose colors are painted. */
  readonly painted: ReadonlySet<number>;
}

/** A thing that a set shows less of than this is not there. */
const THERE_FROM = 0.5;
/** Another word for the thing, or nearly: a beach is sand. What is only akin leads to a set, but is not seen in it. */
const SAME_THING_FROM = 0.8;
/** A mood is a matter of more or less. */
const IN_KEEPING_FROM = 0.5;
/** A camera as high as this looks down on the product. */
const SEEN_FROM_ABOVE_DEG = 18;
/** A color no farther than this is the same one by name, in Oklab. */
const SAME_COLOR = 0.15;

const MATTERS_OF_DEGREE: ReadonlySet<ConceptKind> = new Set(['mood', 'season', 'light']);

/** Whether something can be seen, as itself or by another name for it. */
function isSeen({ shows }: Shown, id: string, kind: ConceptKind): boolean {
  const akinFrom = MATTERS_OF_DEGREE.has(kind) ? IN_KEEPING_FROM : SAME_THING_FROM;
  return (
    (shows.get(id) ?? 0) >= THERE_FROM ||
    standIns(id).some(([other, nearness]) => nearness >= akinFrom && (shows.get(other) ?? 0) >= THERE_FROM)
  );
}

/** Whether a camera looks as a word says; how near it comes can be had in every set. */
function isLookedAtSo(id: string, { elevationsDeg }: KeptScene): boolean {
  if (id === 'from-above') return elevationsDeg.some((deg) => deg >= SEEN_FROM_ABOVE_DEG);
  return id !== 'eye-level' || elevationsDeg.some((deg) => deg < SEEN_FROM_ABOVE_DEG);
}

function isWantKept({ id, kind, isNegated, shade, phrase }: Want, scene: KeptScene): boolean {
  if (kind === 'tone') return true;
  if (kind === 'camera') return isNegated || isLookedAtSo(id, scene);
  if (isLightConcept(id) && kind !== 'prop') {
    const mood = moodOfConcept(id);
    return mood === null || scene.isLitBy(mood) !== isNegated;
  }
  const isThere = isSeen(scene.shown, id, kind);
  if (isNegated) return kind === 'light' || kind === 'mood' || !isThere;
  return isThere || (shade !== 0 && scene.painted.has(phrase));
}

/**
 * The places in `understood` of what a scene keeps. A phrase of several wishes is kept when one of them is.
 */
export function keptPhrases(reading: ScenePromptReading, scene: KeptScene): ReadonlySet<number> {
  const kept = new Set<number>();
  const lost = new Set<number>();
  for (const want of reading.wants) (isWantKept(want, scene) ? kept : lost).add(want.phrase);
  for (const { hex, meantFor, isNegated, phrase } of reading.colors) {
    // "Gold" as a metal and as a hue: the metal decides.
    if (meantFor === 'hint') continue;
    const isPainted =
      meantFor === 'product' ||
      isNegated ||
      scene.painted.has(phrase) ||
      scene.shown.colors.some((color) => distance(color, oklabOfHex(hex)) < SAME_COLOR);
    (isPainted ? kept : lost).add(phrase);
  }
  return new Set([...reading.understood.keys()].filter((phrase) => kept.has(phrase) || !lost.has(phrase)));
}
