import type { SceneFacts, SceneLock } from '@packshot/contract';
import type { StudioSet } from '../../stage/studio-set.ts';
import { distance, oklabOfHex } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import { listFollowedPhrases } from './followed.ts';
import type { DecidedContents } from './followed.ts';
import { computeChroma, computeHue } from './color-classes.ts';
import { isCold, isDarkMood, isLowSun } from './light-options.ts';
import { getKeyLight } from './light-moods.ts';
import type { LightMood, LightPlan } from './light-moods.ts';
import type { LightSide } from './light-request.ts';
import type { ColorRequest, ScenePromptReading } from './reading.ts';
import { getProfile } from './set-profile.ts';
import { isPlain } from '../../stage/set-kinds.ts';
import { shownPaint } from './plain-set.ts';
import { backgroundColor, canPaint, listPaletteColors } from './tints.ts';
import type { Tinting } from './tints.ts';

interface DecidedScene {
  readonly set: StudioSet;
  readonly mood: LightMood;
  readonly tinting: Tinting;
  readonly plan: Pick<SceneLock, 'isMirrored' | 'exposure' | 'tints'> & {
    readonly lights: LightPlan['weights'];
    readonly isBurntOut?: boolean;
  };
}

type PaintedScene = Pick<SceneLock, 'light' | 'tints' | 'isMirrored'> & { readonly set: StudioSet };

/** Oklab lightness of the area behind the product below which a scene counts as dark, and above which as bright. */
const DARK_BELOW = 0.5;
const BRIGHT_ABOVE = 0.65;
/** Limit below which a scene is dark in the light of a dark mood; white marble remains bright in it. */
const DIMMED_BELOW = 0.86;
/** Minimum lightness and chroma of pastel colors, and the hues and chroma of beige, which isn't one. */
const PASTEL = { lightness: 0.76, chroma: 0.025, beigeDeg: [50, 110], beigeChroma: 0.06 } as const;

function isPastel(color: Triple): boolean {
  const [chroma, hue] = [computeChroma(color), computeHue(color)];
  const [from, to] = PASTEL.beigeDeg;
  const isBeige = chroma < PASTEL.beigeChroma && hue > from && hue < to;
  return color[0] >= PASTEL.lightness && chroma >= PASTEL.chroma && !isBeige;
}

const COLD_MOODS: ReadonlySet<SceneLock['light']> = new Set(['blue-hour', 'night', 'overcast']);
/** Moods of a time of day, which a plain painted background doesn't show: its paint compensates for their color. */
const TIMES_OF_DAY: ReadonlySet<LightMood> = new Set(['warm-morning', 'golden-hour', 'blue-hour', 'night']);

/** Light that a scene shows, as far as words can ask for it. */
function describeLight({ set, light, tints, isMirrored }: PaintedScene) {
  const [across, depth, height] = getKeyLight(set).direction;
  const x = isMirrored ? -across : across;
  const background = backgroundColor(set, tints);
  const [lightness] = background;
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
    isDark: lightness < (isDarkMood(light) ? DIMMED_BELOW : DARK_BELOW),
    isBright: !isDarkMood(light) && lightness > BRIGHT_ABOVE,
    isPastel: isPastel(background),
    isCold: COLD_MOODS.has(light) || isCold(set, tints),
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
  { set, mood, tinting, plan: { isMirrored, isBurntOut = false, ...plan } }: DecidedScene,
  reading: ScenePromptReading,
  isHung: boolean,
): ReadonlySet<number> {
  const seenPaints = Object.values(shownPaint(set, { ...plan, isBurntOut, light: mood })).map((hex) =>
    oklabOfHex(hex),
  );
  const isUnlike = ({ hex, isExact }: ColorRequest): boolean =>
    isExact && !seenPaints.some((seen) => distance(seen, oklabOfHex(hex)) < SAME_AS_CODE);
  const missed = new Set(reading.colors.filter(isUnlike).map(({ phrase }) => phrase));
  return phrasesFollowedInSet(reading, {
    set,
    ...describeLight({ set, light: mood, tints: tinting.tints, isMirrored }),
    painted: new Set([...tinting.followed].filter((phrase) => !missed.has(phrase))),
    isHung,
  });
}

/** Share of a prompt's understood phrases that a scene follows, 0 to 1; 0 without phrases. */
export function shareFollowed(decided: DecidedScene, reading: ScenePromptReading, isHung: boolean): number {
  const phrases = reading.understood.length;
  return phrases === 0 ? 0 : phrasesFollowedByScene(decided, reading, isHung).size / phrases;
}

/** Oklab distance within which the picture has the color of a code. */
const SAME_AS_CODE = 0.06;
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
