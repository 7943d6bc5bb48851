import type { SceneFacts, SceneLock } from '@packshot/contract';
import type { StudioSet } from '../../stage/studio-set.ts';
import { distance, oklabOfHex } from '../../color/oklab.ts';
import { listFollowedPhrases } from './followed.ts';
import type { DecidedContents } from './followed.ts';
import { isCold, isDarkMood, isLowSun } from './light-options.ts';
import { getKeyLight } from './light-moods.ts';
import type { LightMood } from './light-moods.ts';
import type { LightSide } from './light-request.ts';
import type { ScenePromptReading } from './reading.ts';
import { getProfile } from './set-profile.ts';
import { isPlain } from '../../stage/set-kinds.ts';
import { backgroundColor, canPaint, listPaletteColors } from './tints.ts';
import type { Tinting } from './tints.ts';

interface DecidedScene {
  readonly set: StudioSet;
  readonly mood: LightMood;
  readonly tinting: Tinting;
  readonly plan: { readonly isMirrored: boolean };
}

type PaintedScene = Pick<SceneLock, 'light' | 'tints' | 'isMirrored'> & { readonly set: StudioSet };

/** Oklab lightness of the area behind the product below which a scene counts as dark, and above which as bright. */
const DARK_BELOW = 0.5;
const BRIGHT_ABOVE = 0.65;
const COLD_MOODS: ReadonlySet<SceneLock['light']> = new Set(['blue-hour', 'night', 'overcast']);
/** Moods of a time of day, which a plain painted background doesn't show: its paint compensates for their color. */
const TIMES_OF_DAY: ReadonlySet<LightMood> = new Set(['warm-morning', 'golden-hour', 'blue-hour', 'night']);

/** Light that a scene shows, as far as words can ask for it. */
function describeLight({ set, light, tints, isMirrored }: PaintedScene) {
  const [across, depth, height] = getKeyLight(set).direction;
  const x = isMirrored ? -across : across;
  const [lightness] = backgroundColor(set, tints);
  const isPainted = isPlain(set) && Object.keys(tints).length > 0;
  const isTimeSeen =
    !(TIMES_OF_DAY.has(light as LightMood) && isPainted) &&
    !(isLowSun(light) && (getKeyLight(set).kind !== 'sun' || isCold(set, tints)));
  return {
    isLitBy: (mood: LightMood): boolean => mood === light && isTimeSeen,
    isLitFrom: (side: LightSide): boolean =>
      ({
        left: x < -ASIDE,
        right: x > ASIDE,
        side: Math.abs(x) > ASIDE,
        back: depth > 0,
        front: depth < 0,
        top: height > HIGH,
      })[side],
    isDark: isDarkMood(light) || lightness < DARK_BELOW,
    isBright: !isDarkMood(light) && lightness > BRIGHT_ABOVE,
    isWarm: !COLD_MOODS.has(light) && !isCold(set, tints),
  };
}

/** Components of a unit vector to the key light from which it comes from a side, and from above. */
const ASIDE = 0.3;
const HIGH = 0.6;

/**
 * Facts about a scene, including the words of the prompt that the scene follows. Understood objects that the set
 * doesn't show are reported as ignored.
 */
export function toSceneFacts(
  decided: DecidedScene,
  reading: ScenePromptReading,
  isHung: boolean,
): SceneFacts {
  const { set, mood, tinting } = decided;
  return {
    reference_id: set.family,
    title: set.title,
    light: mood,
    palette: listPaletteColors(set, tinting.tints).slice(0, 4),
    elevation_deg: set.camera.elevationDeg,
    ...splitWords(reading, phrasesFollowedByScene(decided, reading, isHung)),
  };
}

/** Indices in `understood` of the phrases that a planned scene follows. */
function phrasesFollowedByScene(
  { set, mood, tinting, plan: { isMirrored } }: DecidedScene,
  reading: ScenePromptReading,
  isHung: boolean,
): ReadonlySet<number> {
  return phrasesFollowedInSet(reading, {
    set,
    ...describeLight({ set, light: mood, tints: tinting.tints, isMirrored }),
    painted: tinting.followed,
    isHung,
  });
}

/** Share of a prompt's understood phrases that a scene follows, 0 to 1; 0 without phrases. */
export function shareFollowed(decided: DecidedScene, reading: ScenePromptReading, isHung: boolean): number {
  const phrases = reading.understood.length;
  return phrases === 0 ? 0 : phrasesFollowedByScene(decided, reading, isHung).size / phrases;
}

/** Oklab distance below which colors have the same name. */
const SAME_COLOR = 0.15;

/** True if one of the colors, in sRGB hex, is close enough to a requested one to have its name. */
export const isPaintedIn = (colors: readonly string[], hex: string): boolean =>
  colors.some((color) => distance(oklabOfHex(color), oklabOfHex(hex)) < SAME_COLOR);

/** Words of the prompt that a scene follows in its appearance, given its light and palette. */
export function followedBy(
  reading: ScenePromptReading,
  set: StudioSet,
  { light, tints, isMirrored }: Pick<SceneLock, 'light' | 'tints' | 'isMirrored'>,
): Pick<SceneFacts, 'understood' | 'ignored'> {
  const paintedColors = Object.values(tints);
  const painted = reading.colors
    .filter((request) => canPaint(set, request) && isPaintedIn(paintedColors, request.hex))
    .map(({ phrase }) => phrase);
  const visibleContents = phrasesFollowedInSet(reading, {
    set,
    ...describeLight({ set, light, tints, isMirrored }),
    painted: new Set(painted),
  });
  return splitWords(reading, visibleContents);
}

const phrasesFollowedInSet = (
  reading: ScenePromptReading,
  { set, ...scene }: Omit<DecidedContents, 'shown' | 'elevationsDeg'> & { readonly set: StudioSet },
): ReadonlySet<number> =>
  listFollowedPhrases(reading, {
    shown: getProfile(set),
    elevationsDeg: [set.camera.elevationDeg],
    ...scene,
  });

function splitWords(
  reading: ScenePromptReading,
  metPhrases: ReadonlySet<number>,
): Pick<SceneFacts, 'understood' | 'ignored'> {
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
