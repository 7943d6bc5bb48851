import { readColor } from '../../color/color-names.ts';
import { oklabOfHex } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import { NEAR } from './nearness.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import type { ProductTrait } from './product-words.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import { SCENES } from './scenes.ts';
import {
  hasSideOfRoom,
  isBare,
  listDetails,
  listSuited,
  listThingColors,
  listVisible,
} from './visible-contents.ts';

/** Contents of a set, or of a family of sets, as concepts of the vocabulary. */
export interface SetContents {
  /** Strength of each visible concept, 0 to 1. */
  readonly shows: ReadonlyMap<string, number>;
  /** Concepts among them that the set suits, but that its picture doesn't show: seasons, and places it could be in. */
  readonly suited: ReadonlySet<string>;
  /** Material below the products: the first material that the keywords name, or null. */
  readonly ground: string | null;
  readonly colors: readonly Triple[];
  readonly suits: ReadonlySet<ProductTrait>;
  /** Concepts of details that break an exclusion, although they don't meet a request. */
  readonly details: ReadonlySet<string>;
  /** Colors of things that can't be painted, by their concepts. */
  readonly thingColors: readonly (readonly [id: string, color: Triple])[];
}

export interface SetProfile extends SetContents {
  readonly set: StudioSet;
}

/** Strength of a concept, by the list of keywords that contains it. */
const STRENGTH = { worlds: 1, materials: 0.95, season: 0.85, mood: 0.7, light: 0.7 } as const;
const STAGE_STRENGTH = 1;
const PROP_STRENGTH = 0.75;

const profiles = new WeakMap<StudioSet, SetProfile>();

/** Contents of a set; cached. */
export function getProfile(set: StudioSet): SetProfile {
  const cachedProfile = profiles.get(set);
  if (cachedProfile !== undefined) return cachedProfile;
  const profile = read(set);
  profiles.set(set, profile);
  return profile;
}

function read(set: StudioSet): SetProfile {
  const keywords = Object.entries(STRENGTH).flatMap(([list, strength]) =>
    set.keywords[list as keyof typeof STRENGTH].map((keyword) => ({ keyword, strength })),
  );
  const colors = set.tints.map(({ color }) => color);
  return { set, ...shownBy(set.family, keywords, { tints: colors, names: set.keywords.colors }) };
}

/**
 * Contents of a family of sets.
 * @param keywords keywords of its sets with their strengths, 0 to 1, the strongest first
 * @param colors colors of its paintable regions, as sRGB hex codes and as names
 */
export function shownBy(
  family: string,
  keywords: readonly { readonly keyword: string; readonly strength: number }[],
  colors: { readonly tints: readonly string[]; readonly names: readonly string[] },
): SetContents {
  const shows = new Map<string, number>();
  const neverShown = new Set(listSuited(family));
  const suited = new Set(neverShown);
  let ground: string | null = null;
  const add = (phrase: string, strength: number): void => {
    const { wants, colors } = readScenePrompt(phrase);
    // Skips phrases that are colors: "white" in a prompt means a plain background, but as a keyword it is a color of
    // the set.
    const painted = new Set(
      colors.filter(({ meantFor }) => meantFor !== 'hint').map((color) => color.phrase),
    );
    for (const { id, kind } of wants.filter((want) => !painted.has(want.phrase))) {
      shows.set(id, Math.max(strength, shows.get(id) ?? 0));
      if (kind === 'season') suited.add(id);
      if (kind === 'material') ground ??= id;
    }
  };
  for (const { keyword, strength } of keywords) add(keyword, strength);
  const scene = SCENES.find((one) => one.family === family);
  if (scene !== undefined) {
    add(scene.stage, STAGE_STRENGTH);
    for (const phrase of scene.props) add(phrase, PROP_STRENGTH);
    for (const phrase of scene.moods) add(phrase, STRENGTH.mood);
    for (const phrase of scene.lights) add(phrase, STRENGTH.light);
    // The season of a place, such as a snowy forest, is visible.
    for (const { id } of scene.worlds.flatMap((world) => readScenePrompt(world).wants)) {
      if (!neverShown.has(id)) suited.delete(id);
    }
  }
  for (const id of ['wall', 'floor'] as const) if (hasSideOfRoom(family, id)) shows.set(id, 1);
  // Marks sets with any props, which a prompt such as “no props” excludes.
  if (isBare(family)) shows.delete('props');
  else shows.set('props', PROP_STRENGTH);
  for (const id of listVisible(family)) shows.set(id, Math.max(PROP_STRENGTH, shows.get(id) ?? 0));
  const namedColors = [...colors.names, ...(scene?.colors ?? [])].flatMap((name) => {
    const color = readColor(name.split(' '));
    return color === undefined ? [] : [oklabOfHex(color.hex)];
  });
  return {
    shows,
    suited,
    ground,
    colors: [...colors.tints.map((hex) => oklabOfHex(hex)), ...namedColors],
    suits: new Set(scene?.suits ?? []),
    details: new Set(listDetails(family)),
    thingColors: listThingColors(family).flatMap(([id, name]) => {
      const color = readColor([name]);
      return color === undefined ? [] : [[id, oklabOfHex(color.hex)] as const];
    }),
  };
}

const standInsById = new Map<string, readonly (readonly [string, number])[]>();

/** Concepts that may replace the given concept, with their similarity, 0 to 1. */
export function standIns(id: string): readonly (readonly [string, number])[] {
  const cachedPairs = standInsById.get(id);
  if (cachedPairs !== undefined) return cachedPairs;
  const words = Object.hasOwn(NEAR, id) ? NEAR[id].split(' ') : [];
  const pairs = words.flatMap((word, i) => (i % 2 === 0 ? [[word, Number(words[i + 1]) / 10] as const] : []));
  standInsById.set(id, pairs);
  return pairs;
}

/** Strength at which a set shows a concept or a replacement, 0 to 1. */
export function conceptStrength({ shows }: SetContents, id: string): number {
  let most = shows.get(id) ?? 0;
  for (const [near, weight] of standIns(id)) most = Math.max(most, weight * (shows.get(near) ?? 0));
  return most;
}

/**
 * Similarity from which a concept counts as shown by another: a beach shows sand. Less similar concepts lead to a set,
 * but aren't visible in it.
 */
export const SAME_THING_FROM = 0.8;

/**
 * Strength at which a picture shows a concept, or one of at least this similarity; 0 for places and seasons that the set
 * only suits.
 */
export function visibleStrength({ shows, suited }: SetContents, id: string, akinFrom: number): number {
  const same = standIns(id).filter(([, nearness]) => nearness >= akinFrom);
  const strengths = [id, ...same.map(([other]) => other)].map((one) =>
    suited.has(one) ? 0 : (shows.get(one) ?? 0),
  );
  return Math.max(...strengths);
}
