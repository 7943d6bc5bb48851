/** Prefers plain places to ones with striking props: "marble counter" doesn't ask for a gold ring. */
import { computeChroma, hueDistance } from './color-classes.ts';
import { oklabOfHex } from '../../color/oklab.ts';
import { VIEW_TOLERANCE_DEG } from './fitting-views.ts';
import type { ScenePromptReading, Want } from './reading.ts';
import { hasRig, isRig } from './rigs.ts';
import { isThemeUnasked } from './themes.ts';
import { conceptStrength, SAME_THING_FROM, visibleStrength } from './set-profile.ts';
import type { SetContents } from './set-profile.ts';

interface StrikingFamily {
  /** Families that show the same surface without its props. */
  readonly plainer: readonly string[];
  /** Color of the place that is a reason for choosing it. */
  readonly color?: string;
}

/** Families with striking props that plainer families replace unless a prompt gives a reason. */
const STRIKING: Readonly<Record<string, StrikingFamily>> = {
  'autumn-table': { plainer: ['wood-table'] },
  'citrus-kitchen': { plainer: ['kitchen-counter', 'marble-counter'] },
  'emerald-marble': { plainer: ['marble-counter'], color: '#1f4a3c' },
  'oak-window': { plainer: ['wood-table', 'kitchen-counter'] },
};

/** Difference in strength from which a concept counts as shown by one family only. */
const ONLY_SHOWN_FROM = 0.35;
/** Strength from which a plain family shows the place that the prompt names. */
const SAME_PLACE_FROM = 0.7;
/** Limits within which a requested color is that of a striking place. */
const SAME_HUE_DEG = 28;
const GRAY_CHROMA = 0.04;

const OBJECTS: ReadonlySet<Want['kind']> = new Set(['world', 'material', 'prop']);

/**
 * True if a prompt asks for something that only the striking family shows: an object, a light such as leaf shadows, or
 * its color.
 */
function isAskedFor(
  shown: SetContents,
  plain: SetContents,
  { color }: StrikingFamily,
  { wants, colors }: ScenePromptReading,
): boolean {
  const isOnlyThere = ({ id, kind, isNegated }: Want): boolean => {
    if (isNegated) return false;
    if (isRig(id)) return hasRig(shown, id) && !hasRig(plain, id);
    const isObject = OBJECTS.has(kind) || kind === 'season';
    return (
      isObject && visibleStrength(shown, id, SAME_THING_FROM) - conceptStrength(plain, id) >= ONLY_SHOWN_FROM
    );
  };
  if (wants.some(isOnlyThere)) return true;
  if (color === undefined) return false;
  const own = oklabOfHex(color);
  return colors.some(({ hex, isNegated, meantFor, on }) => {
    const requested = oklabOfHex(hex);
    const isOfPlace = on.every((part) => part === 'backdrop');
    return (
      !isNegated &&
      meantFor === 'scene' &&
      isOfPlace &&
      computeChroma(requested) > GRAY_CHROMA &&
      hueDistance(requested, own) < SAME_HUE_DEG
    );
  });
}

/** Set, or family of sets, from which the plain ones are chosen. */
interface Place {
  readonly family: string;
  readonly shown: SetContents;
  readonly elevationsDeg: readonly number[];
}

/** True if a plain place has a camera for the same products as every camera of a striking one. */
const isSeenAlike = (striking: Place, plain: readonly Place[]): boolean =>
  striking.elevationsDeg.every((deg) =>
    plain.some(({ elevationsDeg }) =>
      elevationsDeg.some((other) => Math.abs(deg - other) <= VIEW_TOLERANCE_DEG),
    ),
  );

/** Removes sets with striking props for which the prompt gives no reason, if plainer sets show the same place. */
export function withoutUnaskedProps<Set>(
  sets: readonly Set[],
  reading: ScenePromptReading,
  describe: (set: Set) => Place,
): readonly Set[] {
  const objects = reading.wants.filter(({ kind, isNegated }) => !isNegated && OBJECTS.has(kind));
  if (objects.length === 0) return sets;
  const byFamily = Map.groupBy(sets.map(describe), ({ family }) => family);
  const isReplaced = (place: Place): boolean => {
    if (!Object.hasOwn(STRIKING, place.family)) return false;
    const striking = STRIKING[place.family];
    return striking.plainer.some((family) => {
      const plain = byFamily.get(family) ?? [];
      const [{ shown } = { shown: null }] = plain;
      return (
        shown !== null &&
        isSeenAlike(place, plain) &&
        objects.some(({ id }) => conceptStrength(shown, id) >= SAME_PLACE_FROM) &&
        !isAskedFor(place.shown, shown, striking, reading)
      );
    });
  };
  const plain = sets.filter((set) => !isReplaced(describe(set)));
  const asked = plain.filter((set) => !isThemeUnasked(describe(set).family, reading, SAME_THING_FROM));
  return asked.length > 0 ? asked : plain;
}
