/** Handles places, lights and colors that only some sets have; a prompt that names one asks for such a set. */
import type { StudioSet } from '../../stage/studio-set.ts';
import { haveSameName, oklabOfHex } from '../../color/oklab.ts';
import type { ScenePromptReading, Want } from './reading.ts';
import { conceptStrength, standIns } from './set-profile.ts';
import type { SetProfile, SetContents } from './set-profile.ts';

/**
 * Concepts of light that require a set's own lamps, windows or leaves; every set can follow the other concepts of
 * light.
 */
const RIGS: ReadonlySet<string> = new Set([
  'rim-light',
  'strip-light',
  'colored-light',
  'from-back',
  'caustics',
  'blind',
  'leaf-shadow',
  'palm-shadow',
  'window-light',
  'glow',
  'gradient',
]);
/** Similarity from which two kinds of light count as equal: an edge light is a strip light. */
const SAME_LIGHT_FROM = 0.55;

export const isRig = (id: string): boolean => RIGS.has(id);

/** True if a set has a kind of light, or a similar kind. */
export const hasRig = (shownConcepts: SetContents, id: string): boolean =>
  conceptStrength(shownConcepts, id) >= SAME_LIGHT_FROM * 0.7;

/** Similarity from which two places count as equal: a beach is sand. */
const SAME_PLACE_FROM = 0.7;
/** Concepts that don't name a place: purposes, and objects through which light falls. */
const NO_PLACES: ReadonlySet<string> = new Set([
  'skincare',
  'luxury',
  'sale',
  'dream',
  'food',
  'children',
  'window',
]);

/**
 * Narrows the sets to those that fulfill the requests, one request after another; skips a request that none of the
 * remaining sets fulfills.
 */
const narrowSets = <Set>(
  sets: readonly Set[],
  wants: readonly Want[],
  isAble: (set: Set, id: string) => boolean,
): readonly Set[] =>
  wants.reduce((remaining, { id }) => {
    const able = remaining.filter((set) => isAble(set, id));
    return able.length > 0 ? able : remaining;
  }, sets);

/** Keeps sets that show the named places, or all sets if none of them does. */
export function withPlaces<Set>(
  sets: readonly Set[],
  { wants }: ScenePromptReading,
  getShownConcepts: (set: Set) => SetContents,
): readonly Set[] {
  return narrowSets(
    sets,
    wants.filter(({ id, kind, isNegated }) => !isNegated && kind === 'world' && !NO_PLACES.has(id)),
    (set, id) => conceptStrength(getShownConcepts(set), id) >= SAME_PLACE_FROM,
  );
}

/** Similarity from which two materials of the ground count as equal: slate is stone. */
const SAME_GROUND_FROM = 0.7;

/** True if the ground of a set is of a material, or of a similar one. */
export const hasGround = ({ ground }: Pick<SetContents, 'ground'>, id: string): boolean =>
  ground !== null &&
  (ground === id || standIns(id).some(([other, near]) => other === ground && near >= SAME_GROUND_FROM));

/**
 * Keeps sets whose ground has the named materials, or all sets if none has. For "linen" a towel at a pool doesn't
 * count, and for "wooden board" the bark in a forest doesn't.
 */
export function withGrounds<Set>(
  sets: readonly Set[],
  { wants }: ScenePromptReading,
  getShownConcepts: (set: Set) => SetContents,
): readonly Set[] {
  return narrowSets(
    sets,
    wants.filter(({ kind, isNegated }) => !isNegated && kind === 'material'),
    (set, id) => hasGround(getShownConcepts(set), id),
  );
}

/** Keeps sets with the requested light, or all sets if none of them has it. */
export function withRigs<Set>(
  sets: readonly Set[],
  { wants }: ScenePromptReading,
  getShownConcepts: (set: Set) => SetContents,
): readonly Set[] {
  return narrowSets(
    sets,
    wants.filter(({ id, isNegated }) => !isNegated && isRig(id)),
    (set, id) => hasRig(getShownConcepts(set), id),
  );
}

/**
 * Minimum share of the picture, and of the area behind the product, that a region must cover for its color to count as
 * the set's.
 */
const COLORING_FROM = 0.2;

const canBePainted = ({ measured }: Pick<StudioSet, 'measured'>): boolean =>
  measured === undefined ||
  [...Object.values(measured.tintShares), ...Object.values(measured.behindTintShares)].some(
    (share) => share >= COLORING_FROM,
  );

/** Keeps sets that have the requested colors or can be painted in them, or all sets if none can. */
export function withColors<Scored extends { readonly profile: SetProfile }>(
  scores: readonly Scored[],
  { colors }: ScenePromptReading,
): readonly Scored[] {
  const requestedColors = colors.filter(({ isNegated, meantFor }) => !isNegated && meantFor === 'scene');
  const able = scores.filter(
    ({ profile }) =>
      canBePainted(profile.set) ||
      requestedColors.every(({ hex }) => profile.colors.some((own) => haveSameName(own, oklabOfHex(hex)))),
  );
  return able.length > 0 ? able : scores;
}
