import type { SceneFacts } from '@packshot/contract';
import type { StudioSet } from '../studio/studio-set.ts';
import { distance, oklabOfHex } from './colour.ts';
import type { LightMood } from './light-moods.ts';
import { isLightConcept } from './light-wish.ts';
import type { ScenePromptReading } from './reading.ts';
import { profileOf, showing } from './set-profile.ts';
import { paletteOf } from './tints.ts';
import type { Tinting } from './tints.ts';

/** What a scene was decided to be. */
interface DecidedScene {
  readonly set: StudioSet;
  readonly mood: LightMood;
  readonly tinting: Tinting;
}

/** A thing that the set shows less of than this is not there. */
const THERE_FROM = 0.3;
/** A camera as high as this looks down on the product. */
const SEEN_FROM_ABOVE_DEG = 18;

/** Whether a set's camera looks as a word says; how near it comes can be had in every set. */
function isSeenSo(id: string, { camera }: StudioSet): boolean {
  if (id === 'from-above') return camera.elevationDeg >= SEEN_FROM_ABOVE_DEG;
  return id !== 'eye-level' || camera.elevationDeg < SEEN_FROM_ABOVE_DEG;
}

/** What became of the words in this scene: things that the set does not have are ignored here, even if they were understood. */
export function factsOf({ set, mood, tinting }: DecidedScene, reading: ScenePromptReading): SceneFacts {
  const profile = profileOf(set);
  const unmet = new Set<number>();
  const met = new Set<number>();
  for (const { id, kind, isNegated, shade, phrase } of reading.wants) {
    const isMet =
      isNegated ||
      kind === 'tone' ||
      isLightConcept(id) ||
      (kind === 'camera' ? isSeenSo(id, set) : showing(profile, id) >= THERE_FROM);
    const isFollowed =
      isMet && (shade === 0 || tinting.followed.has(phrase) || showing(profile, id) >= THERE_FROM);
    (isFollowed ? met : unmet).add(phrase);
  }
  for (const { hex, meantFor, isNegated, phrase } of reading.colours) {
    if (meantFor !== 'scene' || isNegated || tinting.followed.has(phrase)) met.add(phrase);
    else if (profile.colours.some((colour) => distance(colour, oklabOfHex(hex)) < 0.15)) met.add(phrase);
    else unmet.add(phrase);
  }
  const isIgnored = (phrase: number): boolean => unmet.has(phrase) && !met.has(phrase);
  return {
    reference_id: set.family,
    title: set.title,
    light: mood,
    palette: paletteOf(set, tinting.tints).slice(0, 4),
    understood: reading.understood.filter((_, i) => !isIgnored(i)).map(({ phrase, as }) => ({ phrase, as })),
    ignored: [
      ...reading.understood.filter((_, i) => isIgnored(i)).map(({ phrase }) => phrase),
      ...reading.ignored,
    ],
  };
}
