/** Places, lights and colors that only some sets can have: whoever asks for them asks for such a set. */
import type { StudioSet } from '../../stage/studio-set.ts';
import { distance, oklabOfHex } from '../../color/oklab.ts';
import type { ScenePromptReading, Want } from './reading.ts';
import { showing, standIns } from './set-profile.ts';
import type { SetProfile, Shown } from './set-profile.ts';

/** Concepts of light that come from a set's own lamps, windows and leaves; the others every set can follow. */
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
]);
/** From this similarity on a light is the same: an edge light is a strip light. */
const SAME_LIGHT_FROM = 0.55;

export const isRig = (id: string): boolean => RIGS.has(id);

/** Whether a set has a kind of light, as itself or under a similar name. */
export const hasRig = (shown: Shown, id: string): boolean => showing(shown, id) >= SAME_LIGHT_FROM * 0.7;

/** From this nearness on a place is the same: a beach is sand. */
const SAME_PLACE_FROM = 0.7;
/** What things are for, or what light falls through, rather than where they are. */
const NO_PLACES: ReadonlySet<string> = new Set([
  'skincare',
  'luxury',
  'sale',
  'dream',
  'food',
  'children',
  'window',
]);

/** Those of the sets that can have what is wanted, one want after the other; one that none of those left can have is passed over. */
const narrowed = <Set>(
  sets: readonly Set[],
  wants: readonly Want[],
  isAble: (set: Set, id: string) => boolean,
): readonly Set[] =>
  wants.reduce((left, { id }) => {
    const able = left.filter((set) => isAble(set, id));
    return able.length > 0 ? able : left;
  }, sets);

/** Those that show the places that are named; all of them where none does. */
export function withPlaces<Set>(
  sets: readonly Set[],
  { wants }: ScenePromptReading,
  shownOf: (set: Set) => Shown,
): readonly Set[] {
  return narrowed(
    sets,
    wants.filter(({ id, kind, isNegated }) => !isNegated && kind === 'world' && !NO_PLACES.has(id)),
    (set, id) => showing(shownOf(set), id) >= SAME_PLACE_FROM,
  );
}

/** From this nearness on a ground is the same: slate is stone. */
const SAME_GROUND_FROM = 0.7;

/**
 * Those whose ground is of the materials that are named: who writes "linen" does not mean a towel at a pool, nor who writes
 * "wooden board" the bark in a forest. All of them where none is.
 */
export function withGrounds<Set>(
  sets: readonly Set[],
  { wants }: ScenePromptReading,
  shownOf: (set: Set) => Shown,
): readonly Set[] {
  const isOf = (set: Set, id: string): boolean => {
    const { ground } = shownOf(set);
    if (ground === null) return false;
    return (
      ground === id || standIns(id).some(([other, near]) => other === ground && near >= SAME_GROUND_FROM)
    );
  };
  return narrowed(
    sets,
    wants.filter(({ kind, isNegated }) => !isNegated && kind === 'material'),
    isOf,
  );
}

/** Those that have the light that is asked for; all of them where none has it. */
export function withRigs<Set>(
  sets: readonly Set[],
  { wants }: ScenePromptReading,
  shownOf: (set: Set) => Shown,
): readonly Set[] {
  return narrowed(
    sets,
    wants.filter(({ id, isNegated }) => !isNegated && isRig(id)),
    (set, id) => hasRig(shownOf(set), id),
  );
}

/** A part with less of the picture, and of what is behind the product, gives a set no color. */
const COLORING_FROM = 0.2;
/** Colors closer than this in Oklab have the same name. */
const SAME_COLOR = 0.15;

const canBePainted = ({ measured }: Pick<StudioSet, 'measured'>): boolean =>
  measured === undefined ||
  [...Object.values(measured.tintShares), ...Object.values(measured.behindTintShares)].some(
    (share) => share >= COLORING_FROM,
  );

/** Those that can have, or have, the colors that the scene is asked to have; all of them where none can. */
export function withColors<Scored extends { readonly profile: SetProfile }>(
  scores: readonly Scored[],
  { colors }: ScenePromptReading,
): readonly Scored[] {
  const asked = colors.filter(({ isNegated, meantFor }) => !isNegated && meantFor === 'scene');
  const able = scores.filter(
    ({ profile }) =>
      canBePainted(profile.set) ||
      asked.every(({ hex }) => profile.colors.some((own) => distance(own, oklabOfHex(hex)) < SAME_COLOR)),
  );
  return able.length > 0 ? able : scores;
}
