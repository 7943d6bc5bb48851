import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENES } from '../pixels/words/scene-prompt/scenes.ts';
import type { Scene } from '../pixels/words/scene-prompt/scenes.ts';
import type { StudioLight, StudioSet } from '../pixels/stage/studio-set.ts';
import { studioSetSchema } from '../sets/set-schema.ts';

const SETS = join(import.meta.dirname, '../../assets/sets');

/** Descriptions of the sets in this repository. */
export const committedSets = (): StudioSet[] =>
  readdirSync(SETS)
    .toSorted()
    .map((name) => studioSetSchema.parse(JSON.parse(readFileSync(join(SETS, name, 'set.json'), 'utf8'))));

const KEY_KINDS: Readonly<Partial<Record<string, StudioLight['kind']>>> = {
  'velvet-stage': 'spot',
  'neon-night': 'practical',
  'emerald-marble': 'softbox',
  'gift-confetti': 'softbox',
  'glass-blocks': 'softbox',
  'paper-clouds': 'softbox',
  'silk-waves': 'softbox',
  'soap-bubbles': 'softbox',
  'wet-pebbles': 'softbox',
  'brushed-metal': 'softbox',
};
const TINTS: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
  'emerald-marble': { wall: '#1f4a3c', floor: '#1d4438', marble: '#f1efec' },
  'velvet-stage': { velvet: '#5f1620', podium: '#2a1417' },
  'silk-waves': { silk: '#ecdac4', disc: '#f1e7da' },
  'neon-night': { wall: '#3a3c42' },
  'paper-clouds': { sky: '#b9d9ea', clouds: '#fbf7f1', sun: '#f6cf7d' },
  'gift-confetti': { sweep: '#e39a8c', boxes: '#f5e9df', ribbon: '#c2413d' },
};

/** Description of a set for a scene and a camera; scenes can be planned with it, but not rendered. */
function setOfScene(scene: Scene, view: 'eye' | 'above', pattern: StudioSet): StudioSet {
  const { family, colors, worlds, materials, moods, seasons, lights } = scene;
  const tints = TINTS[family] ?? { wall: '#d9d2c7', podium: '#efe9e0' };
  const kind = KEY_KINDS[family] ?? 'sun';
  const { measured: _, ...rest } = pattern;
  return {
    ...rest,
    id: `${family}-${view}`,
    family,
    view,
    title: family,
    camera: { ...pattern.camera, elevationDeg: view === 'eye' ? 7 : 25 },
    lights: pattern.lights.map((light) => (light.id === 'key' ? { ...light, kind } : light)),
    tints: Object.entries(tints).map(([id, color]) => ({ id, color, file: `tint-${id}.webp` })),
    keywords: { worlds, materials, colors: colors, mood: moods, season: seasons, light: lights },
  };
}

/**
 * Descriptions of every family of sets that suggestions name, from both cameras; sets in this repository are used as
 * they are.
 */
export function setsOfAllScenes(): StudioSet[] {
  const committed = committedSets();
  const [pattern] = committed;
  if (pattern === undefined) throw new Error('No set ships');
  const missing = SCENES.flatMap((scene) =>
    (['eye', 'above'] as const)
      .filter((view) => !committed.some(({ id }) => id === `${scene.family}-${view}`))
      .map((view) => setOfScene(scene, view, pattern)),
  );
  return [...committed, ...missing];
}
