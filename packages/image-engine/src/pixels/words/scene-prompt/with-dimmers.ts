import type { Lamp } from '@packshot/contract';
import { dimLights, paintParts } from '../../stage/dimmers.ts';
import type { ScenePlan } from '../../stage/scene-plan.ts';
import { isPlain } from '../../stage/set-kinds.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import { shownPaint } from './plain-set.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import { statedLights } from './scene-lock.ts';
import { isPaintedIn } from './scene-facts.ts';
import { listPaletteColors } from './tints.ts';

/** Changes of a planned scene's light and colors by the user. */
export interface Dimmers {
  readonly lamps?: Readonly<Record<string, Lamp>> | undefined;
  /** Colors in sRGB hex by tint ID. */
  readonly partColors?: Readonly<Record<string, string>> | undefined;
}

/** Plan with the user's changes. Lamps and parts that its set lacks are ignored. */
export function withDimmers(
  plan: ScenePlan,
  { lamps = {}, partColors = {} }: Dimmers,
  set: StudioSet,
  prompt: string,
): ScenePlan {
  const lights = Object.keys(lamps).length === 0 ? plan.lights : dimLights(plan.lights, lamps);
  const dimmed = { ...plan, lights };
  const colors = Object.fromEntries(
    set.tints.flatMap(({ id }) => (id in partColors ? [[id, partColors[id]]] : [])),
  );
  if (Object.keys(colors).length === 0) return dimmed;
  const { facts } = plan;
  const { light } = facts;
  const look = { ...plan, light, lights: statedLights(plan.lights), isBurntOut: plan.isBurntOut === true };
  const own = isPlain(set) ? shownPaint(set, look) : plan.tints;
  const shown = { ...own, ...colors };
  return {
    ...dimmed,
    ...paintParts(plan, colors),
    facts: { ...withoutLostColors(facts, shown, prompt), palette: listPaletteColors(set, shown).slice(0, 4) },
  };
}

/** Facts in which words for colors that no part has any more are reported as not followed. */
function withoutLostColors(
  facts: ScenePlan['facts'],
  shown: Readonly<Record<string, string>>,
  prompt: string,
): ScenePlan['facts'] {
  const reading = readScenePrompt(prompt);
  const painted = Object.values(shown);
  const lost = new Set(
    reading.colors
      .filter(({ hex }) => !isPaintedIn(painted, hex))
      .map(({ phrase }) => reading.understood[phrase].phrase),
  );
  const isLost = ({ phrase }: { readonly phrase: string }): boolean => lost.has(phrase);
  return {
    ...facts,
    understood: facts.understood.filter((each) => !isLost(each)),
    ignored: [...facts.understood.filter(isLost).map(({ phrase }) => phrase), ...facts.ignored],
  };
}
