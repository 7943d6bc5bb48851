/** Places and lights that only some sets have: whoever asks for them asks for such a set. */
import type { ScenePromptReading } from './reading.ts';
import { showing } from './set-profile.ts';
import type { Shown } from './set-profile.ts';

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
/** What things are for, rather than where they are. */
const USES: ReadonlySet<string> = new Set(['skincare', 'luxury', 'sale', 'dream', 'food', 'children']);

/** Those that show the places that are named; all of them where none does. */
export function withPlaces<Set>(
  sets: readonly Set[],
  { wants }: ScenePromptReading,
  shownOf: (set: Set) => Shown,
): readonly Set[] {
  return wants
    .filter(({ id, kind, isNegated }) => !isNegated && kind === 'world' && !USES.has(id))
    .reduce<readonly Set[]>((left, { id }) => {
      const able = left.filter((set) => showing(shownOf(set), id) >= SAME_PLACE_FROM);
      return able.length > 0 ? able : left;
    }, sets);
}

/** Those that have the light that is asked for; all of them where none has it. */
export function withRigs<Set>(
  sets: readonly Set[],
  { wants }: ScenePromptReading,
  shownOf: (set: Set) => Shown,
): readonly Set[] {
  return wants
    .filter(({ id, isNegated }) => !isNegated && isRig(id))
    .reduce<readonly Set[]>((left, { id }) => {
      const able = left.filter((set) => hasRig(shownOf(set), id));
      return able.length > 0 ? able : left;
    }, sets);
}
