import type { SceneFacts, SceneLook } from '@packshot/contract';
import type { StudioSet } from '../../stage/studio-set.ts';
import { distance, oklabOfHex } from '../../color/oklab.ts';
import { keptPhrases } from './followed.ts';
import type { KeptScene } from './followed.ts';
import type { LightMood } from './light-moods.ts';
import type { ScenePromptReading } from './reading.ts';
import { profileOf } from './set-profile.ts';
import { paletteOf } from './tints.ts';
import type { Tinting } from './tints.ts';

/** Decisions for a scene. */
interface DecidedScene {
  readonly set: StudioSet;
  readonly mood: LightMood;
  readonly tinting: Tinting;
}

/** Words that this scene follows. Understood objects that the set lacks are reported as ignored. */
export function factsOf({ set, mood, tinting }: DecidedScene, reading: ScenePromptReading): SceneFacts {
  return {
    reference_id: set.family,
    title: set.title,
    light: mood,
    palette: paletteOf(set, tinting.tints).slice(0, 4),
    elevation_deg: set.camera.elevationDeg,
    ...wordsOf(reading, { set, isLitBy: (asked) => asked === mood, painted: tinting.followed }),
  };
}

/** Oklab distance below which colors have the same name. */
const SAME_COLOR = 0.15;

/** Words that a scene with a given light and palette follows, as far as they concern its appearance. */
export function followedBy(
  reading: ScenePromptReading,
  set: StudioSet,
  { light, tints }: Pick<SceneLook, 'light' | 'tints'>,
): Pick<SceneFacts, 'understood' | 'ignored'> {
  const shown = Object.values(tints).map(oklabOfHex);
  const painted = reading.colors
    .filter(({ hex }) => shown.some((color) => distance(color, oklabOfHex(hex)) < SAME_COLOR))
    .map(({ phrase }) => phrase);
  return wordsOf(reading, { set, isLitBy: (asked) => asked === light, painted: new Set(painted) });
}

function wordsOf(
  reading: ScenePromptReading,
  { set, isLitBy, painted }: Pick<KeptScene, 'isLitBy' | 'painted'> & { readonly set: StudioSet },
): Pick<SceneFacts, 'understood' | 'ignored'> {
  const kept = keptPhrases(reading, {
    shown: profileOf(set),
    elevationsDeg: [set.camera.elevationDeg],
    isLitBy,
    painted,
  });
  return {
    understood: reading.understood.filter((_, i) => kept.has(i)).map(({ phrase, as }) => ({ phrase, as })),
    ignored: [
      ...reading.understood.filter((_, i) => !kept.has(i)).map(({ phrase }) => phrase),
      ...reading.ignored,
    ],
  };
}
