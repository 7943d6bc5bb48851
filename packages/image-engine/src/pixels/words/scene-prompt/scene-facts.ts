import type { SceneFacts, SceneLook } from '@packshot/contract';
import type { StudioSet } from '../../stage/studio-set.ts';
import { distance, oklabOfHex } from '../../color/oklab.ts';
import { keptPhrases } from './followed.ts';
import type { KeptScene } from './followed.ts';
import type { LightMood } from './light-moods.ts';
import type { ScenePromptReading } from './reading.ts';
import { getProfile } from './set-profile.ts';
import { canPaint, listPaletteColors } from './tints.ts';
import type { Tinting } from './tints.ts';

interface DecidedScene {
  readonly set: StudioSet;
  readonly mood: LightMood;
  readonly tinting: Tinting;
}

/**
 * Facts about a scene, including the words of the prompt that the scene follows. Understood objects that the set
 * doesn't show are reported as ignored.
 */
export function toSceneFacts(
  { set, mood, tinting }: DecidedScene,
  reading: ScenePromptReading,
  isHung: boolean,
): SceneFacts {
  return {
    reference_id: set.family,
    title: set.title,
    light: mood,
    palette: listPaletteColors(set, tinting.tints).slice(0, 4),
    elevation_deg: set.camera.elevationDeg,
    ...splitWordsByUse(reading, {
      set,
      isLitBy: (requestedMood) => requestedMood === mood,
      painted: tinting.followed,
      isHung,
    }),
  };
}

/** Oklab distance below which colors have the same name. */
const SAME_COLOR = 0.15;

/** Words of the prompt that a scene follows in its appearance, given its light and palette. */
export function followedBy(
  reading: ScenePromptReading,
  set: StudioSet,
  { light, tints }: Pick<SceneLook, 'light' | 'tints'>,
): Pick<SceneFacts, 'understood' | 'ignored'> {
  const paintedColors = Object.values(tints).map(oklabOfHex);
  const painted = reading.colors
    .filter(
      (request) =>
        canPaint(set, request) &&
        paintedColors.some((color) => distance(color, oklabOfHex(request.hex)) < SAME_COLOR),
    )
    .map(({ phrase }) => phrase);
  return splitWordsByUse(reading, {
    set,
    isLitBy: (requestedLight) => requestedLight === light,
    painted: new Set(painted),
  });
}

function splitWordsByUse(
  reading: ScenePromptReading,
  { set, ...scene }: Pick<KeptScene, 'isLitBy' | 'painted' | 'isHung'> & { readonly set: StudioSet },
): Pick<SceneFacts, 'understood' | 'ignored'> {
  const metPhrases = keptPhrases(reading, {
    shown: getProfile(set),
    elevationsDeg: [set.camera.elevationDeg],
    ...scene,
  });
  return {
    understood: reading.understood
      .filter((_, i) => metPhrases.has(i))
      .map(({ phrase, as }) => ({ phrase, as })),
    ignored: [
      ...reading.understood.filter((_, i) => !metPhrases.has(i)).map(({ phrase }) => phrase),
      ...reading.ignored,
    ],
  };
}
