import type { ScenePromptReading } from './reading.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import { SCENES } from './scenes.ts';
import type { Scene } from './scenes.ts';
import { standIns } from './set-profile.ts';
import { listSuited } from './visible-contents.ts';

/** Similarity from which a requested concept counts as a reason for a theme that has a similar concept. */
const REASON_FROM = 0.5;

const readConcepts = (phrases: readonly string[]): readonly string[] =>
  phrases.flatMap((phrase) => readScenePrompt(phrase).wants.map(({ id }) => id));

const shownConcepts = ({ family, worlds, materials, props }: Scene): readonly string[] =>
  readConcepts([...worlds, ...materials, ...props]).filter((id) => !listSuited(family).includes(id));

/** Concepts that many scenes show as details, so that they are no theme: leaves don't ask for pumpkins. */
const NO_THEMES: readonly string[] = ['leaves', 'branches'];

let themes: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Themes by family of sets: concepts of scenes that need a reason, without those that other scenes show as well. */
function readThemes(): ReadonlyMap<string, ReadonlySet<string>> {
  const usual = new Set([
    ...NO_THEMES,
    ...SCENES.filter(({ needsReason }) => needsReason !== true).flatMap(shownConcepts),
  ]);
  const themed = SCENES.filter(({ needsReason }) => needsReason === true);
  return new Map(
    themed.map((scene) => [
      scene.family,
      new Set([...shownConcepts(scene), ...readConcepts(scene.seasons)].filter((id) => !usual.has(id))),
    ]),
  );
}

/**
 * True if a family of sets has a theme for which a prompt gives no reason: "a wooden table" doesn't ask for pumpkins,
 * even if pumpkins lie on a wooden table in a set. False for an empty prompt.
 */
export function isThemeUnasked(
  family: string,
  { wants }: Pick<ScenePromptReading, 'wants'>,
  reasonFrom = REASON_FROM,
): boolean {
  const theme = (themes ??= readThemes()).get(family);
  if (theme === undefined || wants.length === 0) return false;
  return !wants.some(
    ({ id, kind, isNegated }) =>
      !isNegated &&
      kind !== 'light' &&
      kind !== 'mood' &&
      (theme.has(id) || standIns(id).some(([near, nearness]) => nearness >= reasonFrom && theme.has(near))),
  );
}
