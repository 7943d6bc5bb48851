import type { SceneFacts } from '@packshot/contract';
import type { StudioSet } from '../studio/studio-set.ts';
import { keptPhrases } from './followed.ts';
import type { LightMood } from './light-moods.ts';
import type { ScenePromptReading } from './reading.ts';
import { profileOf } from './set-profile.ts';
import { paletteOf } from './tints.ts';
import type { Tinting } from './tints.ts';

/** The decisions for a scene. */
interface DecidedScene {
  readonly set: StudioSet;
  readonly mood: LightMood;
  readonly tinting: Tinting;
}

/**
 * Which words this scene follows: objects that the set lacks are ignored here, even if they were understood.
 */
export function factsOf({ set, mood, tinting }: DecidedScene, reading: ScenePromptReading): SceneFacts {
  const kept = keptPhrases(reading, {
    shown: profileOf(set),
    elevationsDeg: [set.camera.elevationDeg],
    isLitBy: (asked) => asked === mood,
    painted: tinting.followed,
  });
  return {
    reference_id: set.family,
    title: set.title,
    light: mood,
    palette: paletteOf(set, tinting.tints).slice(0, 4),
    understood: reading.understood.filter((_, i) => kept.has(i)).map(({ phrase, as }) => ({ phrase, as })),
    ignored: [
      ...reading.understood.filter((_, i) => !kept.has(i)).map(({ phrase }) => phrase),
      ...reading.ignored,
    ],
  };
}
